"""`/v1/completions`: a text in, what comes behind it out. No template comes near it, so editors can fill gaps."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from engine.api.answers import Answer
from engine.api.asking import completion_command, read_body
from engine.api.bodies import CompletionBody
from engine.api.desk import Desk
from engine.api.replies import CompletionChoice, CompletionLogprobs, CompletionReply, Usage, reason_of
from engine.protocol import ChosenToken, Delta, Finished, Generate, ModelInfo


class Completion(Answer):
    """More of a text."""

    def __init__(self, desk: Desk, command: Generate, model: ModelInfo) -> None:
        super().__init__(desk, command, model, "cmpl")
        self._tells_chances = command.logprobs >= 0
        self._told_chars = 0

    def whole(self, finished: Finished, usage: Usage) -> CompletionReply:
        """All of it."""
        choice = CompletionChoice(self.text, reason_of(finished.reason), self._logprobs(self.chances))
        return self._reply([choice], usage)

    def opening(self) -> Iterator[CompletionReply]:
        """Nothing comes before the text."""
        yield from ()

    def piece(self, delta: Delta) -> Iterator[CompletionReply]:
        """More of it."""
        yield self._reply([CompletionChoice(delta.text, logprobs=self._logprobs(delta.chances))])

    def closing(self, finished: Finished) -> Iterator[CompletionReply]:
        """Why it ended."""
        yield self._reply([CompletionChoice("", reason_of(finished.reason))])

    def bill(self, usage: Usage) -> CompletionReply:
        """What it has cost."""
        return self._reply([], usage)

    def _reply(self, choices: list[CompletionChoice], usage: Usage | None = None) -> CompletionReply:
        return CompletionReply(id=self.id, created=self.created, model=self.model, choices=choices, usage=usage)

    def _logprobs(self, chances: list[ChosenToken]) -> CompletionLogprobs | None:
        if not self._tells_chances:
            return None
        offsets = []
        for chance in chances:
            offsets.append(self._told_chars)
            self._told_chars += len(chance.text)
        return CompletionLogprobs(
            [chance.text for chance in chances],
            [chance.logprob for chance in chances],
            [{other.text: other.logprob for other in chance.others} for chance in chances],
            offsets,
        )


async def completions(request: Request) -> Response:
    """Go on with a text."""
    desk: Desk = request.app.state.desk
    body = await read_body(request, CompletionBody)
    model = desk.model_named(body.model)
    return await Completion(desk, completion_command(body, model), model).respond(request, body)
