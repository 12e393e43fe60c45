"""The whole store against a model of dictionaries, in any order of doing things."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.conversation import Attachment, ChatSettings, Conversation, Message
from app.store.conversation_store import ConversationStore
from app.store.database import Database

WORDS = ("walrus", "carpenter", "öyster", "猫", "x")
SECRET = "fnord"
FOLDED = {"öyster": "oyster"}


@dataclass
class Chat:
    """What the model knows of a conversation."""

    temporary: bool
    messages: dict[str, Message] = field(default_factory=dict)
    hidden: dict[str, float] = field(default_factory=dict)
    deleted_at: float | None = None
    archived: bool = False
    title: str = "New chat"
    draft: str = ""
    files: list[str] = field(default_factory=list)
    source: str = ""

    def shown(self) -> list[Message]:
        return [message for name, message in self.messages.items() if name not in self.hidden]

    def below(self, names: Iterable[str]) -> set[str]:
        found = set(names)
        for message in self.messages.values():
            if message.parent_id in found:
                found.add(message.id)
        return found


class StoreMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.seconds = 1000.0
        self.names = 0
        self.chats: dict[str, Chat] = {}

    @initialize()
    def open(self) -> None:
        database = Database.open(self.folder / "conversations.db", self.folder / "backups")
        # What is kept at a power cut is not what is tested here.
        database.rows("PRAGMA synchronous = OFF")
        self.store = ConversationStore(database, self.now)

    def now(self) -> float:
        self.seconds += 1
        return self.seconds

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def pick(self, data: st.DataObject, trash: bool = False) -> str:
        return data.draw(
            st.sampled_from([name for name in self.chats if (self.chats[name].deleted_at is None) != trash])
        )

    def some(self, data: st.DataObject) -> tuple[str, str]:
        """A message that is shown and its conversation."""
        return data.draw(st.sampled_from([(name, m.id) for name in self.living() for m in self.chats[name].shown()]))

    def living(self) -> list[str]:
        return [name for name, chat in self.chats.items() if chat.deleted_at is None]

    def has_living(self) -> bool:
        return bool(self.living())

    def has_messages(self) -> bool:
        return any(self.chats[name].shown() for name in self.living())

    def has_trash(self) -> bool:
        return len(self.living()) < len(self.chats)

    @rule(temporary=st.booleans())
    def create(self, temporary: bool) -> None:
        made = self.store.create(temporary)
        assert made.is_temporary == temporary
        self.chats.setdefault(made.id, Chat(temporary))
        assert not self.chats[made.id].messages

    @precondition(has_living)
    @rule(data=st.data(), word=st.sampled_from(WORDS), streaming=st.booleans(), has_file=st.booleans())
    def add(self, data: st.DataObject, word: str, streaming: bool, has_file: bool) -> None:
        name = self.pick(data)
        chat = self.chats[name]
        parent = data.draw(st.sampled_from([None, *(message.id for message in chat.shown())]))
        files = tuple(attachment(i) for i in chat.files) if has_file else ()
        text = f"{word} {SECRET if chat.temporary else ''}"
        state = "streaming" if streaming else "complete"
        message = Message(self.name(), name, parent, "user", text, self.now(), state, attachments=files)
        self.store.add(message, title=f"titled {word}", clear_draft=True)
        chat.messages[message.id] = message
        chat.draft = ""
        if not chat.source:  # what was taken in has a title of its own
            chat.title = f"titled {word}"
        if files:
            chat.files = []

    @precondition(has_messages)
    @rule(data=st.data(), word=st.sampled_from(WORDS))
    def finish(self, data: st.DataObject, word: str) -> None:
        name, message_id = self.some(data)
        message = replace(self.chats[name].messages[message_id], text=word, state="stopped", reasoning="because")
        self.store.update(message)
        self.chats[name].messages[message_id] = message

    @precondition(has_messages)
    @rule(data=st.data())
    def delete_messages(self, data: st.DataObject) -> None:
        name, message_id = self.some(data)
        chat = self.chats[name]
        self.store.set_head(name, None)
        self.store.delete_messages([message_id])
        for gone in chat.below([message_id]):
            chat.hidden.setdefault(gone, self.seconds)

    @precondition(lambda self: any(chat.hidden for chat in self.chats.values()))
    @rule(data=st.data())
    def restore_messages(self, data: st.DataObject) -> None:
        name, message_id = data.draw(st.sampled_from([(n, m) for n, c in self.chats.items() for m in c.hidden]))
        chat = self.chats[name]
        self.store.restore_messages([message_id])
        since = chat.hidden[message_id]
        above = chat.hidden.get(chat.messages[message_id].parent_id or "")
        back = {message_id}
        for message in chat.messages.values():
            if message.parent_id in back and chat.hidden.get(message.id) == since:
                back.add(message.id)
        for message_id in back:
            if above is None:
                del chat.hidden[message_id]
            else:
                chat.hidden[message_id] = above

    @precondition(has_living)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        name = self.pick(data)
        self.store.delete(name)
        self.chats[name].deleted_at = self.seconds

    @precondition(has_trash)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        name = self.pick(data, trash=True)
        assert self.store.restore(name) is not None
        self.chats[name].deleted_at = None

    @rule(seconds=st.integers(0, 20))
    def purge(self, seconds: int) -> None:
        self.store.purge(seconds)
        limit = self.seconds - seconds
        for name, chat in list(self.chats.items()):
            if chat.deleted_at is not None and chat.deleted_at < limit:
                del self.chats[name]
            for message_id in chat.below([m for m, since in chat.hidden.items() if since < limit]):
                chat.messages.pop(message_id)
                chat.hidden.pop(message_id)

    @precondition(has_living)
    @rule(data=st.data())
    def delete_for_good(self, data: st.DataObject) -> None:
        name = self.pick(data)
        self.store.delete_for_good([name])
        del self.chats[name]

    @precondition(has_living)
    @rule(data=st.data(), archived=st.booleans())
    def archive(self, data: st.DataObject, archived: bool) -> None:
        name = self.pick(data)
        self.store.set_archived(name, archived)
        self.chats[name].archived = archived

    @precondition(has_living)
    @rule(data=st.data(), text=st.sampled_from(["", "half a thought"]))
    def draft(self, data: st.DataObject, text: str) -> None:
        name = self.pick(data)
        self.store.set_draft(name, text)
        self.chats[name].draft = text

    @precondition(has_living)
    @rule(data=st.data())
    def attach(self, data: st.DataObject) -> None:
        name, file = self.pick(data), self.name()
        self.store.add_draft_attachment(name, attachment(file))
        self.chats[name].files.append(file)

    @precondition(lambda self: any(chat.files for chat in self.chats.values()))
    @rule(data=st.data())
    def detach(self, data: st.DataObject) -> None:
        chat = data.draw(st.sampled_from([chat for chat in self.chats.values() if chat.files]))
        self.store.remove_attachment(chat.files.pop())

    @rule(number=st.integers(0, 3), word=st.sampled_from(WORDS), archived=st.booleans())
    def take_in(self, number: int, word: str, archived: bool) -> None:
        source, name = f"elsewhere:{number}", self.name()
        messages = [
            Message(f"{name}-1", name, None, "user", word, 5.0),
            Message(f"{name}-2", name, f"{name}-1", "assistant", "yes", 6.0),
            Message(f"{name}-3", name, f"{name}-1", "assistant", "no", 7.0),
        ]
        settings = ChatSettings(seed=number)
        taken = Conversation(
            name, word, 5.0, 6.0, f"{name}-2", "m", False, archived=archived, settings=settings, source=source
        )
        assert self.store.take_in(taken, messages) == all(chat.source != source for chat in self.chats.values())
        if self.store.conversation(name) is not None:
            assert self.store.conversation(name) == taken
            self.chats[name] = Chat(False, {m.id: m for m in messages}, archived=archived, title=word, source=source)

    @rule()
    def close_and_open(self) -> None:
        self.store.close()
        self.chats = {name: chat for name, chat in self.chats.items() if not chat.temporary}
        self.open()

    @invariant()
    def lists_hold_what_the_model_holds(self) -> None:
        def names(view: str) -> set[str]:
            return {conversation.id for conversation in self.store.conversations(view)}

        living = {name: chat for name, chat in self.chats.items() if chat.deleted_at is None}
        assert names("list") == {name for name, chat in living.items() if not chat.archived}
        assert names("archive") == {name for name, chat in living.items() if chat.archived}
        assert names("trash") == self.chats.keys() - living.keys()
        for listed in (*self.store.conversations(), *self.store.conversations("archive")):
            assert self.store.conversation(listed.id) == listed
            chat = self.chats[listed.id]
            assert (listed.title, self.store.draft(listed.id)) == (chat.title, chat.draft)
            assert [file.id for file in self.store.draft_attachments(listed.id)] == chat.files

    @invariant()
    def trees_hold_what_the_model_shows(self) -> None:
        for name, chat in self.chats.items():
            tree = self.store.tree(name)
            shown = {message.id: message for message in chat.shown()}
            for message in shown.values():
                assert self.store.message(message.id) == message == tree.branch(message.id)[-1]
            assert all(self.store.message(message_id) is None for message_id in chat.hidden)
            roots = [m.id for m in shown.values() if m.parent_id is None]
            assert not roots or [m.id for m in tree.siblings(roots[0])] == roots

    @invariant()
    def search_finds_what_can_be_seen(self) -> None:
        for word in WORDS:
            expected = {
                name
                for name, chat in self.chats.items()
                if chat.deleted_at is None
                and (word in chat.title or any(word in m.text and m.state != "streaming" for m in chat.shown()))
            }
            assert {conversation.id for conversation in self.store.search(FOLDED.get(word, word))} == expected

    @invariant()
    def nothing_is_left_of_what_is_gone(self) -> None:
        for database in self.store._databases():
            assert database.rows("PRAGMA foreign_key_check") == []
            for index in ("search_words", "search_short"):
                check = f"INSERT INTO {index} ({index}) VALUES ('integrity-check')"
                database.write(lambda db, check=check: db.execute(check))
        kept = sum(len(chat.messages) for chat in self.chats.values() if not chat.temporary)
        assert self.store.database.rows("SELECT count(*) FROM messages")[0][0] == kept

    @invariant()
    def nothing_temporary_is_in_a_file(self) -> None:
        for file in self.folder.iterdir():
            assert SECRET.encode() not in file.read_bytes()

    def teardown(self) -> None:
        self.store.close()
        self.scratch.cleanup()


def attachment(name: str) -> Attachment:
    return Attachment(id=name, name=f"{name}.txt", kind="text", text="content", num_bytes=7)


TestStore = StoreMachine.TestCase
TestStore.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
