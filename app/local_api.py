"""Lets other programs ask the loaded model: tells the engine whether, where and for whom, and says what came of it."""

from __future__ import annotations

import secrets

from PySide6.QtCore import QObject, Signal

from app.engine_client import EngineClient, EngineState
from app.server_keys import ServerKeys
from app.settings import Settings, SettingsStore
from app.translation import tr
from engine.protocol import LOCAL_API, ConfigureApi, Event
from engine.protocol import ApiState as ApiState

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # only where the user says so, and then with a key
_KEY_BYTES = 24


class LocalApi(QObject):
    """Sends each engine what the settings say, as soon as the keyring has told the key, and again on each change.

    An engine that is told nothing does not listen; one is told as soon as it was to listen once.
    """

    changed = Signal()

    def __init__(self, engine: EngineClient, settings: SettingsStore, keys: ServerKeys) -> None:
        super().__init__()
        self._engine = engine
        self._settings = settings
        self._keys = keys
        self._state = ApiState(state="off")
        self._told = ConfigureApi()
        engine.state_changed.connect(self._on_engine_state)
        engine.event_received.connect(self._on_event)
        settings.changed.connect(self._tell)

    @property
    def state(self) -> ApiState:
        """What the engine last said."""
        return self._state

    @property
    def address(self) -> str:
        """What other programs on this computer are to be given as base URL."""
        return f"http://127.0.0.1:{self._state.port or self._settings.value.api_port}/v1"

    @property
    def key(self) -> str:
        """What requests must carry; empty for none, and while the keyring was not asked."""
        return (self._keys.known(LOCAL_API) or "") if wants_key(self._settings.value) else ""

    def make_key(self) -> None:
        """Make a new one in place of the present, which opens nothing from then on."""
        self._keys.keep(LOCAL_API, f"kv-{secrets.token_urlsafe(_KEY_BYTES)}", tr("the local API"))
        self._tell()
        self.changed.emit()

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind == "starting":
            self._told = ConfigureApi()
            self._tell()
        elif state.kind != "ready":
            self._set(ApiState(state="off"))

    def _tell(self, _settings: Settings | None = None) -> None:
        settings = self._settings.value
        if settings.api_enabled and wants_key(settings):
            self._keys.fetch(LOCAL_API, self._tell_with_key)
        else:
            self._send("")

    def _tell_with_key(self) -> None:
        if not wants_key(self._settings.value):
            return  # it was switched off meanwhile
        if not self._keys.known(LOCAL_API):
            self.make_key()
        else:
            self._send(self.key)

    def _send(self, key: str) -> None:
        settings = self._settings.value
        command = ConfigureApi()
        if settings.api_enabled:
            command = ConfigureApi(
                enabled=True,
                host=settings.api_host,
                port=settings.api_port,
                key=key,
                origins=settings.api_origins,
            )
        if command != self._told and self._engine.state.kind in ("starting", "ready"):
            self._told = command
            self._engine.send(command)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, ApiState):
            self._set(event)

    def _set(self, state: ApiState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit()


def wants_key(settings: Settings) -> bool:
    """Whether programs must show a key: where the user wishes it, and always where other computers can ask."""
    return settings.api_key_wanted or settings.api_host != HERE


def state_text(state: ApiState, settings: Settings) -> str:
    """The same in words."""
    if state.state == "failed":
        return state.message
    if state.state == "off":
        return tr("It is switched on and starts with the engine.") if settings.api_enabled else tr("Nothing listens.")
    listens = tr("Listens at port {port}").format(port=state.port)
    if not state.running_requests:
        return listens
    return tr("{listens}, %n requests running", state.running_requests).format(listens=listens)
