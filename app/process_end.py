"""The ways in which a child process can end, as plain sentences."""

from __future__ import annotations

import signal
import sys

from app.numbers import decimal
from app.translation import mark, tr

_KEPT = mark("What was said so far is kept; your next message starts the engine again.")


def could_not_start(program: str, reason: str) -> str:
    """The operating system refused to run the program."""
    return tr(
        "The engine could not be started: {program}: {reason}. Check that this program exists and may be run."
    ).format(program=program, reason=reason)


def ended_by_signal(number: int) -> str:
    """Something outside ended the process, or it crashed."""
    if sys.platform == "win32":
        return tr("The engine crashed (code 0x{number}). {kept}").format(
            number=f"{number & 0xFFFFFFFF:08X}", kept=tr(_KEPT)
        )
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = "unknown"
    if number == signal.SIGKILL:
        sentence = tr("The engine was ended by the system (signal {number}, {name}). {kept}")
    elif number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        sentence = tr("The engine was ended from outside (signal {number}, {name}). {kept}")
    else:
        sentence = tr("The engine crashed (signal {number}, {name}). {kept}")
    return sentence.format(number=number, name=name, kept=tr(_KEPT))


def ended_with_code(code: int, last_words: str) -> str:
    """The process ended by itself though nobody had asked it to.

    Args:
        code: Its exit code.
        last_words: Its last line on standard error; may be empty.
    """
    said = f": {last_words.rstrip('.')}" if last_words else ""
    return tr("The engine ended unexpectedly with exit code {code}{said}. {kept}").format(
        code=code, said=said, kept=tr(_KEPT)
    )


def hung(silence_seconds: float) -> str:
    """The process was alive and said nothing, not even a heartbeat, and was killed for it."""
    return tr("The engine had not answered for {seconds} seconds and was ended. {kept}").format(
        seconds=decimal(silence_seconds, 0), kept=tr(_KEPT)
    )


def speaks_another_protocol(theirs: int, ours: int) -> str:
    """The engine belongs to another version of the program."""
    return tr(
        "The engine speaks version {theirs} of its protocol and this window version {ours}: parts of two "
        "versions of Kvasir are mixed. Install it again."
    ).format(theirs=theirs, ours=ours)
