"""Qt's style sheet, made from the design tokens: how each kind of widget is drawn."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.colours import Colours
    from ui.theme import Radii, Spacing, TypeScale

# Kinds of widgets are told apart by the dynamic properties `kind` and `severity`, never by position in the tree.
_SHEET = Template("""
QWidget { color: $text; }
QMainWindow, QDialog, QWidget[kind="surface"] { background: $surface; }
QWidget[kind="pane"] { background: $window; }
QLabel { background: transparent; }
QLabel[kind="muted"] { color: $text_muted; }
QLabel[kind="caption"] { color: $text_muted; font-size: ${small_points}pt; }
QLabel[kind="small"] { font-size: ${small_points}pt; }
QLabel[kind="heading"] { font-size: ${heading_points}pt; font-weight: 600; }
QLabel[kind="display"] { font-size: ${display_points}pt; font-weight: 600; }
QLabel[kind="strong"] { font-weight: 600; }
QLabel[kind="warning"] { color: $warning; }
QLabel[kind="section"] { color: $text_muted; font-size: ${small_points}pt; font-weight: 600; }
QLabel[kind="error"] { color: $danger; }
QLabel[kind="notice"] {
    background: $warning_soft; color: $text; border: 1px solid $warning; border-radius: ${radius}px;
    padding: ${small}px;
}
QLabel[is_over="true"] { color: $danger; }
QLabel[kind="drop"] {
    background: $accent_soft; border: ${hair}px dashed $accent; border-radius: ${radius_large}px;
    font-size: ${heading_points}pt; font-weight: 600;
}
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: ${tight}px ${small}px; }

QPushButton, QToolButton {
    background: transparent; border: ${hair}px solid transparent; border-radius: ${radius}px;
    padding: ${tight}px ${medium}px;
}
QToolButton { padding: ${tight}px; }
QToolButton[kind="small"] { padding: ${hair}px; }
QPushButton { background: $raised; border-color: $border; }
QPushButton:hover, QToolButton:hover { background: $sunken; }
QPushButton:pressed, QToolButton:pressed { background: $accent_soft; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { color: $disabled; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:focus { border-color: $text; }
QPushButton[kind="quiet"] { background: transparent; border-color: transparent; }
QPushButton[kind="quiet"]:hover { background: $sunken; }
QPushButton[kind="quiet"]:focus { border-color: $accent; }
QPushButton[kind="link"] {
    background: transparent; border-color: transparent; color: $accent; font-weight: 600;
    padding: ${hair}px ${tight}px;
}
QPushButton[kind="link"]:hover { background: $sunken; }
QPushButton[kind="link"]:focus { border-color: $accent; }
QPushButton[kind="heading"] {
    background: transparent; border-color: transparent; font-size: ${heading_points}pt; font-weight: 600;
    padding: ${hair}px ${small}px;
}
QPushButton[kind="heading"]:hover { background: $sunken; }
QPushButton[kind="heading"]:focus { border-color: $accent; }
QPushButton[kind="chip"] { border: 1px solid $border; padding: 0; text-align: left; }
QPushButton[kind="chip"]:focus { border-color: $accent; }
QToolButton[kind="send"] { background: $accent; }
QToolButton[kind="send"]:hover { background: $accent_hover; }
QToolButton[kind="send"]:focus { border-color: $text; }
QToolButton[kind="send"]:disabled { background: $sunken; }
QToolButton[kind="round"] { background: $raised; border: 1px solid $border_strong; border-radius: 17px; }
QToolButton[kind="round"]:hover { background: $sunken; }
QToolButton[kind="round"]:focus { border: ${hair}px solid $accent; }

QCheckBox, QRadioButton {
    border: ${hair}px solid transparent; border-radius: ${radius}px; padding: ${hair}px; spacing: ${small}px;
}
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox::indicator, QRadioButton::indicator {
    width: 14px; height: 14px; background: $raised; border: 1px solid $border_strong;
}
QCheckBox::indicator { border-radius: ${tight}px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; }
QRadioButton::indicator { border-radius: ${small}px; }
QRadioButton::indicator:checked { width: 6px; height: 6px; background: $on_accent; border: 5px solid $accent; }

QLineEdit, QPlainTextEdit { placeholder-text-color: $text_muted; }
/* Qt keeps 2 px inside of it; so its words stand below those of other boxes. */
QLineEdit {
    background: $raised; border: 1px solid $border_strong; border-radius: ${radius}px;
    padding: ${tight}px 6px; selection-background-color: $accent_soft; selection-color: $text;
}
QLineEdit:focus { border: ${hair}px solid $accent; padding: 3px 5px; }
QLineEdit[invalid="true"] { border-color: $danger; }
QPlainTextEdit[kind="box"] {
    background: $raised; border: 1px solid $border_strong; border-radius: ${radius}px; padding: ${tight}px;
}
QPlainTextEdit[kind="box"]:focus { border: ${hair}px solid $accent; padding: 3px; }
QPlainTextEdit[kind="log"], QPlainTextEdit[kind="licence"] {
    background: $raised; border: ${hair}px solid transparent; padding: ${small}px;
}
QPlainTextEdit[kind="log"]:focus, QPlainTextEdit[kind="licence"]:focus { border-color: $accent; }
/* Licences come in lines of 80 letters, which have to fit. */
QPlainTextEdit[kind="licence"] { font-size: ${small_points}pt; }
QComboBox {
    background: $raised; border: 1px solid $border_strong; border-radius: ${radius}px;
    padding: ${tight}px ${small}px;
}
QComboBox:focus { border: ${hair}px solid $accent; padding: 3px 7px; }
QComboBox::drop-down { border: none; width: ${wide}px; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $border; outline: none; padding: ${hair}px;
    selection-background-color: $accent_soft; selection-color: $text;
}
QComboBox QAbstractItemView::item {
    min-height: ${wide}px; padding-left: ${tight}px; border: 1px solid transparent; border-radius: ${tight}px;
}
QComboBox QAbstractItemView::item:hover { background: $sunken; }
QComboBox QAbstractItemView::item:selected {
    background: $accent_soft; color: $text; border: 1px solid $chosen_edge;
}
QPlainTextEdit, QTextBrowser {
    background: transparent; border: none; selection-background-color: $accent_soft; selection-color: $text;
}
QTextBrowser { border: ${hair}px solid transparent; border-radius: ${radius}px; }
QTextBrowser:focus { border-color: $accent; }
QTextBrowser[faded="true"] { color: $text_muted; }
QFrame[kind="composer"] { background: $raised; border: 1px solid $border_strong; border-radius: ${radius_large}px; }
QFrame[kind="composer"][active="true"] { border: ${hair}px solid $accent; }
QFrame[kind="composer"][temporary="true"] { border-style: dashed; border-color: $accent; }
QFrame[kind="note"] { background: $accent_soft; border: none; border-radius: ${radius}px; }
QFrame[kind="bubble"] { background: $sunken; border: 1px solid $edge; border-radius: ${radius_large}px; }
QFrame[kind="bubble"][faded="true"] { background: transparent; border-color: $border; }
QFrame[kind="card"], QFrame[kind="popup"] {
    background: $raised; border: 1px solid $border; border-radius: ${radius_medium}px;
}
QFrame[kind="palette"] { background: $raised; border: 1px solid $border_strong; border-radius: ${radius_medium}px; }
QFrame[kind="line"] { background: $border; border: none; }

QFrame[kind="banner"] { background: $raised; border: 1px solid $border; border-radius: ${radius_medium}px; }
QFrame[kind="banner"][severity="warning"] { background: $warning_soft; border-color: $warning; }
QFrame[kind="banner"][severity="error"] { background: $danger_soft; border-color: $danger; }

QListView { background: transparent; border: ${hair}px solid transparent; border-radius: ${radius}px; outline: none; }
QListView:focus { border-color: $accent; }
QListView QLineEdit { padding: 0 ${tight}px; border-radius: ${tight}px; }
QListView QLineEdit:focus { padding: 0 ${tight}px; border: 1px solid $accent; }
QListView[kind="pages"] { background: $window; border: none; border-radius: 0; padding: ${medium}px ${small}px; }
QListView[kind="box"] { background: $raised; border: 1px solid $border_strong; }
QListView[kind="box"]:focus { border: ${hair}px solid $accent; }
QListWidget::item { padding: ${small}px; border: 1px solid transparent; border-radius: ${radius}px; color: $text; }
QListWidget::item:hover { background: $sunken; }
QListWidget::item:selected { background: $accent_soft; color: $text; border: 1px solid $chosen_edge; }

QTableView {
    background: $raised; border: 1px solid $border; border-radius: ${radius_medium}px; outline: none;
    selection-background-color: $accent_soft; selection-color: $text;
}
QTableView:focus { border: ${hair}px solid $accent; }
QTableView::item { padding: 0 ${small}px; }
QTableView::item:selected { background: $accent_soft; color: $text; }
/* The size of the letters stands here, too, for widths are measured with it. */
QHeaderView { background: transparent; border: none; font-size: ${small_points}pt; font-weight: 600; }
QHeaderView::section {
    background: transparent; color: $text_muted; border: none; border-bottom: 1px solid $border;
    padding: ${tight}px ${small}px; font-size: ${small_points}pt; font-weight: 600;
}

QScrollArea { background: transparent; border: none; }
QScrollArea[kind="pane"] { border: ${hair}px solid transparent; }
QScrollArea[kind="pane"]:focus { border-color: $accent; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $border_strong; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $text_muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $border; }

QSlider { min-height: 22px; }
QSlider::groove:horizontal { height: 6px; border-radius: 3px; background: $sunken; border: 1px solid $border_strong; }
QSlider::sub-page:horizontal { height: 6px; border-radius: 3px; background: $accent; border: 1px solid $accent; }
QSlider::handle:horizontal {
    width: 14px; margin: -7px 0; border-radius: 9px; background: $raised; border: ${hair}px solid $accent;
}
QSlider::handle:horizontal:hover { background: $accent_soft; }
QSlider::handle:horizontal:focus { background: $accent; border-color: $text; }
QProgressBar { background: $sunken; border: none; border-radius: 3px; min-height: 6px; max-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QMenu {
    background: $raised; border: 1px solid $border; border-radius: ${radius}px; padding: ${tight}px;
}
QMenu::item {
    padding: ${tight}px ${wide}px ${tight}px ${medium}px; border: 1px solid transparent; border-radius: ${tight}px;
}
QMenu::item:selected { background: $accent_soft; border: 1px solid $chosen_edge; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $border; margin: ${tight}px; }
""")


def style_sheet(colours: Colours, spacing: Spacing, radii: Radii, type_scale: TypeScale) -> str:
    """The sheet for the whole program. Raises `KeyError` for a token that the sheet names and nobody defines."""
    tokens: dict[str, object] = {name: getattr(colours, name) for name in colours.__slots__}
    tokens["chosen_edge"] = colours.chosen_edge
    tokens |= {name: getattr(spacing, name) for name in spacing.__slots__}
    tokens |= {"radius": radii.small, "radius_medium": radii.medium, "radius_large": radii.large}
    tokens |= {f"{name}_points": getattr(type_scale, name) for name in ("small", "heading", "display")}
    return _SHEET.substitute(tokens)
