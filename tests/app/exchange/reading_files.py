"""Puts samples into files and reads them as a user would have them read."""

from __future__ import annotations

import json
from pathlib import Path

from app.conversation import Message, MessageTree
from app.exchange.reading import Reading
from app.exchange.transcript import Problem, Transcript

NOW = 1_700_000_000.0


def results(*paths: Path) -> list[Transcript | Problem]:
    return list(Reading(paths, NOW))


def read(tmp_path: Path, value: object) -> Transcript:
    """The one conversation of a file with this JSON."""
    (transcript,) = read_all(tmp_path, value)
    assert isinstance(transcript, Transcript), transcript
    return transcript


def read_all(tmp_path: Path, value: object) -> list[Transcript | Problem]:
    path = tmp_path / "a file.with dots"
    path.write_text(json.dumps(value), encoding="utf-8")
    return results(path)


def branch(transcript: Transcript) -> tuple[Message, ...]:
    """What is shown."""
    return MessageTree(transcript.messages).branch(transcript.conversation.head_id)


def said(transcript: Transcript) -> list[tuple[str, str]]:
    """Roles and texts of what is shown."""
    return [(message.role, message.text) for message in branch(transcript)]


def versions(transcript: Transcript) -> list[set[str]]:
    """The texts of all versions of each turn that is shown."""
    tree = MessageTree(transcript.messages)
    return [{version.text for version in tree.siblings(message.id)} for message in branch(transcript)]
