"""The tiers outside of the device, together: RAM, then disk. They outlive the model that filled them.

A block that leaves the device goes to RAM where there is a RAM tier, and what RAM has no room for goes to disk. While
the engine is idle, blocks are written to disk in advance, so that leaving costs nothing and a crash loses little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Sequence as TokenIds
from dataclasses import replace
from pathlib import Path

from engine.cache.block import BLOCK_TOKENS, BlockHash
from engine.cache.counters import Counters
from engine.cache.disk_tier import DiskTier
from engine.cache.formats import FORMATS, KvFormat
from engine.cache.ram_tier import RamTier
from engine.cache.tier import Key, ParkedChat, Record, chat_name
from engine.protocol import ConfigureCache


class Tiers:
    """Owner of the RAM and the disk tier, and of what is known of the conversations in them.

    Args:
        on_trouble: Told in a sentence what the user should know about the disk.

    Attributes:
        parked_format: What blocks are packed into, at least, before they leave; None leaves them as they are.
        counters: Of the whole engine; they are here because these outlive the models.
        folder: Of the disk tier; empty where there is none.
    """

    def __init__(self, on_trouble: Callable[[str], None]) -> None:
        self.ram = RamTier(0)
        self.disk: DiskTier | None = None
        self.parked_format: KvFormat | None = None
        self.counters = Counters()
        self._on_trouble = on_trouble
        self.folder = ""
        self._ram_budget_bytes = 0
        self._has_card = False
        self._in_ram: dict[str, ParkedChat] = {}  # by name
        self._left = 0  # records that have left the device for RAM

    def configure(self, command: ConfigureCache) -> None:
        """Take new budgets, or another folder. What is too much goes at once."""
        self.parked_format = None if command.parked_format == "same" else FORMATS[command.parked_format]
        if command.folder != self.folder:
            self.folder, self.disk = command.folder, None
            if command.folder:
                self.disk = DiskTier(Path(command.folder), command.disk_budget_bytes, self._on_trouble)
                self.disk.open()
        elif self.disk is not None:
            self.disk.set_budget(command.disk_budget_bytes)
        self._ram_budget_bytes = command.ram_budget_bytes
        self.use_ram(self._has_card)

    def use_ram(self, has_card: bool) -> None:
        """Say whether there is a card: without one, device memory is RAM itself, and RAM would hold the same twice."""
        self._has_card = has_card
        self._to_disk(self.ram.set_budget(self._ram_budget_bytes if has_card else 0))

    @property
    def has_disk(self) -> bool:
        """Whether anything may be kept on disk."""
        return self.disk is not None and self.disk.budget_bytes > 0

    @property
    def can_keep(self) -> bool:
        """Whether there is any tier."""
        return self.ram.budget_bytes > 0 or self.has_disk

    def chats(self) -> list[ParkedChat]:
        """What is known of each conversation, for each model that computed one."""
        # The disk's list of a chat ends where it has no file; what is in RAM may go on behind that.
        return list({**(self.disk.chats if self.disk is not None else {}), **self._in_ram}.values())

    def chat(self, conversation_id: str, fingerprint: str) -> ParkedChat | None:
        """What is known of a conversation's cache for one model."""
        name = chat_name(conversation_id, fingerprint)
        in_ram = self._in_ram.get(name)
        return in_ram or (self.disk.chat(name) if self.disk is not None else None)

    def keep_chat(self, chat: ParkedChat) -> None:
        """Say what a conversation has; to be called before its blocks come, so that none is ever without owner."""
        known = self.chat(chat.conversation_id, chat.fingerprint)
        for key in set(known.keys if known else ()) - set(chat.keys):
            if not any(key in other.keys for other in self._in_ram.values() if other is not known):
                self.ram.remove(key)
        if self.ram.budget_bytes:
            self._in_ram[chat.name] = chat
        if self.disk is not None:
            self.disk.keep_chat(chat)

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation and what only it needs, of every model."""
        gone = [chat for chat in self.chats() if chat.conversation_id == conversation_id]
        for chat in gone:
            self._in_ram.pop(chat.name, None)
            if self.disk is not None:
                self.disk.drop_chat(chat.name)
        needed = {key for chat in self._in_ram.values() for key in chat.keys}
        for key in {key for chat in gone for key in chat.keys} - needed:
            self.ram.remove(key)

    def set_pinned(self, conversation_id: str, pinned: bool) -> None:
        """Give a conversation up last, or no longer last."""
        for chat in self.chats():
            if chat.conversation_id != conversation_id:
                continue
            if chat.name in self._in_ram:
                self._in_ram[chat.name] = replace(chat, pinned=pinned)
                self.ram.set_pinned(chat.keys, pinned)
            if self.disk is not None:
                self.disk.set_pinned(chat.name, pinned)

    def is_listed(self, key: Key) -> bool:
        """Whether a conversation lists a record, be it there yet or not."""
        if self.disk is not None and not self.disk.is_listed(key):
            return False
        return not self.ram.budget_bytes or any(key in chat.keys for chat in self._in_ram.values())

    def has(self, key: Key) -> bool:
        """Whether a record is in any tier."""
        return self.ram.find(key) or (self.disk is not None and self.disk.find(key) is not None)

    def has_saved(self, key: Key, format_: KvFormat) -> bool:
        """Whether the disk has a record, and not exact where it is packed by now."""
        entry = self.disk.find(key) if self.disk is not None else None
        return entry is not None and (entry.format != "exact" or format_.name == "exact")

    def protect(self, keys: set[Key]) -> None:
        """Say what the disk does not give up for what is written, until the next call: it is about to be read."""
        if self.disk is not None:
            self.disk.protect(keys)

    def read(self, key: Key, parent_hash: BlockHash, token_ids: TokenIds[int], fingerprint: str) -> Record | None:
        """A record from the fastest tier that has it; None if it is gone, or was damaged and is gone now."""
        record = self.ram.get(key, token_ids, parent_hash)
        if record is not None:
            self.counters.from_ram_bytes += record.num_bytes
        elif self.disk is not None:
            record = self.disk.read(key, token_ids, parent_hash, fingerprint)
        return record

    def save(self, record: Record) -> bool:
        """Write a record to disk; False if it cannot be kept there."""
        return self.disk is not None and self.disk.write(record)

    def demote(self, record: Record, left_at: float, pinned: bool) -> None:
        """Keep what leaves the device where it can be fetched soonest.

        Args:
            left_at: When it leaves, in seconds since 1970.
        """
        # Leaves leave before trunks, so what leaves later stands nearer to the start.
        self._left += 1
        refused = self.ram.put(record, left_at, -self._left, pinned)
        self.counters.to_ram_bytes += record.num_bytes * self.ram.find(record.key)
        self._to_disk(refused)

    def tokens(self, chat: ParkedChat) -> int:
        """How much of a conversation, from its start, can be fetched."""
        for number, key in enumerate(chat.table):
            if not self.has(key):
                return number * BLOCK_TOKENS
        return len(chat.token_ids)

    def _to_disk(self, records: Iterable[Record]) -> None:
        for record in records:
            if not self.has_saved(record.key, FORMATS[record.format]):
                self.save(record)
