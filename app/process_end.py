"""The ways in which a child process can end, as plain sentences."""

from __future__ import annotations

import signal
import sys

KEPT = "What was said so far is kept; your next message starts the engine again."


def could_not_start(program: str, reason: str) -> str:
    """The operating system refused to run the program."""
    return f"The engine could not be started: {program}: {reason}. Check that this program exists and may be run."


def ended_by_signal(number: int) -> str:
    """Something outside ended the process, or it crashed."""
    if sys.platform == "win32":
        return f"The engine crashed (code 0x{number & 0xFFFFFFFF:08X}). {KEPT}"
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = "unknown"
    if number == signal.SIGKILL:
        how = "was ended by the system"
    elif number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        how = "was ended from outside"
    else:
        how = "crashed"
    return f"The engine {how} (signal {number}, {name}). {KEPT}"


def ended_with_code(code: int, last_words: str) -> str:
    """The process ended by itself though nobody had asked it to.

    Args:
        code: Its exit code.
        last_words: Its last line on standard error; may be empty.
    """
    said = f": {last_words.rstrip('.')}" if last_words else ""
    return f"The engine ended unexpectedly with exit code {code}{said}. {KEPT}"


def hung(silence_seconds: float) -> str:
    """The process was alive and said nothing, not even a heartbeat, and was killed for it."""
    return f"The engine had not answered for {silence_seconds:.0f} seconds and was ended. {KEPT}"


def speaks_another_protocol(theirs: int, ours: int) -> str:
    """The engine belongs to another version of the program."""
    return (
        f"The engine speaks version {theirs} of its protocol and this window version {ours}: "
        "parts of two versions of Kvasir are mixed. Install it again."
    )
