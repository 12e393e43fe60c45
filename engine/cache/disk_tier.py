"""The disk tier: records as files in a folder of their own, within a hard budget, there again after a restart.

    folder/<fingerprint>/<first two digits of the key>/<key>.<format>.safetensors      one record
    folder/chats/<hash of its id>.json                                                 what a conversation needs

The files are all there is: the books are made from their names and sizes, and from what conversations list. A file that
no conversation lists, or that is none of these, is deleted when the tier is opened, so nothing else may lie in the
folder. A file may vanish or change at any time; then the record is not there, and is computed again.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Collection, Mapping
from collections.abc import Sequence as TokenIds
from dataclasses import replace
from pathlib import Path

from engine.cache import block_file, chat_file
from engine.cache.block import BlockHash
from engine.cache.disk_books import DiskBooks, Entry
from engine.cache.disk_trouble import DiskTrouble
from engine.cache.formats import FORMATS
from engine.cache.tier import Key, ParkedChat, Record

_CHATS = "chats"
_FILE_NAME = re.compile(rf"([0-9a-f]{{32}}(?:-state)?)\.({'|'.join(FORMATS)})\.safetensors")


class DiskTier:
    """Records by key, and conversations that list them. It belongs to one thread.

    `used_bytes <= budget_bytes` at all times, as long as the system lets files be deleted: what is too much goes before
    the new is written. No trouble with the disk leaves the tier as an exception; then it keeps less, or nothing.

    A conversation should be kept (`keep_chat`) before its records are written: what nobody lists is given up first.

    Args:
        folder: Of the tier alone; it is made, and made again if it vanishes.
        on_trouble: Is given a sentence for the user, once for each kind of trouble.
        clock: In seconds; for tests of the pause after trouble.

    Attributes:
        written_bytes: Of records, since the start; `read_bytes` likewise.
        faults: Files that were not what they were written as, or had vanished.
    """

    def __init__(
        self,
        folder: Path,
        budget_bytes: int,
        on_trouble: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not folder.is_absolute():
            raise AssertionError(f"{str(folder)!r} is no absolute path; all other files in the folder are deleted.")
        self.budget_bytes = budget_bytes
        self.written_bytes = 0
        self.read_bytes = 0
        self.faults = 0
        self._folder = folder
        self._trouble = DiskTrouble(folder, on_trouble, clock)
        self._books = DiskBooks()
        self._protected: set[Key] = set()
        self._stuck_bytes = 0  # of files that could not be deleted

    @property
    def used_bytes(self) -> int:
        """Of all files."""
        return self._books.used_bytes + self._stuck_bytes

    @property
    def chats(self) -> Mapping[str, ParkedChat]:
        """Conversations and what there is of them: a table ends before the first block that has no file."""
        return self._books.chats()

    def chat(self, name: str) -> ParkedChat | None:
        """One of `chats`, without looking through the others."""
        return self._books.chat(name)

    def open(self) -> None:
        """Find what is there, and delete what belongs to nobody, what is none of ours, and what the budget forbids."""
        self._books = DiskBooks()
        self._stuck_bytes = 0
        try:
            self._make_folders(self._folder / _CHATS)
            self._folder.chmod(0o700)
        except OSError as error:
            self._trouble.report(error)
        for file in self._scan(self._folder / _CHATS):
            self._take_chat(file)
        for model in self._scan(self._folder):
            if model.name == _CHATS:
                continue
            for digits in self._scan_folder(model):
                for file in self._scan_folder(digits):
                    self._take_record(model.name, digits.name, file)
                _remove_if_empty(digits.path)
            _remove_if_empty(model.path)
        for name, chat in self._books.chats().items():
            if not chat.keys:
                self.drop_chat(name)
        self.set_budget(self.budget_bytes)

    def is_listed(self, key: Key) -> bool:
        """Whether a conversation lists a record, be it written yet or not."""
        return self._books.is_listed(key)

    def find(self, key: Key) -> Entry | None:
        """What is known of a record without reading it."""
        return self._books.entries.get(key)

    def read(self, key: Key, token_ids: TokenIds[int], parent_hash: BlockHash, fingerprint: str) -> Record | None:
        """The record of this key, if its file is as it was written, and of this model and these tokens.

        Otherwise the file is deleted.
        """
        entry = self.find(key)
        if entry is None:
            return None
        try:
            record = block_file.read_record(self._path(key, entry), entry.num_bytes)
        except (block_file.BadBlockFile, FileNotFoundError):
            record = None
        except OSError as error:
            self._trouble.report(error)
            return None
        except MemoryError:
            return None
        if (
            record is None
            or (record.key, record.fingerprint, record.format) != (key, fingerprint, entry.format)
            or not record.holds(parent_hash, token_ids)
        ):
            self.faults += 1
            self._remove(key)
            return None
        self.read_bytes += entry.num_bytes
        return record

    def write(self, record: Record) -> bool:
        """Keep a record, in place of what has the same key; records that are needed less make room for it.

        Returns:
            Whether it is kept.
        """
        pieces = block_file.to_pieces(record)
        entry = Entry(sum(map(len, pieces)), record.format, record.fingerprint)
        path = self._path(record.key, entry)
        if not _FILE_NAME.fullmatch(path.name):
            raise AssertionError(f"{path.name} would be deleted at the next start: that is no name of a record.")
        if not self._trouble.may_write or not self._make_room(entry.num_bytes, self._protected, record.key):
            return False
        if not self._put(path, pieces):
            return False
        before = self.find(record.key)
        self._books.add(record.key, entry)
        if before is not None and self._path(record.key, before) != path:
            self._delete(self._path(record.key, before), before.num_bytes)
        self.written_bytes += entry.num_bytes
        return True

    def keep_chat(self, chat: ParkedChat) -> None:
        """A conversation lists what it needs, in place of what it listed before; what nobody lists then is deleted.

        Files that it lists may be written later. If there is no room for the list, the conversation is dropped.
        """
        content = chat_file.to_json(chat)
        name = chat.name
        if len(content) > self.budget_bytes:
            self.drop_chat(name)
            return
        # First the books, or making room for the list could cost what is in it.
        orphans = self._books.list_chat(chat, self._books.listed_bytes(name))
        if self._trouble.may_write:
            if not self._make_room(len(content), self._protected):
                self.drop_chat(name)
            elif self._put(self._chat_path(name), [content]):
                self._books.list_chat(chat, len(content))
        for key in orphans:
            self._remove(key)

    def drop_chat(self, name: str) -> None:
        """Delete what only this conversation lists; no effect if it lists nothing."""
        self._delete(self._chat_path(name), self._books.listed_bytes(name))
        for key in self._books.unlist_chat(name):
            self._remove(key)

    def set_pinned(self, name: str, pinned: bool) -> None:
        """Say whether a conversation is given up last; no effect if it lists nothing."""
        chat = self._books.listed(name)
        if chat is not None and chat.pinned != pinned:
            self.keep_chat(replace(chat, pinned=pinned))

    def bytes_of(self, name: str) -> int:
        """What the files take that a conversation lists; shared ones count whole."""
        chat = self._books.listed(name)
        entries = self._books.entries
        return sum(entries[key].num_bytes for key in set(chat.keys if chat else ()) if key in entries)

    def set_budget(self, budget_bytes: int) -> None:
        """Change the budget; what is too much is deleted at once, protected or not."""
        self.budget_bytes = budget_bytes
        if self._make_room(0, protected=()):
            return
        # What conversations list takes more than the budget by itself, or something could not be deleted.
        for name in self._books.oldest_chats():
            if self.used_bytes > budget_bytes:
                self.drop_chat(name)
        for key in list(self._books.entries):
            if self.used_bytes > budget_bytes:
                self._remove(key)

    def protect(self, keys: set[Key]) -> None:
        """Say what is not given up for what is written, until the next call."""
        self._protected = keys

    def check(self) -> None:
        """Raise AssertionError if the books are wrong."""
        self._books.check()
        assert self._stuck_bytes or self.used_bytes <= self.budget_bytes

    def _path(self, key: Key, entry: Entry) -> Path:
        return self._folder / entry.fingerprint / key[:2] / f"{key}.{entry.format}.safetensors"

    def _chat_path(self, name: str) -> Path:
        return self._folder / _CHATS / chat_file.file_name(name)

    def _take_chat(self, file: os.DirEntry[str]) -> None:
        """Enter a file that lists a conversation, or delete it."""
        if not file.name.endswith(".json"):  # foreign, or what a killed program had in hand, which is no fault
            self._discard(file)
            return
        try:
            content = Path(file.path).read_bytes() if file.is_file(follow_symlinks=False) else b""
        except OSError as error:
            self._trouble.report(error)
            return
        chat = chat_file.from_json(content)
        if chat is None or file.name != chat_file.file_name(chat.name):
            self.faults += 1
            self._discard(file)
            return
        self._books.list_chat(chat, len(content))

    def _take_record(self, fingerprint: str, digits: str, file: os.DirEntry[str]) -> None:
        """Enter a file that somebody lists, or delete it."""
        match = _FILE_NAME.fullmatch(file.name)
        if match is None or not file.name.startswith(digits) or not file.is_file(follow_symlinks=False):
            self._discard(file)
            return
        key, entry = Key(match[1]), Entry(_size_of(file), match[2], fingerprint)
        before = self.find(key)
        # There are two if the program was killed just after it had written the record anew, packed further.
        if not self._books.is_listed(key) or (before is not None and before.num_bytes <= entry.num_bytes):
            self._discard(file)
            return
        if before is not None:
            self._delete(self._path(key, before), before.num_bytes)
        self._books.add(key, entry)

    def _scan(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as found:
                return list(found)
        except FileNotFoundError:  # why it could not be made is said already
            return []
        except OSError as error:
            self._trouble.report(error)
            return []

    def _scan_folder(self, folder: os.DirEntry[str]) -> list[os.DirEntry[str]]:
        """What is in a folder; what is no folder is deleted."""
        if folder.is_dir(follow_symlinks=False):
            return self._scan(Path(folder.path))
        self._discard(folder)
        return []

    def _discard(self, found: os.DirEntry[str]) -> None:
        if found.is_dir(follow_symlinks=False):
            shutil.rmtree(found.path, ignore_errors=True)
        else:
            self._delete(Path(found.path), _size_of(found))

    def _make_room(self, num_bytes: int, protected: Collection[Key], incoming: Key | None = None) -> bool:
        """Delete what is needed least until so many bytes are free. False if they are not: see `DiskBooks.victims`."""
        missing = self.used_bytes + num_bytes - self.budget_bytes
        victims = self._books.victims(missing, protected, incoming)
        if victims is None:
            return False
        return all(self._remove(key) for key in victims)

    def _remove(self, key: Key) -> bool:
        """Delete a record's file, and the lists of conversations that have no file any more."""
        entry = self._books.entries.get(key)
        if entry is None:
            return True
        self._books.remove(key)
        deleted = self._delete(self._path(key, entry), entry.num_bytes)
        for name in self._books.without_files(key):
            self.drop_chat(name)
        return deleted

    def _delete(self, path: Path, num_bytes: int) -> bool:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self._stuck_bytes += num_bytes
            self._trouble.report(error)
            return False
        return True

    def _put(self, path: Path, pieces: list[block_file.Piece]) -> bool:
        try:
            try:
                block_file.write_pieces(path, pieces)
            except FileNotFoundError:
                if not self._folder.is_dir():  # it has vanished, with all that was in it
                    self._books = DiskBooks()
                    self._stuck_bytes = 0
                self._make_folders(path.parent)
                block_file.write_pieces(path, pieces)
        except OSError as error:
            self._trouble.report(error)
            return False
        return True

    def _make_folders(self, path: Path) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = self._folder
        for name in path.relative_to(self._folder).parts:
            folder = folder / name
            folder.mkdir(mode=0o700, exist_ok=True)


def _size_of(file: os.DirEntry[str]) -> int:
    try:
        return file.stat(follow_symlinks=False).st_size
    except OSError:  # it has vanished meanwhile; whoever reads it will notice
        return 0


def _remove_if_empty(path: str) -> None:
    try:
        Path(path).rmdir()
    except OSError:  # it is not empty
        pass
