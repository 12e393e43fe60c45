"""What clients send, as OpenAI defines it: fields that are not known are ignored, as its servers do."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

_Positive: TypeAlias = Annotated[int, Meta(ge=1)]
_Penalty: TypeAlias = Annotated[float, Meta(ge=-2, le=2)]

MOST_STOP_STRINGS = 16
MOST_LOGPROBS = 20


class StreamOptions(msgspec.Struct, kw_only=True):
    """How a stream is told."""

    include_usage: bool | None = None


class ContentPart(msgspec.Struct, kw_only=True):
    """A piece of a message; only text can be read."""

    type: str
    text: str | None = None


class CalledFunction(msgspec.Struct, kw_only=True):
    """What an answer wanted called; the arguments are JSON."""

    name: str
    arguments: str = "{}"


class SentToolCall(msgspec.Struct, kw_only=True):
    """A call within an answer that is sent back."""

    id: str
    function: CalledFunction
    type: Literal["function"] = "function"


class SentMessage(msgspec.Struct, kw_only=True):
    """One turn of a conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[ContentPart] | None = None
    reasoning_content: str | None = None
    tool_calls: list[SentToolCall] | None = None
    tool_call_id: str | None = None
    name: str | None = None


class DescribedFunction(msgspec.Struct, kw_only=True):
    """A function that the model may ask for; the parameters are a JSON schema."""

    name: str
    description: str | None = None
    parameters: dict[str, Any] | None = None


class Tool(msgspec.Struct, kw_only=True):
    """Something that the model may ask for."""

    function: DescribedFunction
    type: Literal["function"] = "function"


class ResponseFormat(msgspec.Struct, kw_only=True):
    """What an answer must be; here only `text`."""

    type: str


class SamplingBody(msgspec.Struct, kw_only=True):
    """What both kinds of requests have in common. What is left out, the model's maker decides.

    Attributes:
        top_k: As vLLM has it, and so are the two below; -1 and 0 look at all tokens.
    """

    model: str
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: _Positive | None = None
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None
    top_p: Annotated[float, Meta(ge=0, le=1)] | None = None
    top_k: Annotated[int, Meta(ge=-1, le=1_000_000)] | None = None
    min_p: Annotated[float, Meta(ge=0, le=1)] | None = None
    repetition_penalty: Annotated[float, Meta(ge=0.1, le=10)] | None = None
    frequency_penalty: _Penalty | None = None
    presence_penalty: _Penalty | None = None
    seed: int | None = None
    stop: str | list[str] | None = None
    n: _Positive | None = None


class ChatBody(SamplingBody, kw_only=True):
    """Of `/v1/chat/completions`."""

    messages: Annotated[list[SentMessage], Meta(min_length=1)]
    max_completion_tokens: _Positive | None = None
    logprobs: bool | None = None
    top_logprobs: Annotated[int, Meta(ge=0, le=MOST_LOGPROBS)] | None = None
    tools: list[Tool] | None = None
    tool_choice: Literal["none", "auto", "required"] | dict[str, Any] | None = None
    response_format: ResponseFormat | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None


class CompletionBody(SamplingBody, kw_only=True):
    """Of `/v1/completions`."""

    prompt: str | list[str | int]
    echo: bool | None = None
    suffix: str | None = None
    best_of: _Positive | None = None
    logprobs: Annotated[int, Meta(ge=0, le=MOST_LOGPROBS)] | None = None
