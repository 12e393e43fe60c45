"""The command of the terminal chat that concerns caches."""

from __future__ import annotations

from collections.abc import Callable

from app.cache_monitor import LOCAL_API
from app.cache_text import cache_text
from app.terminal_desk import Command, Desk
from app.translation import tr


class CacheCommands:
    """Shows the ledger of all conversations; changes only the cache of the open one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        usage = tr("show what is cached, and where; pin, unpin, park or drop does that to this conversation")
        self.commands = (Command("/cache ACT", usage, self._cache),)

    def _cache(self, argument: str) -> None:
        caches = self._desk.application.caches
        acts: dict[str, Callable[[str], None]] = {
            "pin": lambda conversation_id: caches.pin(conversation_id, True),
            "unpin": lambda conversation_id: caches.pin(conversation_id, False),
            "park": caches.park,
            "drop": caches.drop,
        }
        if argument in acts:
            acts[argument](self._desk.conversation_id)
        elif argument:
            self._desk.say(tr("Say what to do with the cache of this conversation: pin, unpin, park or drop."))
        else:
            self._show_ledger()

    def _show_ledger(self) -> None:
        application = self._desk.application
        report = application.cache.report()
        if report is None or not report.conversations:
            self._desk.say(tr("Nothing is cached."))
            return
        titles = {LOCAL_API: tr("Local API")} | {each.id: each.title for each in application.library.conversations()}
        on_card = application.models.state.on_card
        for cache in report.conversations:
            mark = "*" if cache.conversation_id == self._desk.conversation_id else " "
            title = titles.get(cache.conversation_id, tr("A chat that was deleted"))
            self._desk.say(f"{mark} {title}: {cache_text(cache, on_card)}")
