from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.conversation import Attachment
from app.translation import speak
from ui.attachment_preview import AttachmentPreview
from ui.theme import Theme


def preview(qtbot: QtBot, theme: Theme, text: str, kind: str = "text", note: str = "") -> AttachmentPreview:
    speak("en")
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    attachment = Attachment(id="1", name="a.txt", kind=kind, text=text, num_bytes=2_048, note=note)
    dialog = AttachmentPreview(theme, attachment, window)
    dialog.window_of_test = window
    dialog.open()
    return dialog


def test_the_text_is_shown_as_it_is_and_cannot_be_changed(qtbot: QtBot, theme: Theme) -> None:
    dialog = preview(qtbot, theme, "<b>one</b>\n  two\n", note="Page 3 of 4 could not be read.")
    assert dialog.text.toPlainText() == "<b>one</b>\n  two\n"
    assert dialog.text.isReadOnly()
    assert dialog.facts.text() == "Text file · 2.0 kB · 17 characters\nPage 3 of 4 could not be read."
    assert dialog.windowTitle() == "a.txt"


def test_of_a_huge_text_only_the_beginning_is_shown(qtbot: QtBot, theme: Theme) -> None:
    dialog = preview(qtbot, theme, "word\n" * 100_000)
    assert len(dialog.text.toPlainText()) == 300_000
    assert dialog.facts.text().endswith("500,000 characters · the first 300,000 are shown")


def test_tables_and_code_are_not_wrapped(qtbot: QtBot, theme: Theme) -> None:
    wraps = {
        kind: preview(qtbot, theme, "a,b", kind).text.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth
        for kind in ("text", "table", "code", "pdf")
    }
    assert wraps == {"text": True, "table": False, "code": False, "pdf": True}
