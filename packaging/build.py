"""Builds what users install, into dist/: on Linux, for Linux and for Windows. The same inputs give the same bytes.

python packaging/build.py linux windows

Run it in the environment of the sources (`make dist` does): it needs pip and PySide6.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import linux_packages
import sbom
import windows_setup
from environment import SetupError
from program import HERE, ROOT, carried_wheels, program, version
from targets import LINUX, WINDOWS

MOST_BYTES = 150 * 10**6
"""For each package, without the engine's environment."""


def source_time() -> int:
    """Of every file in the packages: SOURCE_DATE_EPOCH, else when the last commit was made."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    asked = ["git", "log", "-1", "--format=%ct"]
    return int(subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def build_linux(dist: Path, wheels: Path, time: int) -> list[Path]:
    """The .deb, the portable archive, and their bill of materials."""
    libraries, uv = carried_wheels(LINUX, wheels)
    tree = program(LINUX, libraries, uv)
    name = f"kvasir-{version()}"
    package, archive = dist / f"kvasir_{version()}_amd64.deb", dist / f"{name}-linux-x86_64.tar.zst"
    linux_packages.debian(tree, version(), time, package)
    linux_packages.portable(tree, name, time, archive)
    bill = dist / f"{name}-linux.cdx.json"
    bill.write_bytes(sbom.bill(version(), [*libraries, uv], _locks("engine", "torch-pypi", "torch-cpu")))
    return [package, archive, bill]


def build_windows(dist: Path, wheels: Path, time: int) -> list[Path]:
    """The setup program, the list of what it installs, and its bill of materials."""
    libraries, uv = carried_wheels(WINDOWS, wheels)
    name = f"kvasir-{version()}"
    setup = dist / f"{name}-windows-x86_64-setup.exe"
    tree = windows_setup.setup(program(WINDOWS, libraries, uv), version(), time, setup)
    manifest = dist / f"{name}-windows.files"
    manifest.write_text(tree.sums(), "utf-8")
    bill = dist / f"{name}-windows.cdx.json"
    bill.write_bytes(sbom.bill(version(), [*libraries, uv], _locks("engine", "torch-pypi", "torch-cu130")))
    return [setup, manifest, bill]


def _locks(*names: str) -> list[Path]:
    return [HERE / "locks" / f"{name}.txt" for name in names]


BUILDERS = {"linux": build_linux, "windows": build_windows}


def main(argv: list[str]) -> int:
    """Returns the exit status: 1 after a sentence if a package cannot be built or is too large."""
    parser = argparse.ArgumentParser(description="Build the packages for users.")
    parser.add_argument("systems", nargs="+", choices=BUILDERS, metavar="system", help="linux, windows")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for them; else dist")
    parser.add_argument("--wheels", type=Path, default=ROOT / "build" / "wheels", help="where fetched wheels are kept")
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    try:
        for system in options.systems:
            made += BUILDERS[system](options.out, options.wheels, source_time())
    except SetupError as error:
        print(f"Kvasir: {error}", file=sys.stderr)
        return 1
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (options.out / "SHA256SUMS").write_text("".join(sorted(lines)), "utf-8")
    for path in made:
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path.name}")
    too_large = [path.name for path in made if path.stat().st_size > MOST_BYTES]
    if too_large:
        print(f"Kvasir: larger than {MOST_BYTES / 1e6:.0f} MB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
