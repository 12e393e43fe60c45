"""One forward for all requests whose turn it is: each answer's next token, guesses behind it, a chunk of a prompt."""

from __future__ import annotations

import logging
from collections.abc import Callable
from collections.abc import Sequence as Listed
from dataclasses import dataclass, replace
from functools import partial

import torch

from engine.cache.block import BLOCK_TOKENS
from engine.cache.cache_manager import CacheManager
from engine.cache.kv_store import KvStore
from engine.cache.layer_state import LayerState
from engine.cache.sequence import Sequence
from engine.captured_steps import CapturedSteps
from engine.device_memory import memory_errors
from engine.drafting import NOTHING, Draft
from engine.errors import EngineError
from engine.model_runner import ModelRunner, Piece
from engine.request import Request
from engine.scheduler import MAX_CHUNK_TOKENS, MAX_SHARED_TOKENS, ChunkSize
from engine.speculation import MAX_GUESSES, StepCosts, plan_guesses

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """What a forward does for one request.

    Attributes:
        start: Tokens of the sequence that are computed already.
        token_ids: To be computed, without guesses.
        draft: What may come behind them.
        is_shared: Whether answers wait for the forward.
        num_guesses: So many tokens of the draft are computed too.
    """

    request: Request
    sequence: Sequence
    start: int
    token_ids: list[int]
    is_shared: bool = False
    draft: Draft = NOTHING
    num_guesses: int = 0

    @property
    def guesses(self) -> list[int]:
        """Tokens that are computed as though they had been chosen."""
        return self.draft.token_ids[: self.num_guesses]

    @property
    def is_reading(self) -> bool:
        """Whether it is of a prompt."""
        return self.start < self.request.prompt_tokens

    def learn(self, chosen: Listed[int]) -> None:
        """Take note of the tokens that were chosen: what the draft was worth, or would have been."""
        tried = self.draft.token_ids[: max(self.num_guesses, 1)][: len(chosen)]
        right = 0
        while right < len(tried) and tried[right] == chosen[right]:
            right += 1
        self.request.chances.observe(self.draft.matched, right, len(tried))


class Steps:
    """Runs parts of requests, several at once where the model allows it.

    Args:
        context_tokens: That the model has at most.
        is_unwanted: Whether a request, by its id, is about to be ended: its prompt is not read on then.

    Attributes:
        guesses: Whether tokens are guessed.
    """

    def __init__(
        self,
        runner: ModelRunner,
        store: KvStore,
        cache: CacheManager,
        context_tokens: int,
        is_unwanted: Callable[[str], bool],
    ) -> None:
        self._runner = runner
        self._store = store
        self._cache = cache
        self._context_tokens = context_tokens
        self._is_unwanted = is_unwanted
        most = MAX_SHARED_TOKENS if runner.device.type == "cpu" else MAX_CHUNK_TOKENS
        self._chunk, self._shared_chunk = ChunkSize(), ChunkSize(is_shared=True, most=most)
        self._costs = StepCosts()
        self._captured = CapturedSteps(runner, store)
        # What a recurrent layer has seen cannot be taken back.
        self.guesses = not runner.has_state

    def prepare(self, request: Request, is_shared: bool) -> Part:
        """What comes next of a request that has a sequence, with blocks for it.

        Args:
            is_shared: Whether answers wait for this forward.

        Raises:
            OutOfBlocks: There is no room for it.
        """
        sequence, start = request.sequence, request.num_computed
        assert sequence is not None
        chunk_tokens = (self._shared_chunk if is_shared else self._chunk).tokens
        ends = (start + chunk_tokens, *(point for point in request.state_points if point > start))
        end = self._runner.end_of_chunk(start, len(request.token_ids), min(ends))
        part = Part(request, sequence, start, request.token_ids[start:end], is_shared)
        self._cache.reserve(sequence, start + len(part.token_ids))
        return part

    def with_guesses(self, parts: list[Part]) -> list[Part]:
        """The same, with tokens guessed where that pays. No answer waits longer for a prompt because of them."""
        if not self.guesses or not all(part.request.is_written for part in parts):
            return parts
        drafted = [
            replace(part, draft=part.request.drafter.draft(part.request.token_ids, MAX_GUESSES)) for part in parts
        ]
        wanted = [
            (part.request.chances.of(part.draft.matched), min(len(part.draft.token_ids), self._most_guesses(part)))
            for part in drafted
        ]
        counts = plan_guesses(wanted, self._costs)
        return [replace(part, num_guesses=count) for part, count in zip(drafted, counts, strict=True)]

    def be_brief(self) -> bool:
        """Read as little at once as can be: that needs the least working space. False if that is so already."""
        was_longer = self._chunk.be_brief()
        return self._shared_chunk.be_brief() or was_longer

    def run_together(self, parts: Listed[Part]) -> list[torch.Tensor] | None:
        """Compute several parts in one forward; see `run`. None, with nothing done, if that fails."""
        pieces = [self._piece(part) for part in parts]
        try:
            with memory_errors():
                logits = self._captured.decode(pieces) or self._runner.forward_several(self._store, pieces)
        except (EngineError, MemoryError):
            return None
        except Exception:
            log.exception("%d requests could not be gone on with together.", len(parts))
            return None
        for part in parts:
            self._cache.commit(part.sequence, part.token_ids)
        self._wait_for_device(parts)
        return logits

    def run(self, part: Part) -> torch.Tensor:
        """Compute a part, and take what is not guessed of it into the cache.

        Returns:
            Logits behind the last of its tokens, and behind each guess: `[1 + num_guesses, vocab_size]`.

        Raises:
            Unwanted: The request is about to be ended, and nothing of the part was taken.
        """
        request, sequence = part.request, part.sequence
        state, sequence.state = sequence.state, None  # a forward that fails leaves it at no token in particular
        assert state is None or isinstance(state, LayerState)
        piece = self._piece(part)
        with memory_errors():
            if captured := self._captured.decode([piece]):
                (logits,) = captured
            else:
                logits = self._runner.forward(
                    self._store,
                    piece.block_table,
                    piece.start,
                    piece.token_ids,
                    state,
                    num_logits=piece.num_logits,
                    is_unwanted=piece.is_unwanted,
                )
        sequence.state = state
        self._cache.commit(sequence, part.token_ids)
        if part.start + len(part.token_ids) in request.state_points:
            self._cache.keep_state(sequence)
        self._wait_for_device([part])
        return logits

    @property
    def note(self) -> str:
        """Why steps are not captured on a card that they were to be captured on; empty where all is well."""
        return self._captured.note

    def observe(self, parts: Listed[Part], seconds: float) -> None:
        """Take note of how long it took from before the forward to when the next tokens were chosen."""
        read = [part for part in parts if part.is_reading]
        if not read:
            self._costs.observe(len(parts), sum(part.num_guesses for part in parts), seconds)
        for part in read:
            chunk = self._shared_chunk if part.is_shared else self._chunk
            chunk.observe(len(part.token_ids), seconds)

    def _piece(self, part: Part) -> Piece:
        return Piece(
            part.sequence.block_table,
            part.start,
            [*part.token_ids, *part.guesses],
            num_logits=1 + part.num_guesses,
            is_unwanted=partial(self._is_unwanted, part.request.id) if self._may_end_early(part) else None,
        )

    def _may_end_early(self, part: Part) -> bool:
        """Whether nothing is lost but the chunk: answers beside it would each be computed anew, and a state be gone."""
        return part.is_reading and not part.is_shared and (part.start == 0 or not self._runner.has_state)

    def _most_guesses(self, part: Part) -> int:
        """As many as a block that is there anyway has room for, and as the answer may still be long."""
        request, length = part.request, len(part.request.token_ids)
        most = min(BLOCK_TOKENS - 1 - part.start % BLOCK_TOKENS, self._context_tokens - length - 1)
        if request.command.sampling.max_tokens > 0:
            most = min(most, request.command.sampling.max_tokens - request.num_generated - 1)
        return max(most, 0)

    def _wait_for_device(self, parts: Listed[Part]) -> None:
        """A card works on while the program goes on; a chunk is timed to its end. Answers wait for their tokens."""
        if self._runner.device.type == "cuda" and any(part.is_reading for part in parts):
            torch.cuda.synchronize(self._runner.device)


def choose_at_once(parts: Listed[Part], logits: Listed[torch.Tensor]) -> list[int | None]:
    """The next token of each part that ends in one, read from the device together; None for the others.

    Guesses are looked at one after the other, since each choice stands on the one before it.
    """
    asked = [
        place
        for place, part in enumerate(parts)
        if not part.num_guesses and part.request.num_computed == len(part.request.token_ids)
    ]
    chosen: list[int | None] = [None] * len(parts)
    try:
        tokens = [
            parts[place].request.sampler.choose(logits[place][0], parts[place].request.token_ids) for place in asked
        ]
        for place, token_id in zip(asked, torch.stack(tokens).tolist() if asked else [], strict=True):
            chosen[place] = token_id
    except Exception:
        log.exception("Tokens could not be chosen together.")  # each is tried by itself, and one in trouble ends alone
    return chosen
