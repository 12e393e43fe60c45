"""One answer on its way to its client, whichever of the two forms it has: at once, or piece by piece."""

from __future__ import annotations

import asyncio
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from engine.api.bodies import SamplingBody
from engine.api.desk import Asked, Desk, Told
from engine.api.errors import ApiError
from engine.api.replies import Usage, usage_of
from engine.api.responses import json_response
from engine.protocol import ChosenToken, Delta, Finished, Generate, ModelInfo, PrefillProgress

T = TypeVar("T")

CLOSED_BY_CLIENT = 499
"""The web servers' usual number; nobody reads it, but it stands in logs."""

_LAST_LINE = b"data: [DONE]\n\n"


class Answer(ABC):
    """What the engine tells, as it goes on, and what the two endpoints make of it.

    Args:
        prefix: Of its id.

    Attributes:
        text: So far, and `reasoning` likewise.
        chances: Of its tokens so far.
    """

    def __init__(self, desk: Desk, command: Generate, model: ModelInfo, prefix: str) -> None:
        self.id = f"{prefix}-{uuid.uuid4().hex}"
        self.created = int(time.time())
        self.model = model.name
        self._fault_before = 502 if model.server else 400
        self.text = self.reasoning = ""
        self.chances: list[ChosenToken] = []
        self._desk = desk
        self._progress: PrefillProgress | None = None
        self._asked = desk.ask(command)

    @abstractmethod
    def whole(self, finished: Finished, usage: Usage) -> msgspec.Struct:
        """All of it."""

    @abstractmethod
    def opening(self) -> Iterator[msgspec.Struct]:
        """What a stream begins with."""

    @abstractmethod
    def piece(self, delta: Delta) -> Iterator[msgspec.Struct]:
        """What comes of more text; that is in `text` already."""

    @abstractmethod
    def closing(self, finished: Finished) -> Iterator[msgspec.Struct]:
        """What tells that it has ended."""

    @abstractmethod
    def bill(self, usage: Usage) -> msgspec.Struct:
        """What tells what it has cost."""

    async def respond(self, request: Request, body: SamplingBody) -> Response:
        """Tell the client as it wishes.

        Raises:
            ApiError: There is nothing to be told.
        """
        is_handed_on = False
        try:
            first = await _unless_gone(request, self._begin())
            if body.stream:
                with_usage = body.stream_options is not None and bool(body.stream_options.include_usage)
                response = _EventStream(self._asked, self._lines(first, with_usage))
                is_handed_on = True
                return response
            finished = await _unless_gone(request, self._end(first))
            return json_response(self.whole(finished, usage_of(self._progress, finished)))
        finally:
            if not is_handed_on:
                self._asked.close()

    async def _begin(self) -> Told:
        first = await self._asked.next()
        self._raise_failure(first)
        return first

    async def _end(self, event: Told) -> Finished:
        while not isinstance(event, Finished):
            self._note(event)
            event = await self._asked.next()
        self._raise_failure(event)
        self._desk.remember(self.text, self.reasoning, event)
        return event

    async def _lines(self, event: Told, with_usage: bool) -> AsyncIterator[bytes]:
        """Events of a stream; what goes wrong within it is told in place of the rest."""
        for value in self.opening():
            yield _event(value)
        while not isinstance(event, Finished):
            self._note(event)
            if isinstance(event, Delta):
                for value in self.piece(event):
                    yield _event(value)
            elif isinstance(event, PrefillProgress):
                # A comment, which clients pass over: it tells them and all between that somebody is at work.
                yield f": {event.cached_tokens + event.read_tokens} of {event.prompt_tokens} tokens read\n\n".encode()
            event = await self._asked.next()
        try:
            finished = await self._end(event)
        except ApiError as error:
            yield _event(error.body)
            return
        for value in self.closing(finished):
            yield _event(value)
        if with_usage:
            yield _event(self.bill(usage_of(self._progress, finished)))
        yield _LAST_LINE

    def _note(self, event: Told) -> None:
        if isinstance(event, PrefillProgress):
            self._progress = self._progress or event
        elif isinstance(event, Delta):
            if event.moved:
                self.reasoning, self.text = self.reasoning + self.text, ""
            self.reasoning += event.reasoning
            self.text += event.text
            self.chances += event.chances

    def _raise_failure(self, event: Told) -> None:
        if not isinstance(event, Finished):
            return
        # What fails before anything was computed is the request's own fault, or that of a server beyond.
        has_begun = self._progress is not None or bool(self.text or self.reasoning)
        if event.reason == "aborted":
            raise ApiError(503, "The answer was stopped: its model was unloaded, or the local API switched off.")
        if event.reason == "context_full" and not has_begun:
            raise ApiError(400, event.message, code="context_length_exceeded")
        if event.reason == "error":
            raise ApiError(500 if has_begun else self._fault_before, event.message)


class _EventStream(StreamingResponse):
    """Server-sent events of one request, which ends when nobody reads them any more."""

    def __init__(self, asked: Asked, lines: AsyncIterator[bytes]) -> None:
        super().__init__(lines, headers={"Cache-Control": "no-cache"}, media_type="text/event-stream")
        self._asked = asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._asked.close()


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The outcome of `work`, which is given up when the client goes away; its body must have been read before."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request.receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ApiError(CLOSED_BY_CLIENT, "The client has gone away.")
    finally:
        for each in (task, gone):
            each.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(value: msgspec.Struct) -> bytes:
    return b"data: " + msgspec.json.encode(value) + b"\n\n"
