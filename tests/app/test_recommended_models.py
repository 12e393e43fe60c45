from __future__ import annotations

import itertools

from app.recommended_models import RECOMMENDED, best_fits

GIB = 1024**3


def test_each_is_told_once_and_they_go_from_small_to_large() -> None:
    assert len({model.repository for model in RECOMMENDED}) == len(RECOMMENDED)
    sizes = [model.parameters for model in RECOMMENDED]
    assert sizes == sorted(sizes)
    assert all(model.repository.count("/") == 1 and model.licence and model.context_tokens for model in RECOMMENDED)


def test_the_families_that_people_ask_for_are_there() -> None:
    names = " ".join(model.name for model in RECOMMENDED)
    for family in ("SmolLM2", "SmolLM3", "Qwen3", "Llama 3.1", "Llama 3.2", "Llama 3.3", "Gemma 3", "Mistral", "Phi-4"):
        assert family in names


def test_what_needs_an_agreement_says_so() -> None:
    gated = {model.licence for model in RECOMMENDED if model.is_gated}
    assert gated == {"gemma", "llama3.1", "llama3.2", "llama3.3"}


def test_llama_70b_needs_what_is_published() -> None:
    (model,) = (each for each in RECOMMENDED if each.name == "Llama 3.3 70B")
    assert (model.size_bytes, model.kv_bytes_per_token) == (141_107_412_992, 327_680)


def test_more_memory_fits_more_and_the_largest_comes_first() -> None:
    assert next(model.name for model in best_fits(1 * GIB)) == "Gemma 3 270M"
    fitting = [best_fits(number * GIB) for number in (2, 8, 16, 24, 80, 200)]
    assert all(set(less) <= set(more) for less, more in itertools.pairwise(fitting))
    assert fitting[-1][0].name == "Llama 3.3 70B"
    assert best_fits(0) == ()


def test_what_fits_in_4_bits_only_is_told_apart() -> None:
    (model,) = (each for each in RECOMMENDED if each.name == "Llama 3.1 8B")
    assert [model.fit(gib * GIB) for gib in (24, 16, 8, 4)] == ["fits", "tight", "smaller", "too_large"]
