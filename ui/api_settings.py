"""The page of the settings for the local API: whether other programs may ask the loaded model, where and with what."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.application import Application
from app.local_api import EVERYWHERE, HERE, state_text
from app.settings import Settings
from app.translation import tr
from ui.choices import choice, choose
from ui.controls import CheckBox, button, label
from ui.number_field import NumberField
from ui.settings_page import SettingsPage
from ui.theme import SPACING, Theme

_MOST_PORT = 65_535
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s,]+", re.IGNORECASE)


class ApiPage(SettingsPage):
    """Address and key can be copied at once; a new key holds at once too, all else when it is saved."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._api = application.local_api
        self._settings = application.settings
        self._add_heading(tr("Local API"))
        self._add_note(
            tr(
                "Editors, scripts and plugins can ask the loaded model, in the words of OpenAI's API. Your chats come "
                "first, and no other program sees them."
            ),
            "muted",
        )
        self.enabled = CheckBox(theme, tr("Let other programs ask the loaded model"))
        self._layout.addWidget(self.enabled)
        self.state = label("", "caption", wrap=True)
        self._layout.addWidget(self.state)
        self.take_free_port = button("", self._take_free_port, kind="link")
        self._layout.addWidget(self.take_free_port, 0, Qt.AlignmentFlag.AlignLeft)
        who = {HERE: tr("Programs on this computer"), EVERYWHERE: tr("Other computers too, with a key")}
        self.who = choice(theme, tr("Who may ask"), who, self._listed_host())
        self.port = _PortField(tr("Port"), is_whole=True, least=1, most=_MOST_PORT)
        self.origins = QLineEdit()
        self.origins.setAccessibleName(tr("Web pages that may ask"))
        self.origins.setPlaceholderText(tr("none, or such as https://example.org"))
        self.origins.setToolTip(tr("Their origins, with spaces between. Pages of all others are refused."))
        self._add_grid({tr("Who may ask"): self.who, tr("Port"): self.port, tr("Web pages that may ask"): self.origins})
        self.key_wanted = CheckBox(theme, tr("Programs on this computer need a key too"))
        self._layout.addWidget(self.key_wanted)
        self._add_heading(tr("What to enter in other programs"))
        self.address = _Copied(tr("Base URL"), tr("Copy the base URL"))
        self.key = _Copied(tr("Key"), tr("Copy the key"), is_secret=True)
        self.new_key = button(tr("New key"), self._api.make_key)
        self.new_key.setToolTip(tr("At once; what has the present key is refused from then on."))
        self.key.add(self.new_key)
        self._add_grid({tr("Base URL"): self.address, tr("Key"): self.key})
        self._key_note = label("", "caption", wrap=True)
        self._layout.addWidget(self._key_note)
        self._layout.addStretch(1)
        self.port.textChanged.connect(self.changed)
        self.origins.textChanged.connect(self.changed)
        self.who.currentIndexChanged.connect(self._show_key)
        self.key_wanted.toggled.connect(self._show_key)
        self._api.changed.connect(self._show_state)
        self.show_values(self._settings.value)
        self._show_state()

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        self.enabled.setChecked(value.api_enabled)
        choose(self.who, HERE if value.api_host == HERE else EVERYWHERE)
        self.port.set_value(value.api_port)
        self.origins.setText(" ".join(value.api_origins))
        self.key_wanted.setChecked(value.api_key_wanted)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        host, before = self.who.currentData(), self._settings.value.api_host
        return {
            "api_enabled": self.enabled.isChecked(),
            # An address that was written into the file by hand stays.
            "api_host": before if host == EVERYWHERE and before != HERE else host,
            "api_port": self.port.value() or Settings().api_port,
            "api_origins": self._origins(),
            "api_key_wanted": self.key_wanted.isChecked(),
        }

    def problem(self) -> str:
        """A port that is none, or an origin that browsers would not write so."""
        wrong = next((each for each in self._origins() if not _ORIGIN.fullmatch(each)), "")
        if wrong:
            return tr("“{origin}” is no origin of a web page; those look like https://example.org.").format(
                origin=wrong
            )
        return self.port.problem()

    def _origins(self) -> list[str]:
        return re.split(r"[\s,]+", self.origins.text().strip()) if self.origins.text().strip() else []

    def _listed_host(self) -> str:
        return HERE if self._settings.value.api_host == HERE else EVERYWHERE

    def _take_free_port(self) -> None:
        self.port.set_value(self._api.state.free_port)

    @Slot()
    def _show_state(self) -> None:
        state = self._api.state
        self.state.setText(state_text(state, self._settings.value))
        kind = "error" if state.state == "failed" else "caption"
        if self.state.property("kind") != kind:
            self.state.setProperty("kind", kind)
            self.state.style().polish(self.state)
        self.take_free_port.setVisible(bool(state.free_port))
        words = tr("Take port {port}").format(port=state.free_port)
        self.take_free_port.setText(words)
        self.take_free_port.setAccessibleName(words)
        self.address.show_text(self._api.address)
        self._show_key()

    @Slot()
    def _show_key(self) -> None:
        is_everywhere = self.who.currentData() == EVERYWHERE
        self.key_wanted.setEnabled(not is_everywhere)
        wanted = is_everywhere or self.key_wanted.isChecked()
        key = self._api.key if wanted else ""
        self.key.show_text(key)
        self.new_key.setEnabled(bool(key))
        note = tr("Programs that insist on a key take any.")
        if wanted:
            note = tr("From another computer, this one's name or address stands in place of 127.0.0.1.")
            if not is_everywhere:
                note = ""
            if not key:
                note = tr("A key is made when you save.")
        self._key_note.setText(note)


class _PortField(NumberField):
    """Ports are names more than numbers: nothing parts their digits."""

    def _written(self, value: float) -> str:
        return str(int(value))


class _Copied(QWidget):
    """A text that is there to be copied, and the button that does it.

    Args:
        is_secret: Dots stand in its place until it is asked for.
    """

    def __init__(self, name: str, action: str, *, is_secret: bool = False) -> None:
        super().__init__()
        self._text = QLineEdit()
        self._text.setReadOnly(True)
        self._text.setAccessibleName(name)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACING.small)
        self._row.addWidget(self._text, 1)
        self._show: QPushButton | None = None
        if is_secret:
            self._show = button(tr("Show"), self._turn)
            self._show.setAccessibleName(tr("Show: {name}").format(name=name))
            self._text.setEchoMode(QLineEdit.EchoMode.Password)
            self.add(self._show)
        self._copy = button(tr("Copy"), lambda: QGuiApplication.clipboard().setText(self._text.text()))
        self._copy.setAccessibleName(action)
        self.add(self._copy)
        self.setFocusProxy(self._text)

    def add(self, control: QWidget) -> None:
        """Put a button at the end."""
        self._row.addWidget(control)

    def text(self) -> str:
        """What is there to be copied."""
        return self._text.text()

    def show_text(self, text: str) -> None:
        """Take another one; without any there is nothing to be done."""
        self._text.setText(text)
        self._text.setPlaceholderText("" if text else tr("none"))
        self._copy.setEnabled(bool(text))
        if self._show is not None:
            self._show.setEnabled(bool(text))

    def _turn(self) -> None:
        assert self._show is not None
        is_hidden = self._text.echoMode() == QLineEdit.EchoMode.Password
        self._text.setEchoMode(QLineEdit.EchoMode.Normal if is_hidden else QLineEdit.EchoMode.Password)
        self._show.setText(tr("Hide") if is_hidden else tr("Show"))
