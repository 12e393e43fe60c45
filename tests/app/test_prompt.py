from __future__ import annotations

import itertools
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.conversation import Attachment, Message
from app.prompt import make_prompt

texts = st.sampled_from(["", " \n", "hello", "two\nlines", "<|im_end|>"])


def turn(role: str, text: str, **rest: object) -> Message:
    return Message("id", "c", None, role, text, 0.0, **rest)  # type: ignore[arg-type]


branches = st.lists(texts, max_size=12).map(
    lambda chosen: [turn("assistant" if n % 2 else "user", text) for n, text in enumerate(chosen)]
)


@given(branches, st.sampled_from(["", "  ", "Be brief."]))
def test_no_turn_is_blank_and_users_never_follow_each_other(branch: list[Message], system_prompt: str) -> None:
    messages = make_prompt(branch, system_prompt).messages
    assert all(message.content.strip() for message in messages)
    roles = [message.role for message in messages]
    assert ("user", "user") not in list(itertools.pairwise(roles))
    assert ("system" in roles) == bool(system_prompt.strip())


@given(branches)
def test_no_word_that_the_user_wrote_is_lost_or_reordered(branch: list[Message]) -> None:
    said = "\n\n".join(m.text for m in branch if m.role == "user" and m.text.strip())
    sent = "\n\n".join(m.content for m in make_prompt(branch, "").messages if m.role == "user")
    assert sent == said


def test_an_answer_goes_back_with_the_ids_it_came_out_as() -> None:
    answer = turn("assistant", "Warsaw.", token_ids=(7, 8), tokenizer_id="t")
    (_, sent) = make_prompt([turn("user", "Capital?"), answer], "").messages
    assert (sent.token_ids, sent.tokenizer_id) == ([7, 8], "t")


def test_what_a_failed_answer_had_said_stays_part_of_the_conversation() -> None:
    branch = [turn("user", "a"), turn("assistant", "half an", state="failed"), turn("user", "go on")]
    assert [m.content for m in make_prompt(branch, "").messages] == ["a", "half an", "go on"]


def test_an_answer_that_never_began_leaves_one_turn_of_the_user() -> None:
    branch = [turn("user", "a"), turn("assistant", "", state="failed"), turn("user", "b")]
    assert [(m.role, m.content) for m in make_prompt(branch, "Be brief.").messages] == [
        ("system", "Be brief."),
        ("user", "a\n\nb"),
    ]


def test_what_the_model_no_longer_sees_is_not_sent_and_each_place_knows_its_messages() -> None:
    named = [replace(turn("assistant" if n % 2 else "user", text), id=f"m{n}") for n, text in enumerate("abcd")]
    blank = [replace(turn("assistant", ""), id="blank"), replace(turn("user", "e", pinned=True), id="m4")]
    prompt = make_prompt([*named[:3], *blank], "Be brief.", {"m0", "m1"})
    assert [(m.content, m.pinned) for m in prompt.messages] == [("Be brief.", False), ("c\n\ne", True)]
    assert prompt.message_ids([1]) == {"m2", "m4"}
    assert prompt.message_ids([0]) == frozenset()


def test_what_was_thought_goes_back_beside_the_answer_and_the_template_decides() -> None:
    answer = turn("assistant", "Yes.", reasoning="Hm.", reasoning_ids=(1,), token_ids=(2,), tokenizer_id="t")
    (_, sent) = make_prompt([turn("user", "Well?"), answer], "").messages
    assert (sent.content, sent.reasoning, sent.reasoning_ids, sent.token_ids) == ("Yes.", "Hm.", [1], [2])


def test_an_answer_that_is_only_thought_is_left_out_unless_it_is_gone_on_with() -> None:
    branch = [turn("user", "Well?"), turn("assistant", "", reasoning="Hm.", reasoning_ids=(1,), tokenizer_id="t")]
    assert [m.role for m in make_prompt(branch, "").messages] == ["user"]
    sent = make_prompt(branch, "", continues=True).messages[-1]
    assert (sent.role, sent.content, sent.reasoning, sent.reasoning_ids) == ("assistant", "", "Hm.", [1])


def test_only_the_last_message_is_gone_on_with() -> None:
    thought = turn("assistant", "", reasoning="Hm.")
    branch = [turn("user", "a"), thought, turn("user", "b"), turn("assistant", "half")]
    assert [m.content for m in make_prompt(branch, "", continues=True).messages] == ["a\n\nb", "half"]


def test_the_text_of_attachments_is_sent_with_the_words_or_without_any() -> None:
    file = Attachment(id="a", name="zoo.csv", kind="table", text="walrus,2")
    (both,) = make_prompt([turn("user", "How many?", attachments=(file,))], "").messages
    assert "walrus,2" in both.content and both.content.endswith("How many?")
    (alone,) = make_prompt([turn("user", "", attachments=(file,))], "").messages
    assert "walrus,2" in alone.content
