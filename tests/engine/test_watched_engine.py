"""The engine's process while somebody looks and while nobody does, and what it shows of its model."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from engine.protocol import (
    CacheReport,
    CacheTried,
    ConfigureCache,
    ExplainModel,
    Finished,
    Generate,
    Heartbeat,
    LoadModel,
    MatchPrompts,
    MemoryHistory,
    ModelExplained,
    ModelLoaded,
    PackCache,
    PromptsMatched,
    SamplingParams,
    TryCache,
    UnloadModel,
    WatchCache,
)
from tests.engine.engine_child import EngineChild, user

WORD_BYTES = 48 * 4  # a row of the tiny model's table of embeddings: each token reads its own
LONG = "one two three four five six seven eight nine ten " * 10


@pytest.fixture
def engine(child: EngineChild, tiny: Path, tmp_path: Path) -> EngineChild:
    """The engine with the tiny model, a folder for its disk tier, and nobody who looks."""
    child.send(
        WatchCache(),
        UnloadModel(),
        ConfigureCache(folder=str(tmp_path / "kv"), disk_budget_bytes=10**9),
        LoadModel(load_id="tiny", path=str(tiny), dtype="float32", kv_budget_bytes=40_000_000),
    )
    child.wait_for(ModelLoaded)
    child.events.clear()
    return child


def ask(engine: EngineChild, chat: str, text: str = LONG, tokens: int = 6) -> Generate:
    command = Generate(
        request_id=chat,
        conversation_id=chat,
        messages=[user(text)],
        sampling=SamplingParams(temperature=0.0, max_tokens=tokens),
    )
    engine.send(command)
    return command


def reports(engine: EngineChild) -> list[CacheReport]:
    return [event for event in engine.events if isinstance(event, CacheReport)]


def newest(engine: EngineChild) -> CacheReport:
    """The last report that came, or the first that comes."""
    found = reports(engine)
    return found[-1] if found else engine.wait_for(CacheReport)


def settle(engine: EngineChild) -> CacheReport:
    """Until all is written to the disk, and the engine sleeps."""
    return engine.wait_for(
        CacheReport, lambda r: bool(r.conversations) and all(c.disk_bytes >= c.bytes > 0 for c in r.conversations)
    )


def test_nothing_is_told_of_the_cache_while_an_answer_is_written_that_nobody_watches(engine: EngineChild) -> None:
    ask(engine, "a", tokens=200)
    engine.wait_for(Finished)
    assert [report for report in reports(engine) if report.counters.read_tokens] == []
    report = settle(engine)
    assert report.memory is None
    assert report.counters.generated_tokens >= 200


def test_an_idle_engine_that_nobody_watches_sleeps(engine: EngineChild) -> None:
    ask(engine, "a")
    settle(engine)
    process = psutil.Process(engine.process.pid)
    engine.wait_for(Heartbeat)
    engine.events.clear()
    before = process.cpu_times()
    engine.wait_for(Heartbeat)
    after = process.cpu_times()
    assert reports(engine) == []
    assert after.user + after.system - before.user - before.system < 0.1


def test_who_looks_is_told_four_times_a_second_at_most_and_whoever_looked_away_nothing(engine: EngineChild) -> None:
    engine.send(WatchCache(ledger=True, memory=True))
    engine.wait_for(MemoryHistory)
    ask(engine, "a", tokens=400)
    engine.wait_for(Finished)
    times = [report.memory.sample.at for report in reports(engine) if report.memory is not None]
    assert times, "nothing was told"
    assert all(after - before > 0.2 for before, after in pairwise(times))
    settle(engine)
    engine.wait_for(CacheReport, lambda report: report.memory is not None)  # it is told while the engine is idle
    engine.send(WatchCache())
    engine.wait_for(CacheReport, lambda report: report.memory is None)
    engine.events.clear()
    engine.wait_for(Heartbeat)
    assert reports(engine) == []


def test_the_readings_are_what_the_system_says_from_outside(engine: EngineChild) -> None:
    ask(engine, "a")
    settle(engine)
    engine.send(WatchCache(memory=True))
    report = engine.wait_for(CacheReport, lambda report: report.memory is not None)
    rss = psutil.Process(engine.process.pid).memory_info().rss
    memory = psutil.virtual_memory()
    assert report.memory is not None
    sample, device = report.memory.sample, report.memory.device
    assert sample.cache_bytes == report.used_bytes
    assert sample.weights_bytes + sample.cache_bytes + sample.working_bytes == pytest.approx(rss, rel=0.05)
    assert device.total_bytes == memory.total
    assert device.free_bytes == pytest.approx(memory.available, abs=0.05 * memory.total)
    assert report.memory.source == "system"
    engine.send(WatchCache())


def test_the_timeline_of_an_answer_that_nobody_watched_is_there_for_whoever_comes(engine: EngineChild) -> None:
    ask(engine, "a", tokens=300)
    engine.wait_for(Finished)
    engine.send(WatchCache(memory=True))
    history = engine.wait_for(MemoryHistory)
    assert history.samples
    assert all(sample.at <= time.time() + 1 for sample in history.samples)
    engine.send(WatchCache())


def test_a_chat_is_packed_smaller_and_goes_on(engine: EngineChild) -> None:
    ask(engine, "a")
    before = settle(engine)
    (row,) = before.conversations
    assert row.spare_bytes > 0
    assert row.last_used == pytest.approx(time.time(), abs=120)
    engine.send(PackCache(conversation_id="a"))
    after = engine.wait_for(CacheReport, lambda report: report.conversations[0].spare_bytes == 0)
    (packed,) = after.conversations
    assert packed.bytes == row.bytes - row.spare_bytes == after.used_bytes
    assert packed.formats["int4"] > row.formats.get("int4", 0)
    assert after.counters.packed_blocks - before.counters.packed_blocks == packed.formats["int4"]
    ask(engine, "a", LONG + "and more")
    finished = engine.wait_for(Finished)
    assert finished.receipt.cached_tokens > 200


def test_what_is_shared_is_counted_once(engine: EngineChild) -> None:
    for chat in ("a", "b", "c"):
        ask(engine, chat)
        engine.wait_for(Finished)
    report = engine.wait_for(CacheReport, lambda r: len(r.conversations) == 3 and r.running_bytes == 0)
    assert report.shared_bytes > 0
    assert report.saved_bytes == 2 * report.shared_bytes
    assert sum(row.bytes for row in report.conversations) - report.saved_bytes == report.used_bytes


def test_the_model_is_explained_by_its_own_blocks(engine: EngineChild) -> None:
    engine.send(ExplainModel(request_id="x"))
    explained = engine.wait_for(ModelExplained)
    report = newest(engine)
    exact = sum(layer.k_bytes + layer.v_bytes for layer in explained.layers)
    assert exact * explained.block_tokens == report.block_bytes
    assert explained.format_bytes[explained.kv_format] * explained.block_tokens == report.packed_block_bytes


def test_a_trial_goes_token_by_token_and_leaves_the_cache_alone(engine: EngineChild) -> None:
    before = engine.wait_for(CacheReport)
    engine.send(TryCache(request_id="x", messages=[user("one two")], max_tokens=4))
    last = engine.wait_for(CacheTried, lambda tried: tried.is_last)
    steps = [event for event in engine.events if isinstance(event, CacheTried)]
    assert [step.step for step in steps] == list(range(len(steps)))
    for step in steps:
        assert step.cached is not None and step.uncached is not None
        total = step.prompt_tokens + step.step
        assert step.uncached.computed_tokens == total
        assert step.cached.computed_tokens == (1 if step.step else total)
        more = step.uncached.computed_tokens - step.cached.computed_tokens
        assert step.uncached.weights_bytes - step.cached.weights_bytes == more * WORD_BYTES
        assert step.cached.weights_bytes > 0
    assert last.message == ""
    ask(engine, "a")
    after = engine.wait_for(CacheReport, lambda report: bool(report.conversations))
    assert [row.conversation_id for row in after.conversations] == ["a"]
    assert before.used_bytes == 0


def test_a_question_that_is_too_long_for_a_trial_is_told_so(engine: EngineChild) -> None:
    engine.send(TryCache(request_id="x", messages=[user(LONG)]))
    assert "256 at most" in engine.wait_for(CacheTried).message


def test_a_prompt_is_matched_as_it_would_be_answered(engine: EngineChild) -> None:
    command = ask(engine, "a")
    engine.wait_for(Finished)
    longer = Generate(request_id="m", conversation_id="a", messages=[user(LONG + "and then some")])
    other = Generate(request_id="m", conversation_id="a", messages=[user("two " + LONG)])
    engine.send(MatchPrompts(request_id="m", prompts=[command, longer, other]))
    matched = engine.wait_for(PromptsMatched)
    same, more, different = matched.matches
    assert same.cached_tokens == same.prompt_tokens - 1
    assert same.common_tokens == same.prompt_tokens
    assert more.cached_tokens >= more.common_tokens - 1
    assert different.cached_tokens == different.common_tokens < 64
    ask(engine, "b", LONG + "and then some")
    assert engine.wait_for(Finished).receipt.cached_tokens == more.cached_tokens


def test_without_a_model_there_is_nothing_to_show(child: EngineChild) -> None:
    child.send(UnloadModel(), ExplainModel(request_id="x"), TryCache(request_id="x", messages=[user("one")]))
    child.send(MatchPrompts(request_id="x", prompts=[]))
    assert child.wait_for(ModelExplained).layers == []
    assert "No model is loaded" in child.wait_for(CacheTried).message
    assert "No model is loaded" in child.wait_for(PromptsMatched).message
