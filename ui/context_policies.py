"""What can happen when the model's context is full: in words, and as a choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from app.context_controller import ContextController
from app.conversation import ContextPolicy
from app.translation import mark, tr
from ui.choice_words import ChoiceWords
from ui.controls import ComboBox, button, label
from ui.theme import SPACING, Theme

POLICIES: Mapping[ContextPolicy, ChoiceWords] = {
    "stop": ChoiceWords(mark("Ask me"), mark("The answer ends, and you choose.")),
    "trim": ChoiceWords(
        mark("Leave out oldest messages"), mark("Down to half, so that many turns pass until the next time.")
    ),
    "compact": ChoiceWords(mark("Summarise oldest"), mark("The model first writes a summary, and goes on with that.")),
    "window": ChoiceWords(
        mark("Endless window"), mark("It sees the beginning and the newest part, also while it writes.")
    ),
}
"""In the order in which they are offered."""


class ContextOffers(QWidget):
    """Under an answer that had no room: what can be done about it, each with what it means."""

    chosen = Signal(object)
    """Carries a `ContextPolicy`."""

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(SPACING.hair, SPACING.tight, 0, 0)
        self._layout.setSpacing(SPACING.hair)
        self._rows = {policy: self._row(policy, words) for policy, words in POLICIES.items() if policy != "stop"}
        self.hide()

    def show_only(self, policies: Collection[ContextPolicy]) -> None:
        """Offer these; without any, be gone."""
        for policy, widgets in self._rows.items():
            for widget in widgets:
                widget.setVisible(policy in policies)
        self.setVisible(bool(policies))

    def _row(self, policy: ContextPolicy, words: ChoiceWords) -> tuple[QPushButton, QLabel]:
        choose = button(words.name, lambda: self.chosen.emit(policy))
        choose.setAccessibleDescription(words.hint)
        hint = label(words.hint, "caption", wrap=True)
        hint.setContentsMargins(0, 0, 0, SPACING.small)
        self._layout.addWidget(choose, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addWidget(hint)
        return choose, hint


def policy_choice(theme: Theme, chosen: ContextPolicy) -> ComboBox:
    """The same as a list that opens; its data are the policies."""
    result = ComboBox(theme)
    result.setAccessibleName(tr("When a chat fills the model's context"))
    for policy, words in POLICIES.items():
        result.addItem(f"{words.name}: {words.hint[:1].lower()}{words.hint[1:].removesuffix('.')}", policy)
    result.setCurrentIndex(result.findData(chosen))
    return result


def policy_menu(context: ContextController, conversation_id: str, parent: QWidget) -> QMenu:
    """What happens in a conversation when the context is full, to be chosen."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    menu.setAccessibleName(tr("When the context is full"))
    group = QActionGroup(menu)
    for policy, words in POLICIES.items():
        action = _choice(words, group, context.policy(conversation_id) == policy)
        action.triggered.connect(lambda _checked=False, policy=policy: context.choose(conversation_id, policy))
        menu.addAction(action)
    return menu


def _choice(words: ChoiceWords, group: QObject, is_chosen: bool) -> QAction:
    action = QAction(words.name, group)
    action.setCheckable(True)
    action.setChecked(is_chosen)
    action.setToolTip(words.hint)
    return action
