from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TypeAlias

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Attachment, Message
from app.engine_process import EngineProcess
from app.paths import Paths
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from engine.protocol import Generate
from tests.app.conftest import FAKE_MODEL, sent
from tests.fakes.fake_engine import FLOOD_DELTAS, THOUGHT, THOUGHT_IDS

MakeApplication: TypeAlias = Callable[[str], Application]
WAIT_MS = 30_000


class Chat:
    """A started application, one conversation in it, and what it told."""

    def __init__(self, application: Application, qtbot: QtBot) -> None:
        self.application = application
        self.controller = application.chat
        self.qtbot = qtbot
        self.id = application.library.create().id
        self.told: list[Message] = []
        application.chat.message_changed.connect(self.told.append)
        application.start()

    def branch(self) -> tuple[Message, ...]:
        return self.application.library.branch(self.id)

    def texts(self) -> list[str]:
        return [message.text for message in self.branch()]

    def last(self) -> Message:
        return self.branch()[-1]

    def say(self, text: str) -> Message:
        """Send and wait for the end of the answer, however it ends; returns the answer."""
        assert self.controller.send(self.id, text) is not None
        return self.wait()

    def wait(self) -> Message:
        self.qtbot.waitUntil(lambda: not self.controller.is_running(self.id), timeout=WAIT_MS)
        return self.last()

    def wait_for_text(self) -> None:
        self.qtbot.waitUntil(lambda: bool(self.last().text), timeout=WAIT_MS)


@pytest.fixture
def make_chat(make_application: MakeApplication, qtbot: QtBot) -> Callable[[str], Chat]:
    return lambda mode: Chat(make_application(mode), qtbot)


MakeChat: TypeAlias = Callable[[str], Chat]


def on_disk(paths: Paths, message_id: str) -> Message | None:
    """The message as another process sees it."""
    database = Database.open(paths.database, paths.backups)
    message = ConversationStore(database).message(message_id)
    database.close()
    return message


def test_an_answer_is_kept_with_its_receipt_its_ids_and_its_model(make_chat: MakeChat, paths: Paths) -> None:
    chat = make_chat("normal")
    answer = chat.say("hello world")
    assert (answer.text, answer.state) == ("hello world (1 messages) ", "complete")
    assert answer.receipt is not None and answer.receipt.cached_tokens == 4
    assert (answer.token_ids, answer.tokenizer_id) == ((0, 1, 2), "fake-tokenizer")
    assert answer.model_name == "fake-model"
    assert on_disk(paths, answer.id) == answer
    conversation = chat.application.library.conversation(chat.id)
    assert conversation is not None and (conversation.title, conversation.model_path) == ("hello world", FAKE_MODEL)


def test_the_users_words_are_on_the_disk_before_the_engine_runs(make_chat: MakeChat, paths: Paths) -> None:
    chat = make_chat("mute")
    sent = chat.controller.send(chat.id, "precious words")
    assert sent is not None
    assert on_disk(paths, sent.id) == sent


def test_each_question_is_asked_with_the_whole_branch(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    assert chat.say("two").text == "two (3 messages) "
    chat.application.settings.update(system_prompt="Be brief.")
    assert chat.say("three").text == "three (6 messages) "


@pytest.mark.parametrize("text", ["", "  \n\t "])
def test_blank_text_is_not_sent(make_chat: MakeChat, text: str) -> None:
    chat = make_chat("normal")
    assert chat.controller.send(chat.id, text) is None
    assert chat.branch() == ()


def test_a_conversation_that_is_being_answered_takes_nothing_new(make_chat: MakeChat) -> None:
    chat = make_chat("endless")
    first = chat.controller.send(chat.id, "first")
    assert first is not None
    assert chat.controller.send(chat.id, "second") is None
    assert chat.controller.edit(first.id, "other") is None
    assert chat.controller.regenerate(first.id) is None
    assert len(chat.branch()) == 2


def test_an_answer_that_waits_for_the_model_says_so_and_then_comes(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.controller.send(chat.id, "early")
    activity = chat.controller.activity(chat.id)
    assert activity is not None
    assert (activity.phase, activity.sentence) == ("waiting", "Waiting for the model to be loaded.")
    assert chat.wait().text == "early (1 messages) "
    assert chat.controller.activity(chat.id) is None


def test_a_model_that_cannot_be_loaded_fails_the_answer_with_its_sentence(make_chat: MakeChat) -> None:
    answer = make_chat("no-load").say("hello")
    assert (answer.state, answer.text) == ("failed", "")
    assert answer.error == f"{FAKE_MODEL} is not a model."


def test_stopping_keeps_the_text_so_far(make_chat: MakeChat) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "go on")
    chat.wait_for_text()
    chat.controller.stop(chat.id)
    activity = chat.controller.activity(chat.id)
    assert activity is not None and activity.phase == "stopping"
    answer = chat.wait()
    assert answer.state == "stopped"
    assert answer.text.startswith("go on (1 messages) ")


def test_stopping_an_answer_that_still_waits_ends_it_at_once(make_chat: MakeChat) -> None:
    chat = make_chat("slow-load")
    chat.controller.send(chat.id, "hello")
    chat.controller.stop(chat.id)
    assert not chat.controller.is_running(chat.id)
    assert chat.last().state == "stopped"


def test_aborting_the_load_ends_the_answers_that_wait_for_it(make_chat: MakeChat) -> None:
    chat = make_chat("slow-load")
    chat.controller.send(chat.id, "hello")
    models = chat.application.models
    chat.qtbot.waitUntil(lambda: models.state.stage == "Reading the weights", timeout=WAIT_MS)
    models.abort_load()
    assert chat.wait().state == "stopped"
    assert models.state.kind == "none"


def test_an_error_of_the_engine_is_shown_with_the_answer(make_chat: MakeChat) -> None:
    answer = make_chat("fail").say("hello")
    assert (answer.state, answer.error) == ("failed", "The fake engine fails on purpose.")


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("crash", "The engine was ended by the system (signal 9, SIGKILL)."),
        ("exit", "exit code 3: RuntimeError: the fake engine leaves."),
    ],
)
def test_a_dead_engine_leaves_its_words_and_the_next_message_works(
    make_chat: MakeChat, paths: Paths, mode: str, sentence: str
) -> None:
    chat = make_chat(mode)
    answer = chat.say("please die now")
    assert (answer.text, answer.state) == ("please die ", "failed")
    assert sentence in answer.error
    assert on_disk(paths, answer.id) == answer
    assert chat.say("again").text == "again (3 messages) "
    assert chat.application.models.state.kind == "ready"


def test_a_hung_engine_is_ended_and_the_next_message_works(
    make_chat: MakeChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = EngineProcess.__init__
    monkeypatch.setattr(
        EngineProcess,
        "__init__",
        lambda process, argv, log: start(process, argv, log, silence_seconds=1.0),
    )
    chat = make_chat("hang")
    answer = chat.say("please die now")
    assert (answer.text, answer.state) == ("please die ", "failed")
    assert "had not answered" in answer.error
    assert chat.say("again").text == "again (3 messages) "


def test_kill_9_from_outside_between_answers_is_healed_by_the_next_message(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    engine = chat.application.engine
    os.kill(engine.state.pid, signal.SIGKILL)
    chat.qtbot.waitUntil(lambda: engine.state.kind == "failed", timeout=WAIT_MS)
    assert chat.application.models.state.kind == "failed"
    assert chat.say("two").text == "two (3 messages) "


def test_a_restart_asked_for_by_the_user_closes_answers_and_loads_the_model_again(make_chat: MakeChat) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "hello")
    chat.wait_for_text()
    chat.application.engine.restart()
    answer = chat.wait()
    assert (answer.state, answer.error) == ("failed", "The engine was restarted. The answer so far is kept.")
    chat.qtbot.waitUntil(lambda: chat.application.models.state.kind == "ready", timeout=WAIT_MS)


def test_a_flood_of_deltas_arrives_whole_and_is_told_in_few_pieces(make_chat: MakeChat) -> None:
    chat = make_chat("flood")
    answer = chat.say("go")
    assert answer.text == "".join(f"{n} " for n in range(FLOOD_DELTAS))
    assert len(chat.told) < FLOOD_DELTAS / 100
    lengths = [len(message.text) for message in chat.told]
    assert lengths == sorted(lengths)


def test_a_streaming_answer_is_written_to_the_disk_as_it_grows(make_chat: MakeChat, paths: Paths) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "hello")
    chat.wait_for_text()
    answer_id = chat.last().id

    def is_written() -> bool:
        stored = on_disk(paths, answer_id)
        return stored is not None and stored.state == "streaming" and stored.text.startswith("hello (1 messages) ")

    chat.qtbot.waitUntil(is_written, timeout=WAIT_MS)


def test_closing_in_mid_answer_keeps_the_text(make_chat: MakeChat, paths: Paths) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "hello")
    chat.wait_for_text()
    seen = chat.last()
    chat.application.close()
    stored = on_disk(paths, seen.id)
    assert stored is not None and stored.state == "stopped"
    assert stored.text.startswith(seen.text)


def test_two_conversations_are_answered_at_once_and_nothing_is_mixed(make_chat: MakeChat) -> None:
    chat = make_chat("endless")
    library = chat.application.library
    chat.controller.send(chat.id, "alpha")
    other_id = library.create().id
    assert other_id != chat.id
    chat.controller.send(other_id, "beta")
    chat.qtbot.waitUntil(
        lambda: all(library.branch(i)[-1].text.endswith("and ") for i in (chat.id, other_id)), timeout=WAIT_MS
    )
    chat.controller.stop(chat.id)
    chat.wait()
    assert chat.controller.is_running(other_id)
    assert set(library.branch(chat.id)[-1].text.split()) == {"alpha", "(1", "messages)", "and"}
    assert set(library.branch(other_id)[-1].text.split()) == {"beta", "(1", "messages)", "and"}


def test_regenerating_adds_a_version_and_keeps_the_old_one(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    first = chat.say("hello")
    new = chat.controller.regenerate(first.id)
    assert new is not None
    second = chat.wait()
    assert second.id == new.id != first.id
    assert chat.application.library.siblings(first.id) == (first, second)
    assert chat.texts() == ["hello", "hello (1 messages) "]


def test_regenerating_a_message_of_the_user_answers_it(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    chat.say("two")
    chat.controller.regenerate(chat.branch()[0].id)
    assert chat.wait().text == "one (1 messages) "
    assert len(chat.branch()) == 2


def test_editing_makes_another_branch_and_the_old_one_can_be_shown_again(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    chat.say("two")
    old = chat.texts()
    first = chat.branch()[0]
    edited = chat.controller.edit(first.id, "uno")
    assert edited is not None
    chat.wait()
    assert chat.texts() == ["uno", "uno (1 messages) "]
    assert [m.text for m in chat.application.library.siblings(edited.id)] == ["one", "uno"]
    chat.controller.select_version(first.id)
    assert chat.texts() == old


def test_sending_clears_the_draft_even_if_it_was_typed_just_now(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    library = chat.application.library
    library.set_draft(chat.id, "hello")
    chat.say("hello")
    chat.application.drafts.flush()
    assert library.draft(chat.id) == ""


def test_unloading_stops_nothing_that_comes_later(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    chat.application.models.unload()
    assert chat.application.models.state.kind == "none"
    assert chat.say("two").text == "two (3 messages) "


def test_an_answer_that_reached_the_longest_length_goes_on_in_place(
    make_chat: MakeChat, monkeypatch: pytest.MonkeyPatch, paths: Paths
) -> None:
    chat = make_chat("normal")
    first = chat.say("now cut")
    assert (first.text, first.state) == ("now cut (1 messages) ", "length")
    commands = sent(chat.application, monkeypatch)
    assert chat.controller.can_continue(first.id)
    assert chat.controller.continue_answer(first.id) is not None
    answer = chat.wait()
    assert (answer.id, answer.text, answer.state) == (
        first.id,
        "now cut (1 messages) and more (2 messages) ",
        "complete",
    )
    assert answer.token_ids == (*first.token_ids, 0, 1, 2)
    assert on_disk(paths, answer.id) == answer
    (asked,) = [command for command in commands if isinstance(command, Generate) and command.cache == "keep"]
    assert asked.continues
    assert (asked.messages[-1].content, asked.messages[-1].token_ids) == (first.text, list(first.token_ids))
    chat.say("two")
    turn = [command for command in commands if isinstance(command, Generate)][-1].messages[1]
    assert (turn.content, turn.token_ids) == (answer.text, list(answer.token_ids))


def test_an_answer_whose_continuation_fails_keeps_what_it_had(make_chat: MakeChat, paths: Paths) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "go on")
    chat.wait_for_text()
    chat.controller.stop(chat.id)
    first = chat.wait()
    chat.controller.continue_answer(first.id)
    stored = on_disk(paths, first.id)
    assert stored is not None and (stored.text, stored.state) == (first.text, "streaming")
    os.kill(chat.application.engine.state.pid, signal.SIGKILL)
    answer = chat.wait()
    assert answer.state == "failed"
    assert answer.text.startswith(first.text)


def test_only_the_end_of_a_conversation_that_was_cut_off_can_be_continued(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    whole = chat.say("whole")
    assert chat.controller.continue_answer(whole.id) is None
    cut = chat.say("cut")
    chat.say("more")
    assert not chat.controller.can_continue(cut.id)
    assert chat.controller.continue_answer(cut.id) is None
    assert chat.controller.continue_answer("no such id") is None


def test_an_edited_answer_is_another_version_that_is_sent_back_as_text(
    make_chat: MakeChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = make_chat("normal")
    first = chat.say("hello")
    edited = chat.controller.edit_answer(first.id, "I see walruses.")
    assert edited is not None and chat.last() == edited
    assert (edited.text, edited.state, edited.token_ids, edited.receipt) == ("I see walruses.", "complete", (), None)
    assert chat.application.library.siblings(first.id) == (first, edited)
    assert not chat.controller.is_running(chat.id)
    commands = sent(chat.application, monkeypatch)
    chat.say("two")
    asked = next(command for command in commands if isinstance(command, Generate))
    assert [message.content for message in asked.messages] == ["hello", "I see walruses.", "two"]
    assert chat.controller.edit_answer(first.id, first.text) is None
    assert chat.controller.edit_answer(first.id, "  ") is None
    assert chat.controller.edit_answer(chat.branch()[0].id, "not an answer") is None


def test_what_the_model_thinks_is_stored_beside_its_answer(make_chat: MakeChat, paths: Paths) -> None:
    chat = make_chat("thinking")
    answer = chat.say("hello")
    assert (answer.reasoning, answer.text) == (THOUGHT, "hello (1 messages) ")
    assert answer.reasoning_ids == tuple(THOUGHT_IDS)
    assert on_disk(paths, answer.id) == answer
    assert chat.say("two").text == "two (3 messages) "


def test_what_is_attached_to_the_draft_goes_with_the_message_and_with_its_edited_versions(
    make_chat: MakeChat, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = make_chat("normal")
    store = chat.application.store
    store.add_draft_attachment(chat.id, Attachment(id="a", name="zoo.csv", kind="table", text="walrus,2"))
    commands = sent(chat.application, monkeypatch)
    message = chat.controller.send(chat.id, " ")
    assert message is not None
    chat.wait()
    assert store.draft_attachments(chat.id) == ()
    conversation = chat.application.library.conversation(chat.id)
    assert conversation is not None and conversation.title == "zoo.csv"
    edited = chat.controller.edit(message.id, "How many?")
    assert edited is not None
    chat.wait()
    stored = on_disk(paths, edited.id)
    assert stored is not None
    assert [(each.name, each.text, each.id != "a") for each in stored.attachments] == [("zoo.csv", "walrus,2", True)]
    assert on_disk(paths, message.id) == message
    asked = [command for command in commands if isinstance(command, Generate) and command.cache == "keep"]
    assert all("walrus,2" in command.messages[-1].content for command in asked) and len(asked) == 2


def test_an_edited_message_stays_pinned(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    question = chat.branch()[0]
    chat.application.context.pin(question.id, True)
    edited = chat.controller.edit(question.id, "uno")
    assert edited is not None and edited.pinned
    chat.wait()
    assert [message.pinned for message in chat.branch()] == [True, False]
