"""Full text search over titles and messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.conversation import Conversation
from app.store.conversations import Conversations, in_order
from app.store.database import Database
from app.store.folding import fold, short_token
from app.store.migrations import PLACE_BITS
from app.store.rows import storable

_TRIGRAM_CHARS = 3
_FEW = 200
"""So many conversations are sooner looked at one by one than a frequent word is looked up in all."""
_WORDS_KEPT = 16
_BEFORE_CHARS, _SNIPPET_CHARS = 40, 160


@dataclass(frozen=True, slots=True)
class Passage:
    """Where in a conversation words were found.

    Attributes:
        message_id: The newest message that holds the words, or some of them.
        snippet: One line of that message around the first word.
    """

    message_id: str
    snippet: str


class Search(Conversations):
    """Finds conversations by words, as parts of words too, without regard to case and accents; none from the trash."""

    def search(self, text: str) -> tuple[Conversation, ...]:
        """Those in whose title and messages every word of `text` occurs; the list for a blank text."""
        words = _words(text)
        if not words:
            return self.conversations()
        found: list[Conversation] = []
        for database, listing in zip(self._databases(), self._listings(), strict=True):
            numbers = self._with_all(database, words)
            those = [(number, c) for number, c in listing.by_number().items() if number in numbers]
            found += [conversation for _, conversation in those if conversation.deleted_at is None]
        return in_order(found)

    def passage(self, conversation_id: str, text: str) -> Passage | None:
        """Where in a conversation the words of `text` stand; None where only the title has them, and for a blank text.

        Asked for one conversation at a time, since of many that are found only some are ever seen.
        """
        words = _words(text)
        if not words:
            return None
        database = self._of(conversation_id)
        ((number,),) = database.rows("SELECT seq FROM conversations WHERE id = ?", [conversation_id])
        index, queries = _queries(words)
        for query in dict.fromkeys([" AND ".join(queries), *queries]):
            places = _places(database, number, index, query)
            for message in database.rows("SELECT id, text FROM messages WHERE seq = ?", places) if places else ():
                return Passage(message["id"], _snippet(message["text"], words))
        return None

    def _with_all(self, database: Database, words: Sequence[str]) -> set[int]:
        """The numbers of conversations in which all words occur."""
        numbers = set(self._with_word(database, words[0]))
        for word in words[1:]:
            if len(numbers) > _FEW:
                numbers &= self._with_word(database, word)
            else:
                numbers = {number for number in numbers if _places(database, number, *_query(word))}
        return numbers

    def _with_word(self, database: Database, word: str) -> frozenset[int]:
        """The numbers of conversations in which a word occurs; the words before the last are searched for again."""
        key = (database.state(), word)
        found = self._words_found.get(key)
        if found is None:
            index, query = _query(word)
            sql = f"SELECT DISTINCT rowid >> {PLACE_BITS} FROM {index} WHERE {index} MATCH ?"
            found = frozenset(row[0] for row in database.rows(sql, [query]))
            if len(self._words_found) >= _WORDS_KEPT:
                self._words_found.clear()
            self._words_found[key] = found
        return found


def _words(text: str) -> list[str]:
    return sorted(set(fold(storable(text)).split()), key=len, reverse=True)  # the longest ones are the rarest


def _queries(words: Sequence[str]) -> tuple[str, list[str]]:
    """The index to look the words up in, and what to ask it for; the short ones are left out if there are others."""
    long = [word.replace('"', '""') for word in words if len(word) >= _TRIGRAM_CHARS]
    if long:
        return "search_words", [f'"{word}"' for word in long]
    return "search_short", [f'"{short_token(word)}"' for word in words]


def _query(word: str) -> tuple[str, str]:
    index, (query,) = _queries([word])
    return index, query


def _places(database: Database, number: int, index: str, query: str) -> list[int]:
    """The newest place in a conversation where what is asked for stands; none where it nowhere does."""
    rows = database.rows(
        f"SELECT rowid FROM {index} WHERE {index} MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT 1",
        [query, number << PLACE_BITS, ((number + 1) << PLACE_BITS) - 1],
    )
    return [row[0] for row in rows]


def _snippet(text: str, words: Sequence[str]) -> str:
    """One line around the first place where one of the words stands."""
    folded = fold(text)
    place = min((place for place in map(folded.find, words) if place >= 0), default=0)
    start = max(0, (place if len(folded) == len(text) else _original(text, place)) - _BEFORE_CHARS)
    line = " ".join(text[start : start + _SNIPPET_CHARS].split())
    return f"{'…' if start else ''}{line}{'…' if len(text) > start + _SNIPPET_CHARS else ''}"


def _original(text: str, place: int) -> int:
    """Where in the text the character stands that is at `place` of the folded text."""
    folded_chars = 0
    for number, character in enumerate(text):
        if folded_chars >= place:
            return number
        folded_chars += 1 if character.isascii() else len(fold(character))
    return len(text)
