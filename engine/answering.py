"""A loaded model at work: requests become forwards, forwards become text.

One call of `step` is one forward: a chunk of one request's prompt, or one token of each answer that is being written.
Between two calls everything is consistent, so that requests may come, be stopped, or be dropped there.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable

import torch

from engine.answer_reader import AnswerReader, Told
from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.fetching import Fetching
from engine.cache.formats import FORMATS
from engine.cache.layer_state import LayerState
from engine.cache.parking import Parking
from engine.cache.sequence import Root
from engine.cache.tiers import Tiers
from engine.chat_template import RenderOptions
from engine.context import with_summary
from engine.context_keeper import ContextKeeper
from engine.device_memory import memory_errors
from engine.errors import ContextFull, EngineError, OutOfBlocks, PromptError
from engine.loader import LoadedModel
from engine.protocol import (
    Delta,
    Event,
    Finished,
    FinishReason,
    Generate,
    Notice,
    PrefillProgress,
    PromptRendered,
    RenderPrompt,
)
from engine.request import Request
from engine.sampler import Sampler
from engine.scheduler import ChunkSize, Scheduler

log = logging.getLogger(__name__)

_STATE_EVERY_TOKENS = 16 * BLOCK_TOKENS


class Answering:
    """Owner of the model, its cache and its requests."""

    def __init__(self, loaded: LoadedModel, emit: Callable[[Event], None], tiers: Tiers) -> None:
        self.info = loaded.info
        self._loaded = loaded
        self._emit = emit
        self._runner = loaded.runner
        self._store = loaded.store
        self._tiers = tiers
        self._tiers.use_ram(self._runner.device.type != "cpu")
        self._secrets: dict[str, str] = {}  # by conversation; a temporary one's cache is found by nobody else
        self._refused_formats: set[str] = set()
        self._budget_bytes = loaded.kv_budget_bytes
        self.cache, self.parking, self._fetching = self._empty_cache()
        self.scheduler = Scheduler(self._runner.decodes_together)
        self._chunk = ChunkSize()
        self._context = ContextKeeper(loaded.template, self.info.context_tokens, emit, self._new_request)

    def add(self, command: Generate) -> None:
        """Take a request; one that cannot be answered is finished at once, with a sentence."""
        reason: FinishReason = "error"
        try:
            self._schedule(self._accept(command))
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
        requests = self.scheduler.next()
        if len(requests) < 2 or not self._write_together(requests):
            for request in requests:
                self._step_alone(request)
        return bool(requests)

    def _write_together(self, requests: list[Request]) -> bool:
        """One token of each; False, with nothing done, if that fails, so that each can be tried by itself."""
        sequences = [sequence for request in requests if (sequence := request.sequence) is not None]
        try:
            for sequence in sequences:
                self.cache.reserve(sequence, sequence.num_tokens + 1)
            with memory_errors():
                logits = self._runner.decode(
                    self._store,
                    [sequence.block_table for sequence in sequences],
                    [request.num_computed for request in requests],
                    [request.token_ids[-1] for request in requests],
                )
        except (EngineError, MemoryError):
            return False
        except Exception:
            log.exception("%d answers could not be gone on with together.", len(requests))
            return False
        for request, sequence, row in zip(requests, sequences, logits, strict=True):
            self.cache.commit(sequence, request.token_ids[-1:])
            try:
                self._take_token(request, row)
            except Exception as error:
                self._failed(request, error)
        return True

    def _step_alone(self, request: Request) -> None:
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
            self._failed(request, error)

    def _failed(self, request: Request, error: Exception) -> None:
        log.exception("Request %s failed.", request.id)
        self._finish(request, "error", f"The model failed while computing ({type(error).__name__}: {error}).")

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
            if request.answer.command.conversation_id == conversation_id:
                self._finish(request, "aborted")
        self.cache.drop(conversation_id)
        self._secrets.pop(conversation_id, None)

    def render(self, command: RenderPrompt) -> PromptRendered:
        """What the model would see; never raises."""
        template, options = self._loaded.template, RenderOptions.of(command)
        messages = with_summary(command.messages, command.summary)
        try:
            token_ids = template.token_ids(messages, options)
            pieces = template.encoder.pieces(token_ids)
            return PromptRendered(
                request_id=command.request_id,
                text=template.encoder.decode(token_ids),
                token_ids=token_ids,
                pieces=pieces,
            )
        except PromptError as error:
            message = error.sentence
        except Exception as error:  # as in `add`
            log.exception("A prompt could not be rendered.")
            message = f"This conversation could not be prepared for the model ({type(error).__name__}: {error})."
        return PromptRendered(request_id=command.request_id, message=message)

    def count(self, text: str) -> int:
        """How many tokens a text has; raises whatever the tokenizer does."""
        return self._loaded.template.encoder.count(text)

    def set_budget(self, budget_bytes: int) -> None:
        """Change how much of the device the cache may take; 0 for what fitted best when the model was loaded."""
        self._budget_bytes = budget_bytes or self._loaded.automatic_budget_bytes
        self.cache.set_budget(self._budget_bytes)

    def forget_everything(self) -> None:
        """Start with an empty cache; only while no request runs."""
        self._store.clear()
        self.cache, self.parking, self._fetching = self._empty_cache()

    def _empty_cache(self) -> tuple[CacheManager, Parking, Fetching]:
        loaded = self._loaded
        cache = CacheManager(
            self._budget_bytes,
            loaded.sizes,
            loaded.policy,
            root_hash(loaded.info.fingerprint, loaded.policy.identity),
            self._store,
            self._runner.new_state if self._runner.has_state else None,
        )
        info, device = loaded.info, self._runner.device
        parking = Parking(cache, self._store, self._tiers, info.fingerprint, info.name)
        fetching = Fetching(
            cache, self._store, self._tiers, info.fingerprint, lambda data: self._runner.new_state().load(data, device)
        )
        return cache, parking, fetching

    def _accept(self, command: Generate) -> Request:
        """What is to run first for a command."""
        request = self._new_request(command)
        running = (other.answer.command.conversation_id for other in self.scheduler.requests())
        if command.conversation_id in running:
            raise PromptError("This conversation is still being answered. Stop that answer first.")
        return self._context.admit(request)

    def _new_request(self, command: Generate) -> Request:
        template = self._loaded.template
        reader = AnswerReader(
            self._decode,
            template.encoder.decode,
            (*command.sampling.stop, *template.stop),
            template.format,
            template.marker_ids,
        )
        return Request(
            command=command,
            sampler=Sampler(command.sampling, self._runner.device),
            reader=reader,
            summary=command.summary,
        )

    def _schedule(self, request: Request) -> None:
        if not request.generated:
            options = RenderOptions.of(request.command)
            request.reader.begin(self._loaded.template.start(request.messages, request.token_ids, options))
        request.state_points = self._state_points(request)
        self.scheduler.add(request)

    def _state_points(self, request: Request) -> frozenset[int]:
        """Where a copy of recurrent state will be wanted: where an edit parts, for a second answer, at times."""
        if not self._runner.has_state:
            return frozenset()
        token_ids, options = request.token_ids, RenderOptions.of(request.command)
        points = {*self._loaded.template.edit_points(request.messages, token_ids, options), len(token_ids) - 1}
        return frozenset(points | set(range(_STATE_EVERY_TOKENS, len(token_ids), _STATE_EVERY_TOKENS)))

    def _advance(self, request: Request) -> None:
        if request.sequence is None and not self._begin(request):
            return
        logits = self._forward(request)
        if request.num_computed < len(request.token_ids):
            return  # more of the prompt is to be read
        self._take_token(request, logits)

    def _take_token(self, request: Request, logits: torch.Tensor) -> None:
        """Choose the next token of an answer, and end it where it ends."""
        token_id = request.sampler.sample(logits, request.token_ids)
        request.add_token(token_id)
        if token_id in self._loaded.stop_ids:
            request.ended_by_model = True
            self._finish(request, "stop")
            return
        self._tell(request, request.reader.add(token_id))
        if request.reader.stopped:
            self._finish(request, "stop")
        elif 0 < request.command.sampling.max_tokens <= request.num_generated:
            self._finish(request, "length")
        elif len(request.token_ids) >= self.info.context_tokens:
            self._make_room(request)

    def _make_room(self, request: Request) -> None:
        """The context is full within an answer: go on as the policy says, or end it there."""
        message = f"The answer ends here because the model's context of {self.info.context_tokens:,} tokens is full."
        try:
            following = self._context.make_room(request)
        except EngineError as error:
            following, message = None, error.sentence
        if following is None:
            self._finish(request, "context_full", message)
            return
        self._pause(request)
        self.scheduler.remove(request)
        self._schedule(following)

    def _go_on(self, asked: Request, failure: str) -> None:
        """A summary has ended: on with the answer that waited for it."""
        try:
            self._schedule(self._context.summarised(asked, failure))
        except EngineError as error:
            self._close(asked.answer, "context_full", error.sentence)

    def _begin(self, request: Request) -> bool:
        """Find what is cached; False while there is more to be brought back from other tiers."""
        command = request.command
        conversation_id, temporary = command.conversation_id, command.cache == "temporary"
        root = self._root(command)
        if not temporary and self._fetching.fetch(conversation_id, request.token_ids, root):
            return False
        try:
            request.sequence = self.cache.begin(
                conversation_id,
                request.token_ids,
                root=root,
                private=command.cache != "keep",
                collected=self._fetching.collected(conversation_id),
            )
        finally:
            fetched = self._fetching.fetched(conversation_id)
        if request.cached_tokens < 0:
            request.cached_tokens = request.num_computed
            request.fetched_tokens = min(fetched.tokens, request.cached_tokens)
            request.fetched_bytes = fetched.num_bytes
        return True

    def _root(self, command: Generate) -> Root:
        """Where a conversation's cache begins, and how it is kept. A temporary one is shared with nobody."""
        policy = self._loaded.policy
        if command.kv_format is not None and command.kv_format != policy.format.name:
            checked, policy = self._loaded.formats.nearest(FORMATS[command.kv_format])
            if checked.note and command.kv_format not in self._refused_formats:
                self._refused_formats.add(command.kv_format)
                self._emit(Notice(severity="info", message=checked.note))
        seed = self.info.fingerprint
        if command.cache == "temporary":
            seed = self._secrets.setdefault(command.conversation_id, os.urandom(16).hex())
        return Root(root_hash(seed, policy.identity), policy)

    def _forward(self, request: Request) -> torch.Tensor:
        """Compute the next chunk of what is not in the cache yet."""
        sequence, start = request.sequence, request.num_computed
        assert sequence is not None
        chunk_tokens = self._chunk.shared_tokens if self.scheduler.is_writing else self._chunk.tokens
        ends = (start + chunk_tokens, *(point for point in request.state_points if point > start))
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
        if request.command.cache == "once":
            self.cache.drop(request.command.conversation_id)
        if request.summary_for is not None and reason != "aborted":
            self._tell(request, request.reader.end(cut=not request.ended_by_model))
            self._go_on(request, message)
            return
        self._close(request.answer, reason, message)

    def _close(self, request: Request, reason: FinishReason, message: str) -> None:
        self._tell(request, request.reader.end(cut=not request.ended_by_model))
        receipt = request.receipt()
        log.info("Request %s ended: %s, %s", request.id, reason, receipt)
        self._emit(
            Finished(
                request_id=request.id,
                reason=reason,
                receipt=receipt,
                token_ids=request.reader.token_ids,
                reasoning_ids=request.reader.reasoning_ids,
                tokenizer_id=self.info.tokenizer_id,
                message=message,
            )
        )

    def _pause(self, request: Request) -> None:
        if request.sequence is not None:
            self.cache.end(request.sequence)
            request.sequence = None
        self._fetching.fetched(request.command.conversation_id)

    def _tell(self, request: Request, told: Told) -> None:
        if request.summary_for is not None:
            request.text = told.text if told.moved else request.text + told.text
        elif any(told):
            self._emit(Delta(request_id=request.id, text=told.text, reasoning=told.reasoning, moved=told.moved))

    def _decode(self, token_ids: object) -> str:
        text: str = self._loaded.tokenizer.decode(
            token_ids, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return text
