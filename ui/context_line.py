"""The line in a chat behind the last message that the model no longer sees."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.context_controller import ContextController
from app.conversation import ContextCut
from app.translation import mark, tr
from ui.context_policies import policy_menu
from ui.controls import button, hairline, label
from ui.flow_row import FlowRow
from ui.theme import SPACING

_SENTENCES = {
    "trim": mark("The model no longer sees the faded messages above."),
    "compact": mark("The model sees a summary in place of the faded messages above."),
    "window": mark("The window has moved on: the model no longer sees the faded messages above."),
}


class ContextLine(QWidget):
    """Says what is not seen, shows the summary of it, and leads back."""

    resized = Signal()
    """It needs another height than it has."""

    def __init__(
        self, context: ContextController, conversation_id: str, cut: ContextCut, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._conversation_id = conversation_id
        self.cut = cut
        self.setAccessibleName(tr(_SENTENCES[cut.policy]))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.hair, SPACING.large, 0, 0)  # in line with the texts of messages
        layout.setSpacing(SPACING.tight)
        layout.addWidget(hairline())
        layout.addWidget(label(tr(_SENTENCES[cut.policy]), "caption", wrap=True))
        self.summary = label(cut.summary, "caption", wrap=True)
        self.summary.hide()
        layout.addWidget(self.summary)
        links = FlowRow(outdent=SPACING.hair)
        self._toggle = button(tr("Show summary"), self.toggle_summary, kind="link")
        links.addWidget(self._toggle)
        if not cut.summary:
            self._toggle.hide()
        if cut.policy != "window":  # it moves as it must; another choice below ends that
            links.addWidget(button(tr("Let it see them again"), self._see_everything, kind="link"))
        links.addWidget(button(tr("When full …"), self._open_menu, kind="link"))
        layout.addLayout(links)

    def event(self, event: QEvent) -> bool:
        """Say so when a part has come, gone or grown."""
        result = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.heightForWidth(self.width()) != self.height():
            self.resized.emit()
        return result

    def toggle_summary(self) -> None:
        """Show the summary, or hide it again."""
        self.summary.setVisible(self.summary.isHidden())
        self._toggle.setText(tr("Show summary") if self.summary.isHidden() else tr("Hide summary"))
        self._toggle.setAccessibleName(self._toggle.text())

    def _see_everything(self) -> None:
        self._context.see_everything(self._conversation_id)

    def _open_menu(self) -> None:
        menu = policy_menu(self._context, self._conversation_id, self)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
