"""Requests as commands: what a client's fields mean to the engine, and what cannot be had."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from engine.api.bodies import MOST_STOP_STRINGS, ChatBody, CompletionBody, SamplingBody, SentMessage
from engine.api.errors import ApiError
from engine.protocol import ChatMessage, Generate, ModelInfo, Role, SamplingParams, Thinking, ToolCall

MOST_BODY_BYTES = 8 * 1024 * 1024
"""More text than any context holds."""

MOST_BODY_SECONDS = 60.0

_HANG_UP = {"Connection": "close"}
"""Or the rest of the body would have to be waited for."""

T = TypeVar("T")


async def read_body(request: Request, kind: type[T]) -> T:
    """The body of a request.

    Raises:
        ApiError: It is too long, comes too slowly, or is not what it should be.
    """
    content = bytearray()
    try:
        async with asyncio.timeout(MOST_BODY_SECONDS):
            async for piece in request.stream():
                content += piece
                if len(content) > MOST_BODY_BYTES:
                    sentence = f"A request may have {MOST_BODY_BYTES:,} bytes, and this one has more."
                    raise ApiError(413, sentence, headers=_HANG_UP)
    except TimeoutError:
        raise ApiError(408, "The request did not arrive in time.", headers=_HANG_UP) from None
    except ClientDisconnect:
        raise ApiError(400, "The request was broken off.") from None
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        sentence, _, place = str(error).partition(" - at ")
        param = place.strip("`").removeprefix("$").removeprefix(".") or None
        raise ApiError(400, f"{sentence}{f', in {param}' if param else ''}.", param=param) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, f"The body is no JSON: {error}.") from error


def chat_command(body: ChatBody, model: ModelInfo) -> Generate:
    """A conversation to be answered.

    Raises:
        ApiError: It asks for what cannot be had.
    """
    if body.response_format is not None and body.response_format.type != "text":
        raise ApiError(400, "Answers come as text; other formats cannot be asked for.", param="response_format")
    if body.tool_choice not in (None, "none", "auto"):
        raise ApiError(400, "Whether a tool is called is for the model to say: tool_choice can be auto or none.")
    tools = [] if body.tool_choice == "none" else body.tools or []
    if tools and model.server:
        raise ApiError(400, f"Tools are not passed on to {model.server}. Ask that server itself.", param="tools")
    thinking: Thinking = "default"
    if body.reasoning_effort is not None:
        thinking = "off" if body.reasoning_effort in ("none", "minimal") else "on"
    return Generate(
        request_id="",
        conversation_id="",
        messages=_messages(body.messages),
        sampling=_sampling(body, model, body.max_completion_tokens or body.max_tokens),
        thinking=thinking,
        tools=[msgspec.json.encode(tool).decode() for tool in tools],
        logprobs=_logprobs(body.top_logprobs or 0 if body.logprobs else -1, model),
    )


def completion_command(body: CompletionBody, model: ModelInfo) -> Generate:
    """A text to be gone on with.

    Raises:
        ApiError: It asks for what cannot be had.
    """
    if model.server:
        raise ApiError(400, f"The model runs at {model.server}, and only conversations are passed on to it.")
    for name in ("echo", "suffix"):
        if getattr(body, name):
            raise ApiError(400, f"{name} cannot be had here.", param=name)
    if (body.best_of or 1) != 1:
        raise ApiError(400, "One answer comes at a time: best_of must be 1.", param="best_of")
    return Generate(
        request_id="",
        conversation_id="",
        messages=[_prompt(body.prompt)],
        sampling=_sampling(body, model, body.max_tokens or _USUAL_COMPLETION_TOKENS),
        plain=True,
        logprobs=_logprobs(-1 if body.logprobs is None else body.logprobs, model),
    )


_USUAL_COMPLETION_TOKENS = 16
"""OpenAI's; there is no end that a plain text would come to."""


def _prompt(prompt: str | list[str | int]) -> ChatMessage:
    if isinstance(prompt, list) and len(prompt) == 1 and isinstance(prompt[0], str):
        prompt = prompt[0]
    if isinstance(prompt, str):
        return ChatMessage(role="user", content=prompt)
    ids = [part for part in prompt if isinstance(part, int)]
    if len(ids) != len(prompt):
        raise ApiError(400, "One prompt comes at a time: a text, or the ids of its tokens.", param="prompt")
    return ChatMessage(role="user", content="", token_ids=ids)


def _logprobs(count: int, model: ModelInfo) -> int:
    if count >= 0 and model.server:
        raise ApiError(400, f"Probabilities are not told by {model.server}.", param="logprobs")
    return count


def _sampling(body: SamplingBody, model: ModelInfo, max_tokens: int | None) -> SamplingParams:
    if (body.n or 1) != 1:
        raise ApiError(400, "One answer comes at a time: n must be 1.", param="n")
    for name in ("frequency_penalty", "presence_penalty"):
        if getattr(body, name):
            raise ApiError(400, f"There is no {name} here; repetition_penalty does the like.", param=name)
    stop = [body.stop] if isinstance(body.stop, str) else body.stop or []
    if len(stop) > MOST_STOP_STRINGS:
        raise ApiError(400, f"There may be {MOST_STOP_STRINGS} stop strings.", param="stop")
    own = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, "repetition_penalty": 1.0}
    values = {}
    for name, usual in own.items():
        recommended = getattr(model.sampling, name)
        asked = getattr(body, name)
        values[name] = asked if asked is not None else usual if recommended is None else recommended
    # The sampler takes 0 for "all tokens"; OpenAI means the likeliest one.
    top_p = values["top_p"] or _LEAST_TOP_P
    return SamplingParams(
        temperature=values["temperature"] if values["temperature"] >= _LEAST_TEMPERATURE else 0.0,
        top_k=max(int(values["top_k"]), 0),
        top_p=top_p,
        min_p=values["min_p"],
        repetition_penalty=values["repetition_penalty"],
        seed=body.seed,
        max_tokens=max_tokens or 0,
        stop=[text for text in stop if text],
    )


_LEAST_TOP_P = 1e-9

_LEAST_TEMPERATURE = 1e-3
"""Nobody could tell a lower one from none, and dividing by it would leave the numbers that there are."""

_ROLES: dict[str, Role] = {"developer": "system"}


def _messages(sent: Sequence[SentMessage]) -> list[ChatMessage]:
    names = {call.id: call.function.name for message in sent for call in message.tool_calls or []}
    return [_message(message, place, names) for place, message in enumerate(sent)]


def _message(sent: SentMessage, place: int, called: dict[str, str]) -> ChatMessage:
    param = f"messages[{place}].content"
    if isinstance(sent.content, list):
        for part in sent.content:
            if part.type != "text":
                raise ApiError(400, f"The model reads text only, and no {part.type}.", param=param)
        content = "".join(part.text or "" for part in sent.content)
    else:
        content = sent.content or ""
    return ChatMessage(
        role=_ROLES.get(sent.role, sent.role),  # type: ignore[arg-type] # the other names are the same
        content=content,
        reasoning=sent.reasoning_content or "",
        tool_calls=[
            ToolCall(name=call.function.name, arguments=call.function.arguments, id=call.id)
            for call in sent.tool_calls or []
        ],
        tool_call_id=sent.tool_call_id or "",
        tool_name=called.get(sent.tool_call_id or "", "") if sent.role == "tool" else "",
    )
