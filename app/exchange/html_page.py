"""A conversation as one page of HTML that needs nothing else: no script, no font, no picture from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from app.conversation import Message
from app.exchange.markdown_page import ENDINGS, day_and_time, shown_branch, speaker
from app.exchange.transcript import Transcript, storable
from app.translation import tr

_STYLE = """
:root { color-scheme: light dark;
  --back: #ffffff; --text: #1c1e21; --soft: #f1f2f4; --dim: #646a73; --line: #d8dbe0; --link: #1a5fb4; }
@media (prefers-color-scheme: dark) { :root {
  --back: #1b1d20; --text: #e4e6e9; --soft: #272a2f; --dim: #9aa1ab; --line: #3a3f46; --link: #8ab8f0; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--back); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0; }
h2.who { font-size: 0.85rem; color: var(--dim); margin: 2rem 0 0.4rem; }
.time, .ending { color: var(--dim); font-size: 0.85rem; }
.literal { white-space: pre-wrap; }
.user .literal { background: var(--soft); border-radius: 0.75rem; padding: 0.75rem 1rem; }
details { border-left: 3px solid var(--line); padding-left: 0.9rem; margin: 0.6rem 0; color: var(--dim); }
summary { cursor: pointer; }
pre { background: var(--soft); border-radius: 0.5rem; padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; }
code { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--dim); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.6rem; text-align: left; }
a { color: var(--link); }
"""


def html_page(transcript: Transcript) -> str:
    """The whole page. What was written is text in it, never markup of the page; pictures become links."""
    conversation = transcript.conversation
    title = escape(conversation.title)
    body = [f"<h1>{title}</h1>", f'<p class="time">{escape(day_and_time(conversation.created_at))}</p>']
    if conversation.settings.system_prompt:
        prompt = escape(conversation.settings.system_prompt)
        heading = escape(tr("System prompt"))
        body.append(f'<details><summary>{heading}</summary><div class="literal">{prompt}</div></details>')
    body += [_message(message) for message in shown_branch(transcript)]
    page = [
        "<!DOCTYPE html>",
        '<html><head><meta charset="utf-8">',
        """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">""",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
        *body,
        "</body></html>",
    ]
    return storable("\n".join(page) + "\n")


def _message(message: Message) -> str:
    inside = [f'<h2 class="who">{escape(speaker(message))}</h2>']
    for attachment in message.attachments:
        name = escape(f"{attachment.name}  {attachment.note}".strip())
        inside.append(f"<details><summary>{name}</summary><pre>{escape(attachment.text)}</pre></details>")
    if message.reasoning.strip():
        inside.append(f"<details><summary>{escape(tr('Thinking'))}</summary>{_rendered(message.reasoning)}</details>")
    if message.role == "assistant":
        inside.append(_rendered(message.text))
    elif message.text:
        inside.append(f'<div class="literal">{escape(message.text)}</div>')
    if message.state in ENDINGS:
        inside.append(f'<p class="ending">{escape(message.error or tr(ENDINGS[message.state]))}</p>')
    return f'<section class="{message.role}" dir="auto">{"".join(inside)}</section>'


def _image_as_link(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    """A page that loads pictures tells their servers who reads it."""
    token = tokens[index]
    address = str(token.attrGet("src") or "")
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{escape(token.content or address)}</a>'


def _link_open(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    tokens[index].attrSet("rel", "noopener noreferrer")
    return renderer.renderToken(tokens, index, options, env)


_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_markdown.add_render_rule("image", _image_as_link)
_markdown.add_render_rule("link_open", _link_open)


def _rendered(text: str) -> str:
    return str(_markdown.render(text))
