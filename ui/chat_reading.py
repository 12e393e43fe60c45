"""What can be done with the words of a chat: select, copy and find them, follow their links, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QDesktopServices,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QMessageBox

from app.translation import tr
from ui.chat_find import ChatFind
from ui.chat_selection import ChatSelection, Spot
from ui.find_bar import FindBar
from ui.message_widget import MessageWidget
from ui.row_area import RowArea
from ui.text_view import TextView
from ui.theme import SPACING, Theme

_SCHEMES = ("http", "https", "mailto")
_EDGE_PIXELS = 24
_EDGE_MS = 30


class ChatReading(QObject):
    """Holds what is selected and found in a `RowArea`, and hands it to the texts that are in sight.

    Attributes:
        find_title: What the menu calls finding; whoever knows its key puts that behind it.
    """

    def __init__(self, theme: Theme, area: RowArea) -> None:
        super().__init__(area)
        self._area = area
        self.selection = ChatSelection(area.rows)
        self.find_title: Callable[[], str] = lambda: tr("Find in this chat")
        self.find = ChatFind(theme, area.rows)
        self.find.setParent(self)
        self.bar = FindBar(theme, self.find, area)
        self.bar.asked.connect(self._search)
        self.bar.closed.connect(self._close_find)
        self.find.changed.connect(self._repaint)
        self.find.reached.connect(area.show_spot)
        area.arranged.connect(self._hand_out)
        self._edge = QTimer(self)
        self._edge.setInterval(_EDGE_MS)
        self._edge.timeout.connect(self._drag_on)

    def attach(self, widget: MessageWidget) -> None:
        """Read in a new widget, whichever message it shows."""
        texts = [widget.text]
        if (thinking := getattr(widget, "thinking", None)) is not None:
            texts.insert(0, thinking.text)
        for part, text in zip(range(2 - len(texts), 2), texts, strict=True):
            self._attach_text(widget, part, text)

    @Slot()
    def open_find(self) -> None:
        """Look for words, at first for those that are selected."""
        selected = self.selection.text()
        self.bar.fit(self._area.width())
        self._area.setViewportMargins(0, self.bar.geometry().bottom() + SPACING.tight, 0, 0)
        self.bar.open_bar(selected if selected and "\n" not in selected else "")

    def rows_changed(self) -> None:
        """Another branch: what was selected may be gone."""
        self.selection.clear()
        self.find.restart()
        self._repaint()

    def key(self, event: QKeyEvent) -> bool:
        """Do what a key asks for; says whether it asked for anything here."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selection.select_all()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and (spot := self._moved(event)) is not None:
            self.selection.extend(spot)
            self._area.show_spot(spot)
        elif not event.modifiers() and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            spot = self._moved(event)
            if spot is not None:
                self.selection.start(spot)
                self._area.show_spot(spot)
        else:
            return False
        self._repaint()
        return True

    @Slot()
    def copy(self) -> None:
        """Put what is selected on the clipboard as it is seen."""
        self._put(self.selection.text())

    @Slot()
    def copy_markdown(self) -> None:
        """Put what is selected on the clipboard as Markdown."""
        self._put(self.selection.text(is_markdown=True))

    def menu(self, event: QContextMenuEvent) -> QMenu:
        """What can be done with the words, and with the link that was pointed at."""
        menu = QMenu(self._area)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("Text"))
        for name, key, act in (
            (tr("Copy"), QKeySequence.StandardKey.Copy, self.copy),
            (tr("Copy as Markdown"), None, self.copy_markdown),
        ):
            action = menu.addAction(name)
            action.setEnabled(not self.selection.is_empty)
            action.triggered.connect(act)
            if key is not None:
                action.setShortcut(QKeySequence(key))
        menu.addAction(tr("Select all")).triggered.connect(self._select_all)
        menu.addAction(self.find_title()).triggered.connect(self.open_find)
        if link := self._link_at(event.globalPos()):
            menu.addSeparator()
            menu.addAction(tr("Copy link")).triggered.connect(lambda: self._put(link))
        return menu

    # ------------------------------------------------------------------------------------------------------------------

    def _attach_text(self, widget: MessageWidget, part: int, text: TextView) -> None:
        def index() -> int:
            return self._area.rows.index(widget.message.id) or 0

        def press(event: QMouseEvent, count: int) -> None:
            self._press(Spot(index(), part, *text.place_at(event.position())), event, count)

        text.marks = lambda piece: self.find.marks(index(), piece) if part else []
        text.pressed.connect(press)
        text.dragged.connect(self._drag)
        text.released.connect(self._edge.stop)
        text.link_clicked.connect(self._ask_to_open)
        text.focused.connect(lambda reason: self._focus(Spot(index(), part, 0, 0), reason))

    def _focus(self, spot: Spot, reason: Qt.FocusReason) -> None:
        """With the Tab key the caret comes along."""
        is_key = reason in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if is_key and self.selection.is_empty:
            self.selection.start(spot)
            self._hand_out()

    def _press(self, spot: Spot, event: QMouseEvent, count: int) -> None:
        if count == 2:
            self.selection.take_word(spot)
        elif count == 3:
            self.selection.take_block(spot)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.selection.extend(spot)
        else:
            self.selection.start(spot)
        self._repaint()

    @Slot(object)
    def _drag(self, event: QMouseEvent) -> None:
        point = self._area.viewport().mapFromGlobal(event.globalPosition().toPoint())
        spot = self._area.spot_at(point)
        if spot is not None:
            self.selection.extend(spot)
            self._repaint()
        is_at_edge = point.y() < _EDGE_PIXELS or point.y() > self._area.viewport().height() - _EDGE_PIXELS
        if is_at_edge and not self._edge.isActive():
            self._edge.start()
        elif not is_at_edge:
            self._edge.stop()

    @Slot()
    def _drag_on(self) -> None:
        """The mouse is held at an edge: scroll, and select what comes."""
        point = self._area.viewport().mapFromGlobal(QCursor.pos())
        height = self._area.viewport().height()
        away = min(0, point.y() - _EDGE_PIXELS) + max(0, point.y() - height + _EDGE_PIXELS)
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + away)
        spot = self._area.spot_at(QPoint(point.x(), max(0, min(point.y(), height - 1))))
        if spot is not None:
            self.selection.extend(spot)
            self._repaint()

    def _moved(self, event: QKeyEvent) -> Spot | None:
        """Where a key takes the caret."""
        head = self.selection.head
        if head is None:
            return None
        rows = self._area.rows
        match event.key():
            case Qt.Key.Key_Left:
                return self._stepped(head, -1, event)
            case Qt.Key.Key_Right:
                return self._stepped(head, 1, event)
            case Qt.Key.Key_Up:
                return self._line(head, -1)
            case Qt.Key.Key_Down:
                return self._line(head, 1)
            case Qt.Key.Key_PageUp:
                return self._line(head, -self._area.viewport().height() // 40)
            case Qt.Key.Key_PageDown:
                return self._line(head, self._area.viewport().height() // 40)
            case Qt.Key.Key_Home:
                return Spot(0, rows[0].parts()[0], 0, 0) if _is_control(event) else head._replace(place=0)
            case Qt.Key.Key_End:
                probe = ChatSelection(rows)
                probe.select_all()
                if _is_control(event):
                    return probe.head
                return head._replace(place=len(rows[head.row].flow(head.part).content(head.piece).text))
        return None

    def _stepped(self, head: Spot, letters: int, event: QKeyEvent) -> Spot:
        spot = self.selection.step(head, letters)
        if not _is_control(event):
            return spot
        text = self._area.rows[spot.row].flow(spot.part).content(spot.piece).text
        while 0 < spot.place < len(text) and not (text[spot.place - 1].isspace() and not text[spot.place].isspace()):
            spot = spot._replace(place=spot.place + letters)
        return spot

    def _line(self, head: Spot, lines: int) -> Spot | None:
        """The place so many lines below or above."""
        area = self._area
        area.show_spot(head)
        row = area.rows[head.row]
        text = row.widget.texts().get(head.part) if row.widget is not None else None
        if text is None:
            return head
        rect = text.caret_rect((head.piece, head.place))
        step = rect.height() * lines
        point = text.mapTo(area.viewport(), QPointF(rect.left(), rect.center().y() + step).toPoint())
        spot = area.spot_at(point)
        if spot is None or spot == head or (spot < head) != (lines < 0):
            return self.selection.step(head, 1 if lines > 0 else -1)
        return spot

    @Slot()
    def _select_all(self) -> None:
        self.selection.select_all()
        self._repaint()

    @Slot()
    def _hand_out(self) -> None:
        """Tell each text in sight what of it is selected, and where the caret stands."""
        if self.bar.isVisible():
            self.bar.fit(self._area.width())
        rows = self._area.rows
        head = self.selection.head
        for row in rows.live():
            index = rows.index(row.message.id) or 0
            assert row.widget is not None
            for part, text in row.widget.texts().items():
                chosen = self.selection.within(index, part)
                caret = (head.piece, head.place) if head is not None and head[:2] == (index, part) else None
                if text.selection != chosen or text.caret != caret:
                    text.selection, text.caret = chosen, caret
                    text.update()

    @Slot()
    def _repaint(self) -> None:
        self._hand_out()
        for row in self._area.rows.live():
            assert row.widget is not None
            for text in row.widget.texts().values():
                text.update()

    @Slot(str)
    def _search(self, text: str) -> None:
        top = self._area.rows.at(self._area.verticalScrollBar().value()) if len(self._area.rows) else 0
        self.find.search(text, top)

    @Slot()
    def _close_find(self) -> None:
        self._area.setViewportMargins(0, 0, 0, 0)
        hit = self.find.hits[self.find.number] if self.find.number >= 0 and self.find.hits else None
        self.find.search("")
        widget = self._area.rows[hit.row].widget if hit is not None else None
        if widget is not None:
            widget.text.setFocus()

    @staticmethod
    def _put(text: str) -> None:
        if text:
            QGuiApplication.clipboard().setText(text)

    def _link_at(self, point: QPoint) -> str:
        child = self._area.viewport().childAt(self._area.viewport().mapFromGlobal(point))
        return child.link_at(QPointF(child.mapFromGlobal(point))) if isinstance(child, TextView) else ""

    @Slot(str)
    def _ask_to_open(self, address: str) -> None:
        """A link may lead elsewhere than it says: the address is shown before anything is opened."""
        if QUrl(address).scheme() not in _SCHEMES:
            return
        question = QMessageBox(self._area)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(tr("Open a link"))
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(tr("Open this address in your browser?"))
        question.setInformativeText(address)
        go = question.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        copy = question.addButton(tr("Copy address"), QMessageBox.ButtonRole.ActionRole)
        question.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)

        def done() -> None:
            if question.clickedButton() is go:
                QDesktopServices.openUrl(QUrl(address))
            elif question.clickedButton() is copy:
                self._put(address)

        question.finished.connect(done)
        question.open()


def _is_control(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
