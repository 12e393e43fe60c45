"""What the model sees of a conversation that has outgrown its context: which turns go, and which tokens.

A step down to half costs one reading of what stays, and then many turns are cheap. Leaving out just as much as is
needed, turn by turn, would change the start of the prompt each time, and everything behind it would be read anew.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

import msgspec

from engine.cache.block import BLOCK_TOKENS
from engine.protocol import ChatMessage, Notice

_SUMMARY_HEADING = "Summary of the earlier conversation, which is not shown any more:"
MOST_SUMMARY_TOKENS = 256


def most_prompt_tokens(context_tokens: int) -> int:
    """A longer prompt is shortened by every policy but `stop`: an eighth of the context is left for the answer."""
    return context_tokens - context_tokens // 8


def most_summary_tokens(context_tokens: int) -> int:
    """How long a summary may be, so that with it and half of the context there is room for an answer."""
    return min(MOST_SUMMARY_TOKENS, context_tokens // 8)


def turns(messages: Sequence[ChatMessage]) -> list[list[int]]:
    """Places of the messages of each turn: a user's message with the answers to it. System prompts are in none."""
    found: list[list[int]] = []
    for place, message in enumerate(messages):
        if message.role == "system":
            continue
        if message.role == "user" or not found:
            found.append([])
        found[-1].append(place)
    return found


def without(messages: Sequence[ChatMessage], left_out: Collection[int]) -> list[ChatMessage]:
    """The messages that stay."""
    return [message for place, message in enumerate(messages) if place not in left_out]


def oldest_turns(
    messages: Sequence[ChatMessage], left_out: Sequence[int], fits: Callable[[list[ChatMessage]], bool]
) -> tuple[int, ...]:
    """Places to leave out until the rest fits; all that may go, if the rest never does.

    The last turn stays, and so does a turn with a pinned message, as a whole: many templates want the roles to
    alternate.

    Args:
        left_out: Places that were left out before; they are left out again.
        fits: Whether these messages are few enough; what holds for some holds for fewer.
    """
    may_go = [
        turn
        for turn in turns(messages)[:-1]
        if turn[0] not in left_out and not any(messages[place].pinned for place in turn)
    ]

    def first(number: int) -> list[int]:
        return sorted([*left_out, *(place for turn in may_go[:number] for place in turn)])

    enough = bisect_left(range(len(may_go)), True, key=lambda number: fits(without(messages, first(number))))
    return tuple(first(enough))


def with_summary(messages: Sequence[ChatMessage], summary: str) -> list[ChatMessage]:
    """The messages with a summary at the end of the system prompt, or as the system prompt where there is none."""
    if not summary:
        return list(messages)
    note = f"{_SUMMARY_HEADING}\n{summary}"
    if messages and messages[0].role == "system":
        system = msgspec.structs.replace(messages[0], content=f"{messages[0].content}\n\n{note}")
        return [system, *messages[1:]]
    return [ChatMessage(role="system", content=note), *messages]


def summary_prompt(
    messages: Sequence[ChatMessage], going: Collection[int], summary: str, most_tokens: int
) -> list[ChatMessage]:
    """What asks for a summary of the messages that are about to go and of what the earlier summary holds.

    It begins as the conversation does, so that most of it is in the cache.
    """
    kept = [message for place, message in enumerate(messages) if message.role == "system" or place in going]
    also = " Keep what is in the summary of the earlier conversation." if summary else ""
    request = (
        f"Summarise our conversation up to here in at most {most_tokens // 2} words, in its own language. Keep names, "
        f"numbers, facts, decisions and open questions.{also} Write nothing but the summary."
    )
    return [*with_summary(kept, summary), ChatMessage(role="user", content=request)]


def no_summary(reason: str) -> Notice:
    """What tells that messages went and no summary of them stays."""
    return Notice(severity="warning", message=f"The oldest messages were left out without a summary. {reason}")


def head_tokens(system_tokens: int, context_tokens: int) -> int:
    """How much of the start `window` keeps: the system prompt, or the first block, which most attention goes to.

    Attention sinks as in StreamingLLM (Xiao et al., 2023); at most a quarter of the context.
    """
    return min(max(system_tokens, BLOCK_TOKENS), context_tokens // 4)


def window_cut(num_tokens: int, head: int, context_tokens: int) -> int:
    """How many tokens behind the head `window` leaves out of a text that is longer than a prompt may be.

    Always a multiple of one step, so that a conversation that grows keeps its cut for many turns. What is left is
    about half of the context or more.
    """
    step = context_tokens // 2 - head
    excess = num_tokens - most_prompt_tokens(context_tokens)
    return max(-(-excess // step), 0) * step


def unseen_turns(
    messages: Sequence[ChatMessage], gone_tokens: int, count: Callable[[Sequence[ChatMessage]], int]
) -> tuple[int, ...]:
    """Places of the messages of which `window` leaves nothing, or nothing but the head.

    Args:
        gone_tokens: Length of the head and of what was cut out behind it.
        count: Tokens of the first messages of the conversation; more for more of them.
    """
    every = turns(messages)
    ends = [turn[0] for turn in every[1:]]
    number = bisect_left(ends, True, key=lambda end: count(messages[:end]) > gone_tokens)
    return tuple(place for turn in every[:number] for place in turn)
