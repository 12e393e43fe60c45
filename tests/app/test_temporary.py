"""A temporary chat works as any other, and nothing of it is ever written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Attachment
from app.paths import Paths
from engine.protocol import DropCache, Generate
from tests.app.conftest import sent
from tests.app.test_chat_controller import Chat

MakeApplication = Callable[[str], Application]
SECRET = "xyzzy"


@pytest.fixture
def chat(make_application: MakeApplication, qtbot: QtBot) -> Chat:
    chat = Chat(make_application("normal"), qtbot)
    chat.id = chat.application.library.create(temporary=True).id
    return chat


def written(paths: Paths) -> bytes:
    """All that is in any file of the program."""
    return b"".join(file.read_bytes() for file in sorted(paths.data.parent.rglob("*")) if file.is_file())


def use(chat: Chat) -> None:
    chat.say(f"{SECRET} one")
    chat.controller.regenerate(chat.last().id)
    chat.wait()
    library = chat.application.library
    library.rename(chat.id, f"{SECRET} title")
    library.set_draft(chat.id, f"{SECRET} draft")
    chat.application.drafts.flush()
    file = Attachment(id="a", name=f"{SECRET}.txt", kind="text", text=SECRET)
    chat.application.store.add_draft_attachment(chat.id, file)


def test_no_word_of_it_is_in_any_file_while_it_is_open_or_afterwards(chat: Chat, paths: Paths) -> None:
    use(chat)
    assert len(chat.branch()) == 2
    assert SECRET.encode() not in written(paths)
    chat.application.close()
    assert SECRET.encode() not in written(paths)


def test_words_of_other_chats_are_found_by_the_same_look(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    chat = Chat(make_application("normal"), qtbot)
    use(chat)
    chat.application.close()
    assert SECRET.encode() in written(paths)


def test_the_engine_is_told_to_keep_it_to_itself_and_is_asked_for_no_title(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sent(chat.application, monkeypatch)
    chat.say("name it Walrus facts")
    chat.say("two")
    assert [command.cache for command in commands if isinstance(command, Generate)] == ["temporary", "temporary"]


def test_it_is_gone_when_it_is_deleted_and_its_cache_with_it(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    use(chat)
    commands = sent(chat.application, monkeypatch)
    library = chat.application.library
    library.delete(chat.id)
    assert library.conversation(chat.id) is None
    assert library.conversations("trash") == ()
    assert library.undo_delete() is None
    assert commands == [DropCache(conversation_id=chat.id)]


def test_it_is_gone_when_the_program_ends_and_its_cache_is_dropped_before(
    chat: Chat, make_application: MakeApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(chat)
    commands = sent(chat.application, monkeypatch)
    chat.application.close()
    assert DropCache(conversation_id=chat.id) in commands
    assert not any(each.is_temporary for each in make_application("normal").library.conversations())


def test_it_can_be_forked_and_the_fork_is_temporary_too(chat: Chat) -> None:
    chat.say("one")
    fork = chat.application.library.fork(chat.last().id)
    assert fork is not None and fork.is_temporary
    assert len(chat.application.library.branch(fork.id)) == 2
