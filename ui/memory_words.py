"""The parts of memory in words and colours."""

from __future__ import annotations

from app.memory_split import PartName, PlaceSplit
from app.translation import tr
from ui.stacked_bar import BarPart


def place_name(split: PlaceSplit) -> str:
    """What a place is called."""
    names = {"card": tr("Graphics card"), "memory": tr("Memory"), "ram": tr("Memory"), "disk": tr("Disk")}
    return names[split.place]


def bar_parts(split: PlaceSplit) -> list[BarPart]:
    """The parts of a place as a bar shows them."""
    is_disk = split.place == "disk"
    words: dict[PartName, tuple[str, str, str]] = {
        "weights": (tr("Weights"), "text_muted", tr("The model itself.")),
        "running": (tr("Cache in use"), "accent", tr("Keys and values that answers which are being written need.")),
        "shared": (tr("Shared prefixes"), "warning", tr("What several chats begin with, kept once for all of them.")),
        "warm": (
            tr("Kept warm"),
            "meter_shared",
            tr("What chats that wait can go on from at once. Given up, oldest first, when the room is needed."),
        ),
        "parked": (
            tr("Parked cache"),
            "meter_shared",
            tr("Caches that gave their place on the device to others, and are fetched when their chat goes on."),
        ),
        "working": (
            tr("Working space"),
            "meter_working",
            tr("What the engine needs besides: its libraries, and the numbers between two layers."),
        ),
        "others": (
            tr("Other files") if is_disk else tr("Other programs"),
            "meter_others",
            tr("What is not the engine’s.") if is_disk else tr("What all other programs and the system take."),
        ),
        "free": (tr("Free"), "sunken", tr("Not used by anybody.")),
    }
    return [
        BarPart(words[name][0], num_bytes, words[name][1], words[name][2], is_hatched=name == "others")
        for name, num_bytes in split.parts.items()
    ]
