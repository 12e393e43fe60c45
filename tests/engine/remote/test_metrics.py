"""Figures of servers: pages as their documentation describes them, and pages that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.protocol import ServerSlot
from engine.remote.metrics import Figures, figures, slots

VLLM = (Path(__file__).parent / "vllm_metrics.txt").read_text("utf-8")


def test_engines_behind_one_server_are_added_up_and_the_fullest_cache_is_told() -> None:
    assert figures(VLLM, "org/large") == Figures(
        usage=0.8125, queried_tokens=100_000, hit_tokens=71_000, running=5, waiting=4
    )


def test_the_figures_of_other_models_are_left_out() -> None:
    assert figures(VLLM, "org/other") == Figures()


def test_an_older_vllm_calls_its_cache_otherwise() -> None:
    page = '# TYPE vllm:gpu_cache_usage_perc gauge\nvllm:gpu_cache_usage_perc{model_name="m"} 0.25\n'
    assert figures(page, "m") == Figures(usage=0.25)


def test_a_llama_server_has_names_without_models() -> None:
    page = (
        "# HELP llamacpp:requests_processing Number of requests processing.\n"
        "# TYPE llamacpp:requests_processing gauge\n"
        "llamacpp:requests_processing 1\n"
        "# TYPE llamacpp:requests_deferred gauge\n"
        "llamacpp:requests_deferred 2\n"
    )
    assert figures(page, "m") == Figures(running=1, waiting=2)


def test_sglang_tells_its_usage_and_its_queue() -> None:
    page = (
        "# TYPE sglang:token_usage gauge\n"
        'sglang:token_usage{model_name="m",tp_rank="0"} 0.5\n'
        "# TYPE sglang:num_running_reqs gauge\n"
        'sglang:num_running_reqs{model_name="m"} 7.0\n'
        "# TYPE sglang:num_queue_reqs gauge\n"
        'sglang:num_queue_reqs{model_name="m"} 0.0\n'
    )
    assert figures(page, "m") == Figures(usage=0.5, running=7, waiting=0)


@pytest.mark.parametrize("page", ["<html><body>Not here</body></html>", "vllm:kv_cache_usage_perc{ 1", "x y z\n"])
def test_a_page_that_is_none_is_refused(page: str) -> None:
    with pytest.raises(ValueError):
        figures(page, "m")


def test_an_empty_page_says_nothing() -> None:
    assert figures("", "m") == Figures()


def test_slots_of_a_llama_server_are_read_as_far_as_they_say_something() -> None:
    page = [
        {"id": 0, "n_ctx": 4096, "is_processing": True, "n_past": 1234},
        {"id": 1, "n_ctx": 4096, "is_processing": False},
        {"n_ctx": 1},
        "no slot",
    ]
    assert slots(page) == [
        ServerSlot(number=0, is_busy=True, tokens=1234, context_tokens=4096),
        ServerSlot(number=1, is_busy=False, context_tokens=4096),
    ]
    assert slots({"error": "not started with --slots"}) == []
