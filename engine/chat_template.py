"""A conversation to token ids: the model's own template, with the ids of generated turns put back as they were.

History is never tokenised anew where its ids are known: the tokens that a model generated for a text are often not the
ones that a tokenizer makes of it, and the cache would end where they differ. What the prompt is depends on the template
and the messages alone, so a conversation that is opened again is the same to the last token.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from engine.answer_reader import AnswerStart
from engine.cache.block import common_prefix_length
from engine.errors import PromptError
from engine.known_texts import Known, cut_at_known
from engine.protocol import ChatMessage, Generate, RenderPrompt, Thinking, ToolCall
from engine.reasoning import find_format
from engine.special_tokens import TextEncoder, unused_character
from engine.template_program import TemplateLimit, TemplateProgram
from engine.turn_shapes import Turn, in_turn, system_folded

log = logging.getLogger(__name__)

PLAIN_TEMPLATE = (
    "{% for message in messages %}"
    "{% if message['role'] == 'system' %}{{ message['content'] + '\\n\\n' }}"
    "{% elif message['role'] == 'user' %}{{ 'User: ' + message['content'] + '\\n' }}"
    "{% else %}{{ 'Assistant:' + message['content'] + '\\n' }}{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
"""For models that were never taught a chat format. `ModelInfo.has_chat_template` says when it is used.

No blank behind `Assistant:`, here or there: most tokenizers keep a blank with its word, so the model writes it itself.
"""

PLAIN_STOP = ("\nUser:",)

_SWITCHES = ("enable_thinking", "thinking", "enable_reasoning", "reasoning")
"""The names under which templates ask whether the model shall think: Qwen and others, DeepSeek and Granite, Command."""


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How a conversation is to be rendered; see `Generate`."""

    thinking: Thinking = "default"
    continues: bool = False
    begun_at: float = 0.0
    plain: bool = False
    tools: tuple[str, ...] = ()

    @staticmethod
    def of(command: Generate | RenderPrompt) -> RenderOptions:
        """Those of a command."""
        options = RenderOptions(command.thinking, command.continues, command.begun_at)
        if isinstance(command, Generate):
            options = replace(options, plain=command.plain, tools=tuple(command.tools))
        return options


_USUAL = RenderOptions()


class ChatTemplate:
    """Turns messages into the prompt of one model.

    What shapes of messages its template takes is tried once, here.

    Attributes:
        format: How the model marks what it thinks.
        note: As `ModelInfo.template_note`.
    """

    def __init__(self, tokenizer: Any, tokenizer_id: str) -> None:
        self._tokenizer_id = tokenizer_id
        source = _source(tokenizer)
        self.has_template = bool(source)
        self.encoder = TextEncoder(tokenizer, source)
        self.format = find_format(source, self.encoder.control)
        self._program: TemplateProgram | None = None
        self._failure = ""
        try:
            self._program = TemplateProgram(source or PLAIN_TEMPLATE, tokenizer.special_tokens_map)
        except Exception as error:  # the template of a stranger can be anything
            self._failure = _reason(error)
        self._in_parts = self._folds_system = False
        self._try_shapes()
        self.note = self._describe()

    @property
    def stop(self) -> tuple[str, ...]:
        """Stop strings that the format itself needs."""
        return () if self.has_template else PLAIN_STOP

    @property
    def thinking(self) -> Literal["none", "always", "optional"]:
        """As `ModelInfo.thinking`."""
        if not self.format.sure:
            return "none"
        on, off = (self._trial(_HELLO, RenderOptions(thinking=switch)) for switch in _ON_AND_OFF)
        return "optional" if on is not None and off is not None and on != off else "always"

    @property
    def marker_ids(self) -> dict[int, str]:
        """Markers of the reasoning that are one token each."""
        control = self.encoder.control
        return {control[marker]: marker for marker in self.format.markers if marker in control}

    @property
    def within_answer(self) -> frozenset[int]:
        """Tokens that look like an end and are none: more of the answer follows."""
        return frozenset([self.encoder.control["<|end|>"]]) if self.format.channels else frozenset()

    def render(self, messages: Sequence[ChatMessage], options: RenderOptions = _USUAL) -> str:
        """The prompt as text, ready for an answer.

        Raises:
            PromptError: The template refuses this order or kind of messages, or does not come to an end.
        """
        mark, segments = self._segments(messages, options)
        return "".join(text for text, _ in segments).replace(mark, "")

    def token_ids(self, messages: Sequence[ChatMessage], options: RenderOptions = _USUAL) -> list[int]:
        """The prompt as ids.

        Raises:
            PromptError: As `render`, or there is nothing to answer.
        """
        if options.plain:
            return self._plain_ids(messages)
        ids: list[int] = []
        mark, segments = self._segments(messages, options) if messages else ("", [])
        for text, known in segments:
            ids += known or self.encoder.encode(text, mark, begins=not ids)
        if not ids:
            raise PromptError("There is nothing to answer yet: the conversation is empty.")
        return self.encoder.with_one_bos(ids)

    def start(self, messages: Sequence[ChatMessage], token_ids: Sequence[int], options: RenderOptions) -> AnswerStart:
        """Where the answer to this prompt begins."""
        if options.plain:
            return AnswerStart(shown=self.encoder.decode(token_ids), context=token_ids)
        if options.continues and messages:
            last = messages[-1]
            thinking = not last.content and bool(last.reasoning)
            return AnswerStart(thinking=thinking, shown=last.content, context=token_ids)
        end = self.encoder.decode(token_ids[-32:]).rstrip()
        return AnswerStart(thinking=self.format.sure and end.endswith(self.format.opener))

    def edit_points(
        self, messages: Sequence[ChatMessage], token_ids: Sequence[int], options: RenderOptions = _USUAL
    ) -> set[int]:
        """How much of the prompt stays when its first or its last user message is edited.

        The first is the end of the system prompt, the last the start of the present turn.
        """
        options = replace(options, continues=False)
        places = [place for place, message in enumerate(messages) if message.role == "user"]
        points = set()
        for place in {*places[:1], *places[-1:]}:
            edited = [*messages[:place], ChatMessage(role="user", content="\ue000")]
            points.add(common_prefix_length(self.token_ids(edited, options), token_ids))
        return points - {0}

    def _plain_ids(self, messages: Sequence[ChatMessage]) -> list[int]:
        text = "".join(message.content for message in messages)
        ids = [token_id for message in messages for token_id in message.token_ids]
        if not self.encoder.knows(ids):
            raise PromptError("Not all ids of this prompt are tokens of the model.")
        ids = self.encoder.with_one_bos(ids or self.encoder.encode(text))
        if not ids:
            raise PromptError("There is nothing to go on with: the prompt is empty.")
        return ids

    def _segments(
        self, messages: Sequence[ChatMessage], options: RenderOptions
    ) -> tuple[str, list[tuple[str, list[int]]]]:
        """The prompt cut into texts to tokenise and texts whose ids are known, and the mark within typed tokens."""
        texts = [text for message in messages for text in (message.content, message.reasoning)]
        texts += [call.arguments for message in messages for call in message.tool_calls] + list(options.tools)
        mark = unused_character(*texts)
        mark_start = unused_character(*texts, besides=mark)
        mark_end = unused_character(*texts, besides=mark + mark_start)
        head, last = (messages[:-1], messages[-1]) if options.continues else (messages, None)
        if last is not None and last.role != "assistant":
            raise PromptError("There is no answer to go on with: the last message is not the model's.")
        known: dict[str, Known] = {}

        def marked(typed: str, text: str, ids: list[int], message: ChatMessage) -> str:
            if not self._is_known(text, ids, message):
                return typed
            name = f"{mark_start}{len(known)}{mark_end}"
            known[name] = Known(typed, ids)
            return name

        turns = [self._disarmed_turn(m, mark) for m in head]
        options = replace(options, tools=tuple(self.encoder.disarmed(tool, mark) for tool in options.tools))
        prompt, shape = self._render(turns or [Turn("user", "")], options)
        with_marks = [
            t._replace(
                content=marked(t.content, m.content, m.token_ids, m),
                reasoning=marked(t.reasoning, m.reasoning, m.reasoning_ids, m),
            )
            for t, m in zip(turns, head, strict=True)
        ]
        rendering = self._tried(with_marks, options, shape) if known else prompt
        segments = cut_at_known(prompt, rendering or "", known)
        if last is not None:
            segments += self._begun(prompt, last, mark)
        return mark, segments

    def _disarmed_turn(self, message: ChatMessage, mark: str) -> Turn:
        """What nobody but the template may make control tokens of."""
        disarmed = self.encoder.disarmed
        return Turn(
            message.role,
            disarmed(message.content, mark),
            disarmed(message.reasoning, mark),
            tuple(
                ToolCall(
                    name=disarmed(call.name, mark),
                    arguments=disarmed(call.arguments, mark),
                    id=disarmed(call.id, mark),
                )
                for call in message.tool_calls
            ),
            disarmed(message.tool_call_id, mark),
            disarmed(message.tool_name, mark),
        )

    def _begun(self, prompt: str, last: ChatMessage, mark: str) -> Iterator[tuple[str, list[int]]]:
        """The answer that is to be gone on with, as the model wrote it behind the prompt."""
        head, closing = self.format.before_answer(prompt, last.reasoning, last.content)
        parts = [(head, []), (last.reasoning, last.reasoning_ids)]
        if last.content:
            parts += [(closing, []), (last.content, last.token_ids)]
        for place, (text, ids) in enumerate(parts):
            is_known = place % 2 == 1 and self._is_known(text, ids, last)
            yield (self.encoder.disarmed(text, mark) if place % 2 else text), ids if is_known else []

    def _is_known(self, text: str, token_ids: list[int], message: ChatMessage) -> bool:
        if not text or not token_ids or message.tokenizer_id != self._tokenizer_id:
            return False
        return self.encoder.decode(token_ids) == text

    def _render(self, turns: list[Turn], options: RenderOptions) -> tuple[str, int]:
        """The first shape that the template takes, and which one it is."""
        failures: list[str] = []
        has_tools = bool(options.tools) or any(turn.calls or turn.role == "tool" for turn in turns)
        if has_tools and (self._program is None or "tools" not in self._program.names):
            raise PromptError("This model's chat template has no place for tools: it was not taught to ask for any.")
        # The other shapes would lose which answer belongs to which call.
        for shape in range(1 if has_tools else len(_SHAPES)):
            text = self._tried(turns, options, shape, failures)
            if text is not None:
                return text, shape
        reason = self._failure or next(iter(failures), "it refuses every message.")
        raise PromptError(f"This model's chat template does not accept the conversation: {reason}")

    def _tried(
        self,
        turns: list[Turn],
        options: RenderOptions = _USUAL,
        shape: int = 0,
        failures: list[str] | None = None,
    ) -> str | None:
        """The text in one shape; None where the template refuses it."""
        shaped = _SHAPES[shape](turns, self._folds_system)
        if shaped is None or self._program is None:
            return None
        try:
            return self._run(shaped, options)
        except TemplateLimit as error:
            raise PromptError(f"This model's chat template cannot be used: {_reason(error)}") from error
        except Exception as error:  # a template is a stranger's program, and fails with whatever it runs into
            if failures is not None:
                failures.append(_reason(error))
            return None

    def _run(self, turns: Sequence[Turn], options: RenderOptions) -> str:
        assert self._program is not None
        switches: dict[str, Any] = {}
        if options.tools:
            switches["tools"] = [json.loads(tool) for tool in options.tools]
        if options.thinking != "default":
            switches |= {name: options.thinking == "on" for name in _SWITCHES if name in self._program.names}
        now = datetime.fromtimestamp(options.begun_at) if options.begun_at else datetime.now()
        dicts = [turn.as_dict(in_parts=self._in_parts) for turn in turns]
        return self._program.run(dicts, now, add_generation_prompt=True, **switches)

    def _try_shapes(self) -> None:
        """Find out how the template wants the content, and whether it has a place for a system prompt."""
        asked = [Turn("user", "A"), Turn("assistant", "B"), Turn("user", _PROBE)]
        written = []
        for self._in_parts in (False, True):
            written.append(_PROBE in (self._trial(asked) or ""))
        self._in_parts = written == [False, True]
        self._folds_system = _PROBE not in (self._trial([Turn("system", _PROBE), Turn("user", "A")]) or "")

    def _trial(self, turns: list[Turn], options: RenderOptions = _USUAL) -> str | None:
        """The text of turns as they are; None where the template refuses them. One without an end is given up."""
        try:
            return self._run(turns, options) if self._program is not None else None
        except TemplateLimit as error:
            self._program, self._failure = None, _reason(error)
        except Exception as error:  # as in `_tried`
            log.debug("The template refuses %s: %s", turns, error)
        return None

    def _describe(self) -> str:
        """What the template cannot do and what is done instead, as a sentence; empty where it can."""
        if not self.has_template:
            return (
                "This model comes without a chat template: it reads the conversation as a plain script of User and "
                "Assistant, and may answer less well than in the format that it was taught."
            )
        if self._trial(_HELLO) is None:
            return f"This model's chat template does not work: {self._failure or 'it refuses every message.'}"
        if self._folds_system:
            return "This model's chat template has no place for a system prompt: it goes before the first message."
        return ""


_HELLO = [Turn("user", "Hello")]
_PROBE = "What stands here?"
_ON_AND_OFF: tuple[Thinking, Thinking] = ("on", "off")

_SHAPES: tuple[Callable[[list[Turn], bool], list[Turn] | None], ...] = (
    lambda turns, folds: _folded(turns) if folds else turns,
    lambda turns, folds: in_turn(_folded(turns) if folds else turns),
    lambda turns, folds: None if folds else system_folded(turns),
    lambda turns, folds: None if folds else in_turn(system_folded(turns) or turns),
)
"""In the order in which they are tried. The choice depends on the messages alone, never on what came before."""


def _folded(turns: list[Turn]) -> list[Turn]:
    return system_folded(turns) or turns


def _source(tokenizer: Any) -> str:
    """The template for chats; some tokenizers have others too."""
    found = getattr(tokenizer, "chat_template", None) or ""
    if isinstance(found, dict):
        found = found.get("default") or next(iter(found.values()), "")
    return str(found)


def _reason(error: Exception) -> str:
    """What a template's failure says, as the end of a sentence."""
    text = str(error).strip() or type(error).__name__
    return text if text.endswith((".", "!", "?")) else f"{text}."
