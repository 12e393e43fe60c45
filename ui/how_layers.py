"""How it works, second page: the keys and values of each layer of the loaded model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.explanations import CachedKind, LayerCache, ModelExplained
from app.numbers import decimal, number
from app.translation import tr
from ui import formats
from ui.controls import label, page_layout

_ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_KIND_COLUMN, _FIRST_NUMBER_COLUMN = 1, 4


class LayersPage(QWidget):
    """A line for each layer, and what they take together."""

    def __init__(self) -> None:
        super().__init__()
        self.model = LayersModel(self)
        self.sum = label("", "small", wrap=True)
        self.view = QTableView()
        self.view.setModel(self.model)
        self.view.setAccessibleName(tr("Keys and values of each layer"))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setTabKeyNavigation(False)
        self.view.setShowGrid(False)
        self.view.verticalHeader().hide()
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)
        layout = page_layout(
            self,
            tr(
                "Each layer keeps, for each token, a key that later tokens compare themselves with, and a value "
                "that they take from it. Several heads that ask may share one that answers; that is what makes a "
                "cache small before anything is packed."
            ),
        )
        layout.addWidget(self.sum)
        layout.addWidget(self.view, 1)
        self.show_model(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other columns, other room."""
        super().resizeEvent(event)
        self._fit_columns()

    def show_model(self, explained: ModelExplained | None, obstacle: str = "") -> None:
        """Take what the engine tells of the loaded model, or why it tells nothing."""
        layers = [] if explained is None else explained.layers
        self.model.show_layers(layers)
        self._fit_columns()
        self.view.setVisible(bool(layers))
        if explained is None or not layers:
            self.sum.setText(obstacle)
            return
        exact = sum(layer.k_bytes + layer.v_bytes for layer in layers)
        packed = sum(layer.packed_k_bytes + layer.packed_v_bytes for layer in layers)
        words = tr(
            "Over all %n layers, one token takes {exact} exactly and {packed} in the format {format}.", len(layers)
        )
        self.sum.setText(
            words.format(exact=formats.size(exact), packed=formats.size(round(packed)), format=explained.kv_format)
        )

    def _fit_columns(self) -> None:
        """The words take what the numbers leave; where that is too little, the table scrolls aside."""
        header = self.view.horizontalHeader()
        columns = range(header.count())
        needed = sum(max(header.sectionSizeHint(column), self.view.sizeHintForColumn(column)) for column in columns)
        has_room = needed <= self.width() - self.view.verticalScrollBar().sizeHint().width()
        modes = QHeaderView.ResizeMode
        header.setSectionResizeMode(_KIND_COLUMN, modes.Stretch if has_room else modes.ResizeToContents)


class LayersModel(QAbstractTableModel):
    """The cells of the table."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.headings = (
            tr("Layer"),
            tr("Keeps"),
            tr("Keys"),
            tr("Values"),
            tr("Keys, bytes"),
            tr("Values, bytes"),
            tr("Packed, bytes"),
        )
        self.cells: list[tuple[str, ...]] = []
        self.meanings: list[str] = []

    def show_layers(self, layers: list[LayerCache]) -> None:
        """Take these layers."""
        self.beginResetModel()
        self.cells = [_cells(layer) for layer in layers]
        self.meanings = [_kind_words(layer.kind, layer.window)[1] for layer in layers]
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """One for each layer."""
        return 0 if parent is not None and parent.isValid() else len(self.cells)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """One for each heading."""
        return 0 if parent is not None and parent.isValid() else len(self.headings)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() >= _FIRST_NUMBER_COLUMN:
            return _ALIGN_RIGHT
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == _KIND_COLUMN:
            return self.meanings[index.row()]
        return self.cells[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The headings; rows have none."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            return _ALIGN_RIGHT if section >= _FIRST_NUMBER_COLUMN else left
        return self.headings[section] if role == Qt.ItemDataRole.DisplayRole else None


def _cells(layer: LayerCache) -> tuple[str, ...]:
    if layer.kind in ("state", "none"):
        return (number(layer.layer), _kind_words(layer.kind, 0)[0], "–", "–", "–", "–", "–")
    shape = tr("{heads} × {numbers}")
    return (
        number(layer.layer),
        _kind_words(layer.kind, layer.window)[0],
        shape.format(heads=number(layer.kv_heads), numbers=number(layer.k_dim)),
        shape.format(heads=number(layer.kv_heads), numbers=number(layer.v_dim)),
        number(layer.k_bytes),
        number(layer.v_bytes),
        decimal(layer.packed_k_bytes + layer.packed_v_bytes, 1),
    )


def _kind_words(kind: CachedKind, window: int) -> tuple[str, str]:
    """What a layer keeps, in a few words and in full."""
    tokens = number(window)
    return {
        "full": (tr("all tokens"), tr("keys and values of all tokens")),
        "window": (
            tr("last {window} tokens").format(window=tokens),
            tr("keys and values of the last {window} tokens").format(window=tokens),
        ),
        "latent": (tr("latents"), tr("compressed latents of all tokens")),
        "state": (tr("one state"), tr("one state, however long the text")),
        "none": (tr("nothing"), tr("nothing of its own")),
    }[kind]
