"""What holds in one conversation: its own settings, else the program's, else what the model's maker recommends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import msgspec

from app.conversation import ChatSettings, Preset
from app.settings import Settings
from app.translation import tr
from engine.protocol import KvFormat, SamplingDefaults, SamplingParams, Thinking

_T = TypeVar("_T")

OUR_TEMPERATURE = 0.2
"""Low: at 0.7 the small starter model gets plain facts wrong."""
_OURS = SamplingParams(temperature=OUR_TEMPERATURE)


@dataclass(frozen=True, slots=True)
class EffectiveSettings:
    """Everything that decides an answer.

    Attributes:
        model_path: The model chosen for the conversation; empty for the one that is loaded.
    """

    model_path: str
    system_prompt: str
    sampling: SamplingParams
    thinking: Thinking
    kv_format: KvFormat


def effective_settings(own: ChatSettings, settings: Settings, recommended: SamplingDefaults) -> EffectiveSettings:
    """Each setting from the first that says something: the conversation, the program, the model's maker, we."""
    return EffectiveSettings(
        model_path=own.model_path,
        system_prompt=_first(own.system_prompt, settings.system_prompt),
        sampling=SamplingParams(
            temperature=_first(own.temperature, settings.temperature, recommended.temperature, _OURS.temperature),
            top_k=_first(own.top_k, settings.top_k, recommended.top_k, _OURS.top_k),
            top_p=_first(own.top_p, settings.top_p, recommended.top_p, _OURS.top_p),
            min_p=_first(own.min_p, settings.min_p, recommended.min_p, _OURS.min_p),
            repetition_penalty=_first(
                own.repetition_penalty,
                settings.repetition_penalty,
                recommended.repetition_penalty,
                _OURS.repetition_penalty,
            ),
            seed=settings.seed if own.seed is None else own.seed,
            max_tokens=_first(own.max_tokens, settings.max_tokens),
            stop=list(own.stop or ()),
        ),
        thinking=settings.thinking if own.thinking == "default" else own.thinking,
        kv_format=own.kv_format or settings.kv_format,
    )


@dataclass(frozen=True, slots=True)
class ReadSoFar:
    """What the model has read of a conversation.

    Attributes:
        has_answer: Whether there is anything at all that was read.
        tokens: Of the whole branch; 0 where that is not known.
        last_answer_tokens: What of them is the last answer.
        kept_tokens: What another model has kept of the conversation from earlier.
    """

    has_answer: bool
    tokens: int = 0
    last_answer_tokens: int = 0
    kept_tokens: int = 0


def settings_of(preset: Preset, model_path: str) -> ChatSettings:
    """What a conversation takes from a preset; the model that it has stays where the preset names none."""
    return msgspec.structs.replace(preset.settings, model_path=preset.settings.model_path or model_path)


def reading_cost(before: EffectiveSettings, after: EffectiveSettings, read: ReadSoFar) -> str:
    """What must be read again with the next message if the settings change so, as one sentence."""
    if not read.has_answer:
        return tr("Nothing of this chat has been read yet, so nothing has to be read again.")
    tokens = tr(" (%n tokens)", read.tokens) if read.tokens else ""
    if after.model_path != before.model_path:
        if read.kept_tokens:
            return tr("That model still has %n tokens of this chat, and reads only what came since.", read.kept_tokens)
        return tr("Another model has to read the whole chat{tokens} with your next message.").format(tokens=tokens)
    if after.system_prompt.strip() != before.system_prompt.strip():
        return tr(
            "The system prompt comes first, so the whole chat{tokens} is read again with your next message."
        ).format(tokens=tokens)
    if after.kv_format != before.kv_format:
        return tr("In another cache format the whole chat{tokens} is read again with your next message.").format(
            tokens=tokens
        )
    if after.thinking != before.thinking:
        turn = tr(" (about %n tokens)", read.last_answer_tokens) if read.last_answer_tokens else ""
        return tr("At most the last turn{turn} is read again with your next message.").format(turn=turn)
    return tr("Nothing has to be read again.")


def _first(*values: _T | None) -> _T:
    return next(value for value in values if value is not None)
