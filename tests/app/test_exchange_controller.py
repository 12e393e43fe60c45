from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.errors import StorageError
from app.exchange_controller import ExchangeController, ExchangeState
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.tasks import Tasks
from tests.app.exchange.reading_files import NOW
from tests.app.exchange.samples import chatgpt, chatgpt_node

TIMEOUT_MS = 60_000
FEW = 150


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ConversationStore]:
    store = ConversationStore(Database.open(tmp_path / "conversations.db", tmp_path / "backups"))
    yield store
    store.close()


@pytest.fixture
def exchange(qapp: QObject, store: ConversationStore) -> Iterator[ExchangeController]:
    tasks = Tasks()
    controller = ExchangeController(store, tasks, lambda: NOW)
    yield controller
    controller.close()
    assert tasks.close(5_000)


def export_of(tmp_path: Path, count: int) -> Path:
    """A zip with so many conversations, one of them with a picture, and one without words."""
    path = tmp_path / "export.zip"
    values = [
        chatgpt(chatgpt_node("q", None, "user", f"Question {number}"), conversation_id=str(number), title=f"T{number}")
        for number in range(count)
    ]
    picture = {"content_type": "multimodal_text", "parts": ["Look", {"content_type": "image_asset_pointer"}]}
    values[3] = chatgpt(chatgpt_node("q", None, "user", picture), conversation_id="3", title="Picture")
    values.append(chatgpt(chatgpt_node("q", None), conversation_id="empty", title="Empty"))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(values))
    return path


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return export_of(tmp_path, FEW)


def watched(controller: ExchangeController) -> list[ExchangeState]:
    states: list[ExchangeState] = []
    controller.changed.connect(states.append)
    return states


def wait(qtbot: QtBot, controller: ExchangeController) -> ExchangeState:
    qtbot.waitUntil(lambda: controller.state.kind != "running", timeout=TIMEOUT_MS)
    return controller.state


def test_a_thousand_come_in_with_progress_and_the_second_time_none(
    exchange: ExchangeController, store: ConversationStore, tmp_path: Path, qtbot: QtBot
) -> None:
    export = export_of(tmp_path, 1_000)
    states = watched(exchange)
    news: list[None] = []
    exchange.came_in.connect(lambda: news.append(None))
    assert exchange.start_import([export])
    assert not exchange.start_import([export])
    end = wait(qtbot, exchange)
    assert (end.kind, end.count, end.num_known, end.fraction) == ("done", 1_000, 0, 1.0)
    assert [str(problem) for problem in end.problems] == [
        "export.zip/conversations.json, “Picture”: Left out: 1 image.",
        "export.zip/conversations.json, “Empty”: There is no text in it.",
    ]
    assert end.sentence == "1,000 conversations came in, 1 not wholly, 1 could not be read."
    counts = [state.count for state in states]
    assert counts == sorted(counts)
    assert len({state.fraction for state in states}) > 5
    assert len(store.conversations()) == 1_000
    assert len(news) == 1

    exchange.start_import([export])
    end = wait(qtbot, exchange)
    assert (end.kind, end.count, end.num_known) == ("done", 0, 1_000)
    assert len(store.conversations()) == 1_000
    assert len(news) == 1


def test_what_came_in_before_cancelling_stays_and_the_rest_comes_later(
    exchange: ExchangeController, store: ConversationStore, export: Path, qtbot: QtBot
) -> None:
    exchange.changed.connect(lambda state: exchange.cancel() if state.count >= 20 else None)
    exchange.start_import([export])
    end = wait(qtbot, exchange)
    assert end.kind == "cancelled"
    assert 20 <= end.count == len(store.conversations()) < FEW
    assert end.sentence.startswith(f"The import was cancelled. {end.count} conversations came in")
    exchange.changed.disconnect()
    exchange.start_import([export])
    assert wait(qtbot, exchange).num_known == end.count
    assert len(store.conversations()) == FEW


def test_a_store_that_fails_ends_the_import_with_its_sentence(
    exchange: ExchangeController, store: ConversationStore, export: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> bool:
        raise StorageError("The disk is gone.")

    with monkeypatch.context() as patch:
        patch.setattr(store, "take_in", fail)
        exchange.start_import([export])
        end = wait(qtbot, exchange)
    assert (end.kind, end.sentence) == ("failed", "The disk is gone.")
    exchange.start_import([export])
    assert wait(qtbot, exchange).count == FEW


def test_a_missing_file_is_a_problem(exchange: ExchangeController, tmp_path: Path, qtbot: QtBot) -> None:
    exchange.start_import([tmp_path / "nowhere.json"])
    end = wait(qtbot, exchange)
    assert (end.kind, end.count) == ("done", 0)
    assert end.sentence == "0 conversations came in, 1 could not be read."


def test_all_go_out_and_come_back_into_another_store(
    exchange: ExchangeController, store: ConversationStore, export: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    exchange.start_import([export])
    wait(qtbot, exchange)
    states = watched(exchange)
    ids = [conversation.id for conversation in store.conversations()]
    assert exchange.start_export([*ids, "gone"], "json", tmp_path / "all.json")
    end = wait(qtbot, exchange)
    assert (end.kind, end.count, end.path) == ("done", FEW, tmp_path / "all.json")
    assert end.sentence == f"{FEW} conversations written to {end.path}."
    assert len({state.fraction for state in states}) > 5

    other = ConversationStore(Database.in_memory())
    tasks = Tasks()
    controller = ExchangeController(other, tasks)
    controller.start_import([tmp_path / "all.json"])
    assert wait(qtbot, controller).count == FEW
    assert set(other.conversations()) == set(store.conversations())
    assert tasks.close(5_000)
    other.close()


def test_nothing_to_export_still_ends(exchange: ExchangeController, tmp_path: Path, qtbot: QtBot) -> None:
    exchange.start_export([], "markdown", tmp_path / "none")
    assert (wait(qtbot, exchange).kind, exchange.state.count) == ("done", 0)


def test_a_cancelled_export_leaves_no_file(
    exchange: ExchangeController, store: ConversationStore, export: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    exchange.start_import([export])
    wait(qtbot, exchange)
    exchange.changed.connect(lambda state: exchange.cancel() if state.count >= 20 else None)
    exchange.start_export([one.id for one in store.conversations()], "html", tmp_path / "all.zip")
    assert wait(qtbot, exchange).kind == "cancelled"
    assert not (tmp_path / "all.zip").exists()


def test_an_export_that_cannot_be_written_says_why(
    exchange: ExchangeController, store: ConversationStore, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "file").write_text("")
    exchange.start_export([store.create().id], "html", tmp_path / "file")
    end = wait(qtbot, exchange)
    assert end.kind == "failed"
    assert "cannot be written" in end.sentence


def test_closing_in_the_middle_stops_the_thread(
    exchange: ExchangeController, store: ConversationStore, export: Path, qtbot: QtBot
) -> None:
    exchange.start_import([export])
    qtbot.waitUntil(lambda: exchange.state.count > 0, timeout=TIMEOUT_MS)
    exchange.close()  # the fixture shows that the thread ends
    assert 0 < len(store.conversations()) < FEW
