"""Searches the Hub and looks repositories up, in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.hub.desk import HubDesk
from app.hub.fault_sentences import sentence
from app.hub.messages import AnyReply, Failed, Found, LookedUp, LookUp, RepositoryFacts, RepositorySummary, Search


@dataclass(frozen=True, slots=True)
class SearchState:
    """What was looked for last.

    Attributes:
        sentence: With `failed`: what happened and what to do.
    """

    kind: Literal["idle", "searching", "found", "failed"] = "idle"
    words: str = ""
    repositories: tuple[RepositorySummary, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class FactsState:
    """What is known of the repository that was looked up last.

    Attributes:
        facts: With `known`.
        sentence: With `failed`: what happened and what to do.
    """

    kind: Literal["idle", "asking", "known", "failed"] = "idle"
    repository: str = ""
    facts: RepositoryFacts | None = None
    sentence: str = ""


class HubController(QObject):
    """One search and one look at a time; a later one takes the place of an earlier one."""

    searched = Signal(object)  # SearchState
    looked_up = Signal(object)  # FactsState

    def __init__(self, cache_folder: Path, argv: Sequence[str] = ()) -> None:
        super().__init__()
        self.desk = HubDesk(argv)
        self._configs = cache_folder / "configs"
        self._search = SearchState()
        self._facts = FactsState()

    @property
    def search_state(self) -> SearchState:
        """How the search is now."""
        return self._search

    @property
    def facts_state(self) -> FactsState:
        """How the look at a repository is now."""
        return self._facts

    def search(self, words: str) -> None:
        """Look for models; no words means the most popular ones. `searched` follows."""
        words = " ".join(words.split())
        self._set_search(SearchState("searching", words, self._search.repositories))

        def on_reply(reply: AnyReply) -> None:
            if words != self._search.words:
                return
            if isinstance(reply, Found):
                self._set_search(SearchState("found", words, tuple(reply.repositories)))
            elif isinstance(reply, Failed):
                self._set_search(SearchState("failed", words, sentence=sentence(reply)))

        self.desk.ask(Search(words=words), on_reply)

    def look_up(self, repository: str) -> None:
        """Ask for everything about a repository; `looked_up` follows."""
        if self._facts.repository == repository and self._facts.kind in ("asking", "known"):
            self.looked_up.emit(self._facts)
            return
        self._set_facts(FactsState("asking", repository))

        def on_reply(reply: AnyReply) -> None:
            if repository != self._facts.repository:
                return
            if isinstance(reply, LookedUp):
                self._set_facts(FactsState("known", repository, reply.facts))
            elif isinstance(reply, Failed):
                self._set_facts(FactsState("failed", repository, sentence=sentence(reply)))

        self.desk.ask(LookUp(repository=repository, configs=str(self._configs)), on_reply)

    def close(self) -> None:
        """End the child process."""
        self.desk.close()

    def _set_search(self, state: SearchState) -> None:
        self._search = state
        self.searched.emit(state)

    def _set_facts(self, state: FactsState) -> None:
        self._facts = state
        self.looked_up.emit(state)
