"""How it works, third page: what a changed system prompt costs a chat, as the engine's own matching finds it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.explanations import Explanations, PromptMatch, PromptsMatched
from app.numbers import number
from app.translation import tr
from ui.cell_strip import CellKey, CellKind, CellStrip
from ui.controls import label, page_layout
from ui.flow_row import FlowRow
from ui.theme import SPACING, Theme

_REST_MS = 400
_EDIT_LINES = 5


class MatchPage(QWidget):
    """The system prompt of a chat can be changed here on trial; nothing is kept of it."""

    def __init__(self, theme: Theme, explanations: Explanations, conversation_id: str) -> None:
        super().__init__()
        self._explanations = explanations
        self._conversation_id = conversation_id
        self.edit = QPlainTextEdit(explanations.system_prompt(conversation_id))
        self.edit.setProperty("kind", "box")
        self.edit.setAccessibleName(tr("System prompt, on trial"))
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(_EDIT_LINES * self.edit.fontMetrics().lineSpacing() + 2 * SPACING.small)
        self.sentence = label("", "muted", wrap=True)
        self.present = _Match(theme, tr("As it is"))
        self.changed = _Match(theme, tr("With this system prompt"))
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self.ask)
        self.edit.textChanged.connect(self._rest.start)
        explanations.matched.connect(self._on_matched)
        keys = FlowRow(gap=SPACING.large)
        keys.addWidget(CellKey(theme, "kept", tr("block found in the cache")))
        keys.addWidget(CellKey(theme, "lost", tr("block that is read again")))
        layout = page_layout(
            self,
            tr(
                "Keys and values of a token depend on every token before it. So a cache holds as far as the next "
                "prompt begins like the one before, and not a token further. Change a word of the system prompt of "
                "the open chat and see where that is; nothing of it is kept."
            ),
        )
        layout.addWidget(self.edit)
        layout.addWidget(self.sentence)
        layout.addWidget(self.present)
        layout.addWidget(self.changed)
        layout.addLayout(keys)
        layout.addStretch(1)
        self._show_matches(None)

    def on_model(self) -> None:
        """Another model, or none: what was found was in the cache of the one before."""
        self._show_matches(None)
        self.ask()

    def show_conversation(self, conversation_id: str) -> None:
        """Begin with the system prompt of this chat."""
        self._conversation_id = conversation_id
        self.edit.setPlainText(self._explanations.system_prompt(conversation_id))
        self.on_model()

    @Slot()
    def ask(self) -> None:
        """Ask for the system prompt that is written here now."""
        self._explanations.match(self._conversation_id, self.edit.toPlainText())

    @Slot(object)
    def _on_matched(self, matched: PromptsMatched) -> None:
        self._show_matches(matched)

    def _show_matches(self, matched: PromptsMatched | None) -> None:
        has_matches = matched is not None and len(matched.matches) == 2
        self.present.setVisible(has_matches)
        self.changed.setVisible(has_matches)
        self.sentence.setVisible(not has_matches)
        if matched is not None and has_matches:
            self.present.show_match(matched.matches[0], matched.block_tokens)
            self.changed.show_match(matched.matches[1], matched.block_tokens)
        elif matched is not None:
            self.sentence.setText(matched.message)
        else:
            self.sentence.setText(self._explanations.obstacle)


class _Match(QFrame):
    """One prompt as blocks, and what becomes of it in words."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._strip = CellStrip(theme, name)
        self.words: QLabel = label("", "small", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        layout.setSpacing(SPACING.small)
        layout.addWidget(label(name, "section"))
        layout.addWidget(self._strip)
        layout.addWidget(self.words)

    def show_match(self, match: PromptMatch, block_tokens: int) -> None:
        """Take how much of a prompt is cached."""
        found = match.cached_tokens // block_tokens
        blocks = -(-match.prompt_tokens // block_tokens)
        cells: list[CellKind] = ["lost"] * blocks
        cells[:found] = ["kept"] * found
        words = tr("{cached} of {tokens} tokens are in the cache; {read} are read.").format(
            cached=number(match.cached_tokens),
            tokens=number(match.prompt_tokens),
            read=number(match.prompt_tokens - match.cached_tokens),
        )
        if match.common_tokens < match.prompt_tokens:
            words += " " + tr("It begins to differ at token {token}.").format(token=number(match.common_tokens + 1))
        self._strip.show_cells(cells, words)
        self.words.setText(words)
