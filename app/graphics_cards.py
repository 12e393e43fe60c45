"""Which graphics card this machine has, found out without loading any of its libraries."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.translation import tr

_NVIDIA = Path("/proc/driver/nvidia")
_AMD = Path("/sys/class/kfd/kfd/topology/nodes")
_ASKING_SECONDS = 10


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    """One card that can compute, with its driver installed.

    Attributes:
        driver: The main number of the driver's version; 0 where it is not known.
    """

    maker: Literal["nvidia", "amd"]
    name: str
    driver: int = 0


def find_card() -> GraphicsCard | None:
    """The card to compute on; None where there is none, or none whose driver is installed. Takes seconds at most."""
    if sys.platform == "win32":
        return _nvidia_on_windows()
    return nvidia_card(_NVIDIA) or amd_card(_AMD)


def nvidia_card(driver: Path) -> GraphicsCard | None:
    """What NVIDIA's kernel module says of itself in its folder."""
    try:
        version = re.search(r"\s(\d+)\.\d+", (driver / "version").read_text("utf-8", "replace"))
        card = next(iter(sorted((driver / "gpus").glob("*/information"))))
        model = re.search(r"Model:\s*(.+)", card.read_text("utf-8", "replace"))
    except (OSError, StopIteration):
        return None
    return GraphicsCard("nvidia", model[1].strip() if model else tr("NVIDIA card"), int(version[1]) if version else 0)


def amd_card(nodes: Path) -> GraphicsCard | None:
    """The first node of AMD's kernel driver that is a card; its processors are nodes too, of version 0."""
    for properties in sorted(nodes.glob("*/properties")):
        try:
            version = re.search(r"^gfx_target_version (\d+)", properties.read_text("utf-8", "replace"), re.MULTILINE)
        except OSError:
            continue
        if version and int(version[1]):
            return GraphicsCard("amd", tr("AMD card"))
    return None


def _nvidia_on_windows() -> GraphicsCard | None:
    if sys.platform != "win32":
        return None
    asked = ["nvidia-smi", "--query-gpu=driver_version,name", "--format=csv,noheader"]
    try:
        said = subprocess.run(
            asked,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_ASKING_SECONDS,
            check=True,
            creationflags=subprocess.CREATE_NO_WINDOW,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    driver, _, name = said.partition("\n")[0].partition(",")
    number = re.match(r"\d+", driver.strip())
    return GraphicsCard("nvidia", name.strip() or tr("NVIDIA card"), int(number[0]) if number else 0)
