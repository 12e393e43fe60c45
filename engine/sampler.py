"""Chooses the next token from the logits.

What transformers' logits processors do, in their order (penalty, temperature, top-k, top-p, min-p), without sorting a
whole vocabulary for each token: the likeliest tokens are looked at first, and more only where they are not enough.
Measured, 2 busy cores, top-p 0.95: 20 ms for 49,152 logits and 86 ms for 262,144 with the processors, 0.9 and 4 ms so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from engine.protocol import SamplingParams

_FIRST_CANDIDATES = 256
_BROKEN = -1  # no token; what is chosen from numbers that are none


class Sampler:
    """The choice of one request. Equal seeds give equal answers for equal logits."""

    def __init__(self, params: SamplingParams, device: torch.device) -> None:
        self._params = params
        self._greedy = params.temperature <= 0
        self._penalty = params.repetition_penalty if params.repetition_penalty > 0 else 1.0
        self._top_p = params.top_p if 0 < params.top_p < 1 else 1.0
        self._min_p = params.min_p if 0 < params.min_p <= 1 else 0.0
        self._generator = torch.Generator(device)
        if params.seed is not None:
            self._generator.manual_seed(params.seed % 2**63)
        else:
            self._generator.seed()

    def sample(self, logits: torch.Tensor, token_ids: Sequence[int]) -> int:
        """The next token.

        Args:
            logits: `[vocab_size]`.
            token_ids: All tokens before it, which the repetition penalty looks at.

        Raises:
            FloatingPointError: A logit is NaN or infinite, or all are -inf; the model's numbers have broken down.
        """
        return checked(int(self.choose(logits, token_ids)))

    def choose(self, logits: torch.Tensor, token_ids: Sequence[int]) -> torch.Tensor:
        """The same on the logits' device, which the program does not wait for; see `checked`."""
        scores = logits.float()
        if self._penalty != 1:
            scores = self._penalised(scores, token_ids)
        if not self._greedy and self._params.temperature != 1:
            scores = scores / self._params.temperature
        # The largest tells of all: NaN wins over every number. On CUDA, drawing from such scores would take the whole
        # process's use of the card with it.
        is_sound = torch.isfinite(scores.max())
        if self._greedy:
            return torch.where(is_sound, _first_of_largest(scores), _BROKEN)
        scores = torch.where(is_sound, scores, 0.0)
        if self._params.top_k <= 0 and self._top_p == 1 and self._min_p == 0:
            return torch.where(is_sound, self._draw(torch.softmax(scores, dim=-1)), _BROKEN)
        candidates, ids = self._candidates(scores)
        return torch.where(is_sound, ids[self._draw(torch.softmax(candidates, dim=-1))], _BROKEN)

    def _penalised(self, scores: torch.Tensor, token_ids: Sequence[int]) -> torch.Tensor:
        seen = torch.tensor(sorted(set(token_ids)), device=scores.device)
        before = scores[seen]
        after = torch.where(before < 0, before * self._penalty, before / self._penalty)
        return scores.index_copy(0, seen, after)

    def _candidates(self, scores: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores, and ids, of tokens, the likeliest first; -inf for those that may not be drawn."""
        vocab_size = scores.shape[0]
        if self._params.top_k > 0:
            found, ids = scores.topk(min(self._params.top_k, vocab_size))
            total = found.logsumexp(0)
        else:
            total = scores.logsumexp(0)
            # A card sorts all of them sooner than the program could look at some.
            count = vocab_size if scores.is_cuda else min(_FIRST_CANDIDATES, vocab_size)
            found, ids = scores.topk(count)
            while count < vocab_size and not self._are_enough(found, total):
                count = min(8 * count, vocab_size)
                found, ids = scores.topk(count)
        allowed = torch.ones_like(found, dtype=torch.bool)
        if self._top_p < 1:
            probabilities = (found - total).exp()
            # A token may be drawn if those before it have less than top-p together.
            allowed &= probabilities.cumsum(0) - probabilities < self._top_p
        if self._min_p > 0:
            allowed &= found >= found[0] + math.log(self._min_p)
        allowed[0] = True
        return found.masked_fill(~allowed, -torch.inf), ids

    def _are_enough(self, found: torch.Tensor, total: torch.Tensor) -> bool:
        """Whether no token that was not found may be drawn."""
        if self._min_p > 0 and found[-1] < found[0] + math.log(self._min_p):
            return True
        return self._top_p < 1 and float((found - total).exp().sum()) >= self._top_p

    def _draw(self, probabilities: torch.Tensor) -> torch.Tensor:
        return torch.multinomial(probabilities, 1, generator=self._generator)[0]


def _first_of_largest(scores: torch.Tensor) -> torch.Tensor:
    """Its place. On a CPU numpy finds it in 8 us among 50,000, torch in 110."""
    return torch.tensor(int(scores.numpy().argmax())) if scores.device.type == "cpu" else scores.argmax()


def checked(token_id: int) -> int:
    """A token that was chosen on the device.

    Raises:
        FloatingPointError: See `Sampler.sample`.
    """
    if token_id == _BROKEN:
        raise FloatingPointError("the logits are not finite")
    return token_id
