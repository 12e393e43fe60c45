"""Builds the engine's environment with uv as a child process: with progress, pause, and a sentence when it fails."""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app import setup_faults
from app.engine_environment import EngineEnvironment, Plan
from app.line_buffer import LineBuffer
from app.log_files import MAX_LOG_BYTES, log_handler
from app.numbers import decimal
from app.paths import Paths
from app.translation import mark, tr
from app.windows_job import ChildGuard

_PROGRESS_MS = 500
_KILL_WAIT_MS = 5_000
_LINES_KEPT = 60
_MOST_NAMED = 3
_PROBE = "import torch, transformers, numba, msgspec, safetensors, gguf; print(torch.__version__)"
_NAMES = re.compile(r"\s*(Downloading|Downloaded) ([A-Za-z0-9._-]+)")
_OUTDATED = mark("Kvasir is newer than the engine's environment, which has to be brought up to date.")


@dataclass(frozen=True, slots=True)
class SetupState:
    """How the environment is.

    Attributes:
        stage: With `building`: a short phrase to show.
        fraction: Of all of it, 0 to 1.
        sentence: With `outdated` and `failed`: what happened and what to do.
    """

    kind: Literal["missing", "outdated", "building", "paused", "failed", "ready"]
    stage: str = ""
    fraction: float = 0.0
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class _Step:
    name: Literal["look", "create", "sync", "try"]
    argv: list[str]


_STAGES = {
    "look": mark("Looking for damage"),
    "create": mark("Making a place for it"),
    "sync": mark("Fetching"),
    "try": mark("Trying it"),
}
_BEGINS = {"look": 0.0, "create": 0.0, "sync": 0.02, "try": 0.97}
"""Where on the way each step begins; sizes are known only about, so fetching alone never fills the bar."""


class EngineSetup(QObject):
    """One setup at a time, in one process at a time.

    Packages that have arrived outlast a pause, a failure and a killed program: the next `build` goes on from there.
    """

    changed = Signal(object)  # SetupState

    def __init__(self, environment: EngineEnvironment, paths: Paths) -> None:
        super().__init__()
        self.environment = environment
        self._lock = FileLock(environment.folder.with_name(f".{environment.folder.name}.lock"))
        self._log = log_handler(paths.logs / "engine-setup.log", "%(message)s")
        self._guard = ChildGuard()
        self._steps: deque[_Step] = deque()
        self._step: _Step | None = None
        self._plan: Plan | None = None
        self._wheels: Path | None = None
        self._stopping = False
        self._free_at_start_bytes = 0
        self._arriving: list[str] = []
        self._said: deque[str] = deque(maxlen=_LINES_KEPT)
        self._output = b""
        self._lines = LineBuffer(MAX_LOG_BYTES)
        self._ticker = QTimer(self, interval=_PROGRESS_MS)
        self._ticker.timeout.connect(self._tell_progress)
        self._process = QProcess(self)
        self._process.started.connect(lambda: self._guard.add(self._process.processId()))
        self._process.readyReadStandardError.connect(self._read)
        self._process.errorOccurred.connect(self._on_error)
        self._process.finished.connect(self._on_finished)
        condition = environment.condition()
        self._state = SetupState(condition, sentence=tr(_OUTDATED) if condition == "outdated" else "")

    @property
    def state(self) -> SetupState:
        """How it is now."""
        return self._state

    def build(self, plan: Plan, wheels: Path | None = None) -> None:
        """Make the environment, or bring it up to date: what is there already and fits is not fetched again.

        Args:
            wheels: A folder to take all wheels from, without a network.
        """
        if self._begin(plan, wheels):
            self._add_steps([])
            self._next_step()

    def repair(self, plan: Plan, wheels: Path | None = None) -> None:
        """Like `build`, but first look which packages are damaged, and fetch those anew."""
        if self._begin(plan, wheels):
            self._steps.append(_Step("look", self.environment.look_argv()))
            self._next_step()

    def pause(self) -> None:
        """End the child; no effect if nothing is being built."""
        if self._state.kind == "building":
            self._stopping = True
            self._process.kill()
            self._process.waitForFinished(_KILL_WAIT_MS)

    def remove(self) -> None:
        """Delete the environment, or what has arrived of it."""
        self.pause()
        self.environment.remove()
        self._set(SetupState("missing"))

    def close(self) -> None:
        """Pause if need be, and wait until the child is gone."""
        self.pause()
        self._log.close()

    def _begin(self, plan: Plan, wheels: Path | None) -> bool:
        if self._state.kind == "building":
            return False
        folder = self.environment.folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            arrived = self.environment.arrived_bytes()
            free = shutil.disk_usage(folder).free
            if free + arrived < plan.needed_bytes and not self.environment.python.exists():
                self._set(SetupState("failed", sentence=_too_little(plan, free, folder)))
                return False
            self._lock.acquire(timeout=0)
            self.environment.mark_begun()
        except Timeout:
            self._set(
                SetupState("failed", sentence=tr("Another Kvasir is setting the engine up. Wait until it is done."))
            )
            return False
        except OSError as error:
            self._set(
                SetupState(
                    "failed",
                    sentence=tr("{path} cannot be written: {reason}.").format(
                        path=error.filename, reason=error.strerror
                    ),
                )
            )
            return False
        self._plan, self._wheels, self._stopping = plan, wheels, False
        self._free_at_start_bytes = free + arrived
        self._steps.clear()
        self._set(SetupState("building", tr("Getting ready")))
        self._ticker.start()
        return True

    def _add_steps(self, damaged: list[str]) -> None:
        assert self._plan is not None
        create = self.environment.create_argv()
        if create:
            self._steps.append(_Step("create", create))
        self._steps.append(_Step("sync", self.environment.sync_argv(self._plan.build, self._wheels, damaged)))
        self._steps.append(_Step("try", [str(self.environment.python), "-I", "-c", _PROBE]))

    def _next_step(self) -> None:
        step = self._step = self._steps.popleft()
        self._said.clear()
        self._arriving = []
        self._output = b""
        self._lines = LineBuffer(MAX_LOG_BYTES)
        self._set(SetupState("building", tr(_STAGES[step.name]), max(self._state.fraction, _BEGINS[step.name])))
        self._note(" ".join(step.argv))
        self._process.setProcessEnvironment(self._variables())
        self._process.setWorkingDirectory(str(self.environment.folder))
        self._process.start(step.argv[0], step.argv[1:])

    def _variables(self) -> QProcessEnvironment:
        variables = QProcessEnvironment.systemEnvironment()
        for name, value in {
            "UV_CACHE_DIR": str(self.environment.cache),
            "UV_NO_PROGRESS": "1",
            "UV_PYTHON_DOWNLOADS": "never",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
        }.items():
            variables.insert(name, value)
        return variables

    def _read(self) -> None:
        for line in self._lines.feed(bytes(self._process.readAllStandardError().data())):
            text = line.decode("utf-8", "replace").rstrip()
            self._said.append(text)
            self._note(text)
            match = _NAMES.match(text)
            if match and match[1] == "Downloading":
                self._arriving.append(match[2])
            elif match and match[2] in self._arriving:
                self._arriving.remove(match[2])

    def _on_error(self, error: QProcess.ProcessError) -> None:
        # Every other error is followed by `finished`.
        if error == QProcess.ProcessError.FailedToStart:
            self._fail(
                tr("{program} could not be started: {reason}.").format(
                    program=self._process.program(), reason=self._process.errorString()
                )
            )

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._output = bytes(self._process.readAllStandardOutput().data())
        assert self._step is not None
        if self._stopping:
            self._end(SetupState("paused", fraction=self._state.fraction))
        elif code != 0 or status == QProcess.ExitStatus.CrashExit:
            self._fail(self._complaint(self._step, code))
        elif self._step.name == "try":
            self._complete()
        else:
            if self._step.name == "look":
                self._add_steps(self._output.decode("utf-8", "replace").split())
            self._next_step()

    def _complaint(self, step: _Step, code: int) -> str:
        if step.name == "try":
            last = next((line for line in reversed(self._said) if line.strip()), tr("it said nothing"))
            return tr("The engine's environment was built but does not work: {last}. Repair it.").format(last=last)
        return setup_faults.sentence(self._said, code, str(self.environment.folder))

    def _complete(self) -> None:
        assert self._plan is not None
        try:
            self.environment.mark_complete(self._plan.build)
        except OSError as error:
            self._fail(tr("{path} cannot be written: {reason}.").format(path=error.filename, reason=error.strerror))
        else:
            self._end(SetupState("ready", fraction=1.0))

    def _fail(self, sentence: str) -> None:
        self._note(sentence)
        self._end(SetupState("failed", fraction=self._state.fraction, sentence=sentence))

    def _end(self, state: SetupState) -> None:
        self._ticker.stop()
        self._steps.clear()
        self._lock.release()
        self._set(state)

    def _tell_progress(self) -> None:
        """By the free space, since uv tells no bytes; other programs that write make it a little wrong."""
        if self._plan is None or self._step is None or self._step.name != "sync":
            return
        names = ", ".join(self._arriving[:_MOST_NAMED]) + (" …" if len(self._arriving) > _MOST_NAMED else "")
        with contextlib.suppress(OSError):
            written = self._free_at_start_bytes - shutil.disk_usage(self.environment.folder).free
            share = min(max(written / self.environment.builds.unpacked_bytes(self._plan.build), 0.0), 1.0)
            fraction = _BEGINS["sync"] + share * (_BEGINS["try"] - _BEGINS["sync"])
            stage = f"{tr(_STAGES['sync'])} {names}".rstrip()
            self._set(replace(self._state, stage=stage, fraction=max(self._state.fraction, fraction)))

    def _note(self, line: str) -> None:
        self._log.handle(logging.makeLogRecord({"msg": line}))

    def _set(self, state: SetupState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)


def _too_little(plan: Plan, free_bytes: int, folder: Path) -> str:
    return tr(
        "The engine needs {needed} GB in {folder}, where {free} GB are free. Make room there and try again."
    ).format(
        needed=decimal(plan.needed_bytes / 1e9, 1),
        folder=folder,
        free=decimal(free_bytes / 1e9, 1),
    )
