"""Before a GGUF file is fetched: near enough to what the model really has, and plain about what that stands on."""

from __future__ import annotations

import pytest

from app.gguf_guess import gguf_guess
from app.hub.messages import RepositoryFacts, RepositorySummary
from app.hub.repository_files import RepositoryFile, Variant

GIB = 1024**3
LLAMA_8B = 8_030_261_248


def variant(label: str, size_bytes: int) -> Variant:
    return Variant("gguf", label, (RepositoryFile(name=f"model.{label}.gguf", size_bytes=size_bytes),))


def facts(parameters: int = 0, context_tokens: int = 0) -> RepositoryFacts:
    summary = RepositorySummary(name="org/name", parameters=parameters)
    return RepositoryFacts(summary=summary, commit="a" * 40, context_tokens=context_tokens)


def test_the_hubs_own_number_is_taken_where_there_is_one() -> None:
    guess = gguf_guess(variant("Q4_K_M", 4_920_000_000), facts(parameters=LLAMA_8B, context_tokens=4096))
    assert guess is not None
    assert (guess.model.parameters, guess.basis, guess.model.context_tokens) == (LLAMA_8B, "hub", 4096)
    assert guess.alike.name == "Llama 3.1 8B"
    assert guess.model.needed_bytes() == 2 * LLAMA_8B + 4096 * 131_072


@pytest.mark.parametrize(
    ("label", "size_bytes"),  # of Llama 3.1 8B, as it is published
    [
        ("IQ4_XS", 4_447_663_104),
        ("Q3_K_M", 4_018_918_656),
        ("Q4_0", 4_661_212_416),
        ("Q4_K_M", 4_920_734_720),
        ("Q5_K_M", 5_732_987_904),
        ("Q6_K", 6_596_006_912),
        ("Q8_0", 8_540_771_328),
        ("UD-Q4_K_XL", 4_991_000_000),
        ("BF16", 16_068_890_912),
        ("F32", 32_129_000_000),
    ],
)
def test_from_the_size_and_the_name_of_a_file_the_parameters_come_out_within_a_tenth(
    label: str, size_bytes: int
) -> None:
    guess = gguf_guess(variant(label, size_bytes), facts())
    assert guess is not None and guess.basis == "size"
    assert guess.model.parameters == pytest.approx(LLAMA_8B, rel=0.1)
    assert guess.alike.parameters > 7 * 10**9


def test_a_name_without_a_quantisation_gives_no_guess() -> None:
    assert gguf_guess(variant("model", 4_000_000_000), facts()) is None
    assert gguf_guess(variant("Q4_0", 0), facts()) is None


def test_it_fits_unpacked_or_not_at_all() -> None:
    guess = gguf_guess(variant("Q4_K_M", 4_920_000_000), facts(parameters=LLAMA_8B))
    assert guess is not None
    assert [guess.fit(gib * GIB) for gib in (64, 16, 8, 4)] == ["fits", "tight", "smaller", "too_large"]
