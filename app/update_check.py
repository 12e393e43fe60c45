"""Says when a newer Kvasir is there; looks only where the user has switched that on, and fetches nothing."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys

from PySide6.QtCore import QObject, QTimer

from app.errors import KvasirError
from app.notices import Notices
from app.pip_download import NO_CONSOLE
from app.settings import Settings, SettingsStore
from app.tasks import Tasks
from app.translation import tr
from engine.protocol import VERSION

_log = logging.getLogger(__name__)

_PACKAGE = "kvasir-chat"
_FIRST_MS = 10_000  # after the start, which it would slow down
_DAY_MS = 24 * 3_600_000
_PIP_SECONDS = 60
_NEWEST = re.compile(rf"^{_PACKAGE} \((\d+(?:\.\d+)*)\)", re.MULTILINE)


def newest_version() -> str:
    """Ask the package index that pip is set up for; empty where it has none, or cannot be reached.

    Preliminary versions do not count. Takes a second or more.
    """
    # -P keeps the current folder out of the module path.
    pip = [
        sys.executable,
        "-P",
        "-m",
        "pip",
        "index",
        "versions",
        "--disable-pip-version-check",
        "--no-input",
        _PACKAGE,
    ]
    try:
        done = subprocess.run(
            pip,
            env=os.environ | {"PYTHONIOENCODING": "utf-8:replace"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=_PIP_SECONDS,
            check=False,
            creationflags=NO_CONSOLE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.warning("No newer version could be looked for: %s", error)
        return ""
    found = _NEWEST.search(done.stdout)
    if found is None:
        _log.info("No version was found: %s", done.stderr.strip())
    return found[1] if found else ""


def is_newer(version: str, than: str) -> bool:
    """Whether `version`, such as `1.10`, came after `than`."""
    return _numbers(version) > _numbers(than)


class UpdateCheck(QObject):
    """Looks some seconds after the start and then once a day, while `look_for_updates` is set.

    Each newer version is told once while the program runs. Being offline is no news.
    """

    def __init__(self, settings: SettingsStore, notices: Notices, tasks: Tasks) -> None:
        super().__init__()
        self._settings = settings
        self._notices = notices
        self._tasks = tasks
        self._told = VERSION
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.look)
        settings.changed.connect(self._on_settings)

    @property
    def is_on(self) -> bool:
        """Whether it will look again."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin to look, if that is wished."""
        self._on_settings(self._settings.value)

    def look(self) -> None:
        """Look now."""
        self._timer.start(_DAY_MS)
        self._tasks.run(self, newest_version, self._on_version, self._on_error)

    def _on_settings(self, value: Settings) -> None:
        if not value.look_for_updates:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(_FIRST_MS)

    def _on_version(self, version: str) -> None:
        if version and self._settings.value.look_for_updates and is_newer(version, self._told):
            self._told = version
            sentence = tr("Kvasir {newer} is there; this is {present}. It is installed only when you do that.")
            self._notices.post("info", sentence.format(newer=version, present=VERSION))

    def _on_error(self, error: KvasirError) -> None:
        self._notices.post("warning", error.sentence, tr("Look again"), self.look)


def _numbers(version: str) -> list[int]:
    numbers = [int(number) for number in re.findall(r"\d+", version)]
    while numbers and numbers[-1] == 0:  # 1.0 is 1
        numbers.pop()
    return numbers
