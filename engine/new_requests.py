"""Makes requests of commands: with what chooses the tokens, what reads them, and where copies of state are wanted."""

from __future__ import annotations

from engine.answer_reader import AnswerReader
from engine.chat_template import RenderOptions
from engine.loader import LoadedModel
from engine.protocol import Generate
from engine.protocol.memory import STATE_EVERY_TOKENS
from engine.request import Request
from engine.sampler import Sampler


class NewRequests:
    """Knows what all requests to one model have in common."""

    def __init__(self, loaded: LoadedModel) -> None:
        self._template = loaded.template
        self._tokenizer = loaded.tokenizer
        self._device = loaded.runner.device
        self._has_state = loaded.runner.has_state

    def make(self, command: Generate) -> Request:
        """A request that has no prompt yet."""
        template, stop = self._template, command.sampling.stop
        if command.plain:  # what comes is the text itself, whatever it looks like
            reader = AnswerReader(self._decode, template.encoder.decode, stop)
        else:
            reader = AnswerReader(
                self._decode,
                template.encoder.decode,
                (*stop, *template.stop),
                template.format,
                template.marker_ids,
            )
        return Request(
            command=command,
            sampler=Sampler(command.sampling, self._device),
            reader=reader,
            summary=command.summary,
        )

    def prepare(self, request: Request) -> None:
        """Make one ready to run that has got its prompt."""
        options = RenderOptions.of(request.command)
        if not request.generated:
            request.reader.begin(self._template.start(request.messages, request.token_ids, options))
        request.state_points = self._state_points(request, options)

    def _state_points(self, request: Request, options: RenderOptions) -> frozenset[int]:
        """Where a copy of recurrent state will be wanted: where an edit parts, for a second answer, at times."""
        if not self._has_state:
            return frozenset()
        token_ids = request.token_ids
        points = {*self._template.edit_points(request.messages, token_ids, options), len(token_ids) - 1}
        return frozenset(points | set(range(STATE_EVERY_TOKENS, len(token_ids), STATE_EVERY_TOKENS)))

    def _decode(self, token_ids: object) -> str:
        text: str = self._tokenizer.decode(token_ids, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return text
