"""Turns are fair, whoever comes, waits or ends, and chunks stay whole blocks between their bounds."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.answer_reader import AnswerReader
from engine.cache.block import Block, BlockHash
from engine.cache.formats import EXACT, CachePolicy
from engine.cache.sequence import Root, Sequence
from engine.piece import MAX_ROWS
from engine.protocol import CacheUse, Generate, SamplingParams
from engine.request import Request
from engine.sampler import Sampler
from engine.scheduler import (
    MAX_CHUNK_TOKENS,
    MAX_SHARED_TOKENS,
    MAX_TOGETHER,
    MIN_CHUNK_TOKENS,
    MIN_SHARED_TOKENS,
    ChunkSize,
    Scheduler,
)


def make_request(name: str, cache: CacheUse = "keep") -> Request:
    return Request(
        command=Generate(request_id=name, conversation_id=name, messages=[], cache=cache),
        sampler=Sampler(SamplingParams(seed=0), torch.device("cpu")),
        reader=AnswerReader(str, str),
        prompt_tokens=1,
        token_ids=[1],
    )


def scheduler_of(*names: str) -> tuple[Scheduler, list[Request]]:
    scheduler, requests = Scheduler(), [make_request(name) for name in names]
    for request in requests:
        scheduler.add(request)
    return scheduler, requests


def turns(scheduler: Scheduler, count: int) -> str:
    """Whose turns come; those of one forward in brackets where they are several."""
    chosen = ("".join(request.id for request in scheduler.next()) for _ in range(count))
    return "".join(ids if len(ids) == 1 else f"({ids})" for ids in chosen)


def write(request: Request) -> Request:
    """Let its prompt be read and its first token be chosen."""
    request.add_token(7)
    block = Block(0, BlockHash(b""), EXACT, token_ids=list(request.token_ids[:-1]))
    request.sequence = Sequence(request.id, Root(BlockHash(b""), CachePolicy()), [block], running=True)
    assert request.is_written
    return request


def test_requests_take_turns_in_the_order_of_their_arrival() -> None:
    scheduler, _ = scheduler_of("a", "b", "c")
    assert turns(scheduler, 7) == "abcabca"


def test_a_newcomer_waits_for_one_turn_of_each_of_the_others() -> None:
    scheduler, _ = scheduler_of("a", "b")
    assert turns(scheduler, 1) == "a"
    scheduler.add(make_request("c"))
    assert turns(scheduler, 6) == "bacbac"


def test_without_requests_there_is_no_turn() -> None:
    scheduler, (only,) = scheduler_of("a")
    scheduler.remove(only)
    assert scheduler.next() == []
    assert len(scheduler) == 0


def test_answers_are_written_together_and_a_piece_of_one_prompt_is_read_with_them() -> None:
    scheduler = Scheduler(together=True)
    for request in (write(make_request("a")), make_request("x"), write(make_request("b")), make_request("y")):
        scheduler.add(request)
    assert scheduler.is_writing
    assert turns(scheduler, 3) == "(abx)(aby)(abx)"


def test_without_prompts_to_read_each_turn_is_for_all_answers() -> None:
    scheduler = Scheduler(together=True)
    for name in "abc":
        scheduler.add(write(make_request(name)))
    assert sorted(turns(scheduler, 1)) == sorted("(abc)")
    assert turns(scheduler, 2) == "(abc)(abc)"


def test_more_answers_than_one_forward_takes_go_in_turn() -> None:
    scheduler = Scheduler(together=True)
    for number in range(MAX_TOGETHER + 3):
        scheduler.add(write(make_request(str(number))))
    first, second = scheduler.next(), scheduler.next()
    assert len(first) == len(second) == MAX_TOGETHER
    assert {request.id for request in first + second} == set(map(str, range(MAX_TOGETHER + 3)))


def test_where_answers_cannot_be_written_together_each_has_a_turn() -> None:
    scheduler = Scheduler()
    for name in "ab":
        scheduler.add(write(make_request(name)))
    assert turns(scheduler, 4) == "abab"


def test_a_helper_request_waits_for_all_others() -> None:
    scheduler = Scheduler(together=True)
    title, answer = make_request("t", cache="once"), make_request("a")
    scheduler.add(title)
    assert turns(scheduler, 1) == "t"
    scheduler.add(answer)
    write(title)
    assert turns(scheduler, 3) == "aaa"
    assert not scheduler.is_writing  # nobody waits for it
    scheduler.remove(answer)
    assert turns(scheduler, 1) == "t"


def test_the_prompt_of_the_chat_in_front_is_read_first_and_the_others_in_turn() -> None:
    scheduler = Scheduler(together=True)
    requests = {name: make_request(name) for name in "xyz"}
    for request in requests.values():
        scheduler.add(request)
    scheduler.front = "z"
    assert turns(scheduler, 3) == "zzz"
    scheduler.remove(requests["z"])
    assert turns(scheduler, 4) == "xyxy"


def test_the_answer_in_front_is_in_every_forward_however_many_there_are() -> None:
    scheduler = Scheduler(together=True)
    for number in range(2 * MAX_TOGETHER):
        scheduler.add(write(make_request(str(number))))
    scheduler.front = "7"
    for _ in range(4):
        assert "7" in [request.id for request in scheduler.next()]


def test_where_each_has_a_turn_the_chat_in_front_has_every_second() -> None:
    scheduler, _ = scheduler_of("a", "b", "c")
    scheduler.front = "b"
    assert turns(scheduler, 7) == "babcbab"
    scheduler.front = "nobody"
    assert sorted(turns(scheduler, 3)) == ["a", "b", "c"]


def test_prompts_of_other_programs_are_read_in_every_fourth_turn_while_chats_want_one() -> None:
    scheduler = Scheduler(together=True)
    chat, other = make_request("c"), make_request("o", cache="apart")
    scheduler.add(other)
    assert turns(scheduler, 2) == "oo"
    scheduler.add(chat)
    assert sorted(turns(scheduler, 8)) == sorted("ccccccoo")
    scheduler.front = "c"
    assert sorted(turns(scheduler, 8)) == sorted("ccccccoo")
    scheduler.remove(chat)
    assert turns(scheduler, 2) == "oo"


def test_a_chat_that_is_written_waits_for_a_prompt_of_another_program_in_every_fourth_turn_only() -> None:
    scheduler = Scheduler(together=True)
    scheduler.add(write(make_request("c")))
    scheduler.add(make_request("o", cache="apart"))
    assert sorted(len(scheduler.next()) for _ in range(8)) == [1, 1, 1, 1, 1, 1, 2, 2]


def test_answers_to_other_programs_are_written_together_with_those_of_chats() -> None:
    scheduler = Scheduler(together=True)
    for name, cache in (("o", "apart"), ("c", "keep")):
        scheduler.add(write(make_request(name, cache=cache)))
    assert turns(scheduler, 2) == "(co)(co)"


def test_where_each_has_a_turn_other_programs_have_every_fourth() -> None:
    scheduler = Scheduler()
    for name, cache in (("o", "apart"), ("a", "keep"), ("b", "keep"), ("p", "apart")):
        scheduler.add(make_request(name, cache=cache))
    assert turns(scheduler, 8) == "abaobabp"


def test_a_title_goes_before_what_other_programs_ask() -> None:
    scheduler = Scheduler(together=True)
    title, other = make_request("t", cache="once"), make_request("o", cache="apart")
    scheduler.add(other)
    scheduler.add(title)
    assert turns(scheduler, 3) == "ttt"


def test_for_want_of_blocks_helpers_give_way_first_then_whoever_came_last_and_the_front_never() -> None:
    scheduler = Scheduler(together=True)
    title = write(make_request("t", cache="once"))
    first, second, third = (write(make_request(name)) for name in "abc")
    for request in (third, title, first, second):
        scheduler.add(request)
    scheduler.front = "c"
    assert scheduler.first_to_give_way(first) is title
    scheduler.preempt(title)
    assert scheduler.first_to_give_way(first) is second
    assert scheduler.first_to_give_way(third) is second
    scheduler.preempt(second)
    assert scheduler.first_to_give_way(first) is first
    assert not scheduler.can_go_on(second)
    assert scheduler.can_go_on(first)


def test_for_want_of_blocks_other_programs_give_way_before_all_else() -> None:
    scheduler = Scheduler(together=True)
    other = write(make_request("o", cache="apart"))
    title, chat = write(make_request("t", cache="once")), write(make_request("c"))
    for request in (other, title, chat):
        scheduler.add(request)
    assert scheduler.first_to_give_way(chat) is other
    assert scheduler.first_to_give_way(title) is other


def test_one_without_blocks_cannot_give_any() -> None:
    scheduler = Scheduler(together=True)
    first, unread = write(make_request("a")), make_request("b")
    scheduler.add(first)
    scheduler.add(unread)
    assert scheduler.first_to_give_way(first) is first
    assert scheduler.first_to_give_way(unread) is unread


def test_a_preempted_request_gets_no_turn_until_another_ends() -> None:
    scheduler, (a, b, _) = scheduler_of("a", "b", "c")
    assert scheduler.preempt(a)
    assert turns(scheduler, 4) == "bcbc"
    assert scheduler.find("a") is a
    assert len(scheduler) == 3
    scheduler.remove(b)
    assert turns(scheduler, 4) == "caca"


def test_the_last_request_that_can_go_on_is_not_preempted() -> None:
    scheduler, (a, b) = scheduler_of("a", "b")
    assert scheduler.preempt(a)
    assert not scheduler.preempt(b)
    assert turns(scheduler, 2) == "bb"


def test_a_waiting_request_can_be_stopped() -> None:
    scheduler, (a, _) = scheduler_of("a", "b")
    scheduler.preempt(a)
    scheduler.remove(a)
    assert scheduler.find("a") is None
    assert turns(scheduler, 2) == "bb"


class Turns(RuleBasedStateMachine):
    """Nobody gets a second turn while another, who could have gone on all the time, still waits for one."""

    def __init__(self) -> None:
        super().__init__()
        self.scheduler = Scheduler()
        self.served_since: dict[Request, set[Request]] = {}  # of those that can go on: who came before them
        self.waiting: set[Request] = set()
        self.named = 0

    @rule()
    def add(self) -> None:
        self.named += 1
        request = make_request(str(self.named))
        self.scheduler.add(request)
        self.served_since[request] = set()

    @rule()
    def turn(self) -> None:
        chosen = self.scheduler.next()
        if not self.served_since:
            assert chosen == []
            return
        (request,) = chosen
        assert request in self.served_since
        for other, served in self.served_since.items():
            assert other is request or request not in served, "overtaken twice"
            served.add(request)
        self.served_since[request] = set()

    @precondition(lambda self: self.served_since)
    @rule(data=st.data())
    def preempt(self, data: st.DataObject) -> None:
        request = data.draw(st.sampled_from(list(self.served_since)))
        possible = len(self.served_since) > 1
        assert self.scheduler.preempt(request) is possible
        if possible:
            del self.served_since[request]
            self.waiting.add(request)

    @precondition(lambda self: self.served_since or self.waiting)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        request = data.draw(st.sampled_from(self.scheduler.requests()))
        self.scheduler.remove(request)
        self.served_since.pop(request, None)
        self.waiting.discard(request)
        self.served_since |= {freed: set() for freed in self.waiting}
        self.waiting.clear()

    @invariant()
    def all_requests_are_known(self) -> None:
        assert set(self.scheduler.requests()) == {*self.served_since, *self.waiting}
        assert len(self.scheduler) == len(self.served_since) + len(self.waiting)


TestTurns = Turns.TestCase
TestTurns.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


forwards = st.lists(st.tuples(st.integers(1, 2 * MAX_CHUNK_TOKENS), st.floats(1e-9, 1e4)), max_size=20)


@settings(max_examples=100, deadline=None)
@given(forwards, st.booleans())
def test_chunks_are_whole_pieces_between_the_bounds_and_at_most_doubled(
    observed: list[tuple[int, float]], is_shared: bool
) -> None:
    most = MAX_SHARED_TOKENS if is_shared else MAX_CHUNK_TOKENS
    chunk = ChunkSize(is_shared, most)
    least = MIN_SHARED_TOKENS if is_shared else MIN_CHUNK_TOKENS
    for num_tokens, seconds in observed:
        before = chunk.tokens
        chunk.observe(num_tokens, seconds)
        assert least <= chunk.tokens <= most
        assert chunk.tokens % least == 0
        assert chunk.tokens <= 2 * before
        if num_tokens < least:
            assert chunk.tokens == before


@settings(max_examples=100, deadline=None)
@given(st.floats(1, 1e5), st.booleans())
def test_a_steady_speed_leads_to_chunks_of_the_wanted_time_where_the_bounds_allow(
    tokens_per_second: float, is_shared: bool
) -> None:
    chunk = ChunkSize(is_shared)
    least = MIN_SHARED_TOKENS if is_shared else MIN_CHUNK_TOKENS
    for _ in range(6):
        chunk.observe(chunk.tokens, chunk.tokens / tokens_per_second)
    seconds = chunk.tokens / tokens_per_second
    assert seconds <= chunk.target_seconds * (1 + 1e-9) or chunk.tokens == least
    assert seconds + least / tokens_per_second > chunk.target_seconds * (1 - 1e-2) or chunk.tokens == MAX_CHUNK_TOKENS


def test_a_chunk_beside_as_many_answers_as_run_together_is_computed_with_packed_weights() -> None:
    assert MAX_SHARED_TOKENS + MAX_TOGETHER <= MAX_ROWS


def test_answers_wait_for_no_chunk_as_long_as_a_command_may() -> None:
    assert ChunkSize(is_shared=True).target_seconds < 0.3 < ChunkSize().target_seconds <= 0.5


def test_a_forward_that_took_no_time_teaches_nothing() -> None:
    chunk = ChunkSize()
    before = chunk.tokens
    chunk.observe(MAX_CHUNK_TOKENS, 0.0)
    assert chunk.tokens == before
