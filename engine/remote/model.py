"""A model on a server: how to ask it, and what has been seen of its server's cache."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from engine.protocol import Event, Generate, RenderPrompt, ServerKind
from engine.remote.answer import RemoteAnswer
from engine.remote.connection import Connection
from engine.remote.metrics import ServerMetrics
from engine.remote.request_body import chat_body, turns


class RemoteModel:
    """One model of one server.

    Args:
        emit: Takes events; must not block.
    """

    def __init__(self, name: str, kind: ServerKind, connection: Connection, emit: Callable[[Event], None]) -> None:
        self.name = name
        self._kind = kind
        self._connection = connection
        self._emit = emit
        self._refused_fields: set[str] = set()
        self._metrics = ServerMetrics(connection, kind, name)
        self._watching: asyncio.Task[None] | None = None
        self._reported: object = None

    def answer(self, command: Generate) -> RemoteAnswer:
        """An answer that can be run."""
        return RemoteAnswer(command, self._body, self._connection, self._refused_fields, self._emit)

    def _body(self, command: Generate) -> dict[str, Any]:
        return chat_body(command, self.name, self._kind, self._connection.server)

    def count(self, answer: RemoteAnswer) -> None:
        """Take note of what an answer that has ended found cached."""
        self._metrics.own_reused_tokens += answer.cached_tokens
        self._metrics.own_read_tokens += answer.read_tokens

    def as_sent(self, command: RenderPrompt) -> str:
        """What the server is sent of a conversation; its template is only known there."""
        return msgspec.json.format(msgspec.json.encode(turns(command)), indent=2).decode()

    def watch(self, is_watched: bool) -> None:
        """Whether somebody looks at the figures of the server."""
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        if is_watched:
            self._watching = asyncio.get_running_loop().create_task(self._tell())

    async def close(self) -> None:
        """End all connections."""
        self.watch(False)
        await self._connection.close()

    async def _tell(self) -> None:
        while True:
            report = await self._metrics.report()
            if report != self._reported:
                self._reported = report
                self._emit(report)
            await asyncio.sleep(self._connection.patience.looks)
