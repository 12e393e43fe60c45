"""What the command palette offers for what was typed: commands, models and chats, those that fit best first."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.conversation import Conversation
from app.library_controller import View
from app.model_controller import ModelChoice
from app.translation import tr
from ui import formats, model_words
from ui.commands import GROUPS, Command
from ui.finder_list import FinderRow
from ui.fuzzy import rank

if TYPE_CHECKING:
    from ui.main_window import MainWindow

_MOST_RECENT = 5
_MOST_COMMANDS, _MOST_MODELS, _MOST_CHATS = 8, 5, 8
_FEWEST_LETTERS = 3
"""Fewer are the letters of nearly every title, in some order."""
_IN_THE_WORDS = 5.0
"""How far a chat is from what was typed if only its messages hold it: behind titles with the words in them."""
_OPEN: tuple[View, ...] = ("list", "archive")
_Ranked = list[tuple[float, FinderRow]]


def rows(window: MainWindow, typed: str) -> list[FinderRow]:
    """Headings with what belongs to them; without anything typed the latest chats and all commands."""
    if not typed.strip():
        return [*_section(tr("Latest chats"), _latest(window)), *_all_commands(window)]
    sections = [
        (tr("Commands"), _commands(window, typed)),
        (tr("Models"), _models(window, typed)),
        (tr("Chats"), _chats(window, typed)),
    ]
    found = [(title, ranked) for title, ranked in sections if ranked]
    found.sort(key=lambda section: section[1][0][0])
    return [row for title, ranked in found for row in _section(title, [row for _, row in ranked])]


def _section(title: str, found: list[FinderRow]) -> list[FinderRow]:
    return [FinderRow(title), *found] if found else []


def _latest(window: MainWindow) -> list[FinderRow]:
    chats = [each for each in window.application.library.conversations() if each.id != window.conversation_id]
    chats.sort(key=lambda conversation: conversation.updated_at, reverse=True)
    return [_chat(window, each, "", partial(window.turn_to, each.id)) for each in chats[:_MOST_RECENT]]


def _all_commands(window: MainWindow) -> list[FinderRow]:
    found: list[FinderRow] = []
    for group, title in GROUPS.items():
        those = [_command(window, each) for each in _offered(window) if each.group == group]
        found += _section(tr(title), those)
    return found


def _commands(window: MainWindow, typed: str) -> _Ranked:
    found = [(_rank(typed, each), _command(window, each)) for each in _offered(window)]
    return _best(found, _MOST_COMMANDS)


def _rank(typed: str, command: Command) -> float | None:
    """By its title, or by its group and its title."""
    group = tr(GROUPS[command.group])
    alone, together = rank(typed, command.title), rank(typed, f"{command.title} {group}")
    return alone if alone is not None else together


def _offered(window: MainWindow) -> list[Command]:
    return [each for each in window.commands.possible() if each.name != "program.palette"]


def _command(window: MainWindow, command: Command) -> FinderRow:
    key = window.commands.keys.text(command.name)
    return FinderRow(command.title, key=key, act=partial(window.commands.run, command.name))


def _models(window: MainWindow, typed: str) -> _Ranked:
    models = window.application.models
    return _best([(rank(typed, each.name), _model(window, each)) for each in models.models()], _MOST_MODELS)


def _model(window: MainWindow, choice: ModelChoice) -> FinderRow:
    is_loaded = choice.path == window.application.models.state.path
    size = model_words.source(choice) if choice.source == "remote" else formats.size(choice.size_bytes)
    detail = tr("{size}, loaded").format(size=size) if is_loaded else size
    return FinderRow(choice.name, detail, act=partial(window.pane.choose_model, choice.path))


def _chats(window: MainWindow, typed: str) -> _Ranked:
    library = window.application.library
    found: list[tuple[float | None, FinderRow]] = []
    hits = {each.id: each for each in library.search(typed)[:_MOST_CHATS]} if typed.strip() else {}
    for each in hits.values():
        in_title = rank(typed, each.title)
        passage = library.passage(each.id, typed)
        message_id, snippet = (passage.message_id, passage.snippet) if passage is not None else ("", "")
        row = _chat(window, each, snippet, partial(window.turn_to, each.id, message_id))
        found.append((_IN_THE_WORDS if in_title is None else in_title, row))
    if len(typed.strip()) >= _FEWEST_LETTERS and len(found) < _MOST_CHATS:
        others = [each for view in _OPEN for each in library.conversations(view) if each.id not in hits]
        fitting = [(distance, each) for each in others if (distance := rank(typed, each.title)) is not None]
        for distance, each in heapq.nsmallest(_MOST_CHATS, fitting, key=lambda one: one[0]):
            found.append((distance, _chat(window, each, "", partial(window.turn_to, each.id))))
    return _best(found, _MOST_CHATS)


def _chat(window: MainWindow, chat: Conversation, snippet: str, turn: Callable[[], object]) -> FinderRow:
    return FinderRow(chat.title, snippet or chat.folder, act=turn)


def _best(found: list[tuple[float | None, FinderRow]], most: int) -> _Ranked:
    fitting = [(distance, row) for distance, row in found if distance is not None]
    return sorted(fitting, key=lambda each: each[0])[:most]
