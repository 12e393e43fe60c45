"""Downloads one wheel with pip in a child process, so that the user's own indexes, proxies and certificates hold."""

from __future__ import annotations

import logging
import os
import queue
import re
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import IO

from app.translation import tr

_log = logging.getLogger(__name__)

_PROGRESS = re.compile(r"Progress (\d+) of \d+\s*")
_CANCEL_POLL_SECONDS = 0.1
_LINES_KEPT = 20

if sys.platform == "win32":
    NO_CONSOLE = subprocess.CREATE_NO_WINDOW  # none pops up beside the window
else:
    NO_CONSOLE = 0


class DownloadCancelledError(Exception):
    """The caller's `cancelled()` said so; pip is gone."""


class DownloadFailedError(Exception):
    """pip ended without a wheel; the message is pip's own complaint."""


def download_wheel(
    requirement: str, folder: Path, on_progress: Callable[[int], None], cancelled: Callable[[], bool]
) -> Path:
    """Put the wheel of one package into a folder, without its dependencies and without running any of its code.

    Args:
        requirement: As on pip's command line, such as `name==1.0`.
        folder: Exists and is the caller's alone; pip's temporary files go there too, so that no other disk fills up
            and the caller can remove whatever a killed pip left.
        on_progress: Gets the bytes received so far, in this thread.
        cancelled: Asked ten times a second; when it says yes, pip is killed.

    Raises:
        DownloadCancelledError: Within a fraction of a second of `cancelled()` saying yes.
        DownloadFailedError: pip could not get it.
    """
    # -P keeps the current folder out of the module path; --no-cache-dir keeps no second copy on the user's disk.
    pip = [sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    options = ["--progress-bar=raw", "--no-input", "--disable-pip-version-check", f"--dest={folder}"]
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    with subprocess.Popen(
        [*pip, *options, requirement],
        env=os.environ | temporary | {"PYTHONIOENCODING": "utf-8:replace"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        creationflags=NO_CONSOLE,
    ) as process:
        assert process.stdout is not None
        complaint = _follow(process, process.stdout, on_progress, cancelled)
    wheels = list(folder.glob("*.whl"))
    if process.returncode != 0 or len(wheels) != 1:
        raise DownloadFailedError(complaint)
    return wheels[0]


def _follow(
    process: subprocess.Popen[str], output: IO[str], on_progress: Callable[[int], None], cancelled: Callable[[], bool]
) -> str:
    """Report progress until pip's output ends; returns the line that tells best why it failed, if it did."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    # A thread, because on Windows a read from a pipe has no timeout.
    reader = threading.Thread(target=_pump, args=(output, lines), daemon=True)
    reader.start()
    said: deque[str] = deque(maxlen=_LINES_KEPT)
    try:
        while True:
            if cancelled():
                raise DownloadCancelledError
            try:
                line = lines.get(timeout=_CANCEL_POLL_SECONDS)
            except queue.Empty:
                continue
            if line is None:
                break
            progress = _PROGRESS.fullmatch(line)
            if progress:
                on_progress(int(progress[1]))
            elif line.strip():
                _log.info("pip: %s", line.rstrip())
                said.append(line.strip())
    except BaseException:
        process.kill()
        raise
    finally:
        reader.join()
    errors = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
    return (errors or [*said] or [tr("pip said nothing")])[-1]


def _pump(output: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    for line in output:
        lines.put(line)
    lines.put(None)
