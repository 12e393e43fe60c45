from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.faults import FaultHook
from app.notices import Notice, Notices
from app.paths import Paths


@pytest.fixture
def told(qapp: object, tmp_path: Path) -> Iterator[list[Notice]]:
    notices = Notices()
    told: list[Notice] = []
    notices.posted.connect(told.append)
    before = sys.excepthook
    hook = FaultHook(notices, Paths.below(tmp_path))
    yield told
    hook.release()
    assert sys.excepthook is before


def raise_to_the_hook(error: Exception) -> None:
    """As PySide does with an exception that leaves a slot."""
    sys.excepthook(type(error), error, None)


def test_a_fault_is_told_in_a_sentence_that_names_the_log(told: list[Notice], caplog: pytest.LogCaptureFixture) -> None:
    raise_to_the_hook(ValueError("seven is not a colour"))
    (notice,) = told
    assert notice.severity == "error"
    assert "ValueError: seven is not a colour" in notice.sentence
    assert "kvasir.log" in notice.sentence
    assert "seven is not a colour" in caplog.text
    assert caplog.records[0].levelno == logging.CRITICAL


def test_a_fault_in_what_shows_notices_does_not_go_round(qapp: object, tmp_path: Path) -> None:
    notices = Notices()
    shown: list[Notice] = []

    def show(notice: Notice) -> None:
        shown.append(notice)
        raise_to_the_hook(RuntimeError("while showing"))

    notices.posted.connect(show)
    hook = FaultHook(notices, Paths.below(tmp_path))
    raise_to_the_hook(ValueError("at first"))
    hook.release()
    assert len(shown) == 1
    assert "at first" in shown[0].sentence
