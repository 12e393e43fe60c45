"""What Kvasir is, its version, and the licences of everything that it carries or fetches."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from app.application import VERSION
from app.licences import Component, components
from app.paths import Paths
from app.starter_model import STARTER_MODEL
from app.translation import tr
from ui.controls import button, hairline, label
from ui.starts import app_picture
from ui.theme import SPACING

_SIZE = (900, 640)
_SMALLEST = (680, 440)
_LIST_WIDTH = 280
_NUMBER_ROLE = Qt.ItemDataRole.UserRole


class AboutDialog(QDialog):
    """Deletes itself when it is closed; show it with `open`."""

    def __init__(self, paths: Paths, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About Kvasir"))
        self.resize(*_SIZE)
        self.setMinimumSize(*_SMALLEST)
        self._components = components(paths)
        self.list = QListWidget()
        self.list.setProperty("kind", "pages")
        self.list.setAccessibleName(tr("Packages that Kvasir is made of"))
        self.list.setFixedWidth(_LIST_WIDTH)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.text = QPlainTextEdit()
        self.text.setProperty("kind", "licence")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Licence"))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._lay_out()
        self._fill()
        self.list.currentItemChanged.connect(self._show)
        self.list.setCurrentRow(1)
        self.list.setFocus()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(SPACING.tight)
        words.addWidget(label(tr("Kvasir {version}").format(version=VERSION), "display"))
        words.addWidget(
            label(tr("Talks to language models on your own computer, and keeps every chat warm."), wrap=True)
        )
        note = tr(
            "Made with the packages below. Qt and PySide6 are used under the LGPL, version 3; their files may be "
            "replaced by others of the same version. The starter model, {model}, is under the Apache licence 2.0."
        )
        words.addWidget(label(note.format(model=STARTER_MODEL.name), "caption", wrap=True))
        top = QHBoxLayout()
        top.setContentsMargins(SPACING.wide, SPACING.wide, SPACING.wide, SPACING.large)
        top.setSpacing(SPACING.large)
        top.addWidget(app_picture(), 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.list)
        middle.addWidget(self.text, 1)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(SPACING.wide, SPACING.medium, SPACING.wide, SPACING.medium)
        bottom.addStretch(1)
        close = button(tr("Close"), self.accept)
        close.setDefault(True)
        bottom.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(hairline())
        layout.addLayout(middle, 1)
        layout.addWidget(hairline())
        layout.addLayout(bottom)

    def _fill(self) -> None:
        titles = {"window": tr("The window, carried along"), "engine": tr("The engine, fetched later")}
        last = ""
        for number, each in enumerate(self._components):
            if each.part != last:
                last = each.part
                heading = QListWidgetItem(titles[each.part])
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                font = self.list.font()
                font.setBold(True)
                heading.setFont(font)
                self.list.addItem(heading)
            item = QListWidgetItem(f"{each.name} {each.version}")
            item.setData(_NUMBER_ROLE, number)
            item.setToolTip(each.licence)
            self.list.addItem(item)

    @Slot()
    def _show(self) -> None:
        item = self.list.currentItem()
        number = item.data(_NUMBER_ROLE) if item is not None else None
        if number is not None:
            self.text.setPlainText(_words(self._components[number]))


def _words(component: Component) -> str:
    licence = component.licence or tr("see below")
    head = tr("{name} {version}\nLicence: {licence}").format(
        name=component.name, version=component.version, licence=licence
    )
    text = component.text() or tr("The package names its licence and carries no text of it.")
    return f"{head}\n\n{text}"
