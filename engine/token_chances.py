"""How likely a token was, and which others could have been in its place, for those who ask."""

from __future__ import annotations

import torch

from engine.protocol import ChosenToken, TokenChance
from engine.special_tokens import TextEncoder


def chosen_token(encoder: TextEncoder, logits: torch.Tensor, token_id: int, num_others: int) -> ChosenToken:
    """What the model thought of a token.

    Args:
        logits: That it was chosen from, `[vocab_size]`.
    """
    logprobs = torch.log_softmax(logits.float(), dim=-1)
    found, ids = logprobs.topk(min(num_others, logprobs.shape[0]))
    others = [
        TokenChance(text=encoder.pieces([other])[0], logprob=value)
        for value, other in zip(found.tolist(), ids.tolist(), strict=True)
    ]
    return ChosenToken(text=encoder.pieces([token_id])[0], logprob=float(logprobs[token_id]), others=others)
