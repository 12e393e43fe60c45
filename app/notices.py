"""Sentences for the user that belong to no message: where they come from does not know who shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QObject, Signal

Severity: TypeAlias = Literal["info", "warning", "error"]
Topic: TypeAlias = Literal["", "cache", "log", "models", "storage"]
"""Where a way on is that only the window knows: a page of the settings, or the log."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened and, with `action`, a way on.

    Attributes:
        action_label: What the button says; empty where there is no action.
        topic: What whoever shows it may lead to, where there is no action.
    """

    severity: Severity
    sentence: str
    action_label: str = ""
    action: Callable[[], object] | None = None
    topic: Topic = ""


class Notices(QObject):
    """Passes notices on; keeps none, so whoever shows them connects before `Application.start`."""

    posted = Signal(object)  # Notice

    def post(
        self,
        severity: Severity,
        sentence: str,
        action_label: str = "",
        action: Callable[[], object] | None = None,
        topic: Topic = "",
    ) -> None:
        """Tell the user."""
        self.posted.emit(Notice(severity, sentence, action_label, action, topic))
