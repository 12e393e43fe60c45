"""One answer of a server: asked for, streamed, paid for, and ended in a sentence whatever happens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from httpx_sse import EventSource

from engine.context import no_summary, turns
from engine.protocol import Delta, Event, Finished, FinishReason, Generate, Receipt
from engine.remote import chunks
from engine.remote.answer_text import AnswerText, Told
from engine.remote.connection import Connection, beginning, error_body
from engine.remote.failures import RemoteError, cut_off, not_understood, refused, unreachable
from engine.remote.request_body import NEEDED
from engine.remote.shortening import Shortening

log = logging.getLogger(__name__)

_REASONS: dict[str, FinishReason] = {"stop": "stop", "length": "length", "tool_calls": "stop", "function_call": "stop"}
_REFUSING = (400, 422)
"""How servers answer where a request has a field that they do not know."""
_END = "[DONE]"


class RemoteAnswer:
    """Asks a server and tells what it sends. Cancelling `run` closes the connection, upon which servers stop; whoever
    does that calls `stopped` afterwards.

    Args:
        make_body: What is sent for a command; see `chat_body`.
        refused_fields: Names of fields that this model was found not to take; grows.
        emit: Takes events; must not block.

    Attributes:
        cached_tokens: Of the prompt, what the server found cached, and `read_tokens` what it read, once it has told.
    """

    def __init__(
        self,
        command: Generate,
        make_body: Callable[[Generate], dict[str, Any]],
        connection: Connection,
        refused_fields: set[str],
        emit: Callable[[Event], None],
    ) -> None:
        self._command = command
        self._make_body = make_body
        self._body = make_body(command)
        self._shortening = Shortening(command)
        self._connection = connection
        self._refused_fields = refused_fields
        self._emit = emit
        last = command.messages[-1] if command.messages else None
        self._text = AnswerText(command.sampling.stop, last.content if command.continues and last is not None else "")
        self._is_shown = False
        self._pieces = 0
        self._began = time.perf_counter()
        self._first_at = self._last_at = 0.0
        self._finish_reason = ""
        self._usage: chunks.Usage | None = None
        self.cached_tokens = self.read_tokens = 0

    async def run(self) -> None:
        """From the question to its `Finished`; raises nothing but `CancelledError`."""
        reason: FinishReason
        message = ""
        try:
            await self._ask()
            reason = _REASONS.get(self._finish_reason, "stop")
            if reason == "length" and not self._command.sampling.max_tokens:
                message = f"{self._connection.server.name} ended the answer at the longest length that it allows."
            if self._finish_reason == "content_filter":
                reason = "error"
                message = f"{self._connection.server.name} ended the answer: its filter does not let it through."
        except RemoteError as error:
            reason, message = "context_full" if error.is_full else "error", error.sentence
        except Exception as error:  # a fault of ours must not leave the user waiting for ever
            log.exception("Request %s to %s failed.", self._command.request_id, self._connection.server)
            reason, message = "error", f"The answer could not be fetched ({type(error).__name__}: {error})."
        self._finish(reason, message)

    def stopped(self) -> None:
        """It was cancelled, perhaps before it began."""
        self._finish("aborted", "")

    async def _ask(self) -> None:
        """Try until something came, or trying makes no sense any more."""
        pauses = iter(self._connection.patience.retries)
        while True:
            try:
                await self._stream()
                return
            except RemoteError as error:
                if self._is_shown:
                    raise
                if error.is_full and await self._shorten():
                    continue
                if error.status in _REFUSING and self._leave_out(error.detail):
                    continue
                if error.is_mute and self._body["stream"]:
                    self._ask_for_all_at_once()
                    continue
                pause = next(pauses, None)
                if not error.is_passing or pause is None:
                    raise
                pause = max(pause, error.wait_seconds or 0.0)
                if pause > self._connection.patience.longest_pause:
                    raise
                log.info("%s: trying again in %.1f s. %s", self._command.request_id, pause, error.sentence)
            await asyncio.sleep(pause)

    async def _shorten(self) -> bool:
        """Whether the conversation could be made shorter; it is asked for so from now on."""
        shortening = self._shortening
        if not shortening.shorten():
            return False
        if self._command.context_policy == "compact":
            self._emit(shortening.told())
            await self._summarise()
        self._emit(shortening.told(shortening.command.summary))
        self._body = self._make_body(shortening.command)
        return True

    async def _summarise(self) -> None:
        """Let the model write down what is left out; without that it goes all the same."""
        told: list[Event] = []
        question = self._shortening.question()
        answer = RemoteAnswer(question, self._make_body, self._connection, self._refused_fields, told.append)
        await answer.run()
        text = "".join(event.text for event in told if isinstance(event, Delta)).strip()
        (finished,) = (event for event in told if isinstance(event, Finished))
        failure = finished.message if finished.reason in ("error", "context_full") else ""
        if len(turns(answer._shortening.command.messages)) == 1:
            failure = "They are too long to be read at once."
        elif not failure and not text:
            failure = "The model wrote nothing."
        if failure:
            self._emit(no_summary(failure))
        else:
            self._shortening.take_summary(text)

    def _ask_for_all_at_once(self) -> None:
        self._body = {name: value for name, value in self._body.items() if name != "stream_options"}
        self._body["stream"] = False

    def _leave_out(self, detail: str) -> bool:
        """Whether a refusal names a field that can be left out; it is from now on."""
        named = {name for name in self._sent() if name not in NEEDED and name in detail}
        self._refused_fields |= named
        return bool(named)

    def _sent(self) -> dict[str, Any]:
        return {name: value for name, value in self._body.items() if name not in self._refused_fields}

    async def _stream(self) -> None:
        server = self._connection.server
        try:
            async with self._connection.post("/chat/completions", self._sent()) as response:
                if response.status_code != 200:
                    raise refused(server.name, self._body["model"], response, await error_body(response))
                if "text/event-stream" in response.headers.get("content-type", ""):
                    await self._read(EventSource(response))
                else:
                    await self._read_whole(response)
        except httpx.TransportError as error:
            raise self._broken(error) from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise RemoteError(f"{server.name} cannot be asked ({error}).") from error

    def _broken(self, error: httpx.TransportError) -> RemoteError:
        server = self._connection.server
        if self._is_shown and not isinstance(error, httpx.TimeoutException):
            return cut_off(server.name)
        return unreachable(server.name, self._connection.api_url, error)

    async def _read(self, events: EventSource) -> None:
        has_begun = False
        async for event in events.aiter_sse():
            has_begun = True
            if event.data == _END:
                return
            if event.data:
                self._take(event.data)
            if self._text.stopped:
                self._finish_reason = "stop"
                return
        if not self._finish_reason:
            raise cut_off(self._connection.server.name, has_begun=has_begun)

    async def _read_whole(self, response: httpx.Response) -> None:
        """Some gateways do not stream."""
        body = (await beginning(response)).decode("utf-8", "replace")
        self._take(body)
        if not self._finish_reason:
            raise not_understood(self._connection.server.name, body)

    def _take(self, data: str) -> None:
        try:
            chunk = chunks.decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            raise not_understood(self._connection.server.name, data) from error
        if chunk.error:
            raise self._failed_within(msgspec.json.encode({"error": chunk.error}))
        if chunk.usage is not None:
            self._usage = chunk.usage
        if chunk.timings is not None and (self._usage is None or not self._usage.cached_tokens):
            timings = chunk.timings
            details = chunks.PromptDetails(timings.cache_n)
            self._usage = chunks.Usage(timings.cache_n + timings.prompt_n, timings.predicted_n, details)
        for choice in chunk.choices[:1]:
            new = choice.delta or choice.message or chunks.Message()
            self._tell(self._text.add(new.content or "", new.reasoning_content or new.reasoning or ""))
            self._finish_reason = choice.finish_reason or self._finish_reason

    def _failed_within(self, body: bytes) -> RemoteError:
        """A server that fails within an answer says so where the next piece would be."""
        failure = refused(self._connection.server.name, "", httpx.Response(500), body)
        failure.is_passing = False
        return failure

    def _tell(self, told: Told) -> None:
        if not any(told):
            return
        self._is_shown = True
        self._pieces += 1
        self._last_at = time.perf_counter()
        self._first_at = self._first_at or self._last_at
        self._emit(Delta(request_id=self._command.request_id, text=told.text, reasoning=told.reasoning))

    def _finish(self, reason: FinishReason, message: str) -> None:
        self._tell(self._text.end())
        receipt = self._receipt()
        self.cached_tokens, self.read_tokens = receipt.cached_tokens, receipt.read_tokens
        log.info("Request %s ended: %s, %s", self._command.request_id, reason, receipt)
        self._emit(Finished(request_id=self._command.request_id, reason=reason, receipt=receipt, message=message))

    def _receipt(self) -> Receipt:
        """Where the server has not told its counts, each piece is taken for a token."""
        usage = self._usage or chunks.Usage()
        generated = usage.completion_tokens or self._pieces
        decoding = self._last_at - self._first_at
        return Receipt(
            cached_tokens=usage.cached_tokens,
            read_tokens=max(usage.prompt_tokens - usage.cached_tokens, 0),
            generated_tokens=generated,
            first_token_ms=(self._first_at - self._began) * 1000 if self._first_at else 0.0,
            tokens_per_second=(generated - 1) / decoding if decoding > 0 else 0.0,
        )
