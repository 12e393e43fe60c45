from __future__ import annotations

from collections.abc import Callable

import pytest

from app.application import Application
from engine.protocol import LoadProgress, ModelUnloaded, ServerReport

MakeApplication = Callable[[str], Application]
REPORT = ServerReport(server="Office", running=1)


def test_the_last_report_of_a_server_is_kept_and_told_once(make_application: MakeApplication) -> None:
    application = make_application("normal")
    told: list[ServerReport | None] = []
    application.server_monitor.changed.connect(told.append)
    for _ in range(2):
        application.engine.event_received.emit(REPORT)
    assert told == [REPORT]
    assert application.server_monitor.report() == REPORT


@pytest.mark.parametrize("event", [LoadProgress(load_id="l", stage="Connecting to the server"), ModelUnloaded()])
def test_a_report_goes_with_its_model(make_application: MakeApplication, event: LoadProgress | ModelUnloaded) -> None:
    application = make_application("normal")
    application.engine.event_received.emit(REPORT)
    application.engine.event_received.emit(event)
    assert application.server_monitor.report() is None
