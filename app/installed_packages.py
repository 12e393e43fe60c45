"""Run as a script: names the packages of an environment whose files are missing or changed. Standard library only."""

from __future__ import annotations

import base64
import csv
import hashlib
import sys
from pathlib import Path

_CHUNK_BYTES = 1 << 20


def damaged_packages(site_packages: Path) -> list[str]:
    """Packages that their own lists of files, with a SHA-256 for each, say are not whole."""
    damaged = []
    for info in sorted(site_packages.glob("*.dist-info")):
        name = info.name.partition("-")[0]
        try:
            with (info / "RECORD").open(encoding="utf-8", newline="") as record:
                if not all(_is_whole(site_packages / row[0], row[1]) for row in csv.reader(record) if len(row) > 1):
                    damaged.append(name)
        except OSError:
            damaged.append(name)
    return damaged


def _is_whole(path: Path, recorded: str) -> bool:
    algorithm, _, wanted = recorded.partition("=")
    if algorithm != "sha256":
        return not recorded or path.exists()
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                digest.update(chunk)
    except OSError:
        return False
    return base64.urlsafe_b64encode(digest.digest()).rstrip(b"=").decode() == wanted


if __name__ == "__main__":
    sys.stdout.write("\n".join(damaged_packages(Path(sys.argv[1]))))
