"""The user's settings: one frozen value, kept as JSON in the config folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from app.notices import Notices
from app.servers import Server
from app.translation import Wish, tr
from engine.protocol import ContextPolicy as ContextPolicy
from engine.protocol import Dtype, Thinking
from engine.protocol import KvFormat as KvFormat
from engine.protocol import ParkedFormat as ParkedFormat
from engine.protocol import Weights as Weights

_Count = Annotated[int, msgspec.Meta(ge=0)]
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set.

    Attributes:
        language: Of all that the program says; taken at its start.
        font_points: 0 takes the system's size.
        model_path: The model to load; empty for the starter model.
        model_folders: Folders to look for models in, besides the program's own and the Hugging Face cache.
        weights: How a model's weights are kept in memory, unless it does not bear that.
        servers: That run models elsewhere.
        remote_salt: Made by chance, once: servers that can keep caches of their users apart by it.
        load_at_start: Whether the last model is loaded when the program starts; else a message loads it.
        context_tokens: 0 takes the model's own.
        kv_budget_bytes: 0 lets the engine choose.
        kv_format: What the cache is packed into, unless the model does not bear it.
        kv_grading: Whether older parts of it are packed smaller when memory runs short.
        ram_budget_bytes: For caches outside of the graphics card; None lets the program choose, 0 keeps none there.
        disk_budget_bytes: For caches on the disk; None lets the program choose, 0 keeps none there.
        parked_format: What a cache is packed into, at least, when it leaves the device.
        context_policy: What happens when a conversation fills the model's context, unless it was given a choice of
            its own.
        temperature: None takes what the model's maker recommends, else our default; so do the four below.
        automatic_titles: Whether the model gives new conversations their titles.
        look_for_updates: Whether the package index is asked once a day for a newer version.
        max_tokens: Longest answer; 0 means until the context is full.
        window_geometry: Qt's own record of place and size, in base64.
        closed_groups: Which groups of the list of conversations show their heading alone.
        keys: The keys that the user gave to commands, by the command's name and as Qt writes them in files; empty where
            a command is to have none.
        motion: Whether what scrolls glides; `system` asks the system whether things may move.
        api_enabled: Whether other programs may ask the loaded model.
        api_host: The address to listen at; one that other computers reach needs a key.
        api_port: Likewise.
        api_key_wanted: Whether programs on this computer need one too. The key itself lies in the system's keyring.
        api_origins: Of web pages that may ask.
    """

    language: Wish = "system"
    theme: Literal["system", "light", "dark", "contrast"] = "system"
    font_points: _Count = 0
    model_path: str = ""
    model_folders: list[str] = []
    servers: list[Server] = []
    remote_salt: str = ""
    dtype: Dtype = "auto"
    weights: Weights = "auto"
    load_at_start: bool = True
    context_tokens: _Count = 0
    kv_budget_bytes: _Count = 0
    kv_format: KvFormat = "int8"
    kv_grading: bool = True
    ram_budget_bytes: _Count | None = None
    disk_budget_bytes: _Count | None = None
    parked_format: ParkedFormat = "same"
    context_policy: ContextPolicy = "stop"
    temperature: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None
    top_k: _Count | None = None
    top_p: _Share | None = None
    min_p: _Share | None = None
    repetition_penalty: Annotated[float, msgspec.Meta(gt=0, le=10)] | None = None
    seed: _Count | None = None
    max_tokens: _Count = 0
    thinking: Thinking = "default"
    system_prompt: str = ""
    automatic_titles: bool = True
    look_for_updates: bool = False
    window_geometry: str = ""
    sidebar_visible: bool = True
    list_visible: bool = True
    closed_groups: list[str] = []
    keys: dict[str, str] = {}
    motion: Literal["system", "full", "reduced"] = "system"
    api_enabled: bool = False
    api_host: str = "127.0.0.1"
    api_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 5780
    api_key_wanted: bool = False
    api_origins: list[str] = []


_FILE_VERSION = 1
_WRITTEN_BY_VERSION_0 = {"temperature": 0.2, "top_k": 0, "top_p": 0.95, "min_p": 0.0, "repetition_penalty": 1.0}
"""Version 0 wrote its defaults into every file, so these say nothing about what the user wants."""


class _SettingsFile(Settings, frozen=True, kw_only=True):
    """The settings and which version of them a file holds."""

    version: _Count = 0


class SettingsStore(QObject):
    """Owns the settings and their file.

    A file that cannot be understood is renamed to `*.damaged` and defaults are used; `problem` says so then.
    """

    changed = Signal(object)  # Settings

    def __init__(self, path: Path, notices: Notices) -> None:
        super().__init__()
        self._path = path
        self._notices = notices
        self.problem = ""
        self._value = self._load()

    @property
    def value(self) -> Settings:
        """The present settings."""
        return self._value

    def update(self, **changes: Any) -> None:
        """Change some settings, write the file and tell. Raises `msgspec.ValidationError` for a value out of range."""
        value = msgspec.convert(msgspec.structs.asdict(self._value) | changes, Settings)
        if value == self._value:
            return
        self._value = value
        self._write()
        self.changed.emit(value)

    def _write(self) -> None:
        value = self._value
        try:
            file = _SettingsFile(**msgspec.structs.asdict(value), version=_FILE_VERSION)
            _write_atomically(self._path, msgspec.json.format(msgspec.json.encode(file)))
        except OSError as error:
            self._notices.post(
                "warning",
                tr("The settings could not be saved to {path}: {reason}. They hold until you close Kvasir.").format(
                    path=self._path, reason=error.strerror
                ),
                tr("Save them again"),
                self._write,
            )

    def _load(self) -> Settings:
        try:
            return _settings_in(self._path.read_bytes())
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            sentence = tr("The settings in {path} could not be read: {reason}. Defaults are used.")
            self.problem = sentence.format(path=self._path, reason=error.strerror)
            return Settings()
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._set_aside()

    def _set_aside(self) -> Settings:
        damaged = self._path.with_name(self._path.name + ".damaged")
        try:
            self._path.replace(damaged)
            sentence = tr(
                "The settings in {path} could not be understood. Defaults are used; the old file is now {name}."
            )
        except OSError:
            sentence = tr("The settings in {path} could not be understood. Defaults are used.")
        self.problem = sentence.format(path=self._path, name=damaged.name)
        return Settings()


def wished_language(path: Path) -> Wish:
    """What a settings file says, for those who speak before there is a `SettingsStore`; no file says anything wrong."""
    try:
        return _settings_in(path.read_bytes()).language
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "system"


def _settings_in(content: bytes) -> Settings:
    values = msgspec.structs.asdict(msgspec.json.decode(content, type=_SettingsFile))
    if values.pop("version") < _FILE_VERSION:
        values |= {name: None for name, written in _WRITTEN_BY_VERSION_0.items() if values[name] == written}
    return Settings(**values)


def _write_atomically(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
