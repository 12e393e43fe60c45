"""Presets: settings with a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.conversation import Preset
from app.store.part import StorePart
from app.store.rows import settings_text, storable, to_preset

if TYPE_CHECKING:
    import sqlite_utils


class Presets(StorePart):
    """All that concerns presets."""

    def presets(self) -> tuple[Preset, ...]:
        """All, in the order of their names."""
        found = [to_preset(row) for row in self.database.rows("SELECT * FROM presets")]
        return tuple(sorted(found, key=lambda preset: (preset.name.casefold(), preset.name)))

    def save_preset(self, preset: Preset) -> None:
        """Add a preset or write what it has become; another of the same name is replaced."""
        row = [preset.id, storable(preset.name), settings_text(preset.settings)]

        def work(db: sqlite_utils.Database) -> None:
            db.execute("DELETE FROM presets WHERE id = ? OR name = ?", row[:2])
            db.execute("INSERT INTO presets (id, name, settings) VALUES (?, ?, ?)", row)

        self.database.write(work)

    def delete_preset(self, preset_id: str) -> None:
        """Remove a preset; conversations keep the settings that it gave them."""
        self.database.write(lambda db: db.execute("DELETE FROM presets WHERE id = ?", [preset_id]))
