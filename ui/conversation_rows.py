"""What the list of conversations shows below each other: conversations, and the headings of their groups."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeAlias

from app.conversation import Conversation
from app.translation import tr

_PINNED = "pinned"
_OTHERS = "others"
_FOLDER = "folder:"


class Group(NamedTuple):
    """A heading that its conversations can be folded into.

    Attributes:
        key: What it is known by, also in the settings.
        num_chats: How many conversations are below it, shown or not.
        folder: The folder that it stands for; empty for the other groups.
    """

    key: str
    title: str
    num_chats: int
    is_open: bool
    folder: str = ""


class ChatRow(NamedTuple):
    """One conversation; ten thousand of these are made at each look, and tuples are made quickly.

    Attributes:
        key: What it is known by, its id; no group has such a key.
        snippet: A line of the message in which a search found its words.
        found_id: The id of that message; empty for none.
        is_inside: Whether it stands below a heading.
    """

    key: str
    conversation: Conversation
    snippet: str = ""
    is_inside: bool = False
    found_id: str = ""


Row: TypeAlias = Group | ChatRow


def grouped(conversations: Iterable[Conversation], closed: Collection[str]) -> list[Row]:
    """Pinned ones, then folders by name, then the rest; without headings where nothing is pinned or filed.

    Args:
        conversations: In the order in which each group shall have them.
        closed: Keys of the groups that show their heading alone.
    """
    groups: dict[str, list[Conversation]] = {}
    for conversation in conversations:
        groups.setdefault(_group(conversation), []).append(conversation)
    if groups.keys() <= {_OTHERS}:
        return [ChatRow(conversation.id, conversation) for conversation in groups.get(_OTHERS, ())]
    rows: list[Row] = []
    for key in sorted(groups, key=_place):
        members = groups[key]
        folder = key.removeprefix(_FOLDER) if key.startswith(_FOLDER) else ""
        title = folder or (tr("Pinned") if key == _PINNED else tr("Other chats"))
        is_open = key not in closed
        rows.append(Group(key, title, len(members), is_open, folder))
        if is_open:
            rows += [ChatRow(conversation.id, conversation, "", True) for conversation in members]
    return rows


def _group(conversation: Conversation) -> str:
    if conversation.pinned:
        return _PINNED
    return _FOLDER + conversation.folder if conversation.folder else _OTHERS


def _place(key: str) -> tuple[int, str, str]:
    return (0 if key == _PINNED else 2 if key == _OTHERS else 1), key.casefold(), key
