"""The engine as a process: its pipes, its manners, and how it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.protocol import (
    Abort,
    AbortLoad,
    CacheReport,
    ChatMessage,
    Delta,
    DropCache,
    EngineReady,
    Finished,
    Generate,
    Hello,
    LoadFailed,
    LoadModel,
    ModelLoaded,
    ModelUnloaded,
    Ping,
    Pong,
    PrefillProgress,
    SamplingParams,
    UnloadModel,
)
from tests.engine.engine_child import ROOT, EngineChild, user
from tests.processes import watch_end

LONG_ANSWER = SamplingParams(temperature=1.0, seed=1)


@pytest.fixture
def engine(child: EngineChild, tiny: Path) -> EngineChild:
    """The engine with the tiny model and an empty cache."""
    child.send(LoadModel(load_id="tiny", path=str(tiny), dtype="float32", kv_budget_bytes=40_000_000))
    child.wait_for(ModelLoaded)
    child.events.clear()
    return child


def test_the_engine_says_hello_before_it_has_torch_and_then_what_torch_can_use(child: EngineChild) -> None:
    hello = child.wait_for(Hello)
    assert child.events == [hello]
    assert hello.pid == child.process.pid
    ready = child.wait_for(EngineReady)
    assert ready.devices[-1].kind == "cpu"
    assert ready.torch_version


def test_a_request_is_answered_and_its_second_turn_reads_only_what_is_new(engine: EngineChild) -> None:
    text, first = engine.answer("first", [user("hello there")], max_tokens=20)
    assert first.reason == "length"
    assert first.receipt.cached_tokens == 0
    progress = [e for e in engine.events if isinstance(e, PrefillProgress)]
    assert progress[-1].read_tokens == progress[-1].prompt_tokens == first.receipt.read_tokens

    answer = ChatMessage(role="assistant", content=text, token_ids=first.token_ids, tokenizer_id=first.tokenizer_id)
    turns = [user("hello there"), answer, user("again")]
    engine.send(
        Generate(
            request_id="second",
            conversation_id="first",
            messages=turns,
            sampling=SamplingParams(temperature=0, max_tokens=2),
        )
    )
    second = engine.wait_for(Finished, lambda event: event.request_id == "second")
    # All of the first prompt and all generated tokens but the last one, whose keys were never needed.
    assert second.receipt.cached_tokens >= first.receipt.read_tokens + first.receipt.generated_tokens - 1


def test_stop_ends_an_answer_and_keeps_what_was_generated(engine: EngineChild) -> None:
    engine.send(Generate(request_id="r", conversation_id="c", messages=[user("go on")], sampling=LONG_ANSWER))
    engine.wait_for(Delta)
    engine.send(Abort(request_id="r"))
    finished = engine.wait_for(Finished)
    assert finished.reason == "aborted"
    assert finished.token_ids
    assert engine.text_of("r")


def test_several_conversations_are_answered_side_by_side_with_the_ids_that_they_have_alone(engine: EngineChild) -> None:
    prompts = {name: [user(f"tell {name} something " * 9)] for name in ("a", "b", "c")}
    alone = {name: engine.answer(f"{name} alone", prompts[name], max_tokens=25) for name in prompts}
    for name in prompts:
        engine.send(DropCache(conversation_id=f"{name} alone"))
    engine.events.clear()
    params = SamplingParams(temperature=0, max_tokens=25)
    for name in prompts:
        engine.send(Generate(request_id=name, conversation_id=name, messages=prompts[name], sampling=params))
    together = {}
    while len(together) < 3:
        finished = engine.wait_for(Finished)
        together[finished.request_id] = finished
    for name, (text, finished) in alone.items():
        assert together[name].token_ids == finished.token_ids
        assert engine.text_of(name) == text
    order = [event.request_id for event in engine.events if isinstance(event, Delta)]
    assert order.index("c") < len(order) - 1 - order[::-1].index("a"), "The requests ran one after the other."


def test_a_second_request_for_a_conversation_that_is_being_answered_is_refused(engine: EngineChild) -> None:
    engine.send(Generate(request_id="r1", conversation_id="c", messages=[user("go on")], sampling=LONG_ANSWER))
    engine.send(Generate(request_id="r2", conversation_id="c", messages=[user("go on")], sampling=LONG_ANSWER))
    refused = engine.wait_for(Finished)
    assert (refused.request_id, refused.reason) == ("r2", "error")
    assert "still being answered" in refused.message
    engine.send(Abort(request_id="r1"))
    assert engine.wait_for(Finished).request_id == "r1"


def test_a_prompt_longer_than_the_context_is_refused_with_both_figures(engine: EngineChild) -> None:
    _, finished = engine.answer("r", [user("x" * 2000)])
    assert finished.reason == "context_full"
    assert "1,024" in finished.message


def test_an_answer_that_fills_the_context_ends_there_and_says_so(engine: EngineChild) -> None:
    _, finished = engine.answer("r", [user("x" * 950)])
    assert finished.reason == "context_full"
    assert "1,024 tokens is full" in finished.message
    assert finished.receipt.read_tokens + finished.receipt.generated_tokens == 1024


def test_the_ledger_adds_up_and_a_dropped_conversation_leaves_it(engine: EngineChild) -> None:
    engine.answer("r", [user("count " * 40)], max_tokens=4)
    report = engine.wait_for(CacheReport, lambda e: e.evictable_bytes == e.used_bytes > 0)
    assert report.used_bytes <= report.budget_bytes
    (row,) = report.conversations
    assert row.bytes == report.used_bytes
    # The first, the newest full and the open block are exact, and the last is cut to its tokens; the others are packed.
    assert row.formats == {"exact": 3, "int8": row.blocks - 3}
    open_bytes = report.block_bytes * (row.tokens % report.block_tokens) // report.block_tokens
    assert row.bytes == 2 * report.block_bytes + open_bytes + (row.blocks - 3) * report.packed_block_bytes
    assert (row.blocks - 1) * report.block_tokens < row.tokens <= row.blocks * report.block_tokens
    engine.send(DropCache(conversation_id="r"))
    report = engine.wait_for(CacheReport, lambda e: e.used_bytes == 0)
    assert report.conversations == []


def test_requests_that_outgrow_the_budget_together_all_finish(child: EngineChild, tiny: Path) -> None:
    block_bytes = 64 * 3 * 2 * 16 * 2 * 4
    child.send(
        LoadModel(load_id="small", path=str(tiny), dtype="float32", kv_format="exact", kv_budget_bytes=9 * block_bytes)
    )
    child.wait_for(ModelLoaded)
    params = SamplingParams(temperature=0, max_tokens=150)
    for name in ("a", "b", "c"):
        messages = [user(f"{name} " * 60)]
        child.send(Generate(request_id=name, conversation_id=name, messages=messages, sampling=params))
    assert [child.wait_for(Finished).reason for _ in range(3)] == ["length"] * 3


@pytest.mark.parametrize(
    "line", [b"\n", b"{\n", b"[1]\n", b'{"type":"from the future"}\n', b"\xff\xfe\n", b'{"type":"ping"}\n']
)
def test_a_bad_line_costs_that_line_only(child: EngineChild, line: bytes) -> None:
    child.send_raw(line)
    child.send(Ping(seq=7))
    assert child.wait_for(Pong).seq == 7


def test_a_model_that_cannot_be_loaded_leaves_the_engine_ready(child: EngineChild, tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "zeros.gguf").write_bytes(b"")
    child.send(LoadModel(load_id="bad", path=str(tmp_path / "zeros.gguf")))
    failed = child.wait_for(LoadFailed)
    assert (failed.load_id, failed.code) == ("bad", "damaged")
    assert "zeros.gguf" in failed.message
    _, finished = child.answer("r", [user("anybody there?")])
    assert finished.reason == "error"
    assert "No model is loaded" in finished.message
    child.send(LoadModel(load_id="good", path=str(tiny)))
    assert child.wait_for(ModelLoaded).load_id == "good"


def test_a_load_that_is_stopped_says_so_at_once_and_the_next_one_works(child: EngineChild, tiny: Path) -> None:
    child.send(LoadModel(load_id="stopped", path=str(tiny)), AbortLoad(load_id="stopped"), Ping(seq=1))
    assert child.wait_for(LoadFailed).code == "aborted"
    child.wait_for(Pong)
    child.send(LoadModel(load_id="next", path=str(tiny)))
    assert child.wait_for(ModelLoaded).load_id == "next"
    assert not any(isinstance(e, ModelLoaded) and e.load_id == "stopped" for e in child.events)


def test_unloading_ends_running_answers(engine: EngineChild) -> None:
    engine.send(Generate(request_id="r", conversation_id="c", messages=[user("go on")], sampling=LONG_ANSWER))
    engine.wait_for(Delta)
    engine.send(UnloadModel())
    engine.wait_for(ModelUnloaded)
    (finished,) = [e for e in engine.events if isinstance(e, Finished)]
    assert finished.reason == "aborted"


def test_a_window_that_does_not_read_stops_no_step_and_loses_no_text(tiny: Path) -> None:
    frozen = EngineChild(read=False)
    frozen.send(LoadModel(load_id="tiny", path=str(tiny), dtype="float32"))
    frozen.wait_for_log("Loaded ")
    params = SamplingParams(temperature=1.0, seed=1, max_tokens=250)
    for name in "abcdefgh":
        messages = [user(f"{name} go on " * 20)]
        frozen.send(Generate(request_id=name, conversation_id=name, messages=messages, sampling=params))
    # The event pipe holds 64 KiB and nobody reads it; the log tells that every answer is finished all the same.
    for _ in range(8):
        frozen.wait_for_log(" ended: ")
    frozen.start_reading()
    finished = [frozen.wait_for(Finished) for _ in range(8)]
    assert frozen.close() == 0
    assert sum(f.receipt.generated_tokens for f in finished) == 8 * 250
    for f in finished:
        shown = sum(e.tokens for e in frozen.events if isinstance(e, Delta) and e.request_id == f.request_id)
        assert shown <= f.receipt.generated_tokens
        assert frozen.text_of(f.request_id)


def test_a_running_engine_goes_when_its_command_pipe_ends(tiny: Path) -> None:
    running = EngineChild()
    running.send(LoadModel(load_id="tiny", path=str(tiny)))
    running.wait_for(ModelLoaded)
    running.send(Generate(request_id="r", conversation_id="c", messages=[user("go on")], sampling=LONG_ANSWER))
    running.wait_for(Delta)
    assert running.close() == 0


def test_the_engine_is_gone_within_five_seconds_when_its_parent_is_killed(tiny: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", _PARENT, str(tiny)], cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    engine_still_alive = watch_end([int(parent.stdout.readline())])
    assert parent.stdout.readline().strip() == b"answering"
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert engine_still_alive(5) == []


_PARENT = """
import sys
from tests.engine.engine_child import EngineChild, user
from engine.protocol import Delta, Generate, LoadModel, ModelLoaded
engine = EngineChild()
print(engine.process.pid, flush=True)
engine.send(LoadModel(load_id="tiny", path=sys.argv[1]))
engine.wait_for(ModelLoaded)
for n in range(50):
    engine.send(Generate(request_id=str(n), conversation_id=str(n), messages=[user("go on")]))
engine.wait_for(Delta)
print("answering", flush=True)
engine.wait_for(type(None))
"""


def test_what_libraries_print_does_not_reach_the_event_pipe() -> None:
    script = """
from engine.worker import claim_pipes
import os
commands, events = claim_pipes()
print("a library speaks")
os.write(1, b"a C library speaks\\n")
assert os.read(0, 10) == b""
os.write(events, os.read(commands, 100))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, input=b"command", capture_output=True, timeout=60)
    assert done.stdout == b"command"
    assert b"a library speaks" in done.stderr
    assert b"a C library speaks" in done.stderr
