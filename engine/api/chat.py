"""`/v1/chat/completions`: a conversation in, an answer out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from starlette.requests import Request
from starlette.responses import Response

from engine.api.answers import Answer
from engine.api.asking import chat_command, read_body
from engine.api.bodies import ChatBody
from engine.api.desk import Desk
from engine.api.replies import (
    AnswerMessage,
    ChatChoice,
    ChatChunk,
    ChatLogprobs,
    ChatPiece,
    ChatReply,
    ContentLogprob,
    Reason,
    ToolCallReply,
    TopLogprob,
    Usage,
    reason_of,
)
from engine.api.tool_calls import ToolCallReader, with_ids
from engine.protocol import ChosenToken, Delta, Finished, Generate, ModelInfo, TokenChance


class ChatAnswer(Answer):
    """An answer to a conversation. Calls of tools are told whole, when it has ended."""

    def __init__(self, desk: Desk, command: Generate, model: ModelInfo) -> None:
        super().__init__(desk, command, model, "chatcmpl")
        self._has_tools = bool(command.tools)
        self._tells_chances = command.logprobs >= 0
        self._calls = ToolCallReader()

    def whole(self, finished: Finished, usage: Usage) -> ChatReply:
        """All of it."""
        text, called = self.text, list[ToolCallReply]()
        if self._has_tools:
            text, held = self._calls.feed(text), self._calls.end()
            text, called = text + held.rest, with_ids(held.calls)
        message = AnswerMessage("assistant", text or (None if called else ""), self.reasoning, called)
        choice = ChatChoice(message, self._reason(finished, called), self._logprobs(self.chances))
        return ChatReply(id=self.id, created=self.created, model=self.model, choices=[choice], usage=usage)

    def opening(self) -> Iterator[ChatChunk]:
        """Whose turn it is."""
        yield self._chunk(ChatPiece(AnswerMessage("assistant", "")))

    def piece(self, delta: Delta) -> Iterator[ChatChunk]:
        """More of its text and of what was thought."""
        text = self._calls.feed(delta.text) if self._has_tools else delta.text
        if text or delta.reasoning or delta.chances:
            message = AnswerMessage(content=text, reasoning_content=delta.reasoning)
            yield self._chunk(ChatPiece(message, logprobs=self._logprobs(delta.chances)))

    def closing(self, finished: Finished) -> Iterator[ChatChunk]:
        """What was held back, the calls, and why it ended."""
        called = list[ToolCallReply]()
        if self._has_tools:
            held = self._calls.end()
            called = with_ids(held.calls)
            if held.rest or called:
                yield self._chunk(ChatPiece(AnswerMessage(content=held.rest or None, tool_calls=called)))
        yield self._chunk(ChatPiece(AnswerMessage(), self._reason(finished, called)))

    def bill(self, usage: Usage) -> ChatChunk:
        """What it has cost."""
        return ChatChunk(id=self.id, created=self.created, model=self.model, choices=[], usage=usage)

    def _chunk(self, piece: ChatPiece) -> ChatChunk:
        return ChatChunk(id=self.id, created=self.created, model=self.model, choices=[piece])

    def _reason(self, finished: Finished, called: Sequence[object]) -> Reason:
        return "tool_calls" if called and finished.reason == "stop" else reason_of(finished.reason)

    def _logprobs(self, chances: list[ChosenToken]) -> ChatLogprobs | None:
        return ChatLogprobs([_logprob(chance) for chance in chances]) if self._tells_chances else None


async def chat_completions(request: Request) -> Response:
    """Answer a conversation."""
    desk: Desk = request.app.state.desk
    body = await read_body(request, ChatBody)
    model = desk.model_named(body.model)
    return await ChatAnswer(desk, chat_command(body, model), model).respond(request, body)


def _logprob(chosen: ChosenToken) -> ContentLogprob:
    others = [TopLogprob(other.text, other.logprob, _bytes(other)) for other in chosen.others]
    return ContentLogprob(chosen.text, chosen.logprob, _bytes(chosen), others)


def _bytes(chance: TokenChance) -> list[int] | None:
    """Of the token's text; those of a part of a character are not known."""
    return None if not chance.text or "\ufffd" in chance.text else list(chance.text.encode())
