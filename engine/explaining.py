"""Shows how the cache of the loaded model works, on the model itself: its layers, a trial, what a prompt would find."""

from __future__ import annotations

import logging
from collections.abc import Callable

from engine.cache.block import BLOCK_TOKENS, common_prefix_length
from engine.cache.formats import FORMATS
from engine.cache_trial import MAX_TRIAL_TOKENS, CacheTrial, Tried
from engine.chat_template import RenderOptions
from engine.context import with_summary
from engine.errors import PromptError
from engine.layer_facts import format_bytes, layer_facts
from engine.loader import LoadedModel
from engine.protocol import (
    CacheTried,
    Event,
    ExplainModel,
    Generate,
    MatchPrompts,
    ModelExplained,
    PromptMatch,
    PromptsMatched,
    TrialSide,
    TryCache,
)
from engine.weights.reading import weights_read_bytes

log = logging.getLogger(__name__)

_NO_MEMORY = "There is too little free memory for a trial. Close other programs and try again."


class Explaining:
    """Owner of the trial that runs.

    Args:
        cached_tokens: How much of a command's prompt would be found in the cache.
    """

    def __init__(
        self, loaded: LoadedModel, emit: Callable[[Event], None], cached_tokens: Callable[[Generate, list[int]], int]
    ) -> None:
        self._loaded = loaded
        self._emit = emit
        self._cached_tokens = cached_tokens
        self._trial: tuple[TryCache, CacheTrial, int] | None = None

    def explain(self, command: ExplainModel) -> None:
        """Tell what each layer keeps."""
        runner, info = self._loaded.runner, self._loaded.info
        by_format = format_bytes(runner, list(FORMATS.values()))
        self._emit(
            ModelExplained(
                request_id=command.request_id,
                layers=layer_facts(runner, FORMATS[info.kv_format]),
                format_bytes={format_.name: num_bytes for format_, num_bytes in by_format.items()},
                kv_format=info.kv_format,
                block_tokens=BLOCK_TOKENS,
                context_tokens=info.context_tokens,
            )
        )

    def match(self, command: MatchPrompts) -> None:
        """Tell how much of each prompt would be found."""
        matches: list[PromptMatch] = []
        first: list[int] = []
        try:
            for prompt in command.prompts:
                token_ids = self._token_ids(prompt)
                first = first or token_ids
                matches.append(
                    PromptMatch(
                        prompt_tokens=len(token_ids),
                        cached_tokens=self._cached_tokens(prompt, token_ids),
                        common_tokens=common_prefix_length(first, token_ids),
                    )
                )
        except PromptError as error:
            self._emit(PromptsMatched(request_id=command.request_id, message=error.sentence))
            return
        self._emit(PromptsMatched(request_id=command.request_id, matches=matches, block_tokens=BLOCK_TOKENS))

    def begin_trial(self, command: TryCache) -> None:
        """Take a trial in place of the one that runs."""
        self._trial = None
        message = ""
        try:
            template = self._loaded.template
            token_ids = template.token_ids(command.messages)
            if len(token_ids) > MAX_TRIAL_TOKENS:
                message = (
                    f"This question has {len(token_ids)} tokens with the model's template, and a trial takes "
                    f"{MAX_TRIAL_TOKENS} at most. Ask a shorter one."
                )
            else:
                self._trial = command, CacheTrial(self._loaded.runner, token_ids, command.max_tokens), len(token_ids)
        except PromptError as error:
            message = error.sentence
        except MemoryError:
            message = _NO_MEMORY
        if message:
            self._emit(CacheTried(request_id=command.request_id, message=message))

    def step(self) -> bool:
        """One token of the trial; False if there is none to be computed."""
        if self._trial is None:
            return False
        command, trial, prompt_tokens = self._trial
        step = len(trial.token_ids) - prompt_tokens
        try:
            cached, uncached = trial.step()
        except Exception as error:  # a model that fails here fails in answers too, which say more
            log.exception("A trial failed.")
            self._trial = None
            message = _NO_MEMORY if isinstance(error, MemoryError) else f"The trial failed ({type(error).__name__})."
            self._emit(CacheTried(request_id=command.request_id, message=message))
            return True
        token_id = trial.token_ids[-1]
        is_last = trial.is_done or token_id in self._loaded.stop_ids
        self._emit(
            CacheTried(
                request_id=command.request_id,
                step=step,
                prompt_tokens=prompt_tokens,
                text=self._loaded.template.encoder.pieces([token_id])[0],
                cached=self._side(cached),
                uncached=self._side(uncached),
                is_last=is_last,
            )
        )
        if is_last:
            self._trial = None
        return True

    def _side(self, tried: Tried) -> TrialSide:
        return TrialSide(
            computed_tokens=tried.computed_tokens,
            weights_bytes=weights_read_bytes(
                self._loaded.runner.model, self._loaded.info.weights_bytes, tried.computed_tokens
            ),
            cache_bytes=tried.cache_bytes,
            milliseconds=tried.milliseconds,
        )

    def _token_ids(self, prompt: Generate) -> list[int]:
        messages = with_summary(prompt.messages, prompt.summary)
        return self._loaded.template.token_ids(messages, RenderOptions.of(prompt))
