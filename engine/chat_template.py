"""A conversation to token ids: the model's own template, with the ids of generated turns put back as they were.

History is never tokenised anew where its ids are known: the tokens that a model generated for a text are often not the
ones that a tokenizer makes of it, and the cache would end where they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cache.block import common_prefix_length
from engine.errors import PromptError
from engine.protocol import ChatMessage

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


class ChatTemplate:
    """Turns messages into the prompt of one model."""

    def __init__(self, tokenizer: Any, tokenizer_id: str) -> None:
        self._tokenizer = tokenizer
        self._tokenizer_id = tokenizer_id
        self.has_template = bool(getattr(tokenizer, "chat_template", None))
        self._bos: int | None = getattr(tokenizer, "bos_token_id", None)
        self._wants_bos = self._bos is not None and tokenizer.encode("a")[:1] == [self._bos]

    @property
    def stop(self) -> tuple[str, ...]:
        """Stop strings that the format itself needs."""
        return () if self.has_template else PLAIN_STOP

    def render(self, messages: Sequence[ChatMessage]) -> str:
        """The prompt as text, ready for an answer.

        Raises:
            PromptError: The template refuses this order or kind of messages.
        """
        turns = [{"role": m.role, "content": m.content} for m in messages]
        failure: Exception | None = None
        for attempt in (turns, _fold_system(turns)):
            try:
                if attempt is not None:
                    return self._apply(attempt)
            except Exception as error:  # a template is a stranger's program, and fails with whatever it runs into
                failure = failure or error
        raise PromptError(f"This model's chat template does not accept the conversation: {failure}") from failure

    def token_ids(self, messages: Sequence[ChatMessage]) -> list[int]:
        """The prompt as ids.

        Raises:
            PromptError: As `render`, or there is nothing to answer.
        """
        ids: list[int] = []
        for text, known in self._segments(messages) if messages else []:
            ids += known or self._encode(text)
        if not ids:
            raise PromptError("There is nothing to answer yet: the conversation is empty.")
        return self._with_one_bos(ids)

    def edit_points(self, messages: Sequence[ChatMessage], token_ids: Sequence[int]) -> set[int]:
        """How much of the prompt stays when its first or its last user message is edited.

        The first is the end of the system prompt, the last the start of the present turn.
        """
        places = [place for place, message in enumerate(messages) if message.role == "user"]
        points = set()
        for place in {*places[:1], *places[-1:]}:
            edited = [*messages[:place], ChatMessage(role="user", content="\ue000")]
            points.add(common_prefix_length(self.token_ids(edited), token_ids))
        return points - {0}

    def _segments(self, messages: Sequence[ChatMessage]) -> list[tuple[str, list[int]]]:
        """The prompt cut into texts to tokenise and texts whose ids are known.

        Where the known texts stand is found by rendering once more with a mark in the place of each. If the template
        does not write them as they are (it trims, or leaves something out), the two renderings disagree, and the whole
        prompt is tokenised: the cache then ends where the texts part.
        """
        text = self.render(messages)
        known = [m for m in messages if m.token_ids and m.tokenizer_id == self._tokenizer_id]
        known = [m for m in known if self._tokenizer.decode(m.token_ids, **_VERBATIM) == m.content]
        marks = {id(m): f"\ue000{place}\ue001" for place, m in enumerate(known)}
        if not known:
            return [(text, [])]
        pieces = [self.render([_with_content(m, marks.get(id(m), m.content)) for m in messages])]
        segments: list[tuple[str, list[int]]] = []
        for message in known:
            before, mark, after = pieces.pop().partition(marks[id(message)])
            if not mark:
                return [(text, [])]
            segments += [(before, []), (message.content, message.token_ids)]
            pieces.append(after)
        segments.append((pieces.pop(), []))
        return segments if "".join(piece for piece, _ in segments) == text else [(text, [])]

    def _apply(self, turns: list[dict[str, str]]) -> str:
        text: str = self._tokenizer.apply_chat_template(
            turns,
            chat_template=None if self.has_template else PLAIN_TEMPLATE,
            tokenize=False,
            add_generation_prompt=True,
        )
        return text

    def _encode(self, text: str) -> list[int]:
        if not text:
            return []
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False)
        return ids

    def _with_one_bos(self, ids: list[int]) -> list[int]:
        """Templates may or may not write the token that begins a text; where the tokenizer wants it, it stands once."""
        bos = self._bos
        if bos is None:
            return ids
        start = 0
        while ids[start : start + 2] == [bos, bos]:
            start += 1
        return ids[start:] if not self._wants_bos or ids[start] == bos else [bos, *ids]


_VERBATIM = {"skip_special_tokens": False, "clean_up_tokenization_spaces": False}


def _with_content(message: ChatMessage, content: str) -> ChatMessage:
    return ChatMessage(role=message.role, content=content)


def _fold_system(turns: list[dict[str, str]]) -> list[dict[str, str]] | None:
    """The system text put before the first user turn, for templates without a system role; None if there is none."""
    if len(turns) < 2 or turns[0]["role"] != "system" or turns[1]["role"] != "user":
        return None
    first = {"role": "user", "content": f"{turns[0]['content']}\n\n{turns[1]['content']}"}
    return [first, *turns[2:]]
