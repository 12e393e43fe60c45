"""The bill of materials: a CycloneDX list of everything that a package carries, and of what the first start fetches."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import wheels


def bill(version: str, carried: list[Path], locks: list[Path]) -> bytes:
    """As JSON, the same bytes for the same materials.

    Args:
        carried: Wheels that the package holds.
        locks: What the first start installs from.
    """
    components = [_carried(wheel) for wheel in carried] + [part for lock in locks for part in _fetched(lock)]
    unique = {(part["purl"], part["scope"]): part for part in reversed(components)}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "kvasir", "version": version}},
        "components": [unique[key] for key in sorted(unique)],
    }
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def _carried(wheel: Path) -> dict[str, Any]:
    about = wheels.metadata(wheel)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return {
        **_component(about["name"], about["version"], [digest], "required"),
        "licenses": [{"license": {"name": about["licence"]}}],
    }


def _fetched(lock: Path) -> list[dict[str, Any]]:
    parts = []
    for entry in re.split(r"\n(?=[A-Za-z0-9])", lock.read_text("utf-8")):
        pinned = re.match(r"([A-Za-z0-9._-]+)==([^ ]+)", entry)
        if pinned:
            parts.append(_component(pinned[1], pinned[2], re.findall(r"sha256:([0-9a-f]+)", entry), "optional"))
    return parts


def _component(name: str, version: str, digests: list[str], scope: str) -> dict[str, Any]:
    name = re.sub(r"[-_.]+", "-", name).lower()
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version.replace('+', '%2B')}",
        "scope": scope,
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests],
    }
