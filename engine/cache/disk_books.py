"""The books of the disk tier: which files there are, which conversation needs which, and what goes first. No files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from engine.cache.block import BLOCK_TOKENS
from engine.cache.tier import Key, ParkedChat, is_state

Need = tuple[str, bool]
"""A conversation, and whether it would need the file to go on, not only for an old version of an answer."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a record's file without opening it.

    Attributes:
        num_bytes: Of the file.
        format: A name in `formats.FORMATS`.
        fingerprint: Of the model that computed it.
    """

    num_bytes: int
    format: str
    fingerprint: str


@dataclass(slots=True)
class _Listing:
    """A conversation: what it lists, whether or not there is a file of it, in the order in which it is given up."""

    chat: ParkedChat
    num_bytes: int
    old_versions: tuple[Key, ...]
    going_on: tuple[Key, ...]


class DiskBooks:
    """Entries by key and listings by conversation.

    Attributes:
        used_bytes: Of all files, those that list what conversations have included.
    """

    def __init__(self) -> None:
        self.used_bytes = 0
        self.entries: dict[Key, Entry] = {}
        self._listings: dict[str, _Listing] = {}
        self._needs: dict[Key, set[Need]] = {}
        self._unlisted: dict[Key, None] = {}  # in the order in which they came

    def add(self, key: Key, entry: Entry) -> None:
        """There is a file, perhaps in place of an older one."""
        self.remove(key)
        self.entries[key] = entry
        self.used_bytes += entry.num_bytes
        if key not in self._needs:
            self._unlisted[key] = None

    def remove(self, key: Key) -> None:
        """There is no such file any more; no effect if there was none."""
        entry = self.entries.pop(key, None)
        if entry is not None:
            self.used_bytes -= entry.num_bytes
            self._unlisted.pop(key, None)

    def list_chat(self, chat: ParkedChat, num_bytes: int) -> list[Key]:
        """A conversation lists what it needs, in place of what it listed before.

        Args:
            num_bytes: Of the file that says so.

        Returns:
            Files that nobody lists any more.
        """
        before = self._listings.get(chat.name)
        states = [key for key in chat.others if is_state(key)]
        old_versions = [key for key in chat.others if not is_state(key)]
        self._listings[chat.name] = listing = _Listing(
            chat,
            num_bytes,
            tuple(dict.fromkeys(old_versions)),
            tuple(dict.fromkeys([*states, *reversed(chat.table)])),
        )
        for need, keys in _needs_of(listing):
            for key in keys:
                self._needs.setdefault(key, set()).add(need)
                self._unlisted.pop(key, None)
        self.used_bytes += num_bytes
        return [] if before is None else self._unlist(before, listing)

    def unlist_chat(self, name: str) -> list[Key]:
        """A conversation lists nothing any more; no effect if it did not.

        Returns:
            Files that nobody lists any more.
        """
        listing = self._listings.pop(name, None)
        return [] if listing is None else self._unlist(listing)

    def listed(self, name: str) -> ParkedChat | None:
        """What a conversation lists, whether or not the files are there."""
        listing = self._listings.get(name)
        return None if listing is None else listing.chat

    def listed_bytes(self, name: str) -> int:
        """Of the file that says what a conversation lists."""
        listing = self._listings.get(name)
        return 0 if listing is None else listing.num_bytes

    def is_listed(self, key: Key) -> bool:
        """Whether any conversation needs it."""
        return key in self._needs

    def chats(self) -> dict[str, ParkedChat]:
        """What conversations have: what they list, up to the first block that there is no file of."""
        return {name: self._what_exists(listing.chat) for name, listing in self._listings.items()}

    def chat(self, name: str) -> ParkedChat | None:
        """One of `chats`."""
        chat = self.listed(name)
        return None if chat is None else self._what_exists(chat)

    def oldest_chats(self) -> list[str]:
        """All conversations, those first that are given up first."""
        ranked = ((kept.chat.pinned, kept.chat.last_used, name) for name, kept in self._listings.items())
        return [name for *_, name in sorted(ranked)]

    def without_files(self, key: Key) -> list[str]:
        """Of the conversations that list this key, those that have no file at all."""
        names = {name for name, _ in self._needs.get(key, ())}
        return [name for name in names if not any(k in self.entries for k in self._listings[name].chat.keys)]

    def victims(self, num_bytes: int, protected: Collection[Key], incoming: Key | None) -> list[Key] | None:
        """What has to go so that so many bytes become free, or None if there is not as much to be given up.

        1. What nobody lists, in the order in which it came.
        2. Old versions, of the conversation used longest ago first.
        3. Of the conversation used longest ago: its states, without which its blocks are of no use where there are
           any; then its blocks, the last one first, for the others are of no use without what stands before them.
           And so on with the next.
        4. The same of pinned conversations.

        What several need goes when the last of them has its turn.

        Args:
            protected: What stays.
            incoming: What the room is for. Nothing that goes after it goes for it, or the last block of a long
                conversation would push out the one before it.
        """
        victims: list[Key] = []
        for key in self._eviction_order(incoming):
            if num_bytes <= 0:
                break
            if key not in protected:
                victims.append(key)
                num_bytes -= self.entries[key].num_bytes
        return victims if num_bytes <= 0 else None

    def check(self) -> None:
        """Raise AssertionError if the books are wrong."""
        files_bytes = sum(entry.num_bytes for entry in self.entries.values())
        assert self.used_bytes == files_bytes + sum(kept.num_bytes for kept in self._listings.values())
        needs: dict[Key, set[Need]] = {}
        for listing in self._listings.values():
            assert {*listing.old_versions, *listing.going_on} == set(listing.chat.keys)
            for need, keys in _needs_of(listing):
                for key in keys:
                    needs.setdefault(key, set()).add(need)
        assert self._needs == needs
        assert self._unlisted.keys() == self.entries.keys() - needs.keys()
        assert sorted(self._eviction_order(None)) == sorted(self.entries)

    def _eviction_order(self, incoming: Key | None) -> Iterator[Key]:
        yield from self._unlisted
        ranked = []
        for name, listing in self._listings.items():
            chat = listing.chat
            ranked.append((chat.pinned, False, chat.last_used, name, listing.old_versions))
            ranked.append((chat.pinned, True, chat.last_used, name, listing.going_on))
        had_their_turn: set[Need] = set()
        for _, goes_on, _, name, keys in sorted(ranked):
            had_their_turn.add((name, goes_on))
            for key in keys:
                if (key in self.entries or key == incoming) and self._needs[key] <= had_their_turn:
                    if key in self.entries:
                        yield key
                    if key == incoming:
                        return

    def _what_exists(self, chat: ParkedChat) -> ParkedChat:
        num_blocks = next((place for place, key in enumerate(chat.table) if key not in self.entries), len(chat.table))
        others = tuple(key for key in chat.others if key in self.entries)
        if num_blocks < len(chat.table):
            token_ids = chat.token_ids[: num_blocks * BLOCK_TOKENS]
            return replace(chat, token_ids=token_ids, table=chat.table[:num_blocks], others=others)
        return chat if others == chat.others else replace(chat, others=others)

    def _unlist(self, listing: _Listing, instead: _Listing | None = None) -> list[Key]:
        self.used_bytes -= listing.num_bytes
        still = {} if instead is None else {need: set(keys) for need, keys in _needs_of(instead)}
        orphans = []
        for need, keys in _needs_of(listing):
            for key in set(keys) - still.get(need, set()):
                self._needs[key].discard(need)
                if not self._needs[key]:
                    del self._needs[key]
                    if key in self.entries:
                        self._unlisted[key] = None
                        orphans.append(key)
        return orphans


def _needs_of(listing: _Listing) -> tuple[tuple[Need, tuple[Key, ...]], ...]:
    name = listing.chat.name
    return ((name, False), listing.old_versions), ((name, True), listing.going_on)
