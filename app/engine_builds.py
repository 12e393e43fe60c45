"""What the engine's environment can be made of: the builds of torch, their locks, and which of them fits here."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.graphics_cards import GraphicsCard
from app.translation import tr

_COMMON_LOCK = "engine.txt"


class TorchBuild(msgspec.Struct, frozen=True, kw_only=True):
    """One build of torch, as torch_builds.json describes it.

    Attributes:
        gpu: The maker of the cards it runs on; empty for processors.
        min_driver: The oldest driver it runs with.
        index: Where its wheel lies; None for the ordinary package index.
        lock: The file that pins it and what only it needs.
        unpacked_factor: How much larger everything is once installed.
    """

    name: str
    label: str
    system: str
    gpu: str
    version: str
    index: str | None
    lock: str
    unpacked_factor: float
    min_driver: int = 0


class _BuildsFile(msgspec.Struct, frozen=True):
    windows_python: str
    builds: list[TorchBuild]


@dataclass(frozen=True, slots=True)
class Choice:
    """The build that fits this machine.

    Attributes:
        because: Why, as a sentence.
    """

    build: TorchBuild
    because: str


class EngineBuilds:
    """The folder of locks that an installed Kvasir carries, read for this system and one Python.

    Args:
        python: Such as `3.11`; the one that the environment is made with.
        system: `linux` or `windows`; None for this one.
    """

    def __init__(self, folder: Path, python: str, system: str | None = None) -> None:
        self._folder = folder
        self._python = python
        system = system or ("windows" if sys.platform == "win32" else "linux")
        file = msgspec.json.decode((folder / "torch_builds.json").read_bytes(), type=_BuildsFile)
        self._sizes = msgspec.json.decode((folder / "download-bytes.json").read_bytes(), type=dict[str, dict[str, int]])
        self._builds = {
            build.name: build
            for build in file.builds
            if build.system == system and python in self._sizes.get(build.name, {})
        }

    @property
    def builds(self) -> Mapping[str, TorchBuild]:
        """Those that are locked for this system and Python, by name; may be empty."""
        return self._builds

    def choose(self, card: GraphicsCard | None) -> Choice | None:
        """The build for this machine's card; None if there is none for this Python at all."""
        for_processors = next((build for build in self._builds.values() if not build.gpu), None)
        if for_processors is None:
            return None
        if card is None:
            return Choice(for_processors, tr("No graphics card with its driver was found here."))
        fitting = next((build for build in self._builds.values() if build.gpu == card.maker), None)
        if fitting is None:
            because = tr("For the graphics card, {name}, there is no build of torch that is locked yet.").format(
                name=card.name
            )
        elif card.driver < fitting.min_driver:
            because = tr(
                "The driver of the graphics card, {name}, is too old: version {driver}. Install {min_driver} or newer "
                "to use the card, then set the engine up again."
            ).format(name=card.name, driver=card.driver, min_driver=fitting.min_driver)
        else:
            return Choice(fitting, tr("The graphics card is {name}.").format(name=card.name))
        return Choice(for_processors, because)

    def download_bytes(self, build: TorchBuild) -> int:
        """Of all wheels together."""
        return self._sizes[build.name][self._python]

    def unpacked_bytes(self, build: TorchBuild) -> int:
        """What they take on the disk, about."""
        return int(self.download_bytes(build) * build.unpacked_factor)

    def locks(self, build: TorchBuild) -> tuple[Path, Path]:
        """The files to install from, all of whose wheels are named by their SHA-256."""
        return self._folder / _COMMON_LOCK, self._folder / build.lock

    def fingerprint(self, build: TorchBuild) -> str:
        """Another one means that other packages are asked for."""
        digest = hashlib.sha256(self._python.encode())
        for lock in self.locks(build):
            digest.update(lock.read_bytes())
        return digest.hexdigest()

    def num_packages(self, build: TorchBuild) -> int:
        """How many packages the locks name; a few of them may be for other systems."""
        lines = (line for lock in self.locks(build) for line in lock.read_text("utf-8").splitlines())
        return sum(1 for line in lines if "==" in line and line[0].isalnum())
