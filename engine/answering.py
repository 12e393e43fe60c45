"""A loaded model at work: requests become forwards, forwards become text.

One call of `step` is one forward: a chunk of one request's prompt, or one token of each answer that is being written.
Between two calls everything is consistent, so that requests may come, be stopped, or be dropped there.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

from engine.answer_reader import Told
from engine.apart import apart_names
from engine.cache.block import root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.fetching import Fetching
from engine.cache.formats import INT4, KvFormat
from engine.cache.parking import Parking
from engine.cache.repacking import Repacking
from engine.cache.tiers import Tiers
from engine.cache_roots import CacheRoots
from engine.context_keeper import ContextKeeper
from engine.errors import ContextFull, EngineError, OutOfBlocks, PromptError, Unwanted
from engine.explaining import Explaining
from engine.giving_way import NOTHING_LEFT, SHORTEST_CONTEXT_TOKENS, GivingWay
from engine.loader import LoadedModel
from engine.new_requests import NewRequests
from engine.protocol import (
    LOCAL_API,
    Delta,
    Event,
    Finished,
    FinishReason,
    Generate,
    Notice,
    PromptRendered,
    RenderPrompt,
)
from engine.rendering import not_prepared, rendered_prompt
from engine.request import Request
from engine.sampler import checked
from engine.scheduler import Scheduler
from engine.steps import Part, Steps, choose_at_once
from engine.token_chances import chosen_token

log = logging.getLogger(__name__)


class Answering:
    """Owner of the model, its cache and its requests.

    Args:
        is_unwanted: Whether a request, by its id, will be aborted as soon as the step in progress is over.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        emit: Callable[[Event], None],
        tiers: Tiers,
        is_unwanted: Callable[[str], bool] = lambda _request_id: False,
    ) -> None:
        self.info = loaded.info
        self._loaded = loaded
        self._emit = emit
        self._is_unwanted = is_unwanted
        self._runner = loaded.runner
        self._store = loaded.store
        self._tiers = tiers
        self._tiers.use_ram(self._runner.device.type != "cpu")
        self._requests = NewRequests(loaded)
        self._roots = CacheRoots(loaded, emit)
        self._giving_way = GivingWay(loaded, emit)
        self.cache, self.parking, self._fetching = self._empty_cache()
        self._repacking = Repacking(self.cache)
        self.steps = self._new_steps()
        self._told_note = ""
        self.explaining = Explaining(loaded, emit, self._cached_tokens)
        self.scheduler = Scheduler(self._runner.runs_together)
        self._context = ContextKeeper(loaded.template, self.info.context_tokens, emit, self._requests.make)

    def add(self, command: Generate) -> None:
        """Take a request; one that cannot be answered is finished at once, with a sentence."""
        reason: FinishReason = "error"
        if not len(self.scheduler):
            self._context.context_tokens = self._giving_way.context_that_fits()
        try:
            self._schedule(self._accept(command))
            return
        except ContextFull as error:
            reason, message = "context_full", error.sentence
        except PromptError as error:
            message = error.sentence
        except Exception as error:  # a template is a program from elsewhere, and must not take the engine with it
            log.exception("Request %s could not be accepted.", command.request_id)
            message = not_prepared(error)
        self._emit(Finished(request_id=command.request_id, reason=reason, message=message))

    def pack_smaller(self, conversation_id: str) -> None:
        """Begin to pack an idle conversation as small as the model bears."""
        checked, _ = self._loaded.formats.nearest(INT4)
        if checked.note:
            self._emit(Notice(severity="info", message=checked.note))
        self._repacking.add(conversation_id, checked.format)

    @property
    def smallest_format(self) -> KvFormat:
        """What `pack_smaller` leads to, as far as that was tried."""
        formats = self._loaded.formats
        return formats.nearest(INT4)[0].format if formats.is_known(INT4) else INT4

    @property
    def device(self) -> torch.device:
        """Where the model runs."""
        return self._runner.device

    def step(self) -> bool:
        """One forward, and one block that is packed smaller; a trial where nobody waits. False if there is nothing."""
        is_packing = self._repacking.step()
        turn = self.scheduler.next()
        if parts := self._prepare(turn):
            self._run(parts)
        return bool(turn) or is_packing or self.explaining.step()

    def _prepare(self, turn: list[Request]) -> list[Part]:
        """What the next forward does, with blocks for all of it; none while more is brought back from other tiers."""
        parts = []
        is_shared = self.scheduler.is_writing
        for request in turn:
            # One may have been made to wait for another one's blocks.
            if self.scheduler.can_go_on(request):
                with self._alone_in_trouble(request):
                    if request.sequence is not None or self._begin(request):
                        parts.append(self.steps.prepare(request, is_shared))
        return self.steps.with_guesses([part for part in parts if part.request.sequence is part.sequence])

    def _run(self, parts: list[Part]) -> None:
        """One forward; where several cannot be computed together, one for each."""
        started = time.perf_counter()
        together = self.steps.run_together(parts) if len(parts) > 1 else None
        chosen = [None] * len(parts) if together is None else choose_at_once(parts, together)
        num_done = 0
        for place, part in enumerate(parts):
            with self._alone_in_trouble(part.request):
                self._take(part, self.steps.run(part) if together is None else together[place], chosen[place])
                num_done += 1
        if num_done == len(parts):  # else it is not known what took how long
            self.steps.observe(parts, time.perf_counter() - started)
        if self.steps.note and self.steps.note != self._told_note:
            self._told_note = self.steps.note
            self._emit(Notice(severity="info", message=self._told_note))

    @contextmanager
    def _alone_in_trouble(self, request: Request) -> Iterator[None]:
        """What goes wrong with one request ends that one, and must not take the others' answers with it."""
        try:
            yield
        except Unwanted:
            self._pause(request)  # what ends it comes before the next step
        except OutOfBlocks as error:
            giving_way = self.scheduler.first_to_give_way(request)
            self._pause(giving_way)
            if not self.scheduler.preempt(giving_way):
                self._offer_less(request, error.sentence)
        except MemoryError:
            if self._giving_way.relieve(self.cache, self.steps):
                self._pause(request)  # what was computed stays cached
            else:
                self._offer_less(request, NOTHING_LEFT)
        except Exception as error:
            self._failed(request, error)

    def _offer_less(self, request: Request, message: str) -> None:
        """Nothing is left to be given up: from now on conversations are shorter, as each one's policy has it."""
        held = request.num_computed
        if held < SHORTEST_CONTEXT_TOKENS:
            self._finish(request, "error", message)
            return
        self._context.context_tokens = held
        self._make_room(request, message)

    def look_at_memory(self, free_bytes: int, now: float) -> None:
        """See `GivingWay.look`."""
        self._giving_way.look(self.cache, free_bytes, now)

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
        names = apart_names(self.cache) if conversation_id == LOCAL_API else {conversation_id}
        for request in self.scheduler.requests():
            if request.answer.command.conversation_id in names:
                self._finish(request, "aborted")
        for name in names:
            self.cache.drop(name)
            self._roots.forget(name)

    def render(self, command: RenderPrompt) -> PromptRendered:
        """What the model would see; never raises."""
        return rendered_prompt(self._loaded.template, command)

    def count(self, text: str) -> int:
        """How many tokens a text has; raises whatever the tokenizer does."""
        return self._loaded.template.encoder.count(text)

    def set_budget(self, budget_bytes: int) -> None:
        """Change how much of the device the cache may take; 0 for what fitted best when the model was loaded."""
        self._giving_way.set_budget(self.cache, budget_bytes)

    def forget_everything(self) -> None:
        """Start with an empty cache; only while no request runs."""
        self._store.clear()
        self.cache, self.parking, self._fetching = self._empty_cache()
        self._repacking = Repacking(self.cache)
        self.steps = self._new_steps()

    def _new_steps(self) -> Steps:
        return Steps(self._runner, self._store, self.cache, self.info.context_tokens, self._is_unwanted)

    def _empty_cache(self) -> tuple[CacheManager, Parking, Fetching]:
        loaded = self._loaded
        cache = CacheManager(
            self._giving_way.budget_bytes,
            loaded.sizes,
            loaded.policy,
            root_hash(loaded.info.fingerprint, loaded.policy.identity),
            self._store,
            self._runner.new_state if self._runner.has_state else None,
            self._tiers.counters,
        )
        info, device = loaded.info, self._runner.device
        parking = Parking(cache, self._store, self._tiers, info.fingerprint, info.name)
        fetching = Fetching(
            cache, self._store, self._tiers, info.fingerprint, lambda data: self._runner.new_state().load(data, device)
        )
        return cache, parking, fetching

    def _accept(self, command: Generate) -> Request:
        """What is to run first for a command."""
        request = self._requests.make(command)
        running = (other.answer.command.conversation_id for other in self.scheduler.requests())
        if command.conversation_id in running:
            raise PromptError("This conversation is still being answered. Stop that answer first.")
        return self._context.admit(request)

    def _schedule(self, request: Request) -> None:
        self._requests.prepare(request)
        self.scheduler.add(request)

    def _take(self, part: Part, logits: torch.Tensor, first: int | None) -> None:
        """Go on with what a forward has brought: a piece of a prompt, the next token, and those guessed that are right.

        A guess is kept if it is the token that would have been chosen anyway. So guessing changes no answer, and the
        distribution of none: it is rejection sampling with a guess that is certain.

        Args:
            first: The next token, where it is chosen already.
        """
        self._giving_way.found_memory()
        request = part.request
        if part.is_reading:
            request.read_tokens += len(part.token_ids)
            self._tiers.counters.read_tokens += len(part.token_ids)
            self._emit(request.progress())
        if request.num_computed < len(request.token_ids):
            return  # more of the prompt is to be read
        guesses, chosen = part.guesses, []
        for place, row in enumerate(logits):
            chosen.append(self._take_token(request, row, first if place == 0 else None))
            # It may have ended there, or its context may have been cut.
            if request.sequence is not part.sequence or guesses[place : place + 1] != chosen[-1:]:
                break
            self.cache.commit(part.sequence, chosen[-1:])
        part.learn(chosen)

    def _take_token(self, request: Request, logits: torch.Tensor, token_id: int | None) -> int:
        """Choose the next token of an answer, and end it where it ends."""
        token_id = request.sampler.sample(logits, request.token_ids) if token_id is None else checked(token_id)
        request.add_token(token_id)
        self._tiers.counters.generated_tokens += 1
        if token_id in self._loaded.stop_ids:
            request.ended_by_model = True
            self._finish(request, "stop")
            return token_id
        if request.command.logprobs >= 0:
            encoder, count = self._loaded.template.encoder, request.command.logprobs
            request.token_chances.append(chosen_token(encoder, logits, token_id, count))
        self._tell(request, request.reader.add(token_id))
        if request.reader.stopped:
            self._finish(request, "stop")
        elif 0 < request.command.sampling.max_tokens <= request.num_generated:
            self._finish(request, "length")
        elif len(request.token_ids) >= self._context.context_tokens:
            self._make_room(request)
        return token_id

    def _make_room(self, request: Request, message: str = "") -> None:
        """The context is full within an answer: go on as the policy says, or end it there with the message."""
        size = self._context.context_tokens
        message = message or f"The answer ends here because the model's context of {size:,} tokens is full."
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
        conversation_id, is_private = command.conversation_id, command.cache in ("temporary", "apart")
        root = self._roots.of(command)
        if not is_private and self._fetching.fetch(conversation_id, request.token_ids, root):
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
        request.sequence.used_at = time.time()
        if request.cached_tokens < 0:
            request.cached_tokens = request.num_computed
            request.fetched_tokens = min(fetched.tokens, request.cached_tokens)
            request.fetched_bytes = fetched.num_bytes
            self._tiers.counters.reused_tokens += request.cached_tokens
        return True

    def _cached_tokens(self, command: Generate, token_ids: list[int]) -> int:
        """How much of a prompt would be found in the cache; nothing is brought back for that."""
        root = self._roots.of(command)
        on_device = self.cache.matching_tokens(token_ids, root)
        if command.cache in ("temporary", "apart") or self.cache.has_state:
            return on_device
        return max(on_device, self._fetching.reach(token_ids, root))

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
        if request.token_chances:  # of tokens that came to no text
            self._emit(Delta(request_id=request.id, chances=request.token_chances))
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
            request.sequence.used_at = time.time()
            self.cache.end(request.sequence)
            request.sequence = None
        self._fetching.fetched(request.command.conversation_id)

    def _tell(self, request: Request, told: Told) -> None:
        if request.summary_for is not None:
            request.text = told.text if told.moved else request.text + told.text
        elif any(told):
            chances, request.token_chances = request.token_chances, []
            self._emit(
                Delta(
                    request_id=request.id,
                    text=told.text,
                    reasoning=told.reasoning,
                    moved=told.moved,
                    chances=chances,
                )
            )
