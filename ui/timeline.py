"""The last ten minutes as small graphs above one another. It imports pyqtgraph, which takes a while: import it late."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.memory_timeline import TIMELINE_SECONDS, Moment
from app.numbers import decimal, number
from app.translation import tr
from ui import formats
from ui.controls import label, show_figure
from ui.theme import SPACING, Theme

_GRAPH_PIXELS = 44
_TIME_PIXELS = 24
_AXIS_PIXELS = 64
_WORDS_PIXELS = 200
_ABOVE = 1.3
"""So that the number at the top of an axis is not cut."""
_EDGE_SECONDS = 40
"""So that what is now does not stand on the edge, and has room for its name."""
_MINUTE_TICKS = 3
_HIT_DOT_PIXELS = 6


class _Axis(pg.AxisItem):  # type: ignore[misc] # has no types
    """An axis whose numbers are words of ours."""

    def __init__(self, side: str, words: Callable[[float], str]) -> None:
        super().__init__(side)
        self._words = words
        self.enableAutoSIPrefix(False)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Called by pyqtgraph."""
        return [self._words(value) for value in values]


class _Graph:
    """One graph, its name, and the same in words."""

    def __init__(self, name: str, words: Callable[[float], str], with_time: bool) -> None:
        axes = {"left": _Axis("left", words), "bottom": _Axis("bottom", _minutes)}
        self.plot = pg.PlotWidget(axisItems=axes)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setAccessibleName(name)
        self.plot.setFixedHeight(_GRAPH_PIXELS + (_TIME_PIXELS if with_time else 0))
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.setXRange(-TIMELINE_SECONDS, _EDGE_SECONDS, padding=0)
        self.plot.getAxis("left").setWidth(_AXIS_PIXELS)
        minutes = range(0, -TIMELINE_SECONDS // 60, -_MINUTE_TICKS)
        self.plot.getAxis("bottom").setTicks([[(60 * minute, _minutes(60 * minute)) for minute in minutes]])
        self._top = -1.0
        if not with_time:
            self.plot.hideAxis("bottom")
        self.now = label("", "small")
        self.most = label("", "caption")
        figures = QHBoxLayout()
        figures.setSpacing(SPACING.small)
        figures.addWidget(self.now)
        figures.addWidget(self.most)
        figures.addStretch(1)
        self.side = QWidget()
        side = QVBoxLayout(self.side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(label(name, "section"))
        side.addLayout(figures)
        side.addStretch(1)

    def say(self, now: str, most: str = "") -> None:
        """The graph's end and its peak in words."""
        show_figure(self.now, now)
        show_figure(self.most, most)
        self.plot.setAccessibleDescription(", ".join(filter(None, (now, most))))

    def highest(self, value: float) -> None:
        """Let the axis go from nothing to a little above a value, with a number at its top."""
        top = value or 1.0
        if top == self._top:
            return
        self._top = top
        self.plot.setYRange(0, top * _ABOVE, padding=0)
        axis: _Axis = self.plot.getAxis("left")
        axis.setTicks([[(0, ""), (top, axis._words(top))]])  # there is no room for a number on the line below


class Timeline(QWidget):
    """Shows moments: memory of the engine, tokens per second, hits of prompts, evictions."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._moments: Sequence[Moment] = ()
        self._now = 0.0
        self.memory = _Graph(tr("Engine’s memory"), _size, False)
        self.cache = _Graph(tr("Cache"), _size, False)
        self.speed = _Graph(tr("Tokens per second"), _whole, False)
        self.hits = _Graph(tr("Found in the cache"), _percent, False)
        self.evictions = _Graph(tr("Evictions"), _whole, True)
        self._graphs = (self.memory, self.cache, self.speed, self.hits, self.evictions)
        self._working = self.memory.plot.plot(fillLevel=0)
        self._with_cache = self.memory.plot.plot(fillLevel=0)
        self._weights = self.memory.plot.plot(fillLevel=0)
        self._cache = self.cache.plot.plot(fillLevel=0)
        self._speed = self.speed.plot.plot(fillLevel=0)
        self._hits = self.hits.plot.plot(pen=None, symbol="o", symbolSize=_HIT_DOT_PIXELS)
        self._evictions = self.evictions.plot.plot(connect="pairs")
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACING.small)
        layout.setVerticalSpacing(SPACING.tight)
        layout.setColumnMinimumWidth(0, _WORDS_PIXELS)
        layout.setColumnStretch(1, 1)
        for row, graph in enumerate(self._graphs):
            layout.addWidget(graph.side, row, 0)
            layout.addWidget(graph.plot, row, 1)
        theme.changed.connect(self._paint_anew)
        self._paint_anew()

    def show_moments(self, moments: Sequence[Moment], now: float) -> None:
        """Draw these, the present at the right edge."""
        self._moments, self._now = moments, now
        times = [moment.at - now for moment in moments]
        weights = [moment.weights_bytes for moment in moments]
        cache = [moment.cache_bytes for moment in moments]
        with_cache = [moment.weights_bytes + moment.cache_bytes for moment in moments]
        total = [moment.weights_bytes + moment.cache_bytes + moment.working_bytes for moment in moments]
        curves = (self._weights, self._with_cache, self._working, self._cache)
        for curve, values in zip(curves, (weights, with_cache, total, cache), strict=True):
            curve.setData(times, values, skipFiniteCheck=True)
        speeds = [moment.tokens_per_second for moment in moments]
        self._speed.setData(times, speeds, skipFiniteCheck=True)
        hits = [(time, 100 * m.hit_rate) for time, m in zip(times, moments, strict=True) if m.hit_rate is not None]
        self._hits.setData([time for time, _hit in hits], [hit for _time, hit in hits])
        fallen = [(time, m.evictions) for time, m in zip(times, moments, strict=True) if m.evictions]
        self._evictions.setData(
            [time for time, _count in fallen for _ in range(2)],
            [value for _time, count in fallen for value in (0, count)],
        )
        self._say(total, cache, speeds, hits, fallen)

    def take_apart(self) -> None:
        """Undo the circles in which pyqtgraph's objects refer to one another; this shows nothing afterwards."""
        self._theme.changed.disconnect(self._paint_anew)
        for graph in self._graphs:
            graph.plot.close()

    def _say(
        self,
        total: Sequence[int],
        cache: Sequence[int],
        speeds: Sequence[float],
        hits: Sequence[tuple[float, float]],
        fallen: Sequence[tuple[float, int]],
    ) -> None:
        self.memory.highest(max(total, default=0))
        self.cache.highest(max(cache, default=0))
        self.speed.highest(math.ceil(max(speeds, default=0)))
        self.hits.highest(100)
        self.evictions.highest(max((count for _time, count in fallen), default=0))
        at_most = tr("at most {value}")
        for graph, values in ((self.memory, total), (self.cache, cache)):
            if values:
                graph.say(_size(values[-1]), at_most.format(value=_size(max(values))))
        if speeds:
            self.speed.say(decimal(speeds[-1], 1), at_most.format(value=decimal(max(speeds), 1)))
        last = tr("last {share} %").format(share=f"{hits[-1][1]:.0f}") if hits else tr("no prompt yet")
        self.hits.say(last)
        self.evictions.say(tr("%n blocks", sum(count for _time, count in fallen)))

    def _paint_anew(self) -> None:
        colours = self._theme.colours
        for graph in self._graphs:
            graph.plot.setBackground(QColor(colours.raised))
            for side in ("left", "bottom"):
                axis = graph.plot.getAxis(side)
                axis.setPen(pg.mkPen(colours.border_strong))
                axis.setTextPen(pg.mkPen(colours.text_muted))
                axis.setTickFont(self._theme.font(self._theme.type.small))
        for curve, colour in (
            (self._working, "meter_working"),
            (self._with_cache, "accent"),
            (self._weights, "text_muted"),
            (self._cache, "accent"),
        ):
            curve.setPen(pg.mkPen(getattr(colours, colour)))
            curve.setBrush(pg.mkBrush(getattr(colours, colour)))
        self._speed.setPen(pg.mkPen(colours.accent, width=1.5))
        self._speed.setBrush(pg.mkBrush(colours.accent_soft))
        self._hits.setSymbolBrush(pg.mkBrush(colours.accent))
        self._hits.setSymbolPen(pg.mkPen(colours.raised))
        self._evictions.setPen(pg.mkPen(colours.danger, width=2))

    def colours_in_words(self) -> QLabel:
        """What the colours of the first graph mean."""
        return label(tr("Engine’s memory, from below: weights, cache, working space"), "caption")


def _minutes(seconds: float) -> str:
    minutes = round(-seconds / 60)
    return tr("{minutes} min ago").format(minutes=minutes) if minutes else tr("now")


def _size(value: float) -> str:
    return formats.size(int(value)) if value else "0"


def _whole(value: float) -> str:
    return number(round(value))


def _percent(value: float) -> str:
    return tr("{share} %").format(share=number(round(value)))
