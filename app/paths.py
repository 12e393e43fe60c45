"""Where settings, conversations, models, cache and logs lie on disk: in the folders that the system has for them."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs


@dataclass(frozen=True, slots=True)
class Paths:
    """The four folders of the program; only `cache` may be deleted without loss."""

    config: Path
    data: Path
    cache: Path
    logs: Path

    @classmethod
    def resolve(cls) -> Paths:
        """The folders of this user; the environment variable `KVASIR_HOME` moves all four into one folder."""
        home = os.environ.get("KVASIR_HOME")
        if home:
            return cls.below(Path(home).expanduser().absolute())
        folders = PlatformDirs("kvasir", appauthor=False)
        return cls(
            config=folders.user_config_path,
            data=folders.user_data_path,
            cache=folders.user_cache_path,
            logs=folders.user_log_path,
        )

    @classmethod
    def below(cls, home: Path) -> Paths:
        """All four folders inside one."""
        return cls(config=home / "config", data=home / "data", cache=home / "cache", logs=home / "logs")

    @property
    def database(self) -> Path:
        """The conversations."""
        return self.data / "conversations.db"

    @property
    def backups(self) -> Path:
        """Copies of the conversations from before each change of their schema."""
        return self.data / "backups"

    @property
    def models(self) -> Path:
        """The starter model, and what the user puts there."""
        return self.data / "models"

    @property
    def kv(self) -> Path:
        """Keys and values of conversations."""
        return self.cache / "kv"

    @property
    def converted(self) -> Path:
        """Copies of models in the form that loads fastest."""
        return self.cache / "converted"

    @property
    def settings_file(self) -> Path:
        """The settings, as JSON."""
        return self.config / "settings.json"

    @property
    def instance_lock(self) -> Path:
        """Held by the one process that uses the data folder."""
        return self.data / "kvasir.lock"

    @property
    def program_log(self) -> Path:
        """What the program itself, without the engine, has to tell its developers."""
        return self.logs / "kvasir.log"

    @property
    def engine_log(self) -> Path:
        """What the engine wrote to its standard error."""
        return self.logs / "engine.log"

    def make(self) -> None:
        """Create all folders, readable by this user only. Raises the first `OSError` after having tried them all."""
        problems: list[OSError] = []
        for folder in (self.config, self.data, self.cache, self.logs, self.models, self.kv, self.converted):
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            except OSError as error:
                problems.append(error)
        if problems:
            raise problems[0]


def free_bytes(folder: Path) -> int:
    """On the disk of a folder that need not be there yet; 0 where that cannot be told."""
    present = next((each for each in (folder, *folder.parents) if each.is_dir()), None)
    try:
        return shutil.disk_usage(present).free if present is not None else 0
    except OSError:
        return 0
