from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Signal
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Attachment
from app.token_counts import NOTHING, TokenCount, TokenCounts
from engine.protocol import CountTokens, TokensCounted

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000
SEVEN_WORDS = "one two three four five six seven"  # the fake engine counts words


def attachment(text: str, id_: str = "1") -> Attachment:
    return Attachment(id=id_, name="a.txt", kind="text", text=text)


@pytest.fixture
def ready(make_application: MakeApplication, qtbot: QtBot) -> Application:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.models.state.kind == "ready", timeout=WAIT_MS)
    return application


@pytest.fixture
def questions(ready: Application, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that the engine is asked to count."""
    asked: list[str] = []
    send = ready.engine.send

    def spy(command: object) -> None:
        if isinstance(command, CountTokens):
            asked.extend(command.texts)
        send(command)

    monkeypatch.setattr(ready.engine, "send", spy)
    return asked


def told_by(signal: Signal) -> list[object]:
    told: list[object] = []
    signal.connect(lambda *values: told.append(values[0] if len(values) == 1 else values))
    return told


def test_without_a_model_the_count_is_an_estimate(make_application: MakeApplication, qtbot: QtBot) -> None:
    tokens = make_application("normal").token_counts
    with qtbot.waitSignal(tokens.draft_counted):
        tokens.set_draft("x" * 350)
    assert tokens.draft() == TokenCount(100, False)
    tokens.set_attachments([attachment("x" * 35)])
    assert tokens.attachment("1") == TokenCount(10, False)
    assert tokens.total() == TokenCount(110, False)


def test_nothing_has_no_tokens_and_that_is_exact(make_application: MakeApplication) -> None:
    tokens = make_application("normal").token_counts
    assert tokens.total() == tokens.attachment("unknown") == NOTHING
    tokens.open_draft("a")
    assert tokens.draft() == TokenCount(1, False)
    tokens.set_draft("")
    assert tokens.draft() == NOTHING


def test_the_model_counts_the_draft_when_the_keys_rest(ready: Application, questions: list[str], qtbot: QtBot) -> None:
    told = told_by(ready.token_counts.draft_counted)
    for end in range(1, len(SEVEN_WORDS) + 1):
        ready.token_counts.set_draft(SEVEN_WORDS[:end])
    qtbot.waitUntil(lambda: ready.token_counts.draft() == TokenCount(7, True))
    assert questions == [SEVEN_WORDS]
    assert told == [TokenCount(7, True)], "and no estimate in between"


def test_another_draft_is_told_at_once_and_counted_after(ready: Application, qtbot: QtBot) -> None:
    told = told_by(ready.token_counts.draft_counted)
    ready.token_counts.open_draft("one two " * 7)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told == [TokenCount(16, False), TokenCount(14, True)]


def test_each_attachment_is_counted(ready: Application, qtbot: QtBot) -> None:
    told = told_by(ready.token_counts.attachment_counted)
    ready.token_counts.set_attachments([attachment(SEVEN_WORDS, "a"), attachment("eight", "b"), attachment("", "c")])
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told == [("a", TokenCount(7, True)), ("b", TokenCount(1, True))]
    assert ready.token_counts.attachment("c") == NOTHING
    ready.token_counts.open_draft("nine ten")
    qtbot.waitUntil(lambda: ready.token_counts.total() == TokenCount(10, True))


def test_what_is_known_is_not_asked_again(ready: Application, questions: list[str], qtbot: QtBot) -> None:
    ready.token_counts.open_draft(SEVEN_WORDS)
    ready.token_counts.set_attachments([attachment(SEVEN_WORDS)])
    qtbot.waitUntil(lambda: ready.token_counts.total() == TokenCount(14, True))
    ready.token_counts.open_draft("")
    ready.token_counts.open_draft(SEVEN_WORDS)
    ready.token_counts.set_attachments([attachment(SEVEN_WORDS, "2")])
    assert ready.token_counts.total() == TokenCount(14, True)
    assert questions == [SEVEN_WORDS]


def test_counts_go_with_the_model_and_come_with_the_next(ready: Application, qtbot: QtBot) -> None:
    ready.token_counts.open_draft(SEVEN_WORDS)
    ready.token_counts.set_attachments([attachment(SEVEN_WORDS)])
    qtbot.waitUntil(lambda: ready.token_counts.total() == TokenCount(14, True))
    told = told_by(ready.token_counts.attachment_counted)
    ready.models.unload()
    assert ready.token_counts.total() == TokenCount(18, False)
    assert told == [("1", TokenCount(9, False))]
    ready.models.load("/models/other", remember=False)
    qtbot.waitUntil(lambda: ready.token_counts.total() == TokenCount(14, True), timeout=WAIT_MS)


def test_an_answer_that_comes_after_the_model_has_gone_is_ignored(
    ready: Application, questions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[CountTokens] = []
    monkeypatch.setattr(ready.engine, "send", sent.append)
    ready.token_counts.open_draft(SEVEN_WORDS)
    question = sent[0]
    ready.models.unload()
    ready.engine.event_received.emit(TokensCounted(count_id=question.count_id, counts=[1_000]))
    assert ready.token_counts.draft() == TokenCount(9, False)


def test_an_answer_to_an_older_draft_does_not_change_the_present_one(
    ready: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[CountTokens] = []
    monkeypatch.setattr(ready.engine, "send", sent.append)
    ready.token_counts.open_draft("older")
    ready.token_counts.open_draft("newer draft")
    told = told_by(ready.token_counts.draft_counted)
    ready.engine.event_received.emit(TokensCounted(count_id=sent[0].count_id, counts=[1_000]))
    assert told == []
    ready.engine.event_received.emit(TokensCounted(count_id=sent[1].count_id, counts=[2]))
    assert told == [TokenCount(2, True)]


def test_an_answer_without_counts_leaves_the_estimate(ready: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[CountTokens] = []
    monkeypatch.setattr(ready.engine, "send", sent.append)
    ready.token_counts.open_draft(SEVEN_WORDS)
    ready.engine.event_received.emit(TokensCounted(count_id=sent[0].count_id))
    assert ready.token_counts.draft() == TokenCount(9, False)


def test_what_is_remembered_has_a_limit(ready: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.token_counts._MOST_KNOWN", 2)
    sent: list[CountTokens] = []
    monkeypatch.setattr(ready.engine, "send", sent.append)
    tokens: TokenCounts = ready.token_counts
    for number, text in enumerate(("a", "b", "c", "c", "a")):
        tokens.open_draft(text)
        if len(sent) > number or text == "a":
            ready.engine.event_received.emit(TokensCounted(count_id=sent[-1].count_id, counts=[1]))
    assert [text for command in sent for text in command.texts] == ["a", "b", "c", "a"]


def test_half_an_emoji_can_be_counted(ready: Application, qtbot: QtBot) -> None:
    ready.token_counts.open_draft("\ud83d")
    qtbot.waitUntil(lambda: ready.token_counts.draft() == TokenCount(1, True))
