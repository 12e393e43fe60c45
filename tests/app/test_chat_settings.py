from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.chat_settings import OUR_TEMPERATURE, ReadSoFar, effective_settings, reading_cost
from app.conversation import ChatSettings
from app.settings import Settings
from engine.protocol import SamplingDefaults, SamplingParams

OURS = SamplingParams(temperature=OUR_TEMPERATURE)
values = {
    "temperature": st.none() | st.floats(0, 10),
    "top_k": st.none() | st.integers(0, 200),
    "top_p": st.none() | st.floats(0, 1),
    "min_p": st.none() | st.floats(0, 1),
    "repetition_penalty": st.none() | st.floats(0.5, 10),
}
layers = st.fixed_dictionaries(values)


@given(layers, layers, layers)
def test_each_number_comes_from_the_first_that_says_one(
    own: dict[str, float], program: dict[str, float], model: dict[str, float]
) -> None:
    sampling = effective_settings(ChatSettings(**own), Settings(**program), SamplingDefaults(**model)).sampling
    for name in values:
        said = [layer[name] for layer in (own, program, model) if layer[name] is not None]
        assert getattr(sampling, name) == (said[0] if said else getattr(OURS, name))


def test_without_any_choice_answers_are_cool_and_end_with_the_context() -> None:
    effective = effective_settings(ChatSettings(), Settings(), SamplingDefaults())
    assert effective.sampling == OURS
    assert (effective.system_prompt, effective.thinking, effective.kv_format) == ("", "default", "int8")


def test_an_empty_system_prompt_of_a_conversation_is_a_choice() -> None:
    settings = Settings(system_prompt="Be brief.")
    assert effective_settings(ChatSettings(), settings, SamplingDefaults()).system_prompt == "Be brief."
    assert effective_settings(ChatSettings(system_prompt=""), settings, SamplingDefaults()).system_prompt == ""


def test_words_that_take_what_the_program_has_are_no_choice() -> None:
    settings = Settings(thinking="off", kv_format="int4", seed=3, max_tokens=9)
    effective = effective_settings(ChatSettings(), settings, SamplingDefaults())
    assert (effective.thinking, effective.kv_format) == ("off", "int4")
    assert (effective.sampling.seed, effective.sampling.max_tokens) == (3, 9)
    own = ChatSettings(thinking="on", kv_format="exact", seed=0, max_tokens=0, stop=("END",))
    effective = effective_settings(own, settings, SamplingDefaults())
    assert (effective.thinking, effective.kv_format) == ("on", "exact")
    assert (effective.sampling.seed, effective.sampling.max_tokens, effective.sampling.stop) == (0, 0, ["END"])


BEFORE = effective_settings(ChatSettings(model_path="/a"), Settings(), SamplingDefaults())
READ = ReadSoFar(has_answer=True, tokens=1234, last_answer_tokens=56)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"system_prompt": "Be brief."}, "the whole chat (1,234 tokens) is read again"),
        ({"kv_format": "int4"}, "the whole chat (1,234 tokens) is read again"),
        ({"model_path": "/b"}, "Another model has to read the whole chat (1,234 tokens)"),
        ({"thinking": "off"}, "At most the last turn (about 56 tokens)"),
        ({"sampling": SamplingParams(temperature=2.0)}, "Nothing has to be read again."),
        ({"system_prompt": "  "}, "Nothing has to be read again."),
        ({"thinking": "off", "system_prompt": "x"}, "the whole chat (1,234 tokens)"),
    ],
)
def test_each_change_says_what_it_costs(change: dict[str, object], says: str) -> None:
    assert says in reading_cost(BEFORE, replace(BEFORE, **change), READ)


def test_a_model_that_kept_the_chat_reads_only_what_came_since() -> None:
    sentence = reading_cost(BEFORE, replace(BEFORE, model_path="/b"), replace(READ, kept_tokens=900))
    assert "still has 900 tokens" in sentence


def test_a_chat_that_was_never_answered_costs_nothing_whatever_changes() -> None:
    after = replace(BEFORE, system_prompt="x", kv_format="int4", model_path="/b")
    assert "Nothing of this chat has been read yet" in reading_cost(BEFORE, after, ReadSoFar(has_answer=False))


@given(layers)
def test_what_a_conversation_says_survives_its_way_to_the_disk(own: dict[str, float]) -> None:
    settings = ChatSettings(model_path="/models/ü", stop=("a", "b"), thinking="on", **own)
    assert msgspec.json.decode(msgspec.json.encode(settings), type=ChatSettings) == settings
