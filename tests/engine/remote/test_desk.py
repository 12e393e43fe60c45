"""A model on a server, through the engine's own thread for them: loading, answers, and every way they can fail."""

from __future__ import annotations

import logging

import pytest

from engine.protocol import (
    Abort,
    ChatMessage,
    CountTokens,
    Delta,
    Finished,
    Generate,
    ListServerModels,
    LoadFailed,
    LoadModel,
    MatchPrompts,
    ModelLoaded,
    PromptRendered,
    PromptsMatched,
    RemoteServer,
    RenderPrompt,
    SamplingParams,
    ServerModelsListed,
    ServerReport,
    TokensCounted,
    WatchCache,
)
from tests.engine.remote.remote_host import Remote
from tests.fakes.fake_server import FakeServer, fake_server

SECRET = "sk-do-not-tell"


def test_a_model_of_a_server_is_loaded_without_its_weights(remote: Remote, fake: FakeServer) -> None:
    fake.context_tokens = 4096
    info = remote.load(fake).model
    assert (info.name, info.server, info.device, info.context_tokens) == ("small", "Office", "remote", 4096)
    assert info.thinking == "optional"


def test_an_answer_streams_and_its_receipt_says_what_the_server_had_cached(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.usage = {"prompt_tokens": 50, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 48}}
    text, finished = remote.answer()
    assert text == "one two three four "
    assert sum(isinstance(event, Delta) for event in remote.told) == 4
    assert finished.reason == "stop"
    receipt = finished.receipt
    assert (receipt.cached_tokens, receipt.read_tokens, receipt.generated_tokens) == (48, 2, 4)
    assert receipt.first_token_ms > 0


def test_a_server_that_tells_no_counts_has_its_pieces_counted(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    _text, finished = remote.answer()
    assert (finished.receipt.cached_tokens, finished.receipt.read_tokens, finished.receipt.generated_tokens) == (
        0,
        0,
        4,
    )


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_what_a_model_thinks_is_told_apart(remote: Remote, fake: FakeServer, name: str) -> None:
    remote.load(fake)
    fake.pieces = [{name: "Let me "}, {name: "see."}, "Yes."]
    text, _finished = remote.answer()
    assert (text, remote.reasoning()) == ("Yes.", "Let me see.")


def test_what_a_model_thinks_is_found_in_the_text_where_the_server_leaves_it_there(
    remote: Remote, fake: FakeServer
) -> None:
    remote.load(fake)
    fake.pieces = ["<thi", "nk>\nLet me see.", "\n</think>\n\nYes", "."]
    text, _finished = remote.answer()
    assert (text, remote.reasoning()) == ("Yes.", "Let me see.")


def test_a_stopped_answer_keeps_its_text_and_closes_the_connection(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.fault = "hang"
    remote.ask()
    remote.wait_for(Delta, lambda event: "two" in remote.text())
    remote.host.take(Abort(request_id="r"))
    assert remote.wait_for(Finished).reason == "aborted"
    assert fake.went_away.wait(5)


def test_an_answer_that_is_stopped_at_once_is_finished_once(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    remote.ask()
    remote.host.take(Abort(request_id="r"))
    assert remote.wait_for(Finished).reason == "aborted"
    remote.ask(name="next")
    remote.wait_for(Finished)
    assert [event.request_id for event in remote.told if isinstance(event, Finished)] == ["r", "next"]


def test_leaving_the_model_ends_its_answers(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.fault = "hang"
    remote.ask()
    remote.wait_for(Delta)
    remote.host.leave()
    assert remote.wait_for(Finished).reason == "aborted"
    remote.ask(name="later")
    assert remote.wait_for(Finished).message.startswith("No model is loaded")


def test_a_conversation_has_one_answer_at_a_time_and_others_run_beside_it(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.fault = "hang"
    remote.ask(name="first")
    remote.wait_for(Delta)
    messages = [ChatMessage(role="user", content="again")]
    remote.host.take(Generate(request_id="second", conversation_id="cfirst", messages=messages))
    assert "still being answered" in remote.wait_for(Finished).message
    fake.fault = ""
    remote.ask(name="third")
    assert remote.wait_for(Finished).request_id == "third"


@pytest.mark.parametrize("fields", [{"plain": True}, {"tools": ["{}"]}])
def test_what_the_local_api_can_ask_beyond_a_chat_is_not_passed_on(
    remote: Remote, fake: FakeServer, fields: dict[str, object]
) -> None:
    remote.load(fake)
    finished = remote.answer(**fields)[1]
    assert (finished.reason, "not passed on" in finished.message) == ("error", True)
    assert fake.bodies == []


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("cut", "broke the answer off"),
        ("hang", "said nothing for too long"),
        ("broken", "no answer of this kind"),
        ("error", "The card has fallen out of its slot."),
    ],
)
def test_an_answer_that_fails_in_the_middle_keeps_its_text_and_the_next_one_comes(
    remote: Remote, fake: FakeServer, fault: str, words: str
) -> None:
    remote.load(fake)
    fake.fault = fault
    text, finished = remote.answer()
    assert text == "one two "
    assert finished.reason == "error"
    assert words in finished.message
    assert len(fake.bodies) == 1, "what was shown is not asked for again"
    fake.fault = ""
    assert remote.answer()[1].reason == "stop"


def test_a_web_page_in_place_of_an_answer_is_told_as_one(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.fault = "html"
    assert "a web page in place of an answer" in remote.answer()[1].message


def test_a_server_that_does_not_stream_is_understood(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.fault = "whole"
    text, finished = remote.answer("all at once")
    assert (text, finished.reason) == ("all  at  once ", "stop")


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (401, '{"error":{"message":"Invalid API key"}}', "Check the key of this server in the settings. It said: Inv"),
        (404, '{"error":{"message":"no such model"}}', "has no model called small"),
        (400, '{"message":"bad"}', "does not accept the request (status 400). It said: bad."),
        (302, "", "has moved to"),
    ],
)
def test_a_refusal_is_a_sentence_and_is_not_repeated(
    remote: Remote, fake: FakeServer, status: int, body: str, words: str
) -> None:
    remote.load(fake)
    fake.refusals = [(status, {"Location": "https://elsewhere"}, body)]
    _text, finished = remote.answer()
    assert words in finished.message
    assert len(fake.bodies) == 1


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_passing_refusal_is_tried_again_and_leaves_no_trace(remote: Remote, fake: FakeServer, status: int) -> None:
    remote.load(fake)
    fake.refusals = [(status, {}, "")] * 2
    text, finished = remote.answer()
    assert (text, finished.reason) == ("one two three four ", "stop")


@pytest.mark.parametrize(("status", "words"), [(429, "too many requests"), (500, "failed while working")])
def test_a_refusal_that_does_not_pass_is_told_after_three_tries(
    remote: Remote, fake: FakeServer, status: int, words: str
) -> None:
    remote.load(fake)
    fake.refusals = [(status, {}, "")] * 9
    assert words in remote.answer()[1].message
    assert len(fake.bodies) == 3


def test_a_server_that_wants_a_long_rest_gets_it(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.refusals = [(429, {"Retry-After": "60"}, "")]
    assert "too many requests" in remote.answer()[1].message
    assert len(fake.bodies) == 1


def test_a_server_that_ends_an_answer_early_is_named(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.finish_reason = "length"
    finished = remote.answer()[1]
    assert (finished.reason, finished.message) == (
        "length",
        "Office ended the answer at the longest length that it allows.",
    )
    assert remote.answer(sampling=SamplingParams(max_tokens=4))[1].message == ""


def test_a_field_that_a_server_does_not_take_is_left_out_from_then_on(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.refuses_fields = {"top_k"}
    sampling = SamplingParams(top_k=5, seed=1)
    assert remote.answer(sampling=sampling)[1].reason == "stop"
    assert remote.answer(sampling=sampling)[1].reason == "stop"
    assert ["top_k" in body for body in fake.bodies] == [True, False, False]
    assert all(body["seed"] == 1 for body in fake.bodies)


def test_a_stop_string_ends_the_answer_also_where_the_server_knows_none(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    text, finished = remote.answer(sampling=SamplingParams(stop=["three"]))
    assert (text, finished.reason) == ("one two ", "stop")


def test_a_server_that_is_down_is_a_sentence(remote: Remote) -> None:
    with fake_server() as fake:
        pass
    with pytest.raises(AssertionError):
        remote_load_or_fail(remote, fake)
    failed = next(event for event in remote.told if isinstance(event, LoadFailed))
    assert failed.code == "unreachable"
    assert "cannot be reached. Is it running" in failed.message


def remote_load_or_fail(remote: Remote, fake: FakeServer) -> None:
    server = RemoteServer(name="Office", base_url=fake.base_url)
    remote.host.take(LoadModel(load_id="l", path="p", remote=server, remote_model="small"))
    event = remote.wait_for((ModelLoaded, LoadFailed))  # type: ignore[arg-type]
    assert isinstance(event, ModelLoaded)


def test_a_server_that_goes_down_fails_the_answer_and_serves_again_when_it_is_back(remote: Remote) -> None:
    with fake_server() as fake:
        remote.load(fake)
    finished = remote.answer()[1]
    assert (finished.reason, "cannot be reached" in finished.message) == ("error", True)


def test_a_wrong_key_is_told_when_the_model_is_loaded(remote: Remote, fake: FakeServer) -> None:
    fake.key = SECRET
    with pytest.raises(AssertionError):
        remote_load_or_fail(remote, fake)
    failed = next(event for event in remote.told if isinstance(event, LoadFailed))
    assert (failed.code, "Check the key" in failed.message) == ("no_permission", True)


def test_a_key_is_sent_and_stands_in_no_log(remote: Remote, fake: FakeServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    fake.key = SECRET
    remote.load(fake, key=SECRET)
    assert remote.answer()[1].reason == "stop"
    assert fake.keys[-1] == f"Bearer {SECRET}"
    assert SECRET not in caplog.text
    assert SECRET not in repr(RemoteServer(name="n", base_url="u", key=SECRET))


def test_the_models_of_a_server_are_listed_whatever_is_loaded(remote: Remote, fake: FakeServer) -> None:
    server = RemoteServer(name="Office", base_url=fake.base_url.removesuffix("/v1"))
    remote.host.take(ListServerModels(list_id="q", server=server))
    listed = remote.wait_for(ServerModelsListed)
    assert ([model.name for model in listed.models], listed.kind) == (["small", "large"], "vllm")


def test_a_server_without_models_says_why(remote: Remote, fake: FakeServer) -> None:
    fake.pages["/v1/models"] = (200, "<html></html>")
    remote.host.take(ListServerModels(list_id="q", server=RemoteServer(name="Office", base_url=fake.base_url)))
    assert "a web page" in remote.wait_for(ServerModelsListed).message


def test_the_figures_of_a_server_come_while_somebody_looks_and_only_when_they_change(
    remote: Remote, fake: FakeServer
) -> None:
    page = '# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{{model_name="small"}} {}\n'
    fake.pages["/metrics"] = (200, page.format(1))
    remote.load(fake)
    assert "/metrics" not in fake.asked_pages
    remote.host.take(WatchCache(ledger=True))
    first = remote.wait_for(ServerReport)
    assert (first.server, first.kind, first.running, first.message) == ("Office", "vllm", 1, "")
    fake.pages["/metrics"] = (200, page.format(2))
    assert remote.wait_for(ServerReport).running == 2
    fake.usage = {"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 6}}
    remote.ask()
    remote.wait_for(Finished)
    own = remote.wait_for(ServerReport)
    assert (own.own_reused_tokens, own.own_read_tokens) == (6, 3)
    fake.pages["/metrics"] = (404, "")
    assert "does not tell how its cache is used" in remote.wait_for(ServerReport).message
    remote.host.take(WatchCache())
    remote.host.take(CountTokens(count_id="n", texts=[""]))
    remote.wait_for(TokensCounted)
    asked = fake.asked_pages.count("/metrics")
    remote.answer(name="later")
    assert fake.asked_pages.count("/metrics") <= asked + 1, "one may have been on its way"


def test_a_server_of_which_no_figures_are_known_is_not_asked_for_any(remote: Remote, fake: FakeServer) -> None:
    fake.owner = "someone"
    remote.load(fake)
    remote.host.take(WatchCache(ledger=True))
    assert "does not tell" in remote.wait_for(ServerReport).message
    assert "/metrics" not in fake.asked_pages


def test_tokens_are_estimated_and_the_prompt_is_shown_as_it_is_sent(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    remote.host.take(CountTokens(count_id="n", texts=["", "seven letters long"]))
    counted = remote.wait_for(TokensCounted)
    assert counted.are_estimates
    assert counted.counts == [0, 6]
    remote.host.take(RenderPrompt(request_id="p", messages=[ChatMessage(role="user", content="Hello")]))
    assert '"content": "Hello"' in remote.wait_for(PromptRendered).text
    remote.host.take(MatchPrompts(request_id="m", prompts=[]))
    assert "runs on a server" in remote.wait_for(PromptsMatched).message
