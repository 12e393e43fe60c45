"""The engine's process: three threads around an `Engine`.

reader   blocks on the command pipe, decodes lines, puts commands into the inbox; the pipe's end ends the process
main     the step loop: commands first, then one forward, and again
writer   writes events (`outbox`), so that nobody who does not read can stop a step
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def claim_pipes() -> tuple[int, int]:
    """Take standard input and output for the protocol, before any library can read the one or print to the other.

    Afterwards reading standard input finds its end, and what is printed to standard output lands on standard error.

    Returns:
        File descriptors of the command pipe and of the event pipe.
    """
    commands, events = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(commands, os.O_BINARY)
        msvcrt.setmode(events, os.O_BINARY)
    return commands, events


def main() -> NoReturn:
    """Serve until the command pipe ends or `Shutdown` comes, then end the process."""
    pipes = claim_pipes()
    # Everything else is imported behind the claim, so that no import can touch the pipes.
    from engine.serving import serve

    serve(*pipes)
    # Not sys.exit: a load that was given up may still run, and its threads would delay or crash the ordinary end.
    sys.stderr.flush()
    os._exit(0)
