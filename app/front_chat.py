"""Which conversation is in front of the user: the engine lets it go first."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.engine_client import EngineClient, EngineState
from engine.protocol import ShowConversation


class FrontChat(QObject):
    """Tells each engine which conversation is shown."""

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._engine = engine
        self._conversation_id = ""
        engine.state_changed.connect(self._on_engine_state)

    def show(self, conversation_id: str) -> None:
        """This one is shown from now on; an empty id means none."""
        if conversation_id != self._conversation_id:
            self._conversation_id = conversation_id
            self._engine.send(ShowConversation(conversation_id=conversation_id))

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind == "starting" and self._conversation_id:
            self._engine.send(ShowConversation(conversation_id=self._conversation_id))
