"""The locked wheels: fetched with pip, which compares them with the lock, and unpacked into a tree."""

from __future__ import annotations

import fnmatch
import hashlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from email.parser import HeaderParser
from pathlib import Path

from environment import SetupError, say
from targets import Target, fits
from tree import Tree

# What of Qt a window of ours loads. Everything else of PySide6 stays out, which is five sixths of it.
_QT_MODULES = ("Core", "DBus", "Gui", "Network", "Svg", "Widgets")
_QT_LIBRARIES = (
    *_QT_MODULES,
    "OpenGL",
    "XcbQpa",
    "WaylandClient",
    "WaylandEglClientHwIntegration",
    "WlShellIntegration",
)
_QT_PLUGINS = (
    "platforms/*q[xw]*",  # xcb and wayland, windows
    "platforms/*qoffscreen*",
    "platformthemes/*",
    "platforminputcontexts/*q*compose*",
    "platforminputcontexts/*compose*",
    "platforminputcontexts/*ibus*",
    "xcbglintegrations/*",
    "wayland-decoration-client/*",
    "wayland-graphics-integration-client/*",
    "wayland-shell-integration/*",
    "iconengines/*",
    "imageformats/*q[gijsw]*",
    "styles/*",
)
_LANGUAGES = ("en", "pl", "sk")  # what Qt itself says in its dialogs
_KEPT_OF_PYSIDE = (
    "PySide6/__init__.py",
    "PySide6/_config.py",
    "PySide6/_git_pyside_version.py",
    *(f"PySide6/Qt{module}.*" for module in _QT_MODULES),
    "PySide6/libpyside6.abi3.so*",
    "PySide6/pyside6.abi3.dll",
    *(f"PySide6/Qt/lib/libQt6{library}.so*" for library in _QT_LIBRARIES),
    "PySide6/Qt/lib/libicu*",
    *(f"PySide6/Qt/plugins/{plugin}" for plugin in _QT_PLUGINS),
    *(f"PySide6/Qt/translations/qtbase_{language}.qm" for language in _LANGUAGES),
    *(f"PySide6/translations/qtbase_{language}.qm" for language in _LANGUAGES),
    *(f"PySide6/Qt6{library}.dll" for library in _QT_LIBRARIES),
    *(f"PySide6/plugins/{plugin}" for plugin in _QT_PLUGINS),
    "PySide6/msvcp140*.dll",
    "PySide6/vcruntime140*.dll",
    "PySide6/concrt140.dll",
)
_LEFT_OUT = ("*.pyi", "*/py.typed", "*.lib", "shiboken6/include/*", "*/tests/*", "*/lxml/includes/*", "lxml/includes/*")
_ABOUT_THE_BUILD = (".dist-info/RECORD", ".dist-info/WHEEL", "numpy/__config__.py")
_LEFT_OUT_TOO = ("*.pyx", "*.pxd", "*.pxi", "*.h", "lxml/isoschematron/*", "*.cmake", "bin/*")


def fetch(lock: Path, target: Target, folder: Path, pythons: tuple[str, ...] = ()) -> list[Path]:
    """The wheels that a lock names for a system; those that lie in the folder already are not fetched again.

    Args:
        pythons: For these only; all of the target's if empty.

    Raises:
        SetupError: pip could not fetch one, or one is not the file that the lock names.
    """
    folder = folder / target.name
    say(f"fetching the wheels of {lock.name} for {target.name}")
    pythons = pythons or target.pythons
    for python in pythons:
        pip = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        options = ["--require-hashes", f"--dest={folder}", f"--python-version={python}", "--implementation=cp"]
        platforms = [f"--platform={platform}" for platform in target.platforms]
        if subprocess.call([*pip, *options, *platforms, f"--requirement={lock}"]) != 0:
            raise SetupError(f"The wheels of {lock.name} could not be fetched; the reason stands above.")
    wanted = set(re.findall("sha256:([0-9a-f]{64})", lock.read_text("utf-8")))
    # Wheels of older locks may lie there too.
    wheels = (wheel for wheel in sorted(folder.glob("*.whl")) if _digest(wheel) in wanted)
    return [wheel for wheel in wheels if any(fits(wheel.name, target, python) for python in pythons)]


def _digest(wheel: Path) -> str:
    with wheel.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def unpack(wheels: Iterable[Path]) -> Tree:
    """What the wheels put into site-packages, without what no window needs.

    Wheels of one package for several Pythons go into the same place: they differ in their extension modules, whose
    names say which Python they are for, and in what they tell of how they were built, which is kept of the first.
    """
    tree = Tree()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                path = _place(member.filename)
                if path and is_kept(path):
                    content = archive.read(member)
                    if path.endswith(_ABOUT_THE_BUILD) and path in tree:
                        continue
                    tree.add(path, content)
    return tree


def papers(wheel: Path) -> Tree:
    """What a wheel says of itself, its licence above all, for one of which only a program is carried."""
    tree = Tree()
    for path, entry in unpack([wheel]):
        if ".dist-info/" in path:
            tree.add(path, entry.content)
    return tree


def member(wheel: Path, name: str) -> bytes:
    """One file of a wheel, by the end of its path."""
    with zipfile.ZipFile(wheel) as archive:
        found = next(info for info in archive.infolist() if info.filename.endswith(name))
        return archive.read(found)


def metadata(wheel: Path) -> dict[str, str]:
    """Name, version and licence that a wheel states."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(info for info in archive.namelist() if info.endswith(".dist-info/METADATA"))
        headers = HeaderParser().parsestr(archive.read(name).decode("utf-8"))
    classified = [
        line.rpartition(":: ")[2] for line in headers.get_all("Classifier", []) if line.startswith("License ::")
    ]
    licence = headers.get("License-Expression") or ", ".join(classified) or headers.get("License", "").split("\n")[0]
    return {"name": headers["Name"], "version": headers["Version"], "licence": licence or "see its files"}


def is_kept(path: str) -> bool:
    """Whether a file of a wheel is carried."""
    if path.startswith("PySide6/"):
        return any(fnmatch.fnmatch(path, pattern) for pattern in _KEPT_OF_PYSIDE)
    return not any(fnmatch.fnmatch(path, pattern) for pattern in (*_LEFT_OUT, *_LEFT_OUT_TOO))


def _place(name: str) -> str:
    """Where a member goes, seen from site-packages; empty for scripts and folders."""
    if name.endswith("/"):
        return ""
    top, _, rest = name.partition("/")
    if top.endswith(".data"):
        kind, _, inner = rest.partition("/")
        return inner if kind in ("purelib", "platlib") else ""
    return name
