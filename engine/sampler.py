"""Chooses the next token from the logits, with transformers' own logits processors."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from transformers import (
    LogitsProcessorList,
    MinPLogitsWarper,
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from engine.protocol import SamplingParams


class Sampler:
    """The choice of one request. Equal seeds give equal answers for equal logits.

    The order is that of transformers' `generate`: penalty, temperature, top-k, top-p, min-p.
    """

    def __init__(self, params: SamplingParams, device: torch.device) -> None:
        self._greedy = params.temperature <= 0
        self._processors = LogitsProcessorList()
        if params.repetition_penalty > 0 and params.repetition_penalty != 1:
            self._processors.append(RepetitionPenaltyLogitsProcessor(params.repetition_penalty))
        if not self._greedy:
            if params.temperature != 1:
                self._processors.append(TemperatureLogitsWarper(float(params.temperature)))
            if params.top_k > 0:
                self._processors.append(TopKLogitsWarper(params.top_k))
            if 0 < params.top_p < 1:
                self._processors.append(TopPLogitsWarper(params.top_p))
            if 0 < params.min_p <= 1:
                self._processors.append(MinPLogitsWarper(params.min_p))
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
        scores = logits.float()[None]
        if self._processors:
            scores = self._processors(torch.tensor([token_ids], device=logits.device), scores)
        # The largest tells of all: NaN wins over every number. On CUDA, drawing from such scores would take the whole
        # process's use of the card with it.
        if not torch.isfinite(scores.max()):
            raise FloatingPointError("the logits are not finite")
        if self._greedy:
            return int(scores.argmax())
        return int(torch.multinomial(torch.softmax(scores[0], dim=-1), 1, generator=self._generator))
