from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.conversation import Conversation
from ui.conversation_rows import ChatRow, Group, grouped


def chat(number: int, *, folder: str = "", pinned: bool = False) -> Conversation:
    return Conversation(f"c{number}", f"Chat {number}", 0, 0, None, "", False, folder=folder, pinned=pinned)


def said(rows: list[ChatRow | Group]) -> list[str]:
    return [f"{row.title} {row.num_chats}" if isinstance(row, Group) else row.conversation.id for row in rows]


def test_chats_without_folders_and_pins_need_no_headings() -> None:
    assert said(grouped([chat(1), chat(2)], ())) == ["c1", "c2"]
    assert grouped([], ()) == []


def test_pins_come_first_then_folders_by_name_then_the_rest() -> None:
    chats = [chat(1), chat(2, folder="work"), chat(3, folder="Art"), chat(4, pinned=True, folder="work"), chat(5)]
    assert said(grouped(chats, ())) == ["Pinned 1", "c4", "Art 1", "c3", "work 1", "c2", "Other chats 2", "c1", "c5"]


def test_a_closed_group_shows_its_heading_and_its_number() -> None:
    rows = grouped([chat(1), chat(2, folder="Art"), chat(3, folder="Art")], {"folder:Art", "others"})
    assert said(rows) == ["Art 2", "Other chats 1"]


def test_a_folder_that_is_called_like_a_group_is_a_folder() -> None:
    rows = grouped([chat(1, folder="others"), chat(2, folder="folder:"), chat(3)], {"others"})
    assert said(rows) == ["folder: 1", "c2", "others 1", "c1", "Other chats 1"]


FOLDERS = st.sampled_from(["", "", "a", "B", "å"])


@given(st.lists(st.tuples(FOLDERS, st.booleans()), max_size=12), st.booleans())
def test_every_chat_of_an_open_list_has_one_row_in_its_order(kinds: list[tuple[str, bool]], closes: bool) -> None:
    chats = [chat(number, folder=folder, pinned=pinned) for number, (folder, pinned) in enumerate(kinds)]
    rows = grouped(chats, {"pinned"} if closes else ())
    shown = [row.conversation for row in rows if isinstance(row, ChatRow)]
    hidden = [each for each in chats if closes and each.pinned]
    assert sorted(each.id for each in (*shown, *hidden)) == sorted(each.id for each in chats)
    assert sum(row.num_chats for row in rows if isinstance(row, Group)) in (0, len(chats))
    keys = [row.key for row in rows]
    assert len(set(keys)) == len(keys)
    for folder in {each.folder for each in shown}:
        numbers = [int(each.id[1:]) for each in shown if each.folder == folder and not each.pinned]
        assert numbers == sorted(numbers)
