"""The page of the settings for servers that run models elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.application import Application
from app.server_controller import Offer
from app.servers import Server, address_problem, is_in_the_clear, new_server
from app.settings import Settings
from app.translation import tr
from ui.controls import button, label
from ui.settings_page import SettingsPage
from ui.theme import SPACING, Theme
from ui.two_line_list import TwoLineList, TwoLines

_MOST_ROWS = 4
_MOST_NAMED = 5


@dataclass(slots=True)
class _Draft:
    """A server as the fields have it.

    Attributes:
        key: None while the keyring was not asked for it.
    """

    id: str
    name: str
    base_url: str
    models: list[str]
    key: str | None = None
    is_key_changed: bool = False

    def server(self) -> Server:
        return Server(id=self.id, name=self.name.strip(), base_url=self.base_url.strip(), models=self.models)


class ServersPage(SettingsPage):
    """The servers, and the fields of the one that is marked. Keys go to the system's keyring, not to the settings."""

    has_defaults = False

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._servers = application.servers
        self._settings = application.settings
        self._drafts: list[_Draft] = []
        self._asked = ""  # id of the server that is being tested
        self._add_heading(tr("Servers"))
        self._add_note(
            tr(
                "Models can run on a server that speaks as OpenAI’s does: vLLM, SGLang, llama-server, Ollama, LM "
                "Studio and others. They are then chosen like those of this computer. What you write is sent there."
            ),
            "muted",
        )
        self.list = TwoLineList(theme, tr("Servers"))
        self.list.setProperty("kind", "box")
        self.list.changed.connect(self._show_draft)
        self._layout.addWidget(self.list)
        ways = QHBoxLayout()
        ways.setSpacing(SPACING.small)
        self.add = button(tr("Add server"), self._add)
        self.remove = button(tr("Remove"), self._remove)
        self.test = button(tr("Test the connection"), self._test)
        for way in (self.add, self.remove, self.test):
            ways.addWidget(way)
        ways.addStretch(1)
        self._layout.addLayout(ways)
        self.name, self.address, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("http://localhost:8000/v1")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(tr("no key"))
        fields: dict[str, QWidget] = {tr("Name"): self.name, tr("Address"): self.address, tr("Key"): self.key}
        for name, field in fields.items():
            field.setAccessibleName(name)
        for edit in (self.name, self.address, self.key):
            edit.textEdited.connect(self._on_edited)
        self._add_grid(fields)
        self.result = label("", "caption", wrap=True)
        self._layout.addWidget(self.result)
        self._add_note(
            tr(
                "The key is kept in the system’s keyring. On their usual ports, vLLM listens on 8000, llama-server on "
                "8080, LM Studio on 1234 and Ollama on 11434."
            )
        )
        self._layout.addStretch(1)
        self.show_values(application.settings.value)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        self._drafts = [_Draft(each.id, each.name, each.base_url, list(each.models)) for each in value.servers]
        self._show_list()

    def changes(self) -> dict[str, object]:
        """The servers, with what they offer as it is known now."""
        known = {each.id: each.models for each in self._settings.value.servers}
        for draft in self._drafts:
            draft.models = draft.models or known.get(draft.id, [])
        return {"servers": [draft.server() for draft in self._drafts]}

    def keep(self) -> None:
        """Keep the keys that were entered."""
        keys = [(draft.server(), draft.key or "") for draft in self._drafts if draft.is_key_changed]
        self._servers.keep_keys(keys)

    def problem(self) -> str:
        """A server without a name, or with an address that is none."""
        for draft in self._drafts:
            if not draft.name.strip():
                return tr("Give the server a name.")
            if problem := address_problem(draft.base_url):
                return f"{draft.name.strip()}: {problem}"
        return ""

    def _draft(self) -> _Draft | None:
        key = self.list.key()
        return next((draft for draft in self._drafts if draft.id == key), None)

    def _show_list(self) -> None:
        rows = [TwoLines(draft.id, draft.name or tr("New server"), draft.base_url or "…") for draft in self._drafts]
        self.list.show_rows(rows)
        self.list.setVisible(bool(rows))
        self.list.fit_height(_MOST_ROWS)
        self._show_draft()

    @Slot()
    def _show_draft(self) -> None:
        draft = self._draft()
        for control in (self.name, self.address, self.key, self.remove, self.test):
            control.setEnabled(draft is not None)
        for field, text in (
            (self.name, draft.name if draft is not None else ""),
            (self.address, draft.base_url if draft is not None else ""),
            (self.key, (draft.key or "") if draft is not None else ""),
        ):
            if field.text() != text:
                field.setText(text)
        self._show_result("")
        if draft is not None and draft.key is None:
            self.key.setEnabled(False)  # what is typed before it is known would be taken for the whole
            self._servers.fetch_key(draft.id, lambda: self._on_key(draft))

    def _on_key(self, draft: _Draft) -> None:
        if draft.key is None:
            draft.key = self._servers.key(draft.id)
        if draft is self._draft():
            self.key.setEnabled(True)
            self.key.setText(draft.key)

    @Slot()
    def _on_edited(self) -> None:
        draft = self._draft()
        if draft is None:
            return
        draft.name, draft.base_url = self.name.text(), self.address.text()
        if draft.key is not None and draft.key != self.key.text():
            draft.key, draft.is_key_changed = self.key.text(), True
        row = TwoLines(draft.id, draft.name or tr("New server"), draft.base_url or "…")
        self.list.replace_row(row)
        self._show_result("")
        self.changed.emit()

    def _add(self) -> None:
        server = new_server()
        self._drafts.append(_Draft(server.id, "", "", [], key=""))
        self._show_list()
        self.list.select(server.id)
        self._show_draft()
        self.name.setFocus()
        self.changed.emit()

    def _remove(self) -> None:
        draft = self._draft()
        if draft is not None:
            self._drafts.remove(draft)
            self._show_list()
            self.changed.emit()

    def _test(self) -> None:
        draft = self._draft()
        if draft is None:
            return
        if problem := address_problem(draft.base_url):
            self._show_result(problem, is_bad=True)
            return
        self._show_result(tr("Asking the server …"))
        self._asked = draft.id
        self._servers.ask(draft.server(), draft.key or "", lambda offer: self._on_offer(draft, offer))

    def _on_offer(self, draft: _Draft, offer: Offer) -> None:
        if offer.models:
            draft.models = list(offer.models)
        if draft is not self._draft() or self._asked != draft.id:
            return
        if offer.sentence:
            self._show_result(offer.sentence, is_bad=True)
            return
        names = ", ".join(offer.models[:_MOST_NAMED])
        if len(offer.models) > _MOST_NAMED:
            names += " …"
        self._show_result(tr("It answers and offers %n models: {names}", len(offer.models)).format(names=names))

    def _show_result(self, sentence: str, *, is_bad: bool = False) -> None:
        """What the test has found; else what is to be known of the address."""
        self._asked = ""
        draft = self._draft()
        if not sentence and draft is not None and is_in_the_clear(draft.base_url):
            sentence = tr("Others on the way can read what is sent there, since the address does not begin with https.")
        self.result.setText(sentence)
        self.result.setVisible(bool(sentence))
        kind = "error" if is_bad else "caption"
        if self.result.property("kind") != kind:
            self.result.setProperty("kind", kind)
            self.result.style().polish(self.result)
