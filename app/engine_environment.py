"""The engine's own Python environment, built at the first start of an installed Kvasir: where it lies, what it needs.

The window needs none of it. Where the program runs from its sources there is no such environment: the engine then runs
in the same one as the window. `app.engine_setup` builds it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.engine_builds import EngineBuilds, TorchBuild
from app.graphics_cards import find_card
from app.paths import Paths
from app.translation import tr

TORCH_INDEX_VARIABLE = "KVASIR_TORCH_INDEX"
"""An index, or a folder with wheels, to take torch from in place of the one that belongs to the build."""
_SPARE = 1.1
"""Free space beyond what everything takes, as a factor."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What building would do.

    Attributes:
        because: Why this build of torch, as a sentence; empty if it was asked for.
        needed_bytes: On the disk.
        account: What is fetched from where, as sentences.
    """

    build: TorchBuild
    because: str
    download_bytes: int
    needed_bytes: int
    free_bytes: int
    account: str


def program_folder() -> Path:
    """Where the program itself lies, with the engine's sources and, once installed, `locks` and uv."""
    return Path(__file__).resolve().parent.parent


def has_own_environment(program: Path) -> bool:
    """Whether this is an installed Kvasir, whose engine needs an environment of its own."""
    return (program / "locks").is_dir()


def engine_folder(paths: Paths) -> Path:
    """Everything that building leaves; may be deleted, and is then built again."""
    return paths.data / "engine"


def engine_python(paths: Paths) -> Path:
    """The interpreter that runs the engine; there once the environment is complete."""
    environment = engine_folder(paths) / "environment"
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


class EngineEnvironment:
    """What is on the disk, and what is missing there.

    Args:
        program: See `program_folder`; holds `locks` and uv.
        base_python: The interpreter to build on; the one this process runs on if None.
    """

    def __init__(self, paths: Paths, program: Path, base_python: Path | None = None) -> None:
        self.folder = engine_folder(paths)
        self.python = engine_python(paths)
        self.cache = self.folder / "cache"
        self._environment = self.folder / "environment"
        self._stamp = self.folder / "complete.json"
        self._uv = program / ("uv.exe" if sys.platform == "win32" else "uv")
        self._base_python = base_python or Path(getattr(sys, "_base_executable", sys.executable))
        self._version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        self.builds = EngineBuilds(program / "locks", self._version)

    def condition(self) -> Literal["missing", "outdated", "ready"]:
        """`outdated` is whole, but what another version of Kvasir asked for. Anything unfinished is `missing`."""
        stamp = self._stamped()
        build = self.builds.builds.get(str(stamp.get("build", "")))
        if not stamp or not self.python.exists():
            return "missing"
        if build is None or stamp.get("fingerprint") != self.builds.fingerprint(build) or not self._is_of_this_python():
            return "outdated"
        return "ready"

    def plan(self, build_name: str = "") -> Plan | None:
        """What building would do now; None if this Python has no build at all.

        Args:
            build_name: One of `builds`; empty for the one that is there already, else the one that fits the machine.
        """
        build, because = self.builds.builds.get(build_name or str(self._stamped().get("build", ""))), ""
        if build is None:
            choice = self.builds.choose(find_card())
            if choice is None:
                return None
            build, because = choice.build, choice.because
        where = _place(_torch_index(build))
        account = tr(
            "{label}, version {version}, comes from {where}; about {count} other packages that the engine is made "
            "of come from the package index that is set up here. Each file is compared with the checksum that "
            "Kvasir was made with. All of it is kept in {folder}."
        ).format(
            label=build.label,
            version=build.version,
            where=where,
            count=self.builds.num_packages(build) - 1,
            folder=self.folder,
        )
        existing = next(place for place in (self.folder, *self.folder.parents) if place.exists())
        needed = int(self.builds.unpacked_bytes(build) * _SPARE)
        free = shutil.disk_usage(existing).free
        return Plan(build, because, self.builds.download_bytes(build), needed, free, account)

    def arrived_bytes(self) -> int:
        """What an unfinished building has left, which need not be fetched again."""
        return sum(path.lstat().st_size for path in self.cache.rglob("*")) if self.cache.is_dir() else 0

    def look_argv(self) -> list[str]:
        """A child that prints the names of damaged packages."""
        script = Path(__file__).with_name("installed_packages.py")
        packages = [str(folder) for folder in sorted(self._environment.glob("[Ll]ib*/**/site-packages"))[:1]]
        return [str(self._base_python), "-I", str(script), *packages]

    def create_argv(self) -> list[str]:
        """A child that makes it, empty; nothing if there is one of this Python already."""
        if self.python.exists() and self._is_of_this_python():
            return []
        return [str(self._uv), "venv", "--clear", f"--python={self._base_python}", str(self._environment)]

    def sync_argv(self, build: TorchBuild, wheels: Path | None, damaged: list[str]) -> list[str]:
        """A child that fetches and installs what is missing, and what is damaged, and removes what is not wanted.

        Args:
            wheels: A folder to take all wheels from, without a network.
        """
        sync = [str(self._uv), "pip", "sync", f"--python={self.python}", "--require-hashes", "--no-build"]
        again = [f"--reinstall-package={name}" for name in damaged]
        return [*sync, *again, *_sources(build, wheels), *(str(lock) for lock in self.builds.locks(build))]

    def mark_begun(self) -> None:
        """From here until `mark_complete` it counts as missing."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._stamp.unlink(missing_ok=True)

    def mark_complete(self, build: TorchBuild) -> None:
        """It is whole and was tried. Its files are those of the cache, by hard link, so the cache need not stay."""
        stamp = {"build": build.name, "fingerprint": self.builds.fingerprint(build), "python": self._version}
        self._stamp.write_text(json.dumps(stamp), "utf-8")
        shutil.rmtree(self.cache, ignore_errors=True)

    def remove(self) -> None:
        """Delete all of it; conversations and models are not touched."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _stamped(self) -> dict[str, object]:
        try:
            stamp = json.loads(self._stamp.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stamp if isinstance(stamp, dict) else {}

    def _is_of_this_python(self) -> bool:
        try:
            settings = (self._environment / "pyvenv.cfg").read_text("utf-8")
        except OSError:
            return False
        return re.search(rf"^version_info = {re.escape(self._version)}\.", settings, re.MULTILINE) is not None


def _sources(build: TorchBuild, wheels: Path | None) -> list[str]:
    if wheels is not None:
        return ["--offline", "--no-index", f"--find-links={wheels}"]
    index = _torch_index(build)
    if index is None:
        return []
    if Path(index).is_dir():
        return [f"--find-links={index}"]
    # The hashes decide which file is right, so it does not matter which of the indexes has it.
    return [f"--index={index}", "--index-strategy=unsafe-best-match"]


def _torch_index(build: TorchBuild) -> str | None:
    return os.environ.get(TORCH_INDEX_VARIABLE) or build.index


def _place(index: str | None) -> str:
    """As the user knows it: a server's name, or a folder."""
    if index is None:
        return tr("the package index")
    return index.partition("//")[2].partition("/")[0] or index
