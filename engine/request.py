"""One answer in the making: what is to be read, what has been generated, and what it cost."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from engine.answer_reader import AnswerReader
from engine.cache.sequence import Sequence
from engine.drafting import Drafter
from engine.protocol import ChatMessage, ChosenToken, Generate, PrefillProgress, Receipt
from engine.sampler import Sampler
from engine.speculation import Chances


@dataclass(slots=True, eq=False)
class Request:
    """State of a `Generate` command from its arrival to its `Finished`.

    Attributes:
        reader: Makes of its tokens what is shown.
        prompt_tokens: How much of `token_ids` is read before the next token is chosen: the rendered prompt, and after
            `restart` all of it.
        token_ids: The prompt, then what was generated. All of it but the last token is, or will be, in the cache.
        generated: What was generated, the end marker included, also where the prompt was shortened meanwhile.
        messages: What the prompt was made of.
        left_out: Places in `command.messages` of those that are not in it.
        summary: Of those, and of what was left out in earlier requests.
        cut_tokens: How many tokens behind the prompt's head were cut out of it.
        summary_for: The answer that waits for this one; None for an answer.
        text: Of a summary, as far as it has come.
        going: Of a summary: what the answer leaves out once it is there.
        sequence: The conversation's cache while the request runs; None before, and after it was preempted.
        state_points: After how many tokens a copy of recurrent state is made; empty for models without such state.
        cached_tokens: Prompt tokens found in the cache when the request started.
        fetched_tokens: Those of them that were brought back from other tiers, and `fetched_bytes` what that took.
        drafter: Guesses what comes next, and `chances` what such guesses have been worth.
        read_tokens: Prompt tokens computed, counted again if a preemption made it necessary.
        token_chances: Of tokens that are not told yet, where they were asked for.
    """

    command: Generate
    sampler: Sampler
    reader: AnswerReader
    prompt_tokens: int = 0
    token_ids: list[int] = field(default_factory=list)
    generated: list[int] = field(default_factory=list)
    messages: list[ChatMessage] = field(default_factory=list)
    left_out: tuple[int, ...] = ()
    summary: str = ""
    cut_tokens: int = 0
    summary_for: Request | None = None
    text: str = ""
    going: tuple[int, ...] = ()
    state_points: frozenset[int] = frozenset()
    arrived: float = field(default_factory=time.perf_counter)
    sequence: Sequence | None = None
    cached_tokens: int = -1
    fetched_tokens: int = 0
    fetched_bytes: int = 0
    read_tokens: int = 0
    first_token_at: float = 0.0
    last_token_at: float = 0.0
    drafter: Drafter = field(default_factory=Drafter)
    chances: Chances = field(default_factory=Chances)
    ended_by_model: bool = False
    token_chances: list[ChosenToken] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The command's request id."""
        return self.command.request_id

    @property
    def num_computed(self) -> int:
        """Tokens that need not be computed."""
        return 0 if self.sequence is None else self.sequence.num_tokens

    @property
    def is_written(self) -> bool:
        """Whether all but the newest token is in the cache, so that the next forward brings a token of the answer."""
        return self.num_generated > 0 and self.num_computed == len(self.token_ids) - 1

    @property
    def is_helper(self) -> bool:
        """Whether nobody waits for it: a title, not a summary that an answer needs."""
        return self.command.cache == "once" and self.summary_for is None

    @property
    def is_apart(self) -> bool:
        """Whether another program waits for it, by way of the local API, and not the user of the window."""
        return self.command.cache == "apart"

    @property
    def num_generated(self) -> int:
        """Tokens of the answer, the end marker included."""
        return len(self.generated)

    @property
    def answer(self) -> Request:
        """The request that the user waits for: this one, or the one that this summary is made for."""
        return self.summary_for or self

    def restart(self, token_ids: list[int]) -> None:
        """Go on behind these tokens, which are to be read as far as they are not cached."""
        self.token_ids = token_ids
        self.prompt_tokens = len(token_ids)
        self.drafter = Drafter()

    def add_token(self, token_id: int) -> None:
        """Take a sampled token."""
        self.token_ids.append(token_id)
        self.generated.append(token_id)
        self.last_token_at = time.perf_counter()
        self.first_token_at = self.first_token_at or self.last_token_at

    def progress(self) -> PrefillProgress:
        """How much of the prompt has been read."""
        return PrefillProgress(
            request_id=self.id,
            prompt_tokens=self.prompt_tokens,
            cached_tokens=self.cached_tokens,
            read_tokens=self.read_tokens,
        )

    def receipt(self) -> Receipt:
        """What the answer has cost so far."""
        decoding = self.last_token_at - self.first_token_at
        return Receipt(
            cached_tokens=max(self.cached_tokens, 0),
            fetched_tokens=self.fetched_tokens,
            fetched_bytes=self.fetched_bytes,
            read_tokens=self.read_tokens,
            generated_tokens=self.num_generated,
            first_token_ms=(self.first_token_at - self.arrived) * 1000 if self.first_token_at else 0.0,
            tokens_per_second=(self.num_generated - 1) / decoding if decoding > 0 else 0.0,
        )
