"""What can be done with the cache of a chat, said once for the sidebar's menu and the monitor's buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QMenu

from app.cache_controller import CacheController
from app.cache_monitor import LOCAL_API, CacheReport, ConversationCache
from app.library_controller import LibraryController
from app.translation import tr
from ui import formats


@dataclass(frozen=True, slots=True)
class CacheAction:
    """One thing to do.

    Attributes:
        meaning: A sentence for those who point at it.
        is_possible: Whether it would do anything now.
    """

    title: str
    meaning: str
    act: Callable[[], None]
    is_possible: bool = True


def cache_actions(
    caches: CacheController, cache: ConversationCache, *, can_be_parked: bool, is_running: bool
) -> tuple[CacheAction, ...]:
    """Pin or unpin, park, pack smaller, drop. An answer that uses a cache keeps it as it is.

    Args:
        can_be_parked: Whether there is another place for it.
        is_running: Whether the chat is being answered.
    """
    chat, is_idle = cache.conversation_id, not is_running
    drop = CacheAction(
        tr("Drop cache"), tr("The chat stays; its next message reads it all again"), lambda: caches.drop(chat), is_idle
    )
    if chat == LOCAL_API:
        return (replace(drop, meaning=tr("What other programs send next is read anew")),)
    pack = tr("Pack smaller")
    if cache.spare_bytes:
        pack = tr("Pack smaller: saves {size}").format(size=formats.size(cache.spare_bytes))
    return (
        CacheAction(tr("Unpin"), tr("Give this cache up like any other"), lambda: caches.pin(chat, False))
        if cache.pinned
        else CacheAction(tr("Pin"), tr("Give this cache up last"), lambda: caches.pin(chat, True)),
        CacheAction(
            tr("Park now"),
            tr("Give its memory back; it is fetched again for the next message"),
            lambda: caches.park(chat),
            is_idle and can_be_parked and cache.bytes > 0,
        ),
        CacheAction(
            pack,
            tr("Round all but its first and its newest tokens further; what other chats share stays as it is"),
            lambda: caches.pack_smaller(chat),
            is_idle and cache.spare_bytes > 0,
        ),
        drop,
    )


def can_be_parked(report: CacheReport) -> bool:
    """Whether there is any place besides the device."""
    return report.ram_budget_bytes + report.disk_budget_bytes > 0


def cache_title(library: LibraryController, conversation_id: str) -> str:
    """What the chat of a cache is called."""
    if conversation_id == LOCAL_API:
        return tr("Local API")
    conversation = library.conversation(conversation_id)
    if conversation is not None:
        return conversation.title
    is_deleted = any(each.id == conversation_id for each in library.conversations("trash"))
    return tr("A chat that was deleted") if is_deleted else tr("A title in the making")


def fill_menu(menu: QMenu, actions: tuple[CacheAction, ...]) -> None:
    """Put what can be done into a menu, the last behind a line: it cannot be taken back."""
    for place, action in enumerate(actions):
        if 0 < place == len(actions) - 1:
            menu.addSeparator()
        entry = menu.addAction(action.title, action.act)
        entry.setToolTip(action.meaning)
        entry.setEnabled(action.is_possible)
