"""A loaded model at work: requests become forwards, forwards become text.

One call of `step` is one forward of one request: a chunk of its prompt, or one token of its answer. Between two calls
everything is consistent, so that requests may come, be stopped, or be dropped there.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable

import torch

from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager, Sequence
from engine.cache.layer_state import LayerState
from engine.detokenizer import Detokenizer
from engine.device_memory import memory_errors
from engine.errors import ContextFull, OutOfBlocks, PromptError
from engine.loader import LoadedModel
from engine.protocol import (
    CacheReport,
    ConversationCache,
    Delta,
    Event,
    Finished,
    FinishReason,
    Generate,
    PrefillProgress,
)
from engine.request import Request
from engine.sampler import Sampler
from engine.scheduler import ChunkSize, Scheduler

log = logging.getLogger(__name__)

_STATE_EVERY_TOKENS = 16 * BLOCK_TOKENS


class Answering:
    """Owner of the model, its cache and its requests."""

    def __init__(self, loaded: LoadedModel, emit: Callable[[Event], None]) -> None:
        self.info = loaded.info
        self._loaded = loaded
        self._emit = emit
        self._runner = loaded.runner
        self._store = loaded.store
        self.cache = self._empty_cache()
        self.scheduler = Scheduler()
        self._chunk = ChunkSize()

    def add(self, command: Generate) -> None:
        """Take a request; one that cannot be answered is finished at once, with a sentence."""
        reason: FinishReason = "error"
        try:
            self.scheduler.add(self._accept(command))
            return
        except ContextFull as error:
            reason, message = "context_full", error.sentence
        except PromptError as error:
            message = error.sentence
        except Exception as error:  # a template is a program from elsewhere, and must not take the engine with it
            log.exception("Request %s could not be accepted.", command.request_id)
            message = f"This conversation could not be prepared for the model ({type(error).__name__}: {error})."
        self._emit(Finished(request_id=command.request_id, reason=reason, message=message))

    def step(self) -> bool:
        """One forward; False if there is nothing to do."""
        request = self.scheduler.next()
        if request is None:
            return False
        try:
            self._advance(request)
        except OutOfBlocks as error:
            self._pause(request)
            if not self.scheduler.preempt(request):
                self._finish(request, "error", error.sentence)
        except MemoryError:
            self._finish(
                request,
                "error",
                "There was not enough memory to compute the answer. Close other programs, lower the cache budget, or "
                "shorten the conversation.",
            )
        except Exception as error:  # one request's trouble must not take the others' answers with it
            log.exception("Request %s failed.", request.id)
            self._finish(request, "error", f"The model failed while computing ({type(error).__name__}: {error}).")
        return True

    def abort(self, request_id: str) -> None:
        """Stop a request; no effect if it has ended."""
        request = self.scheduler.find(request_id)
        if request is not None:
            self._finish(request, "aborted")

    def abort_all(self) -> None:
        """Stop all requests."""
        for request in self.scheduler.requests():
            self._finish(request, "aborted")

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation's cache, stopping its request first."""
        for request in self.scheduler.requests():
            if request.command.conversation_id == conversation_id:
                self._finish(request, "aborted")
        self.cache.drop(conversation_id)

    def forget_everything(self) -> None:
        """Start with an empty cache; only while no request runs."""
        self._store.clear()
        self.cache = self._empty_cache()

    def report(self, process_bytes: int) -> CacheReport:
        """The cache ledger: what each conversation has in the cache, the one used last first."""
        pool, states = self.cache.pool, self.cache.snapshots
        sequences = sorted(self.cache.sequences.values(), key=lambda sequence: -sequence.last_used)
        return CacheReport(
            budget_bytes=pool.budget_bytes + states.budget_bytes,
            used_bytes=pool.used_bytes + states.used_bytes,
            evictable_bytes=self.cache.evictable_bytes + states.used_bytes,
            state_bytes=states.used_bytes,
            blocks=pool.num_used,
            block_tokens=BLOCK_TOKENS,
            block_bytes=pool.sizes.open_bytes,
            packed_block_bytes=pool.sizes.by_format[self._loaded.policy.format] + pool.sizes.window_bytes,
            process_bytes=process_bytes,
            weights_bytes=self.info.weights_bytes,
            conversations=[self._conversation(sequence) for sequence in sequences],
        )

    def _conversation(self, sequence: Sequence) -> ConversationCache:
        table = sequence.block_table
        return ConversationCache(
            conversation_id=sequence.conversation_id,
            tokens=sequence.num_tokens,
            blocks=len(table),
            shared_blocks=sum(block.ref_count > 1 for block in table),
            bytes=sum(map(self.cache.pool.bytes_of, table)),
            formats=dict(Counter(block.format.name for block in table)),
        )

    def _empty_cache(self) -> CacheManager:
        loaded = self._loaded
        return CacheManager(
            loaded.kv_budget_bytes,
            loaded.sizes,
            loaded.policy,
            root_hash(loaded.info.fingerprint, loaded.policy.identity),
            self._store,
            self._runner.new_state if self._runner.has_state else None,
        )

    def _accept(self, command: Generate) -> Request:
        arrived = time.perf_counter()
        if any(r.command.conversation_id == command.conversation_id for r in self.scheduler.requests()):
            raise PromptError("This conversation is still being answered. Stop that answer first.")
        token_ids = self._loaded.template.token_ids(command.messages)
        if len(token_ids) >= self.info.context_tokens:
            raise ContextFull(
                f"This conversation has {len(token_ids):,} tokens, and the model's context holds "
                f"{self.info.context_tokens:,}. Start a new chat, or shorten or delete earlier messages."
            )
        return Request(
            command=command,
            sampler=Sampler(command.sampling, self._runner.device),
            detokenizer=Detokenizer(self._decode, (*command.sampling.stop, *self._loaded.template.stop)),
            prompt_tokens=len(token_ids),
            token_ids=token_ids,
            state_points=self._state_points(command, token_ids),
            arrived=arrived,
        )

    def _state_points(self, command: Generate, token_ids: list[int]) -> frozenset[int]:
        """Where a copy of recurrent state will be wanted: where an edit parts, for a second answer, at times."""
        if not self._runner.has_state:
            return frozenset()
        points = {*self._loaded.template.edit_points(command.messages, token_ids), len(token_ids) - 1}
        return frozenset(points | set(range(_STATE_EVERY_TOKENS, len(token_ids), _STATE_EVERY_TOKENS)))

    def _advance(self, request: Request) -> None:
        logits = self._forward(request)
        if request.num_computed < len(request.token_ids):
            return  # more of the prompt is to be read
        token_id = request.sampler.sample(logits, request.token_ids)
        request.add_token(token_id)
        if token_id in self._loaded.stop_ids:
            request.ended_by_model = True
            self._finish(request, "stop")
            return
        text = request.detokenizer.add(token_id)
        self._emit_text(request, text)
        if request.detokenizer.stopped:
            self._finish(request, "stop")
        elif len(request.token_ids) >= self.info.context_tokens:
            self._finish(
                request,
                "context_full",
                f"The answer ends here because the model's context of {self.info.context_tokens:,} tokens is full. "
                "Start a new chat, or shorten or delete earlier messages.",
            )
        elif 0 < request.command.sampling.max_tokens <= request.num_generated:
            self._finish(request, "length")

    def _forward(self, request: Request) -> torch.Tensor:
        """Compute the next chunk of what is not in the cache yet."""
        if request.sequence is None:
            request.sequence = self.cache.begin(request.command.conversation_id, request.token_ids)
        sequence, start = request.sequence, request.num_computed
        if request.cached_tokens < 0:
            request.cached_tokens = start
        ends = (start + self._chunk.tokens, *(point for point in request.state_points if point > start))
        chunk = request.token_ids[start : self._runner.end_of_chunk(start, len(request.token_ids), min(ends))]
        reading = start < request.prompt_tokens
        self.cache.reserve(sequence, start + len(chunk))
        started = time.perf_counter()
        state, sequence.state = sequence.state, None  # a forward that fails leaves it at no token in particular
        assert state is None or isinstance(state, LayerState)
        with memory_errors():
            logits = self._runner.forward(self._store, sequence.block_table, start, chunk, state)
        sequence.state = state
        self.cache.commit(sequence, chunk)
        if start + len(chunk) in request.state_points:
            self.cache.keep_state(sequence)
        self._chunk.observe(len(chunk), time.perf_counter() - started)
        if reading:
            request.read_tokens += len(chunk)
            self._emit(
                PrefillProgress(
                    request_id=request.id,
                    prompt_tokens=request.prompt_tokens,
                    cached_tokens=request.cached_tokens,
                    read_tokens=request.read_tokens,
                )
            )
        return logits[-1]

    def _finish(self, request: Request, reason: FinishReason, message: str = "") -> None:
        """Close a request. What it computed stays in the cache for the next turn."""
        self._pause(request)
        self.scheduler.remove(request)
        self._emit_text(request, request.detokenizer.flush())
        receipt = request.receipt()
        log.info("Request %s ended: %s, %s", request.id, reason, receipt)
        self._emit(
            Finished(
                request_id=request.id,
                reason=reason,
                receipt=receipt,
                token_ids=request.generated_ids,
                tokenizer_id=self.info.tokenizer_id,
                message=message,
            )
        )

    def _pause(self, request: Request) -> None:
        if request.sequence is not None:
            self.cache.end(request.sequence)
            request.sequence = None

    def _emit_text(self, request: Request, text: str) -> None:
        if text:
            self._emit(Delta(request_id=request.id, text=text))

    def _decode(self, token_ids: object) -> str:
        text: str = self._loaded.tokenizer.decode(
            token_ids, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return text
