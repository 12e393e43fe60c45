"""The dialog that writes conversations to files: which, in what format, and where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QLineEdit, QRadioButton, QWidget

from app.exchange.writing import SUFFIXES, ExportFormat, suggested_name
from app.exchange_controller import ExchangeController
from app.library_controller import LibraryController
from app.translation import mark, tr
from ui.controls import button, label, tab_to_checked, with_hint
from ui.exchange_dialog import ExchangeDialog
from ui.theme import SPACING

_ABOUT = mark("Nothing that exists is replaced: a number is added to a name that is taken.")
_FORMATS: dict[ExportFormat, tuple[str, str]] = {
    "markdown": ("Markdown", mark("The branch that the chat shows, for reading and for notes.")),
    "html": ("HTML", mark("The same as a page for any browser.")),
    "json": ("JSON", mark("Everything, with all versions; Kvasir can import it again.")),
}


class ExportDialog(ExchangeDialog):
    """Exports some conversations, or all.

    Args:
        ids: Those that were chosen, at least one.
    """

    def __init__(
        self, exchange: ExchangeController, library: LibraryController, ids: Sequence[str], parent: QWidget
    ) -> None:
        super().__init__(exchange, "export", tr("Export conversations"), tr(_ABOUT), parent)
        self._chosen = list(ids)
        self._all = [each.id for view in ("list", "archive") for each in library.conversations(view)]
        conversation = library.conversation(ids[0])
        self._title = conversation.title if conversation is not None else ""
        self._has_own_name = False
        self._folder: Path | None = None
        several = tr("The %n chats that are selected", len(ids))
        self.these = QRadioButton(tr("“{title}”").format(title=self._title) if len(ids) == 1 else several)
        self.everything = QRadioButton(tr("All chats, with the archived ones (%n)", len(self._all)))
        self.what = self._group((self.these, self.everything))
        self.these.setChecked(True)
        self.formats: dict[ExportFormat, QRadioButton] = {name: QRadioButton(w) for name, (w, _) in _FORMATS.items()}
        self.format = self._group(tuple(self.formats.values()))
        self.formats["markdown"].setChecked(True)
        self.as_zip = QRadioButton(tr("One zip file"))
        self.as_folder = QRadioButton(tr("A folder with a file for each"))
        self.shape = self._group((self.as_zip, self.as_folder))
        self.as_zip.setChecked(True)
        self.where = QLineEdit()
        self.where.setAccessibleName(tr("Where to write"))
        self.browse = button(tr("Browse …"), self._browse)
        self.export = button(tr("Export"), self._export, kind="primary")
        self.export.setDefault(True)
        self.add_beginning(self.export)
        self.open_folder = button(tr("Open folder"), self._open_folder)
        self.add_follow_up(self.open_folder)
        self._lay_out()
        for group in (self.what, self.format, self.shape):
            tab_to_checked(group)
            group.buttonToggled.connect(self._suggest)
        self.where.textEdited.connect(self._on_edited)
        self._suggest()
        exchange.changed.connect(self._on_end)
        self.these.setFocus()

    def ids(self) -> list[str]:
        """The conversations that are to be exported."""
        return self._chosen if self.these.isChecked() else self._all

    def chosen_format(self) -> ExportFormat:
        """The format that is chosen."""
        return next(name for name, radio in self.formats.items() if radio.isChecked())

    # ------------------------------------------------------------------------------------------------------------------

    def _group(self, radios: Sequence[QRadioButton]) -> QButtonGroup:
        group = QButtonGroup(self)
        for radio in radios:
            radio.setAccessibleName(radio.text())
            group.addButton(radio)
        return group

    def _lay_out(self) -> None:
        self.form.addWidget(label(tr("What"), "section"))
        for radio in (self.these, self.everything):
            self.form.addWidget(radio)
        self.form.addWidget(label(tr("Format"), "section"))
        for name, radio in self.formats.items():
            self.form.addLayout(with_hint(radio, tr(_FORMATS[name][1])))
        self.form.addWidget(label(tr("Where"), "section"))
        shape = QHBoxLayout()
        shape.addWidget(self.as_zip)
        shape.addWidget(self.as_folder)
        shape.addStretch(1)
        self.form.addLayout(shape)
        where = QHBoxLayout()
        where.setSpacing(SPACING.small)
        where.addWidget(self.where, 1)
        where.addWidget(self.browse)
        self.form.addLayout(where)

    @Slot()
    def _suggest(self) -> None:
        """A name that fits the format, in the folder that was chosen; a name of the user's keeps its stem."""
        count, format = len(self.ids()), self.chosen_format()
        for radio in (self.as_zip, self.as_folder):
            radio.setVisible(count > 1)
        before = Path(self.where.text()) if self.where.text() else _documents() / "x"
        name = suggested_name(self._title, count, format)
        if count > 1 and self.as_folder.isChecked():
            name = Path(name).stem
        if self._has_own_name:
            known = (*SUFFIXES.values(), ".zip")
            stem = before.stem if before.suffix.lower() in known else before.name
            name = stem + Path(name).suffix
        self.where.setText(str(before.parent / name))
        self.export.setEnabled(True)

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        self._has_own_name = bool(text.strip())
        self.export.setEnabled(bool(text.strip()))

    def _browse(self) -> None:
        dialog = QFileDialog(self, tr("Where to write"))
        if len(self.ids()) > 1 and self.as_folder.isChecked():
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        else:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setFileMode(QFileDialog.FileMode.AnyFile)
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDirectory(str(Path(self.where.text()).parent))
        dialog.selectFile(Path(self.where.text()).name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._take_place)
        dialog.open()

    @Slot(str)
    def _take_place(self, path: str) -> None:
        self.where.setText(path)
        self._has_own_name = True
        self._suggest()

    def _export(self) -> None:
        self.exchange.start_export(self.ids(), self.chosen_format(), Path(self.where.text().strip()).expanduser())

    @Slot()
    def _on_end(self) -> None:
        state = self.exchange.state
        if state.work == "export" and state.kind == "done" and state.path is not None:
            self._folder = state.path if state.path.is_dir() else state.path.parent
            self.open_folder.show()

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))


def _documents() -> Path:
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home())
