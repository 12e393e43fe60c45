"""An answer from the moment it is asked for until it is closed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from app.conversation import ContextCut, ContextPolicy, Message, MessageState, new_id
from app.prompt import Prompt
from app.translation import mark, tr
from engine.protocol import ContextTrimmed, Delta, Finished, FinishReason, PrefillProgress

Phase: TypeAlias = Literal["waiting", "summarising", "reading", "writing", "stopping"]
"""`waiting`: for a model. `summarising`: what has no room any more. `reading`: the prompt. `writing`: the answer.
`stopping`: the user asked to."""

_WINDOW = mark("The model saw only the beginning and the newest part of this chat.")

_STATES: dict[FinishReason, MessageState] = {
    "stop": "complete",
    "length": "length",
    "context_full": "context_full",
    "aborted": "stopped",
    "error": "failed",
}


@dataclass(frozen=True, slots=True)
class Activity:
    """What an answer in progress is doing.

    Attributes:
        cached_tokens: Prompt tokens that need not be read.
        read_tokens: Of the others, how many are read.
        tokens_per_second: Since the first token; 0 before the second.
        sentence: While `waiting`: for what.
    """

    conversation_id: str
    message_id: str
    phase: Phase
    prompt_tokens: int = 0
    cached_tokens: int = 0
    read_tokens: int = 0
    generated_tokens: int = 0
    tokens_per_second: float = 0.0
    sentence: str = ""


class AnswerInProgress:
    """Joins what the engine tells of one request into a message.

    Attributes:
        request_id: Under which the engine knows it.
        activity: What it is doing now.
        is_unsaved: The message has changed since `saved` was called.

    Args:
        message: The answer as it stands: empty, or as far as it had come when it was cut off.
        now: A monotonic clock, in seconds.
    """

    def __init__(self, message: Message, sentence: str, now: Callable[[], float] = time.monotonic) -> None:
        self.request_id = new_id()
        self.activity = Activity(message.conversation_id, message.id, "waiting", sentence=sentence)
        self.is_unsaved = False
        self._before = message
        self._message = replace(message, state="streaming", error="")
        self._prompt = Prompt([], [])
        self._policy: ContextPolicy = "stop"
        self._is_summarising = False
        self._was_cut = False
        self._new_text: list[str] = []
        self._new_reasoning: list[str] = []
        self._now = now
        self._first_at = 0.0
        self._first_tokens = 0

    @property
    def continues(self) -> bool:
        """Whether an answer that was cut off is gone on with."""
        return bool(self._before.text or self._before.reasoning)

    @property
    def message(self) -> Message:
        """The answer so far. While it grows it has no ids: those it had would not be those of its text."""
        if self._new_text or self._new_reasoning:
            self._message = replace(
                self._message,
                text=self._message.text + "".join(self._new_text),
                reasoning=self._message.reasoning + "".join(self._new_reasoning),
                token_ids=(),
                reasoning_ids=(),
            )
            self._new_text.clear()
            self._new_reasoning.clear()
        return self._message

    def asked(self, model_name: str, prompt: Prompt, policy: ContextPolicy) -> None:
        """The engine was asked."""
        self._prompt, self._policy = prompt, policy
        self._message = replace(self._message, model_name=model_name)
        self.activity = replace(self.activity, phase="reading", sentence="")

    def waits_for(self, sentence: str) -> None:
        """It still waits, but for something else."""
        self.activity = replace(self.activity, sentence=sentence)

    def stopping(self) -> None:
        """The engine was asked to stop."""
        self.activity = replace(self.activity, phase="stopping")

    def prefill(self, progress: PrefillProgress) -> None:
        """More of the prompt was read."""
        self.activity = replace(
            self.activity,
            prompt_tokens=progress.prompt_tokens,
            cached_tokens=progress.cached_tokens,
            read_tokens=progress.read_tokens,
        )

    def trimmed(self, event: ContextTrimmed) -> ContextCut | None:
        """What the model no longer sees; None if that is only being summarised yet."""
        self._is_summarising = self._policy == "compact" and not self._is_summarising
        if self._is_summarising:
            self._go_on("summarising")
            return None
        self._go_on("writing" if self._first_at else "reading")
        self._was_cut = True
        return ContextCut(self._prompt.message_ids(event.left_out), event.summary, self._policy)

    def _go_on(self, phase: Phase) -> None:
        if self.activity.phase != "stopping":
            self.activity = replace(self.activity, phase=phase, prompt_tokens=0, cached_tokens=0, read_tokens=0)

    def delta(self, delta: Delta) -> None:
        """More of the answer came."""
        if delta.moved:
            message, told = self.message, len(self._before.text)
            reasoning = message.reasoning + message.text[told:]
            self._message = replace(message, text=message.text[:told], reasoning=reasoning)
        if delta.text:
            self._new_text.append(delta.text)
        if delta.reasoning:
            self._new_reasoning.append(delta.reasoning)
        self.is_unsaved = True
        now = self._now()
        generated_tokens = self.activity.generated_tokens + delta.tokens
        if not self._first_at:
            self._first_at, self._first_tokens = now, generated_tokens
        seconds = now - self._first_at
        self.activity = replace(
            self.activity,
            phase="stopping" if self.activity.phase == "stopping" else "writing",
            generated_tokens=generated_tokens,
            tokens_per_second=(generated_tokens - self._first_tokens) / seconds if seconds > 0 else 0.0,
        )

    def saved(self) -> None:
        """The message was written to the disk."""
        self.is_unsaved = False

    def finished(self, finished: Finished) -> Message:
        """The closed answer."""
        note = tr(_WINDOW) if self._was_cut and self._policy == "window" else ""
        state, error = _STATES[finished.reason], finished.message or note
        before, message = self._before, self.message
        if self._is_as_before:
            return replace(before, state=state, error=error)
        closed = replace(message, state=state, error=error, receipt=finished.receipt)
        new_text, new_reasoning = message.text[len(before.text) :], message.reasoning[len(before.reasoning) :]
        is_same_tokenizer = before.tokenizer_id == finished.tokenizer_id
        return replace(
            closed,
            token_ids=_joined(before.text, before.token_ids, new_text, finished.token_ids, is_same_tokenizer),
            reasoning_ids=_joined(
                before.reasoning, before.reasoning_ids, new_reasoning, finished.reasoning_ids, is_same_tokenizer
            ),
            tokenizer_id=finished.tokenizer_id,
        )

    def cut_off(self, state: MessageState, sentence: str = "") -> Message:
        """The answer so far, closed without the engine's word."""
        return replace(self._before if self._is_as_before else self.message, state=state, error=sentence)

    @property
    def _is_as_before(self) -> bool:
        """Whether an answer was to be gone on with, and nothing came."""
        now, before = self.message, self._before
        return self.continues and (now.text, now.reasoning) == (before.text, before.reasoning)


def _joined(
    old_text: str, old_ids: tuple[int, ...], new_text: str, new_ids: list[int], is_same_tokenizer: bool
) -> tuple[int, ...]:
    """The ids of both texts together; none where one of them has none of this tokenizer."""
    if not old_text:
        return tuple(new_ids)
    if not old_ids or not is_same_tokenizer:
        return ()
    if not new_text:
        return old_ids
    return (*old_ids, *new_ids) if new_ids else ()
