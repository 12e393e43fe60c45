"""What is sent for an answer, by the kind of server."""

from __future__ import annotations

import pytest

from engine.protocol import ChatMessage, Generate, RemoteServer, SamplingParams, ServerKind
from engine.remote.request_body import chat_body

SERVER = RemoteServer(name="Office", base_url="http://office/v1", salt="mine")
HELLO = ChatMessage(role="user", content="Hello")
HALF = ChatMessage(role="assistant", content="Good mor", reasoning="They greet.", token_ids=[1, 2])


def body(kind: ServerKind = "", *messages: ChatMessage, **fields: object) -> dict[str, object]:
    command = Generate(request_id="r", conversation_id="c", messages=list(messages or [HELLO]), **fields)  # type: ignore[arg-type]
    return chat_body(command, "m", kind, SERVER)


def test_a_server_of_which_nothing_is_known_gets_what_all_understand() -> None:
    assert body(sampling=SamplingParams(temperature=0.5, top_p=1.0)) == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hello"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.5,
    }


def test_what_was_set_is_sent() -> None:
    sampling = SamplingParams(top_k=4, top_p=0.9, min_p=0.1, seed=7, max_tokens=5, stop=["x"], repetition_penalty=1.2)
    sent = body("vllm", sampling=sampling)
    assert sent["repetition_penalty"] == 1.2
    names = ("top_k", "top_p", "min_p", "seed", "max_tokens", "stop")
    assert [sent[name] for name in names] == [4, 0.9, 0.1, 7, 5, ["x"]]


def test_llama_server_has_a_name_of_its_own_for_the_penalty() -> None:
    sent = body("llama.cpp", sampling=SamplingParams(repetition_penalty=1.2))
    assert sent["repeat_penalty"] == 1.2
    assert "repetition_penalty" not in sent


def test_what_a_model_thought_is_not_sent_back() -> None:
    sent = body("", HELLO, HALF, HELLO)
    assert sent["messages"][1] == {"role": "assistant", "content": "Good mor"}  # type: ignore[index]


@pytest.mark.parametrize(("kind", "is_flagged"), [("vllm", True), ("sglang", True), ("ollama", False), ("", False)])
def test_an_unfinished_answer_is_gone_on_with(kind: ServerKind, is_flagged: bool) -> None:
    sent = body(kind, HELLO, HALF, continues=True)
    assert sent["messages"][-1]["content"] == "Good mor"  # type: ignore[index]
    assert sent.get("continue_final_message", False) is is_flagged
    assert ("add_generation_prompt" in sent) is is_flagged


def test_an_answer_that_was_only_thought_begins_anew() -> None:
    thought = ChatMessage(role="assistant", content="", reasoning="They greet.")
    sent = body("vllm", HELLO, thought, continues=True)
    assert sent["messages"] == [{"role": "user", "content": "Hello"}]
    assert "continue_final_message" not in sent


def test_a_summary_stands_in_the_system_prompt() -> None:
    sent = body("", HELLO, summary="They met.")
    assert sent["messages"][0]["role"] == "system"  # type: ignore[index]
    assert "They met." in sent["messages"][0]["content"]  # type: ignore[index]


@pytest.mark.parametrize("kind", ["vllm", "sglang", "llama.cpp"])
def test_thinking_is_told_to_those_that_pass_it_on(kind: ServerKind) -> None:
    assert body(kind, thinking="off")["chat_template_kwargs"] == {"enable_thinking": False}
    assert body(kind, thinking="on")["chat_template_kwargs"] == {"enable_thinking": True}
    assert "chat_template_kwargs" not in body(kind)
    assert "chat_template_kwargs" not in body("", thinking="off")


def test_only_vllm_gets_a_salt_the_same_for_all_chats_but_temporary_ones() -> None:
    salt = body("vllm")["cache_salt"]
    assert salt == body("vllm", HELLO, HALF)["cache_salt"] != "mine"
    assert body("vllm", cache="once")["cache_salt"] == salt, "a title finds what its chat has cached"
    assert len({salt, *(body("vllm", cache=cache)["cache_salt"] for cache in ("temporary", "apart"))}) == 3
    assert "cache_salt" not in body("sglang")
