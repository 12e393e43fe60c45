"""A place for windows to be drawn that is not the user's screen."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from system_libraries import QT_X11_LIBRARIES, missing_libraries

OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


@contextlib.contextmanager
def private_display() -> Iterator[dict[str, str]]:
    """Environment variables for a child that opens windows: an X server of its own if there can be one, else none.

    Who sets QT_QPA_PLATFORM has chosen already and gets nothing more.
    """
    if sys.platform != "linux" or "QT_QPA_PLATFORM" in os.environ:
        yield {}
    elif shutil.which("Xvfb") is None or missing_libraries(QT_X11_LIBRARIES):
        yield OFFSCREEN
    else:
        with _xvfb() as number:
            yield {"QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number}"} if number else OFFSCREEN


@contextlib.contextmanager
def _xvfb() -> Iterator[str]:
    """The number of a fresh display; empty if the server could not start."""
    reader, writer = os.pipe()
    # The server itself picks a number that is free, and writes it once it is ready.
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        with os.fdopen(reader, encoding="ascii") as numbers:
            number = numbers.readline().strip()
        try:
            yield number
        finally:
            server.terminate()
