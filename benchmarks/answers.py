"""The engine's own answering in the process of a benchmark: requests in, tokens and times out, without pipes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.answering import Answering
from engine.cache.tiers import Tiers
from engine.loader import LoadedModel
from engine.protocol import ChatMessage, Delta, Event, Finished, Generate, SamplingParams
from engine.scheduler import MIN_CHUNK_TOKENS, ChunkSize


@dataclass(slots=True)
class Written:
    """One answer.

    Attributes:
        times: When each piece of its text was told.
    """

    times: list[float] = field(default_factory=list)
    finished: Finished | None = None

    @property
    def token_ids(self) -> list[int]:
        """What was written."""
        assert self.finished is not None
        return self.finished.token_ids

    @property
    def tokens_per_second(self) -> float:
        """From the first token to the last, by the engine's receipt."""
        assert self.finished is not None
        return self.finished.receipt.tokens_per_second


class Answers:
    """A loaded model that answers. Each conversation is forgotten once it is answered, so that none helps another."""

    def __init__(self, loaded: LoadedModel) -> None:
        self.answering = Answering(loaded, self._take, Tiers(lambda sentence: None))
        self._written: dict[str, Written] = {}
        # As long as the clock allows, chunks would be read with other roundings each time.
        self.answering.steps._chunk = ChunkSize(most=MIN_CHUNK_TOKENS)

    def run(self, commands: list[Generate]) -> dict[str, Written]:
        """Answer them together, to the end of the last."""
        self._written = {command.request_id: Written() for command in commands}
        for command in commands:
            self.answering.add(command)
        while self.answering.step():
            pass
        for command in commands:
            self.answering.drop(command.conversation_id)
        return self._written

    @contextmanager
    def guessing(self, allowed: bool) -> Iterator[None]:
        """Let tokens be guessed, or not."""
        steps = self.answering.steps
        before, steps.guesses = steps.guesses, allowed
        try:
            yield
        finally:
            steps.guesses = before

    def _take(self, event: Event) -> None:
        if isinstance(event, Delta):
            self._written[event.request_id].times.append(time.perf_counter())
        elif isinstance(event, Finished):
            self._written[event.request_id].finished = event


def ask(name: str, messages: list[ChatMessage], max_tokens: int, seed: int | None = None) -> Generate:
    """A request whose answer is as long as wanted; greedy without a seed."""
    sampling = SamplingParams(temperature=0.0 if seed is None else 1.0, seed=seed, max_tokens=max_tokens)
    return Generate(
        request_id=name,
        conversation_id=name,
        messages=messages,
        sampling=sampling,
        continues=messages[-1].role == "assistant",
    )
