"""What of others Kvasir carries or fetches, with versions and licences: all of it as the packages themselves say it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata, resources
from pathlib import Path
from typing import Literal, TypeAlias

from app.engine_environment import engine_python, has_own_environment, program_folder
from app.paths import Paths

Part: TypeAlias = Literal["window", "engine"]

_LOCKS: dict[Part, tuple[str, ...]] = {"window": ("window*.txt", "uv.txt"), "engine": ("engine*.txt", "torch*.txt")}
_A_TEXT = re.compile(r"licen[cs]e|copying|notice|copyright", re.IGNORECASE)
_OF_OURS = {"LGPL": ("LGPL-3.0.txt", "GPL-3.0.txt"), "Apache": ("Apache-2.0.txt",)}
"""Texts for packages that name one of these licences and carry no text: Qt does not, for one."""


@dataclass(frozen=True, slots=True)
class Component:
    """One package, as it is installed here.

    Attributes:
        part: What it is for. What both need counts for the window.
        licence: Its name, as the package gives it; empty where it gives none.
    """

    name: str
    version: str
    licence: str
    part: Part
    distribution: metadata.Distribution

    def text(self) -> str:
        """All texts of licences that it carries, else those of the licence that it names; may be empty."""
        own = [file for file in self.distribution.files or () if _is_text(str(file))]
        if own:
            return "\n\n".join(f"{file.name}\n\n{file.read_text('utf-8').strip()}" for file in own) + "\n"
        names = next((names for word, names in _OF_OURS.items() if word in self.licence), ())
        folder = resources.files("resources") / "licences"
        return "\n\n".join((folder / name).read_text("utf-8") for name in names)


def components(paths: Paths) -> tuple[Component, ...]:
    """Those that are installed: the window's, then the engine's, each by name. Of an engine that is not set up none."""
    program = program_folder()
    has_own = has_own_environment(program)
    locks = program / "locks" if has_own else program / "packaging" / "locks"
    site = _site_packages(engine_python(paths).parent.parent) if has_own else None
    found: dict[str, Component] = {}
    for part, patterns in _LOCKS.items():
        here = list(sys.path) if part == "window" or site is None else [str(site)]
        wanted = _names(file for pattern in patterns for file in sorted(locks.glob(pattern)))
        for distribution in metadata.distributions(path=here):
            name = _plain(distribution.name)
            if name in wanted and name not in found:
                found[name] = _component(distribution, part)
    return tuple(sorted(found.values(), key=lambda each: (each.part != "window", each.name.casefold())))


def licence_name(headers: metadata.PackageMetadata) -> str:
    """What a package's metadata calls its licence."""
    if "License-Expression" in headers:
        return headers["License-Expression"]
    classified = [line.rpartition(":: ")[2] for line in headers.get_all("Classifier", []) if line.startswith("License")]
    return ", ".join(classified) or (headers["License"].partition("\n")[0] if "License" in headers else "")


def _component(distribution: metadata.Distribution, part: Part) -> Component:
    headers = distribution.metadata
    return Component(headers["Name"], distribution.version, licence_name(headers), part, distribution)


def _names(locks: Iterable[Path]) -> set[str]:
    pinned = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
    return {_plain(name) for lock in locks for name in pinned.findall(lock.read_text("utf-8"))}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _site_packages(environment: Path) -> Path | None:
    def folders() -> Iterator[Path]:
        yield from environment.glob("lib/python*/site-packages")
        yield environment / "Lib" / "site-packages"

    return next((folder for folder in folders() if folder.is_dir()), None)


def _is_text(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return ".dist-info" in folder and (folder.endswith("/licenses") or bool(_A_TEXT.search(name)))
