"""How likely tokens were, as the model says before sampling changes anything."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from engine.special_tokens import TextEncoder
from engine.token_chances import chosen_token
from tests.engine.small_tokenizer import byte_level


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return byte_level()


def test_the_chosen_token_and_the_likeliest_others_are_told_with_their_chances(tokenizer: Any) -> None:
    chosen, likeliest, second = (tokenizer.encode(letter, add_special_tokens=False)[0] for letter in "xyz")
    logits = torch.full([len(tokenizer)], -1e9)
    logits[[likeliest, second, chosen]] = torch.tensor([0.5, 0.3, 0.2]).log()
    told = chosen_token(TextEncoder(tokenizer, ""), logits, chosen, 2)
    assert (told.text, [other.text for other in told.others]) == ("x", ["y", "z"])
    assert told.logprob == pytest.approx(math.log(0.2), rel=1e-4)
    assert [other.logprob for other in told.others] == pytest.approx([math.log(0.5), math.log(0.3)], rel=1e-4)
    assert chosen_token(TextEncoder(tokenizer, ""), logits, chosen, 0).others == []


def test_no_more_tokens_are_told_than_there_are(tokenizer: Any) -> None:
    logits = torch.zeros(3)
    assert len(chosen_token(TextEncoder(tokenizer, ""), logits, 1, 20).others) == 3
