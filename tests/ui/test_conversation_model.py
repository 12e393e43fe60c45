from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from app.conversation import Conversation
from tests.ui.conftest import Driver
from ui.conversation_model import ID_ROLE
from ui.conversation_rows import grouped

Open = Callable[..., Driver]


def changed_somehow(chats: list[Conversation], dice: random.Random) -> list[Conversation]:
    """Some go, some come, some are filed or pinned, and the order is another one."""
    kept = [each for each in chats if dice.random() > 0.15]
    new = [f"n{dice.randrange(10_000)}" for _ in range(dice.randrange(4))]
    kept += [Conversation(each, each, 0, 0, None, "", False) for each in new if each not in {c.id for c in kept}]
    kept = [
        replace(each, folder=dice.choice(["", "a", "b"]), pinned=dice.random() > 0.9) if dice.random() > 0.7 else each
        for each in kept
    ]
    if dice.random() > 0.5:
        dice.shuffle(kept)
    return kept


def test_rows_stay_themselves_to_qt_however_the_list_changes(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, qtlog: object
) -> None:
    driver = open_window(with_model=False)
    model = driver.window.list.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    chats = [Conversation(f"c{number}", str(number), 0, 0, None, "", False) for number in range(30)]
    monkeypatch.setattr(driver.application.library, "conversations", lambda view="list": tuple(chats))
    dice = random.Random(5)
    for _ in range(60):
        held = {each.id: QPersistentModelIndex(model.index_of(each.id)) for each in chats}
        chats[:] = changed_somehow(chats, dice)
        model.refresh()
        rows = [model.index(number) for number in range(model.rowCount())]
        assert [row.data() for row in rows] == [
            getattr(row, "title", "") or row.conversation.title for row in grouped(chats, ())
        ]
        for key, index in held.items():
            if index.isValid():
                assert index.data(ID_ROLE) == key
    assert [record.message for record in qtlog.records if "FAIL" in record.message] == []
    del tester


def test_a_chat_in_a_closed_group_is_revealed_by_opening_it(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    model, chat_id = driver.window.list.model, driver.window.conversation_id
    driver.application.library.set_folder(chat_id, "Work")
    model.set_open("folder:Work", is_open=False)
    assert not model.index_of(chat_id).isValid()
    assert model.reveal(chat_id).data() == "Hello"
    assert model.group_of(model.index_of(chat_id)).data() == "Work"
    assert not model.reveal("no such chat").isValid()
