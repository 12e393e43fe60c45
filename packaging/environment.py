"""The folder .venv: made, repaired and filled with what pyproject.toml asks for."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path


class SetupError(Exception):
    """Set-up cannot go on; the message says what to do."""


def say(sentence: str) -> None:
    """Tell the person at the terminal, in order with what child processes print."""
    print(f"Kvasir: {sentence}", flush=True)


class Environment:
    """A virtual environment beside the sources.

    A stamp inside says which requirements were installed. It is there only while the last installation is known to
    have ended well, so an environment without it was interrupted, and is made again from the ground.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.scripts = self.folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.scripts / ("python.exe" if os.name == "nt" else "python")
        self.stamp = self.folder / "kvasir-installed.json"

    def prepare(self, extras: frozenset[str]) -> None:
        """Make sure that the program's requirements and those of the extras are there; does nothing if they are.

        Raises:
            SetupError: venv or pip could not do it.
        """
        version = self._version()
        if not version or not self.stamp.exists():
            self._create()
            version = self._version()
            if not version:
                raise SetupError(f"{self.python} does not run. Delete {self.folder} and try again.")
        fingerprint = self.fingerprint(version)
        installed = self._installed_extras(fingerprint)
        if installed is None or not extras <= installed:
            self._install(extras | (installed or frozenset()), fingerprint)

    def fingerprint(self, version: str) -> str:
        """Another one means that what must be installed may have changed."""
        return hashlib.sha256((self.root / "pyproject.toml").read_bytes() + version.encode()).hexdigest()

    def requirements(self, extras: frozenset[str]) -> list[str]:
        """For pip. The repository itself is not among them: it runs from where it lies."""
        import tomllib  # not above: an older Python shall get as far as the sentence about its age

        project = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["project"]
        wanted: list[str] = [*project["dependencies"]]
        for extra in sorted(extras):
            wanted += project["optional-dependencies"][extra]
        return wanted

    def _version(self) -> str:
        """Of the environment's Python; empty if it does not run or has no pip."""
        probe = [str(self.python), "-I", "-c", "import sys, pip; print(sys.version)"]
        try:
            return subprocess.run(probe, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return ""

    def _create(self) -> None:
        if not can_make_environments():
            raise SetupError(
                "This Python cannot make virtual environments. On Debian and Ubuntu install what it lacks with: "
                "sudo apt install python3-venv"
            )
        anew = "unfinished or damaged, making it anew" if self.folder.exists() else "making it"
        say(f"{self.folder}: {anew}")
        if subprocess.call([sys.executable, "-m", "venv", "--clear", str(self.folder)]) != 0:
            raise SetupError(f"{self.folder} could not be made; the reason stands above.")

    def _installed_extras(self, fingerprint: str) -> frozenset[str] | None:
        """None if the stamp is missing, damaged or for other requirements."""
        try:
            stamp = json.loads(self.stamp.read_text("utf-8"))
            return frozenset(stamp["extras"]) if stamp["fingerprint"] == fingerprint else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _install(self, extras: frozenset[str], fingerprint: str) -> None:
        say("installing what is needed; the first time this takes some minutes")
        before = self.stamp.read_bytes() if self.stamp.exists() else None
        self.stamp.unlink(missing_ok=True)
        # -P: no file of the current folder may pass for a module of pip.
        pip = [str(self.python), "-P", "-m", "pip", "install", "--prefer-binary", "--disable-pip-version-check"]
        if subprocess.call([*pip, *self.requirements(extras)], cwd=self.root) != 0:
            if before is not None:  # pip undid what it began: what was there before is still whole
                self.stamp.write_bytes(before)
            raise SetupError("pip could not install everything; the reason stands above. Solve it and try again.")
        self.stamp.write_text(json.dumps({"fingerprint": fingerprint, "extras": sorted(extras)}), "utf-8")


def can_make_environments() -> bool:
    """Debian puts this part of Python into a package of its own."""
    return importlib.util.find_spec("ensurepip") is not None
