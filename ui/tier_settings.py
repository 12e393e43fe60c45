"""The part of the settings that says how much of the cache is kept where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from app.cache_controller import CacheController, usual_ram_budget_bytes
from app.settings import ParkedFormat, Settings
from app.translation import tr
from ui import formats
from ui.controls import ComboBox, label
from ui.kv_formats import FORMATS
from ui.theme import SPACING, Theme

_GIB = 1024**3
_DEVICE_GIB = (1, 2, 4, 8, 16, 32, 64)
_RAM_GIB = (2, 4, 8, 16, 32, 64, 128)
_DISK_GIB = (1, 2, 5, 10, 20, 50, 100, 200)


class TierSettings(QWidget):
    """A choice for each place; `changes` has them as settings. The place between card and disk needs a card."""

    def __init__(self, theme: Theme, settings: Settings, caches: CacheController) -> None:
        super().__init__()
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(SPACING.medium)
        self._layout.setVerticalSpacing(SPACING.tight)
        self._layout.setColumnStretch(0, 1)
        self.device = _budgets(theme, settings.kv_budget_bytes, _DEVICE_GIB, {0: tr("Automatic")})
        self.ram = _budgets(
            theme,
            settings.ram_budget_bytes,
            _RAM_GIB,
            {None: tr("Automatic ({size})").format(size=_rounded(usual_ram_budget_bytes())), 0: tr("Nothing")},
        )
        self.disk = _budgets(
            theme,
            settings.disk_budget_bytes,
            _DISK_GIB,
            {None: tr("Automatic ({size})").format(size=_rounded(caches.usual_disk_bytes)), 0: tr("Nothing")},
        )
        self.parked = ComboBox(theme)
        for name, words in _parked().items():
            self.parked.addItem(words, name)
        self.parked.setCurrentIndex(self.parked.findData(settings.parked_format))
        has_card = caches.has_card
        self._add(
            tr("On the graphics card") if has_card else tr("In memory"),
            self.device,
            tr("For the chats that were used last."),
        )
        if has_card:
            self._add(tr("In RAM"), self.ram, tr("For chats that had to leave the card."))
        self._add(
            tr("On disk"),
            self.disk,
            tr("Lets chats go on at once after a restart. “Nothing” also removes what is there."),
        )
        self._add(
            tr("Pack what leaves the card") if has_card else tr("Pack what leaves memory"),
            self.parked,
            tr("Smaller fits more."),
        )

    def show_values(self, value: Settings) -> None:
        """Let the choices say what these settings say; what is none of them was there from the beginning."""
        for combo, chosen in (
            (self.device, value.kv_budget_bytes),
            (self.ram, value.ram_budget_bytes),
            (self.disk, value.disk_budget_bytes),
            (self.parked, value.parked_format),
        ):
            combo.setCurrentIndex([combo.itemData(number) for number in range(combo.count())].index(chosen))

    def changes(self) -> dict[str, object]:
        """What was chosen, as `SettingsStore.update` takes it."""
        return {
            "kv_budget_bytes": self.device.currentData(),
            "ram_budget_bytes": self.ram.currentData(),
            "disk_budget_bytes": self.disk.currentData(),
            "parked_format": self.parked.currentData(),
        }

    def _add(self, name: str, choice: QComboBox, hint: str) -> None:
        row = self._layout.rowCount()
        choice.setParent(self)
        choice.setAccessibleName(name)
        choice.setAccessibleDescription(hint)
        words = label(name)
        words.setBuddy(choice)
        self._layout.addWidget(words, row, 0)
        self._layout.addWidget(choice, row, 1)
        self._layout.addWidget(label(hint, "caption"), row + 1, 0, 1, 2)
        self._layout.setRowMinimumHeight(row + 2, SPACING.tight)


def _parked() -> Mapping[ParkedFormat, str]:
    return {
        "same": tr("As they are"),
        "int8": tr("At least 8-bit"),
        "k8v4": tr("At least {format}").format(format=FORMATS["k8v4"].name),
        "int4": tr("4-bit"),
    }


def _budgets(theme: Theme, value: int | None, gib: Iterable[int], special: Mapping[int | None, str]) -> ComboBox:
    """What may be chosen: the special values, then sizes; a value of the settings' file is among them."""
    result = ComboBox(theme)
    for each, words in special.items():
        result.addItem(words, each)
    sizes = {n * _GIB for n in gib} | ({value} if value is not None and value not in special else set())
    for bytes_ in sorted(sizes):
        result.addItem(_rounded(bytes_), bytes_)
    result.setCurrentIndex([result.itemData(n) for n in range(result.count())].index(value))
    return result


def _rounded(bytes_: int) -> str:
    """Without a decimal where there is nothing behind it."""
    return f"{formats.number(bytes_ // _GIB)} GB" if bytes_ % _GIB == 0 else formats.size(bytes_)
