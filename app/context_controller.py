"""The model's context in each conversation: how full it is, what is left out of it, what is done when it is full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.conversation import ContextCut, ContextPolicy, Message, latest_cut
from app.model_controller import ModelController
from app.prompt import Prompt, make_prompt
from app.settings import SettingsStore
from app.store.conversation_store import ConversationStore


class ContextController(QObject):
    """Keeps what the user chose and what the engine left out; the messages themselves are never touched."""

    changed = Signal(str)
    """conversation_id: another policy, another cut, or a message was pinned."""
    trimmed = Signal(str, object)
    """conversation_id, ContextCut: the engine has just left something out."""

    def __init__(self, store: ConversationStore, models: ModelController, settings: SettingsStore) -> None:
        super().__init__()
        self._store = store
        self._models = models
        self._settings = settings

    def policy(self, conversation_id: str) -> ContextPolicy:
        """What happens when the context is full: this conversation's choice, or that of the settings."""
        conversation = self._store.conversation(conversation_id)
        chosen = conversation.context_policy if conversation is not None else ""
        return chosen or self._settings.value.context_policy

    def choose(self, conversation_id: str, policy: ContextPolicy | Literal[""]) -> None:
        """Let this happen in this conversation from now on; an empty word takes the settings' choice."""
        self._store.set_context_policy(conversation_id, policy)
        self.changed.emit(conversation_id)

    def cut(self, conversation_id: str, branch: Sequence[Message]) -> ContextCut | None:
        """What of a branch the model no longer sees; None if it sees everything."""
        return latest_cut(self._store.cuts(conversation_id), branch, self.policy(conversation_id))

    def see_everything(self, conversation_id: str) -> None:
        """Let the model see again what was left out, as far as its context has room."""
        self._store.forget_cuts(conversation_id)
        self.changed.emit(conversation_id)

    def pin(self, message_id: str, pinned: bool) -> None:
        """Keep the turn of a message in the context when others are left out, or no longer."""
        message = self._store.message(message_id)
        if message is not None:
            self._store.set_pinned(message_id, pinned)
            self.changed.emit(message.conversation_id)

    def prompt(self, conversation_id: str, branch: Sequence[Message], continues: bool = False) -> tuple[Prompt, str]:
        """What the engine is to read of a branch, and the summary of what is left out.

        Args:
            continues: The last message is an answer that is to be gone on with.
        """
        cut = self.cut(conversation_id, branch)
        system_prompt = self._system_prompt(conversation_id)
        if cut is None:
            return make_prompt(branch, system_prompt, continues=continues), ""
        left_out = frozenset() if cut.policy == "window" else cut.left_out
        return make_prompt(branch, system_prompt, left_out, continues=continues), cut.summary

    def take_cut(self, conversation_id: str, branch: Sequence[Message], cut: ContextCut) -> None:
        """Keep what the engine has left out of a branch, beside what was left out before."""
        before = self.cut(conversation_id, branch)
        if before is not None:
            cut = replace(cut, left_out=before.left_out | cut.left_out)
        if cut != before and cut.left_out:
            self._store.add_cut(conversation_id, cut)
            self.changed.emit(conversation_id)
            self.trimmed.emit(conversation_id, cut)

    def tokens(self, branch: Sequence[Message]) -> int:
        """How many tokens a branch has for the loaded model, by the receipt of its last answer.

        0 where that is not known: no answer yet, one of another tokenizer, or one in which the context was shortened.
        """
        info = self._models.state.info
        answers = [message for message in branch if message.role == "assistant"]
        if info is None or not answers or answers[-1].tokenizer_id != info.tokenizer_id:
            return 0
        receipt = answers[-1].receipt
        if receipt is None:
            return 0
        tokens = receipt.cached_tokens + receipt.read_tokens + receipt.generated_tokens
        return tokens if tokens <= info.context_tokens or not info.context_tokens else 0

    def fill(self, branch: Sequence[Message]) -> float:
        """How much of the loaded model's context a branch takes, from 0 to 1; 0 where that is not known."""
        info = self._models.state.info
        return 0.0 if info is None or not info.context_tokens else self.tokens(branch) / info.context_tokens

    def _system_prompt(self, conversation_id: str) -> str:
        conversation = self._store.conversation(conversation_id)
        own = None if conversation is None else conversation.settings.system_prompt
        return self._settings.value.system_prompt if own is None else own
