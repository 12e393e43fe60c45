"""Gives requests prompts that the context holds, as their policy says; `context` has the rules, this does the steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from engine.chat_template import ChatTemplate, RenderOptions
from engine.context import (
    head_tokens,
    most_prompt_tokens,
    most_summary_tokens,
    no_summary,
    oldest_turns,
    summary_prompt,
    turns,
    unseen_turns,
    window_cut,
    with_summary,
    without,
)
from engine.errors import ContextFull, PromptError
from engine.protocol import ChatMessage, ContextTrimmed, Event, Generate, SamplingParams
from engine.request import Request


class ContextKeeper:
    """Decides what of a conversation a request reads: when it arrives, and when its answer fills the context.

    With `compact`, what runs first is another request, for a summary; `summarised` then gives the answer its prompt.

    Args:
        new_request: Makes a request that has no prompt yet.

    Attributes:
        context_tokens: How long a conversation may be: as the model has it, or less while memory is short.
    """

    def __init__(
        self,
        template: ChatTemplate,
        context_tokens: int,
        emit: Callable[[Event], None],
        new_request: Callable[[Generate], Request],
    ) -> None:
        self._template = template
        self.context_tokens = context_tokens
        self._most_tokens = context_tokens
        self._emit = emit
        self._new_request = new_request

    def admit(self, request: Request) -> Request:
        """Give a new request its prompt; returns what is to run first: itself, or the request for a summary.

        Raises:
            ContextFull: The policy allows no prompt that the context holds.
            PromptError: The template refuses the conversation.
        """
        self._read_anew(request)
        first = request
        if len(request.token_ids) > most_prompt_tokens(self.context_tokens):
            first = self._shorten(request) or request
        if first is request:
            self._refuse_too_long(request)
        return first

    def make_room(self, request: Request) -> Request | None:
        """The answer has filled the context: what is to run now, so that it can go on; None if nothing may go.

        Raises:
            ContextFull: What must stay fills it.
            PromptError: The template refuses what is left of the conversation.
        """
        return self._shorten(request)

    def summarised(self, asked: Request, failure: str = "") -> Request:
        """A summary has ended: the answer that it was made for, with its prompt.

        Args:
            failure: Why there is no summary, as a sentence; the messages are left out without one then.

        Raises:
            ContextFull: What must stay is too long for the context.
            PromptError: The template refuses what is left of the conversation.
        """
        request, summary = asked.answer, asked.text.strip()
        kept = without(request.command.messages, asked.going)
        if not failure and not summary:
            failure = "The model wrote nothing."
        elif not failure and self._count(request, with_summary(kept, summary)) >= self.context_tokens:
            failure = "There is no room for one."
        if failure:
            self._emit(no_summary(failure))
        else:
            request.summary = summary
        self._leave_out(request, asked.going)
        self._refuse_too_long(request)
        return request

    def _shorten(self, request: Request) -> Request | None:
        policy = request.command.context_policy
        if policy == "window":
            self._cut(request)
            return request
        if policy == "stop":
            return None
        summary_tokens = most_summary_tokens(self.context_tokens) if policy == "compact" else 0
        half = self.context_tokens // 2 - len(request.generated) - summary_tokens
        going = oldest_turns(
            request.command.messages,
            request.left_out,
            lambda kept: self._count(request, with_summary(kept, request.summary)) <= half,
        )
        if going == request.left_out:
            return None
        if policy == "compact":
            return self._ask_for_summary(request, going)
        self._leave_out(request, going)
        return request

    def _ask_for_summary(self, request: Request, going: tuple[int, ...]) -> Request:
        """A request for a summary of what goes now; the answer without one if not even the newest of it has room."""
        self._emit(ContextTrimmed(request_id=request.id, left_out=list(going)))
        most = most_summary_tokens(self.context_tokens)
        now = set(going).difference(request.left_out)
        whole = summary_prompt(request.command.messages, now, request.summary, most)
        room = self.context_tokens - most
        command = Generate(
            request_id=request.id,
            conversation_id=f"{request.command.conversation_id} (summary)",
            messages=whole,
            sampling=SamplingParams(temperature=0, max_tokens=most),
            cache="once",
            thinking="off",
            begun_at=request.command.begun_at,
        )
        options = RenderOptions.of(command)
        going_too = oldest_turns(whole, (), lambda kept: len(self._template.token_ids(kept, options)) <= room)
        messages = without(whole, going_too)
        asked = self._new_request(msgspec.structs.replace(command, messages=messages))
        asked.summary_for = request
        asked.going = going
        self._read_anew(asked)
        if len(turns(messages)) == 1:
            return self.summarised(asked, "They are too long to be read at once.")
        return asked

    def _leave_out(self, request: Request, places: tuple[int, ...]) -> None:
        request.left_out = places
        self._emit(ContextTrimmed(request_id=request.id, left_out=list(places), summary=request.summary))
        self._read_anew(request)

    def _cut(self, request: Request) -> None:
        """Keep the first tokens and the newest half of all that was read and generated."""
        head = head_tokens(self._system_tokens(request), self.context_tokens)
        gone = window_cut(len(request.token_ids), head, self.context_tokens)
        request.cut_tokens += gone
        request.restart([*request.token_ids[:head], *request.token_ids[head + gone :]])
        try:
            count = partial(self._count_start, request)
            unseen = unseen_turns(request.messages, head + request.cut_tokens, count)
        except PromptError:  # a template that refuses conversations which end early; then nothing can be told apart
            unseen = ()
        # A summary without a system prompt to stand in is a message more than were sent.
        added = len(request.messages) - len(request.command.messages)
        left_out = [place - added for place in unseen]
        self._emit(ContextTrimmed(request_id=request.id, left_out=left_out, summary=request.summary))

    def _read_anew(self, request: Request) -> None:
        request.messages = with_summary(without(request.command.messages, request.left_out), request.summary)
        options = RenderOptions.of(request.command)
        request.restart([*self._template.token_ids(request.messages, options), *request.generated])

    def _count(self, request: Request, messages: Sequence[ChatMessage]) -> int:
        return len(self._template.token_ids(messages, RenderOptions.of(request.command)))

    def _count_start(self, request: Request, messages: Sequence[ChatMessage]) -> int:
        """Of the first messages: none of them is an answer to go on with."""
        return len(self._template.token_ids(messages, replace(RenderOptions.of(request.command), continues=False)))

    def _system_tokens(self, request: Request) -> int:
        if not request.messages or request.messages[0].role != "system":
            return 0
        options = RenderOptions.of(request.command)
        return min(self._template.edit_points(request.messages, request.token_ids, options), default=0)

    def _refuse_too_long(self, request: Request) -> None:
        num_tokens = len(request.token_ids)
        if num_tokens < self.context_tokens:
            return
        holds = "the model's context holds"
        if self.context_tokens < self._most_tokens:
            holds = "while memory is short there is room for"
        figures = f"has {num_tokens:,} tokens, and {holds} {self.context_tokens:,}."
        if request.left_out or request.command.context_policy != "stop":
            raise ContextFull(
                f"What cannot be left out of this conversation {figures} Shorten your last message, or unpin others."
            )
        raise ContextFull(f"This conversation {figures} Choose what the model may do without, or start a new chat.")
