"""The systems that Kvasir is built for, and which wheels and requirements are for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

# pip's own copy of the library that decides this; its other copy would have to be installed first.
from pip._vendor.packaging.markers import Marker
from pip._vendor.packaging.tags import Tag, compatible_tags, cpython_tags
from pip._vendor.packaging.utils import parse_wheel_filename

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Of the distributions that the Linux builds run on, Debian 12 and newer."""
_OLDEST_GLIBC_MINOR = 5
_GLIBC_MINOR = 36
"""Debian 12's, so that no wheel is taken that it could not load."""


@dataclass(frozen=True)
class Target:
    """One system on one kind of processor.

    Attributes:
        platforms: Of wheels that run there, the best first.
        pythons: Whose wheels are carried.
        environment: What markers ask about.
    """

    name: str
    platforms: tuple[str, ...]
    pythons: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]


_MANYLINUX = tuple(f"manylinux_2_{minor}_x86_64" for minor in range(_GLIBC_MINOR, _OLDEST_GLIBC_MINOR - 1, -1))
_OLD_NAMES = ("manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64", "linux_x86_64")
_BOTH = (("implementation_name", "cpython"), ("platform_python_implementation", "CPython"))

LINUX = Target(
    "linux",
    _MANYLINUX + _OLD_NAMES,
    PYTHONS,
    (
        *_BOTH,
        ("sys_platform", "linux"),
        ("platform_machine", "x86_64"),
        ("os_name", "posix"),
        ("platform_system", "Linux"),
    ),
)
WINDOWS = Target(
    "windows",
    ("win_amd64",),
    ("3.13",),
    (
        *_BOTH,
        ("sys_platform", "win32"),
        ("platform_machine", "AMD64"),
        ("os_name", "nt"),
        ("platform_system", "Windows"),
    ),
)
TARGETS = {target.name: target for target in (LINUX, WINDOWS)}


@cache
def _tags(target: Target, python: str) -> frozenset[Tag]:
    version = (int(python.split(".")[0]), int(python.split(".")[1]))
    interpreter = f"cp{version[0]}{version[1]}"
    return frozenset(
        [*cpython_tags(version, platforms=target.platforms), *compatible_tags(version, interpreter, target.platforms)]
    )


def fits(wheel: str, target: Target, python: str) -> bool:
    """Whether a wheel, by its file name, can be used there."""
    return not _tags(target, python).isdisjoint(parse_wheel_filename(wheel)[3])


def holds(marker: str, target: Target, python: str) -> bool:
    """Whether a requirement with this marker, which may be empty, is for that system."""
    version = {"python_version": python, "python_full_version": f"{python}.0"}
    return not marker or Marker(marker).evaluate({**dict(target.environment), **version})
