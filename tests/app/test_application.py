from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.notices import Notice
from app.paths import Paths
from app.store.database import Database
from tests.fakes.fake_engine import LEDGER_FILE

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


def started(application: Application) -> list[Notice]:
    notices: list[Notice] = []
    application.notices.posted.connect(notices.append)
    application.start()
    return notices


def ask(application: Application, qtbot: QtBot) -> str:
    """Ask one question and wait; returns the answer's text."""
    conversation_id = application.library.create().id
    application.chat.send(conversation_id, "hello")
    qtbot.waitUntil(lambda: not application.chat.is_running(conversation_id), timeout=WAIT_MS)
    return application.library.branch(conversation_id)[-1].text


def test_a_healthy_start_posts_nothing_and_loses_nothing(make_application: MakeApplication, qtbot: QtBot) -> None:
    application = make_application("normal")
    assert started(application) == []
    assert ask(application, qtbot) == "hello (1 messages) "
    assert application.unsaved_sentence() == ""


def test_what_the_program_logs_is_in_a_file_while_it_runs(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    application = make_application("exit")
    application.start()
    conversation_id = application.library.create().id
    application.chat.send(conversation_id, "please die now")
    qtbot.waitUntil(lambda: not application.chat.is_running(conversation_id), timeout=WAIT_MS)
    application.close()
    logging.getLogger("app").error("Nobody listens any more.")
    (line,) = paths.program_log.read_text("utf-8").splitlines()
    assert "ERROR app.engine_process: The engine ended unexpectedly with exit code 3" in line


def test_closing_ends_the_engine_and_keeps_the_words(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    application = make_application("normal")
    application.start()
    ask(application, qtbot)
    application.library.set_draft(application.library.conversations()[0].id, "half a thought")
    application.close()
    assert application.engine.state.kind == "stopped"
    again = make_application("normal")
    (conversation,) = again.library.conversations()
    assert [message.text for message in again.library.branch(conversation.id)] == ["hello", "hello (1 messages) "]
    assert again.library.draft(conversation.id) == "half a thought"


def test_closing_waits_while_the_engine_writes_caches(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    application = make_application("slow-end")
    application.start()
    qtbot.waitUntil(lambda: application.engine.state.kind == "ready", timeout=WAIT_MS)
    application.close()
    assert (paths.kv / LEDGER_FILE).exists()


def test_words_of_a_newer_version_are_left_alone_and_the_chat_works_in_memory(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    database = Database.open(paths.database, paths.backups)
    database.write(lambda db: db.execute("PRAGMA user_version = 99"))
    database.close()
    before = paths.database.read_bytes()
    application = make_application("normal")
    (notice,) = started(application)
    assert "newer version of Kvasir" in notice.sentence and "in memory only" in notice.sentence
    assert ask(application, qtbot) == "hello (1 messages) "
    assert "only in memory" in application.unsaved_sentence()
    application.close()
    assert paths.database.read_bytes() == before


def test_damaged_files_are_told_once_someone_listens(make_application: MakeApplication, paths: Paths) -> None:
    paths.settings_file.write_text("{")
    paths.database.write_bytes(b"\x00" * 5000)
    application = make_application("normal")
    sentences = [notice.sentence for notice in started(application)]
    assert any("settings.json.damaged" in sentence for sentence in sentences)
    assert any("conversations.db.damaged" in sentence for sentence in sentences)


def test_a_data_folder_that_cannot_be_made_is_named_and_the_chat_works(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    shutil.rmtree(paths.data)
    paths.data.write_text("a file where the folder should be")
    application = make_application("normal")
    sentences = " ".join(notice.sentence for notice in started(application))
    assert str(paths.data) in sentences
    assert ask(application, qtbot) == "hello (1 messages) "


def test_a_disk_that_fails_and_recovers_costs_no_word(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths, tmp_path: Path
) -> None:
    application = make_application("normal")
    notices = started(application)
    pages = application.store.database.rows("PRAGMA page_count")[0][0]
    application.store.database.rows(f"PRAGMA max_page_count = {pages}")
    conversation_id = application.library.create().id
    text = "many words " * 5_000
    application.chat.send(conversation_id, text)
    qtbot.waitUntil(lambda: not application.chat.is_running(conversation_id), timeout=WAIT_MS)
    assert application.library.branch(conversation_id)[0].text == text
    (notice,) = notices
    assert "the disk is full" in notice.sentence and notice.action_label == "Save now"
    assert notice.action is not None
    notice.action()
    assert "saved" in notices[-1].sentence
    assert application.unsaved_sentence() == ""
    application.close()
    again = make_application("normal")
    assert again.library.branch(conversation_id)[0].text == text


def test_a_copy_of_the_conversations_is_made_each_day(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.application._FIRST_BACKUP_MS", 0)
    application = make_application("normal")
    assert started(application) == []
    qtbot.waitUntil(lambda: any(paths.backups.glob("*daily*.db")), timeout=WAIT_MS)


def test_a_copy_that_cannot_be_made_is_said(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.application._FIRST_BACKUP_MS", 0)
    application = make_application("normal")
    paths.backups.write_text("a file where the folder should be")
    notices = started(application)
    qtbot.waitUntil(lambda: bool(notices), timeout=WAIT_MS)
    assert "cannot be made" in notices[0].sentence
