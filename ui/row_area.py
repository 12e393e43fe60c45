"""Rows of messages of which only those in sight, and some around them, have widgets.

Heights of the others are guesses. When one turns out otherwise, what is being read stays where it is: the place at the
top of the window is kept, not the distance from the beginning.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QPalette, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from app.translation import tr
from ui.chat_rows import Row, Rows
from ui.chat_selection import Spot
from ui.controls import IconButton
from ui.gliding import Glide
from ui.message_widget import MessageWidget, height_at
from ui.motion import is_reduced
from ui.theme import COLUMN_WIDTH, SPACING, Theme

_END_SLACK_PIXELS = 16
_ROUND_BUTTON_PIXELS = 34
_MARGIN_PIXELS = 600
"""How far around the window rows are laid out."""
_KEEP_PIXELS = 1_800
"""How far around it they keep their widgets."""
SLICE_SECONDS = 0.01
"""After this time the event loop has its turn before the next row is made."""
_PAUSE_MS = 1
_MOST_ROUNDS = 12
_STEP_PIXELS = 24
_NOTCH = 120
"""What Qt counts for a notch of a wheel."""
_MOST_SPARE = 16
"""So many widgets are kept for rows to come."""


class _Hold(NamedTuple):
    """What stays where it is: a place in a text, or in a row, and how far it is below the top of the window."""

    message_id: str
    part: int
    piece: int
    y: float


class RowArea(QAbstractScrollArea):
    """Lays rows out, scrolls them, and follows their end while it is in sight."""

    arranged = Signal()
    """Rows were placed anew."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = Rows()
        self._text_width = COLUMN_WIDTH
        self._is_at_end = True
        self._hold: _Hold | None = None
        self._offset = 0.0
        self._is_arranging = False
        self._is_asked = False
        self._lowest: QWidget | None = None
        self._spare: list[MessageWidget] = []
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.to_end = IconButton(theme, "down", tr("Go to the newest message"), self.go_to_end, parent=self)
        self.to_end.setProperty("kind", "round")
        self.to_end.setFixedSize(QSize(_ROUND_BUTTON_PIXELS, _ROUND_BUTTON_PIXELS))
        self.to_end.hide()
        self._go_on = QTimer(self)
        self._go_on.setSingleShot(True)
        self._go_on.timeout.connect(self.arrange)
        self.verticalScrollBar().setSingleStep(_STEP_PIXELS)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.glide = Glide(self.verticalScrollBar(), lambda: is_reduced(theme.motion))
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]  # there is one

    # --- for those who know what the rows are -------------------------------------------------------------------------

    def make_widget(self, row: Row) -> MessageWidget:
        """A widget for a row that comes into sight; it may later show others."""
        raise NotImplementedError

    def show_row(self, row: Row, widget: MessageWidget) -> None:
        """Let a widget show what belongs to a row, but is not in its message."""
        raise NotImplementedError

    def below(self) -> tuple[int, QWidget] | None:
        """A widget that stands below a row, and which row; None for none."""
        return None

    def is_kept(self, row: Row) -> bool:
        """Whether a row keeps its widget out of sight too."""
        return row.widget is not None and row.widget.is_in_use()

    # --- places -------------------------------------------------------------------------------------------------------

    @Slot()
    def go_to_end(self) -> None:
        """Show the newest message and follow it again."""
        self.glide.stop()
        self._is_at_end = True
        self.arrange()

    def show_spot(self, spot: Spot) -> None:
        """Bring a place into sight, if it is not."""
        for _ in range(_MOST_ROUNDS):
            rect = self._rect_of(spot)
            top, bottom = rect.top(), rect.bottom()
            if top >= 0 and bottom <= self.viewport().height():
                return
            is_far = bottom < -self.viewport().height() or top > 2 * self.viewport().height()
            if is_far or bottom > self.viewport().height():
                away = top - (self.viewport().height() // 3 if is_far else self.viewport().height() - 3 * _STEP_PIXELS)
            else:
                away = top - 2 * _STEP_PIXELS
            before = self._offset
            self._scroll_to(self._offset + away)
            if self._offset == before:
                return

    def spot_at(self, point: QPoint) -> Spot | None:
        """The place in a text that is nearest to a point of the viewport; None without messages."""
        live = [row for row in self.rows.live() if row.widget is not None and row.widget.isVisibleTo(self.viewport())]
        texts = [
            (self._index_of(row), part, text)
            for row in live
            if row.widget is not None
            for part, text in row.widget.texts().items()
            if not text.isHidden()
        ]
        if not texts:
            return None

        def distance(each: tuple[int, int, QWidget]) -> int:
            rect = QRect(each[2].mapTo(self.viewport(), QPoint()), each[2].size())
            return max(rect.top() - point.y(), point.y() - rect.bottom(), 0)

        row, part, text = min(texts, key=distance)
        return Spot(row, part, *text.place_at(QPointF(text.mapFrom(self.viewport(), point))))

    def ensureWidgetVisible(self, widget: QWidget, xmargin: int = 0, ymargin: int = SPACING.small) -> None:
        """Scroll as little as needed to have a widget, and some room above and below, in sight."""
        rect = QRect(widget.mapTo(self.viewport(), QPoint()), widget.size()).adjusted(0, -ymargin, 0, ymargin)
        height = self.viewport().height()
        if rect.top() < 0 and rect.bottom() > height:
            return
        if rect.bottom() > height:
            self._scroll_to(self._offset + min(rect.bottom() - height, rect.top()))
        elif rect.top() < 0:
            self._scroll_to(self._offset + rect.top())

    # --- arranging ----------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Arrange the rows soon, and before anything is painted."""
        if not self._is_asked:
            self._is_asked = True
            request = QEvent(QEvent.Type.LayoutRequest)
            QCoreApplication.postEvent(self, request, Qt.EventPriority.HighEventPriority.value)

    @Slot()
    def arrange(self, seconds: float = SLICE_SECONDS) -> None:
        """Give widgets to the rows in sight, and place them; what takes longer than so many seconds follows later."""
        if self._is_arranging:
            return
        self._is_arranging = True
        self._is_asked = False
        self._place_below()
        deadline = time.perf_counter() + seconds
        is_done = False
        for _ in range(_MOST_ROUNDS):
            self._offset = self._wanted_offset()
            is_news, is_done = self._lay_out(self._offset, deadline)
            if not is_news:
                break
            if time.perf_counter() > deadline:
                is_done = False  # what is news may have brought other rows into sight
                break
        self._offset = self._wanted_offset()
        self._let_go()
        self._set_bar()
        self._place_widgets()
        self._is_arranging = False
        if self._hold is None or self._is_at_end:
            self._take_hold()
        if not is_done and self.isVisible():
            self._go_on.start(_PAUSE_MS)
        self.arranged.emit()

    def refit(self, seconds: float = SLICE_SECONDS) -> None:
        """Arrange the rows, whose width may have changed."""
        width = self.width() - 2 * column_margin(self.width())
        if width != self._text_width:
            self._text_width = width
            self.rows.guess_all(width)
            for row in self.rows.live():
                assert row.widget is not None
                row.widget.fit(width)
        self.arrange(seconds)

    def hold_nothing(self) -> None:
        """Other rows: nothing of them is being read yet."""
        self.glide.stop()
        self._hold = None
        self._offset = 0.0

    def event(self, event: QEvent) -> bool:
        """Do what `ask` asked for."""
        if event.type() == QEvent.Type.LayoutRequest and self._is_asked:
            self._is_asked = False
            if self.isVisible() and not self._go_on.isActive():
                self.arrange()
            return True
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """What was asked for out of sight is done now."""
        super().showEvent(event)
        self.arrange()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight nothing is made."""
        super().hideEvent(event)
        self._go_on.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in the middle, whether or not there is a scroll bar."""
        super().resizeEvent(event)
        self.refit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Glide for the notches of a wheel; what moves finely by itself is followed as it moves."""
        angle = event.angleDelta().y()
        is_wheel = event.pixelDelta().isNull() and angle % _NOTCH == 0 and not event.angleDelta().x()
        if not is_wheel or not angle or event.modifiers():
            super().wheelEvent(event)
            return
        self.glide.by(-angle // _NOTCH * QApplication.wheelScrollLines() * _STEP_PIXELS)
        event.accept()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Nothing: widgets are placed, not shifted."""

    # ------------------------------------------------------------------------------------------------------------------

    @property
    def _height(self) -> float:
        return self.rows.height + SPACING.wide

    def _wanted_offset(self) -> float:
        most = max(0.0, self._height - self.viewport().height())
        if self._is_at_end:
            return most
        hold = self._hold
        index = self.rows.index(hold.message_id) if hold is not None else None
        if hold is None or index is None:
            return max(0.0, min(self._offset, most))
        return max(0.0, min(self.rows.top(index) + self._y_within(index, hold) - hold.y, most))

    def _y_within(self, index: int, hold: _Hold) -> float:
        widget = self.rows[index].widget
        text = widget.texts().get(hold.part) if widget is not None else None
        if widget is None or text is None or hold.piece >= len(text.flow.pieces):
            return 0.0
        return text.mapTo(widget, QPoint()).y() + text.flow.top(hold.piece)

    def _take_hold(self) -> None:
        """Note what is at the top of the window."""
        if not len(self.rows):
            self._hold = None
            return
        index = self.rows.at(self._offset)
        row = self.rows[index]
        hold = _Hold(row.message.id, -1, 0, self.rows.top(index) - self._offset)
        if row.widget is not None:
            for part, text in row.widget.texts().items():
                y = text.mapTo(row.widget, QPoint()).y()
                within = self._offset - self.rows.top(index) - y
                if text.flow.pieces and 0 <= within < text.flow.height:
                    piece = text.flow.at(within)
                    hold = _Hold(row.message.id, part, piece, text.flow.top(piece) - within)
        self._hold = hold

    def _lay_out(self, offset: float, deadline: float) -> tuple[bool, bool]:
        """Lay out what is around the window; says whether a height is news, and whether all is laid out."""
        if not len(self.rows):
            return False, True
        height = self.viewport().height()
        in_sight = (self.rows.at(offset), self.rows.at(offset + height))
        around = (self.rows.at(offset - _MARGIN_PIXELS), self.rows.at(offset + height + _MARGIN_PIXELS))
        is_news, is_done = False, True
        outside = [*range(in_sight[1] + 1, around[1] + 1), *range(in_sight[0] - 1, around[0] - 1, -1)]
        order = [*range(in_sight[1], in_sight[0] - 1, -1), *outside]
        # Rows that keep their widgets far away may grow there.
        order += [index for index in map(self._index_of, self.rows.live()) if not around[0] <= index <= around[1]]
        for index in order:
            row = self.rows[index]
            is_late = time.perf_counter() > deadline
            if is_late and row.widget is None:
                is_done = False
                continue
            news, done = self._lay_out_row(index, offset, deadline)
            is_news, is_done = is_news or news, is_done and done
            if news and index >= in_sight[0]:
                return True, is_done
        return is_news, is_done

    def _index_of(self, row: Row) -> int:
        return self.rows.index(row.message.id) or 0

    def _lay_out_row(self, index: int, offset: float, deadline: float) -> tuple[bool, bool]:
        row = self.rows[index]
        widget = row.widget
        if widget is None:
            widget = row.widget = self._widget_for(row)
            self.show_row(row, widget)
            widget.fit(self._text_width)
            widget.needed_height(self._text_width)
            row.is_measured = False
            self._lowest = None
        top = offset - self.rows.top(index)
        done = widget.set_window(top - _MARGIN_PIXELS, top + self.viewport().height() + _MARGIN_PIXELS, deadline)
        if row.is_measured:
            return False, done
        return self.rows.measured(row, widget.needed_height(self._text_width)), done

    def _widget_for(self, row: Row) -> MessageWidget:
        """One that another row has let go of, or a new one."""
        for number, spare in enumerate(self._spare):
            if spare.may_become(row.message):
                spare.become(row.message)
                return self._spare.pop(number)
        widget = self.make_widget(row)
        widget.resized.connect(lambda: self._on_resized(widget))
        return widget

    def _on_resized(self, widget: MessageWidget) -> None:
        index = self.rows.index(widget.message.id)
        if index is not None and self.rows[index].widget is widget:
            self.rows[index].is_measured = False
            if not self._is_arranging:
                self.ask()

    def _let_go(self) -> None:
        """Take the widgets from rows that are far away."""
        least, most = self._offset - _KEEP_PIXELS, self._offset + self.viewport().height() + _KEEP_PIXELS
        for row in self.rows.live():
            index = self._index_of(row)
            top = self.rows.top(index)
            if (top + row.height < least or top > most) and not self.is_kept(row):
                self.drop(row)

    def drop(self, row: Row) -> None:
        """Take the widget from a row."""
        widget, row.widget = row.widget, None
        if widget is not None:
            widget.hide()
            if len(self._spare) < _MOST_SPARE and not widget.is_in_use():
                self._spare.append(widget)
            else:
                widget.deleteLater()

    def _set_bar(self) -> None:
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, math.ceil(self._height - self.viewport().height())))
        bar.setValue(round(self._offset))
        self._place_to_end()

    def _place_widgets(self) -> None:
        x = column_margin(self.width())
        is_order_new = self._lowest is None
        for row in self.rows.live():
            assert row.widget is not None
            y = round(self.rows.top(self._index_of(row)) - self._offset)
            row.widget.setGeometry(x, y, self._text_width, round(row.height))
            if row.widget.isHidden():
                row.widget.show()
        below = self.below()
        if below is not None:
            index, widget = below
            top = self.rows.top(index) + self.rows[index].height - self._offset
            widget.setGeometry(x, round(top), self._text_width, round(self.rows[index].extra))
            widget.show()
        if is_order_new:
            self._order_focus()

    def _place_below(self) -> None:
        below = self.below()
        if below is None:
            self.rows.set_extra(None, 0)
            return
        index, widget = below
        if (layout := widget.layout()) is not None:
            layout.invalidate()  # heights of parts inside of parts are kept otherwise
            layout.activate()
        self.rows.set_extra(index, height_at(layout, self._text_width))

    def _order_focus(self) -> None:
        """Rows are made in any order; the Tab key goes through them from top to bottom."""
        before: QWidget = self.to_end
        for row in self.rows.live():
            assert row.widget is not None
            for widget in [row.widget, *row.widget.findChildren(QWidget)]:
                if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    QWidget.setTabOrder(before, widget)
                    before = widget
        self._lowest = before

    def _rect_of(self, spot: Spot) -> QRect:
        """Where a place is in the viewport; where it is about to be, if it has no widget yet."""
        row = self.rows[spot.row]
        text = row.widget.texts().get(spot.part) if row.widget is not None else None
        if text is None:
            return QRect(0, round(self.rows.top(spot.row) - self._offset), 1, round(row.height))
        rect = text.caret_rect((spot.piece, spot.place)).toRect()
        return rect.translated(text.mapTo(self.viewport(), QPoint()))

    def _scroll_to(self, offset: float) -> None:
        self.glide.stop()
        self.verticalScrollBar().setValue(round(offset))

    @Slot()
    def _on_scrolled(self) -> None:
        if self._is_arranging:
            return
        bar = self.verticalScrollBar()
        self._offset = bar.value()
        # The first step of a glide upwards is a small one, and has to lead away all the same.
        self._is_at_end = bar.value() >= bar.maximum() - _END_SLACK_PIXELS and self.glide.left >= 0
        self._take_hold()
        self.arrange()
        self._take_hold()

    @Slot(QWidget, QWidget)
    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """What has the focus is to be seen; a press has its place already."""
        if (
            new is not None
            and not self._is_arranging
            and self.viewport().isAncestorOf(new)
            and not QApplication.mouseButtons()
        ):
            self.ensureWidgetVisible(new)

    def _place_to_end(self) -> None:
        bottom = self.height() - _ROUND_BUTTON_PIXELS - SPACING.medium
        self.to_end.move((self.width() - _ROUND_BUTTON_PIXELS) // 2, bottom)
        self.to_end.setVisible(not self._is_at_end)
        self.to_end.raise_()


def column_margin(width: int) -> int:
    """What is left free on each side of the column of text in a pane of this width."""
    return max(SPACING.large, (width - COLUMN_WIDTH) // 2)
