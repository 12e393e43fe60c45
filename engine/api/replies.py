"""What clients get, as OpenAI defines it, with `reasoning_content` as others do."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.protocol import Finished, FinishReason, PrefillProgress

Reason: TypeAlias = Literal["stop", "length", "tool_calls"]


class PromptDetails(msgspec.Struct, frozen=True):
    """How much of a prompt was found in the cache."""

    cached_tokens: int = 0


class CompletionDetails(msgspec.Struct, frozen=True):
    """How much of an answer was thought."""

    reasoning_tokens: int = 0


class Usage(msgspec.Struct, frozen=True):
    """What a request has cost."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    prompt_tokens_details: PromptDetails = PromptDetails()
    completion_tokens_details: CompletionDetails = CompletionDetails()


class TopLogprob(msgspec.Struct, frozen=True):
    """A token that could have been chosen."""

    token: str
    logprob: float
    bytes: list[int] | None = None


class ContentLogprob(msgspec.Struct, frozen=True):
    """A token that was chosen, and what could have been in its place."""

    token: str
    logprob: float
    bytes: list[int] | None = None
    top_logprobs: list[TopLogprob] = []


class ChatLogprobs(msgspec.Struct, frozen=True):
    """Of an answer, or of a piece of it."""

    content: list[ContentLogprob]


class CompletionLogprobs(msgspec.Struct, frozen=True):
    """The same in the older form."""

    tokens: list[str]
    token_logprobs: list[float]
    top_logprobs: list[dict[str, float]]
    text_offset: list[int]


class CalledTool(msgspec.Struct, frozen=True):
    """A function that the model wants called; the arguments are JSON."""

    name: str
    arguments: str


class ToolCallReply(msgspec.Struct, frozen=True):
    """One call."""

    index: int
    id: str
    function: CalledTool
    type: Literal["function"] = "function"


class AnswerMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer; `content` and `role` are always there."""

    role: Literal["assistant"] | msgspec.UnsetType = msgspec.UNSET
    content: str | msgspec.UnsetType | None = msgspec.UNSET
    reasoning_content: str = ""
    tool_calls: list[ToolCallReply] = []


class ChatChoice(msgspec.Struct, frozen=True):
    """The one answer."""

    message: AnswerMessage
    finish_reason: Reason
    logprobs: ChatLogprobs | None = None
    index: int = 0


class ChatReply(msgspec.Struct, frozen=True, kw_only=True):
    """Of `/v1/chat/completions`."""

    id: str
    created: int
    model: str
    choices: list[ChatChoice]
    usage: Usage
    object: Literal["chat.completion"] = "chat.completion"


class ChatPiece(msgspec.Struct, frozen=True):
    """More of the one answer."""

    delta: AnswerMessage
    finish_reason: Reason | None = None
    logprobs: ChatLogprobs | None = None
    index: int = 0


class ChatChunk(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a stream of `/v1/chat/completions`."""

    id: str
    created: int
    model: str
    choices: list[ChatPiece]
    usage: Usage | None = None
    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"


class CompletionChoice(msgspec.Struct, frozen=True):
    """The one text, or more of it."""

    text: str
    finish_reason: Reason | None = None
    logprobs: CompletionLogprobs | None = None
    index: int = 0


class CompletionReply(msgspec.Struct, frozen=True, kw_only=True):
    """Of `/v1/completions`, and one event of its stream."""

    id: str
    created: int
    model: str
    choices: list[CompletionChoice]
    usage: Usage | None = None
    object: Literal["text_completion"] = "text_completion"


class ModelCard(msgspec.Struct, frozen=True, kw_only=True):
    """A model that can be asked; `max_model_len` is its context, as vLLM has it."""

    id: str
    created: int
    max_model_len: int
    owned_by: str = "kvasir"
    object: Literal["model"] = "model"


class ModelList(msgspec.Struct, frozen=True, kw_only=True):
    """Of `/v1/models`: the loaded one, or none."""

    data: list[ModelCard]
    object: Literal["list"] = "list"


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Of `/health`."""

    status: Literal["ok", "no model"]


def usage_of(progress: PrefillProgress | None, finished: Finished) -> Usage:
    """What the engine's receipt says, in OpenAI's words."""
    receipt = finished.receipt
    prompt = progress.prompt_tokens if progress else receipt.cached_tokens + receipt.read_tokens
    return Usage(
        prompt,
        receipt.generated_tokens,
        prompt + receipt.generated_tokens,
        PromptDetails(receipt.cached_tokens),
        CompletionDetails(len(finished.reasoning_ids)),
    )


def reason_of(reason: FinishReason) -> Reason:
    """Why an answer ended; one that has filled the context is cut off like one that was to be short."""
    return "stop" if reason == "stop" else "length"
