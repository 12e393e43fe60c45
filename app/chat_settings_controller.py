"""The settings of each conversation: what holds, what a change costs, and presets to take them from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.cache_monitor import CacheMonitor
from app.chat_settings import EffectiveSettings, ReadSoFar, effective_settings, reading_cost, settings_of
from app.context_controller import ContextController
from app.conversation import ChatSettings, Message, Preset, new_id
from app.model_controller import ModelController
from app.settings import Settings, SettingsStore
from app.store.conversation_store import ConversationStore
from engine.protocol import SamplingDefaults


class ChatSettingsController(QObject):
    """A conversation that is not there, or was deleted, has the program's settings, and cannot be changed."""

    changed = Signal(str)
    """conversation_id: its own settings are others now."""
    presets_changed = Signal()

    def __init__(
        self,
        store: ConversationStore,
        settings: SettingsStore,
        models: ModelController,
        context: ContextController,
        monitor: CacheMonitor,
    ) -> None:
        super().__init__()
        self._store = store
        self._settings = settings
        self._models = models
        self._context = context
        self._monitor = monitor

    def own(self, conversation_id: str) -> ChatSettings:
        """What the conversation does otherwise than the rest."""
        conversation = self._store.conversation(conversation_id)
        return ChatSettings() if conversation is None else conversation.settings

    def effective(self, conversation_id: str) -> EffectiveSettings:
        """What holds for its next answer."""
        return self._effective(self.own(conversation_id))

    def inherited(self) -> EffectiveSettings:
        """What holds where a conversation says nothing."""
        return self._effective(ChatSettings())

    def recommended(self) -> EffectiveSettings:
        """What holds where the program's settings say nothing either."""
        return effective_settings(ChatSettings(), Settings(), self._recommended())

    def begun_at(self, conversation_id: str) -> float:
        """When the conversation was begun, which templates may tell the model; 0 for one that is gone."""
        conversation = self._store.conversation(conversation_id)
        return 0.0 if conversation is None else conversation.created_at

    def change(self, conversation_id: str, own: ChatSettings) -> None:
        """Let these hold from the next message on."""
        if own != self.own(conversation_id):
            self._store.set_settings(conversation_id, own)
            self.changed.emit(conversation_id)

    def reading_cost(self, conversation_id: str, own: ChatSettings) -> str:
        """What must be read again if the conversation's own settings become these, as one sentence."""
        loaded = self._models.state.path
        before, after = self.effective(conversation_id), self._effective(own)
        return reading_cost(
            replace(before, model_path=before.model_path or loaded),
            replace(after, model_path=after.model_path or loaded),
            self._read_so_far(conversation_id, after.model_path or loaded),
        )

    def presets(self) -> tuple[Preset, ...]:
        """All, by name."""
        return self._store.presets()

    def save_preset(self, name: str, settings: ChatSettings, preset_id: str = "") -> Preset | None:
        """Keep settings under a name, in place of the preset with this id or with the same name; None for no name."""
        name = " ".join(name.split())
        if not name:
            return None
        preset = Preset(id=preset_id or new_id(), name=name, settings=settings)
        self._store.save_preset(preset)
        self.presets_changed.emit()
        return preset

    def apply_preset(self, conversation_id: str, preset_id: str) -> None:
        """Give a conversation the settings of a preset, and its model if it names one.

        Later changes of the preset leave the conversation alone.
        """
        preset = next((preset for preset in self.presets() if preset.id == preset_id), None)
        if preset is not None:
            self.change(conversation_id, settings_of(preset, self.own(conversation_id).model_path))

    def delete_preset(self, preset_id: str) -> None:
        """Forget a preset; conversations keep what they took from it."""
        self._store.delete_preset(preset_id)
        self.presets_changed.emit()

    def _effective(self, own: ChatSettings) -> EffectiveSettings:
        return effective_settings(own, self._settings.value, self._recommended())

    def _recommended(self) -> SamplingDefaults:
        info = self._models.state.info
        return SamplingDefaults() if info is None else info.sampling

    def _read_so_far(self, conversation_id: str, model_path: str) -> ReadSoFar:
        conversation = self._store.conversation(conversation_id)
        head_id = None if conversation is None else conversation.head_id
        branch = self._store.tree(conversation_id).branch(head_id)
        answers = [message for message in branch if message.receipt is not None]
        return ReadSoFar(
            has_answer=bool(answers),
            tokens=self._context.tokens(branch),
            last_answer_tokens=_generated_tokens(answers[-1]) if answers else 0,
            kept_tokens=self._kept_tokens(conversation_id, model_path),
        )

    def _kept_tokens(self, conversation_id: str, model_path: str) -> int:
        report = self._monitor.report()
        names = {self._models.name(model_path), Path(model_path).name}
        caches = () if report is None else report.conversations
        return sum(c.tokens for c in caches if c.conversation_id == conversation_id and c.model_name in names)


def _generated_tokens(answer: Message) -> int:
    return 0 if answer.receipt is None else answer.receipt.generated_tokens
