"""Markdown and HTML for people."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings

from app.conversation import Attachment, ChatSettings, Conversation, Message
from app.exchange.html_page import html_page
from app.exchange.markdown_page import markdown_page
from app.exchange.transcript import Transcript
from tests.app.exchange.strategies import transcripts

_VOID = {"meta", "br", "hr", "img"}


def sample(answer: str = "Deep.", **more: object) -> Transcript:
    conversation = Conversation(
        "c", "The <well>", 1.7e9, 1.7e9, "a", "", False, settings=ChatSettings(system_prompt="Be *brief*")
    )
    attachment = Attachment(id="f", name="map.md", kind="markdown", text="# Map\n```\nx\n```\n", note="Only page 1.")
    question = Message("q", "c", None, "user", "How *deep*?\n  <b>now</b>", 1.7e9, attachments=(attachment,))
    shown = Message("a", "c", "q", "assistant", answer, 1.7e9, model_name="M", reasoning="Think *hard*", **more)  # type: ignore[arg-type]
    other = Message("b", "c", "q", "assistant", "Another version", 1.7e9)
    return Transcript(conversation, (question, shown, other))


def test_markdown_shows_the_branch_with_thinking_folded_and_files_quoted() -> None:
    page = markdown_page(sample(state="length"))
    assert re.sub(r"\*20.*\*", "*time*", page) == (
        "# The <well>\n\n*time*\n\n## System prompt\n\nBe *brief*\n\n## You\n\n"
        "**File: map.md** Only page 1.\n\n````\n# Map\n```\nx\n```\n````\n\nHow *deep*?\n  <b>now</b>\n\n"
        "## Answer (M)\n\n<details>\n<summary>Thinking</summary>\n\nThink *hard*\n\n</details>\n\nDeep.\n\n"
        "*The answer reached its longest length.*\n"
    )


class Tags(HTMLParser):
    """What a browser would see."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@given(transcripts())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_every_conversation_becomes_pages(transcript: Transcript) -> None:
    tags = Tags(html_page(transcript))
    assert tags.open == []
    assert transcript.conversation.title.split()[0] in tags.text
    assert markdown_page(transcript).startswith("# ")


def test_html_shows_the_branch_as_markdown_and_the_user_word_for_word() -> None:
    page = html_page(sample("**Deep** and\n\n| a | b |\n|---|---|\n| 1 | 2 |"))
    assert "<strong>Deep</strong>" in page
    assert "<table>" in page
    assert "How *deep*?\n  &lt;b&gt;now&lt;/b&gt;" in page
    assert "Think <em>hard</em>" in page
    assert "Another version" not in page
    assert "prefers-color-scheme: dark" in page


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](https://tracker.example/pixel.png)",
        "![](https://tracker.example/pixel.png)",
        '![x](https://tracker.example/"onload="alert)',
        "[x]: javascript:alert(1)\n\n[x]",
        "<https://a.example/?q=%22%3E%3Cscript%3E>",
        '```"><script>\n</pre><script>alert(1)</script>\n```',
        "</section></body><script>",
        "\x00<b>\ud83d",
    ],
)
def test_nothing_that_was_written_becomes_part_of_the_page(evil: str) -> None:
    transcript = sample(evil)
    everywhere = replace(
        transcript,
        conversation=replace(transcript.conversation, title=evil, settings=ChatSettings(system_prompt=evil)),
        messages=tuple(
            replace(
                message,
                reasoning=evil,
                model_name=evil,
                state="failed",
                error=evil,
                attachments=(Attachment(id="x", name=evil, kind=evil, text=evil, note=evil),),
            )
            for message in transcript.messages
        ),
    )
    page = html_page(everywhere)
    tags = Tags(page)
    assert tags.open == []
    names = {tag for tag, _ in tags.seen}
    assert not names & {"script", "img", "iframe", "object", "link", "b"}
    for tag, attributes in tags.seen:
        assert not [name for name in attributes if name.startswith("on") or name == "src"]
        if tag == "a":
            assert (attributes["href"] or "").startswith("https://")
            assert attributes["rel"] == "noopener noreferrer"
    page.encode("utf-8")
