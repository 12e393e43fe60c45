"""The four policies in the real engine, with a tiny model of a context of 1,024 tokens and one token for each byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.protocol import (
    Abort,
    CacheReport,
    ChatMessage,
    ContextPolicy,
    ContextTrimmed,
    Delta,
    Finished,
    Generate,
    LoadModel,
    ModelLoaded,
    Notice,
    PrefillProgress,
    SamplingParams,
)
from tests.engine.engine_child import EngineChild, user


@pytest.fixture(scope="module")
def engine(child: EngineChild, tiny: Path) -> EngineChild:
    child.send(
        LoadModel(load_id="tiny", path=str(tiny), dtype="float32", kv_format="exact", kv_budget_bytes=40_000_000)
    )
    child.wait_for(ModelLoaded)
    return child


class Chat:
    """One conversation: what is said, and what the engine told of it."""

    def __init__(self, engine: EngineChild, name: str, policy: ContextPolicy) -> None:
        self.engine = engine
        self.name = name
        self.policy = policy
        self.messages: list[ChatMessage] = []
        self.summary = ""
        self.requests = 0
        self.told: list[ContextTrimmed] = []

    def ask(self, text: str, max_tokens: int) -> str:
        self.requests += 1
        request_id = f"{self.name} {self.requests}"
        self.messages.append(user(text))
        self.engine.events.clear()
        self.engine.send(
            Generate(
                request_id=request_id,
                conversation_id=self.name,
                messages=self.messages,
                sampling=SamplingParams(temperature=0, max_tokens=max_tokens),
                context_policy=self.policy,
                summary=self.summary,
            )
        )
        return request_id

    def say(self, text: str, max_tokens: int = 8) -> Finished:
        """Ask, wait for the answer, and leave out what is to be left out from then on."""
        request_id = self.ask(text, max_tokens)
        finished = self.engine.wait_for(Finished, lambda event: event.request_id == request_id)
        self.told = [e for e in self.engine.events if isinstance(e, ContextTrimmed) and e.request_id == request_id]
        self.messages.append(
            ChatMessage(
                role="assistant",
                content=self.engine.text_of(request_id),
                token_ids=finished.token_ids,
                tokenizer_id=finished.tokenizer_id,
            )
        )
        if self.told and self.policy != "window":
            gone = set(self.told[-1].left_out)
            self.messages = [m for place, m in enumerate(self.messages) if place not in gone]
            self.summary = self.told[-1].summary
        return finished


def test_after_one_trim_the_next_turns_read_only_what_is_new(engine: EngineChild) -> None:
    chat = Chat(engine, "trim", "trim")
    receipts, trims = [], []
    for turn in range(22):
        finished = chat.say(f"{turn} {'word ' * 12}")
        assert finished.reason == "length"
        receipts.append(finished.receipt)
        trims.append(bool(chat.told))
    first = trims.index(True)
    assert first > 5 and trims.count(True) >= 2
    following = receipts[first + 1 : first + 1 + trims[first + 1 :].index(True)]
    assert len(following) >= 4
    assert all(receipt.read_tokens < 100 and receipt.cached_tokens > 300 for receipt in following)


def test_an_answer_that_fills_the_context_goes_on_without_the_oldest_turns(engine: EngineChild) -> None:
    chat = Chat(engine, "within", "trim")
    for turn in range(3):
        chat.say(f"{turn} {'word ' * 30}")
    finished = chat.say("and now at length", max_tokens=700)
    assert finished.reason == "length"
    assert [len(told.left_out) for told in chat.told] == [6]
    assert finished.receipt.generated_tokens == 700
    assert 697 <= len(finished.token_ids) <= 700  # a character that was only begun is left out
    assert chat.say("more", max_tokens=4).receipt.cached_tokens > 600


def test_an_answer_longer_than_the_context_ends_where_nothing_is_left_to_leave_out(engine: EngineChild) -> None:
    chat = Chat(engine, "alone", "trim")
    finished = chat.say("alone", max_tokens=3000)
    assert finished.reason == "context_full" and "1,024" in finished.message
    assert chat.told == []


def test_a_conversation_is_summarised_and_its_own_cache_stays_whole_meanwhile(engine: EngineChild) -> None:
    chat = Chat(engine, "compact", "compact")
    while not chat.told:
        finished = chat.say("word " * 12)
        assert finished.reason == "length"
        assert len(chat.engine.text_of(f"compact {chat.requests}")) > 0
    begun, done = chat.told
    assert begun.left_out == done.left_out and begun.summary == "" and len(done.summary) > 20
    progress = [e for e in engine.events if isinstance(e, PrefillProgress)]
    assert progress[0].cached_tokens > 500, "The summary did not go on from the conversation's cache."
    assert finished.receipt.generated_tokens == 8, "The summary was counted as the answer."
    report = engine.wait_for(CacheReport, lambda e: e.evictable_bytes == e.used_bytes)
    assert not any("summary" in row.conversation_id for row in report.conversations)
    following = chat.say("word")
    assert chat.told == [] and following.receipt.read_tokens < 40


def test_stop_during_a_summary_stops_the_request_and_the_next_one_works(engine: EngineChild) -> None:
    chat = Chat(engine, "stopped", "compact")
    for turn in range(6):
        chat.messages += [user(f"{turn} " + "word " * 20), ChatMessage(role="assistant", content="word " * 20)]
    request_id = chat.ask("on", 8)
    engine.wait_for(PrefillProgress)
    engine.send(Generate(request_id="meanwhile", conversation_id="stopped", messages=[user("on")]))
    assert "still being answered" in engine.wait_for(Finished).message
    engine.send(Abort(request_id=request_id))
    ended = engine.wait_for(Finished)
    assert (ended.request_id, ended.reason, ended.token_ids) == (request_id, "aborted", [])
    assert not any(isinstance(e, Delta) for e in engine.events)
    chat.messages.pop()
    assert chat.say("on").reason == "length"
    assert chat.told[-1].summary


def test_a_window_writes_without_end_and_reports_every_id(engine: EngineChild) -> None:
    chat = Chat(engine, "window", "window")
    finished = chat.say("tell me everything", max_tokens=2_300)
    assert finished.reason == "length"
    assert 2_297 <= len(finished.token_ids) <= 2_300  # a character that was only begun is left out
    assert len(chat.told) >= 3 and not any(isinstance(e, Notice) for e in engine.events)
    read = sorted(chat.say("and then?").receipt.read_tokens for _ in range(6))
    assert read[-2] < 64, "The window slid more than once in six short turns."
