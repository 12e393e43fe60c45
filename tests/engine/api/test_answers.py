"""What clients get of what the engine tells, and what becomes of requests that come to nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from engine.api import desk
from engine.protocol import (
    Delta,
    Event,
    Finished,
    Generate,
    LoadProgress,
    ModelInfo,
    ModelLoaded,
    ModelUnloaded,
    PrefillProgress,
    Receipt,
    SamplingDefaults,
)
from tests.engine.api.scripted_engine import MODEL, ScriptedEngine, says, scripted

HELLO = [{"role": "user", "content": "hello"}]
TOOLS = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]


@pytest.fixture(scope="module")
def engine() -> Iterator[ScriptedEngine]:
    with scripted() as engine:
        yield engine


@pytest.fixture
def http(engine: ScriptedEngine) -> Iterator[httpx.Client]:
    engine.script = says("yes")
    engine.asked.clear()
    engine.aborted.clear()
    engine.api.take(ModelLoaded(load_id="l", model=MODEL))
    port = engine.listen().port
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=20) as client:
        yield client


def ask(http: httpx.Client, **wanted: object) -> httpx.Response:
    return http.post("/v1/chat/completions", json={"model": "kvasir", "messages": HELLO, **wanted})


def events(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def error(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["message"])


def test_what_was_thought_comes_apart_from_what_is_answered(engine: ScriptedEngine, http: httpx.Client) -> None:
    engine.script = says("yes", reasoning="hm")
    message = ask(http).json()["choices"][0]["message"]
    assert message == {"role": "assistant", "content": "yes", "reasoning_content": "hm"}
    deltas = [chunk["choices"][0]["delta"] for chunk in events(ask(http, stream=True))]
    assert "".join(delta.get("reasoning_content", "") for delta in deltas) == "hm"
    assert "".join(delta.get("content", "") for delta in deltas) == "yes"


def test_text_that_turns_out_to_be_thought_is_told_as_such(engine: ScriptedEngine, http: httpx.Client) -> None:
    def script(command: Generate) -> list[Event]:
        name = command.request_id
        return [
            Delta(request_id=name, text="so it seems"),
            Delta(request_id=name, moved=True, text="yes"),
            Finished(request_id=name, reason="stop"),
        ]

    engine.script = script
    message = ask(http).json()["choices"][0]["message"]
    assert (message["content"], message["reasoning_content"]) == ("yes", "so it seems")


def test_cached_tokens_are_told_where_openai_tells_them(engine: ScriptedEngine, http: httpx.Client) -> None:
    engine.script = says("yes", cached=640, prompt=700)
    assert ask(http).json()["usage"] == {
        "prompt_tokens": 700,
        "completion_tokens": 3,
        "total_tokens": 703,
        "prompt_tokens_details": {"cached_tokens": 640},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }


def test_an_answer_that_is_sent_back_has_its_ids_again(engine: ScriptedEngine, http: httpx.Client) -> None:
    ask(http)
    again = [*HELLO, {"role": "assistant", "content": "yes"}, {"role": "user", "content": "really?"}]
    ask(http, messages=again)
    first, second = engine.asked
    assert [message.token_ids for message in second.messages] == [[], [1, 2], []]
    assert second.conversation_id == first.conversation_id
    ask(http, messages=[{"role": "user", "content": "something else"}])
    assert engine.asked[2].conversation_id != first.conversation_id


def test_fields_mean_what_openai_says_and_what_is_left_out_the_models_maker_decides(
    engine: ScriptedEngine, http: httpx.Client
) -> None:
    recommended = SamplingDefaults(temperature=0.6, top_k=20)
    model = ModelLoaded(load_id="l", model=_replaced(sampling=recommended))
    engine.api.take(model)
    ask(http, top_p=0, max_completion_tokens=5, max_tokens=9, stop="x", seed=7, reasoning_effort="none")
    ask(http, temperature=1e-300, top_k=-1, stop=["", "a", "b"], reasoning_effort="high", user="me", store=True)
    first, second = engine.asked
    assert (first.sampling.temperature, first.sampling.top_k, first.sampling.seed) == (0.6, 20, 7)
    assert 0 < first.sampling.top_p < 1e-6  # the likeliest token alone; 0 would mean all to the sampler
    assert (first.sampling.max_tokens, first.sampling.stop, first.thinking) == (5, ["x"], "off")
    assert (second.sampling.temperature, second.sampling.top_k, second.sampling.top_p) == (0, 0, 1)
    assert (second.sampling.stop, second.thinking) == (["a", "b"], "on")
    assert {command.cache for command in engine.asked} == {"apart"}


def test_messages_come_in_all_the_forms_that_clients_send(engine: ScriptedEngine, http: httpx.Client) -> None:
    messages = [
        {"role": "developer", "content": "be brief"},
        {"role": "user", "content": [{"type": "text", "text": "one, "}, {"type": "text", "text": "two"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"a":1}'}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "rain"},
    ]
    assert ask(http, messages=messages, tools=TOOLS).status_code == 200
    system, asked, called, told = engine.asked[0].messages
    assert (system.role, system.content, asked.content) == ("system", "be brief", "one, two")
    assert [(call.name, call.arguments) for call in called.tool_calls] == [("weather", '{"a":1}')]
    assert (told.role, told.content, told.tool_call_id, told.tool_name) == ("tool", "rain", "c1", "weather")
    assert json.loads(engine.asked[0].tools[0])["function"]["name"] == "weather"


@pytest.mark.parametrize("is_stream", [False, True])
def test_calls_of_tools_are_told_as_such(engine: ScriptedEngine, http: httpx.Client, is_stream: bool) -> None:
    written = (
        'Let me look. <tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n'
        '<tool_call>{"name": "time"}</tool_call>'
    )
    engine.script = says(written)
    answer = ask(http, tools=TOOLS, stream=is_stream)
    if is_stream:
        choices = [chunk["choices"][0] for chunk in events(answer)]
        text = "".join(choice["delta"].get("content") or "" for choice in choices)
        calls = [call for choice in choices for call in choice["delta"].get("tool_calls", [])]
    else:
        choices = answer.json()["choices"]
        text, calls = choices[0]["message"]["content"], choices[0]["message"]["tool_calls"]
    assert text.rstrip() == "Let me look."
    assert [call["function"] for call in calls] == [
        {"name": "weather", "arguments": '{"city":"Oslo"}'},
        {"name": "time", "arguments": "{}"},
    ]
    assert [call["index"] for call in calls] == [0, 1]
    assert len({call["id"] for call in calls}) == 2
    assert choices[-1]["finish_reason"] == "tool_calls"


def test_what_only_looks_like_a_call_stays_text(engine: ScriptedEngine, http: httpx.Client) -> None:
    for written in ("a < b", "<tool_call>not json</tool_call>", "so <tool", "<tool_call>"):
        engine.script = says(written)
        choice = ask(http, tools=TOOLS).json()["choices"][0]
        assert (choice["message"]["content"], choice["finish_reason"]) == (written, "stop")
        streamed = events(ask(http, tools=TOOLS, stream=True))
        assert "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in streamed) == written


def fails(reason: str, message: str, begun: bool = False) -> Any:
    def script(command: Generate) -> list[Event]:
        name = command.request_id
        read = [PrefillProgress(request_id=name, prompt_tokens=9, cached_tokens=0, read_tokens=9)] if begun else []
        text = [Delta(request_id=name, text="part")] if begun else []
        return [*read, *text, Finished(request_id=name, reason=reason, message=message)]  # type: ignore[arg-type]

    return script


@pytest.mark.parametrize(
    ("reason", "begun", "status"),
    [
        ("error", False, 400),
        ("error", True, 500),
        ("context_full", False, 400),
        ("aborted", False, 503),
        ("aborted", True, 503),
    ],
)
def test_failures_are_sentences_with_the_right_status(
    engine: ScriptedEngine, http: httpx.Client, reason: str, begun: bool, status: int
) -> None:
    engine.script = fails(reason, "It went wrong.", begun)
    answer = ask(http)
    assert answer.status_code == status
    assert error(answer).endswith(".")
    streamed = ask(http, stream=True)
    if begun:  # the stream has begun, so what went wrong is told within it
        assert events(streamed)[-1]["error"]["message"] == error(answer)
        assert "[DONE]" not in streamed.text
    else:
        assert streamed.status_code == status


def test_an_answer_that_fills_the_context_is_cut_off_like_one_that_was_to_be_short(
    engine: ScriptedEngine, http: httpx.Client
) -> None:
    engine.script = fails("context_full", "The context is full.", begun=True)
    choice = ask(http).json()["choices"][0]
    assert (choice["message"]["content"], choice["finish_reason"]) == ("part", "length")


def test_without_a_model_requests_are_told_so_and_the_list_is_empty(engine: ScriptedEngine, http: httpx.Client) -> None:
    for event in (ModelUnloaded(), LoadProgress(load_id="l", stage="reading")):
        engine.api.take(ModelLoaded(load_id="l", model=MODEL))
        engine.api.take(event)
        assert ask(http).status_code == 503
        assert "No model is loaded" in error(ask(http))
        assert http.get("/v1/models").json()["data"] == []
        assert http.get("/health").json() == {"status": "no model"}
    assert engine.asked == []


def test_a_body_that_is_too_long_is_refused_before_it_was_read_to_its_end(http: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b" " * 65_536

    try:
        assert http.post("/v1/chat/completions", content=endless()).status_code == 413
    except httpx.WriteError:
        pass  # the server hung up while more was being sent, which is as good


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b"null", b"\xff", b'{"model": 1}', b'{"messages": "\\ud800"}', b"[" * 100_000]
)
def test_a_body_that_is_no_request_is_refused_with_a_sentence(http: httpx.Client, body: bytes) -> None:
    for path in ("/v1/chat/completions", "/v1/completions"):
        answer = http.post(path, content=body)
        assert answer.status_code == 400
        assert error(answer).endswith(".")


def test_what_is_not_there_is_said_in_the_same_form(http: httpx.Client) -> None:
    assert http.get("/v1/embeddings").status_code == 404
    assert http.get("/v1/chat/completions").status_code == 405
    assert "GET" in error(http.get("/v1/chat/completions"))


def test_too_many_requests_at_once_are_told_to_try_again(
    engine: ScriptedEngine, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "MOST_REQUESTS", 1)
    engine.script = lambda command: []
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(ask, http)
        engine.wait_for(lambda: len(engine.asked) == 1)
        refused = ask(http)
        engine.api.take(Finished(request_id=engine.asked[0].request_id, reason="stop"))
        assert waiting.result().status_code == 200
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
    engine.script = says("yes")
    assert ask(http).status_code == 200


def test_prometheus_finds_what_the_engine_does_under_the_usual_names(
    engine: ScriptedEngine, http: httpx.Client
) -> None:
    def script(command: Generate) -> list[Event]:
        receipt = Receipt(first_token_ms=300.0, generated_tokens=1)
        return [Finished(request_id=command.request_id, reason="stop", receipt=receipt)]

    engine.script = script
    ask(http)
    page = http.get("/metrics")
    assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = page.text.splitlines()
    labels = f'model_name="{MODEL.name}"'
    assert f"kvasir:kv_cache_usage_perc{{{labels}}} 0.25" in lines
    assert f"kvasir:num_requests_running{{{labels}}} 2" in lines
    assert f"kvasir:num_requests_waiting{{{labels}}} 1" in lines
    assert f"kvasir:prefix_cache_queries_total{{{labels}}} 100" in lines
    assert f"kvasir:prefix_cache_hits_total{{{labels}}} 70" in lines
    counts = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}
    assert counts[f'kvasir:request_success_total{{{labels},finished_reason="stop"}}'] >= 1
    within = 'kvasir:time_to_first_token_seconds_bucket{%s,le="%s"}'
    assert counts[within % (labels, "0.25")] < counts[within % (labels, "0.5")] == counts[within % (labels, "+Inf")]
    assert counts[f"kvasir:time_to_first_token_seconds_count{{{labels}}}"] == counts[within % (labels, "+Inf")]


def test_a_model_that_runs_elsewhere_passes_on_conversations_and_says_what_it_does_not(
    engine: ScriptedEngine, http: httpx.Client
) -> None:
    engine.api.take(ModelLoaded(load_id="l", model=_replaced(server="the office")))
    assert ask(http).json()["choices"][0]["message"]["content"] == "yes"
    assert "the office" in error(ask(http, tools=TOOLS))
    assert "the office" in error(ask(http, logprobs=True))
    assert "the office" in error(http.post("/v1/completions", json={"model": "kvasir", "prompt": "x"}))
    engine.script = fails("error", "The server does not answer.")
    assert ask(http).status_code == 502


def _replaced(**fields: object) -> ModelInfo:
    return msgspec.structs.replace(MODEL, **fields)
