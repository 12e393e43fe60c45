"""What deleting a model would touch, and that nothing else goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import ChatSettings, Preset
from app.hub.messages import AnyReply, CacheDescribed, CachedRevision, DeleteCached, Deleted, DescribeCache, Failed
from app.model_controller import ModelChoice
from app.model_removal import Uses

MakeApplication = Callable[[str], Application]
COMMIT = "a" * 40
WAIT_MS = 10_000


class Desk:
    """In place of the child process."""

    def __init__(self, *replies: AnyReply) -> None:
        self.asked: list[object] = []
        self.replies = list(replies)

    def ask(self, request: object, on_reply: Callable[[AnyReply], None]) -> None:
        self.asked.append(request)
        on_reply(self.replies.pop(0))


@pytest.fixture
def application(make_application: MakeApplication) -> Application:
    return make_application("normal")


def look(application: Application, choice: ModelChoice, qtbot: QtBot) -> Uses:
    found: list[Uses] = []
    application.removal.look(choice, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=WAIT_MS)
    return found[0]


def cached(cache: Path, name: str = "") -> ModelChoice:
    path = cache / "models--org--name" / "snapshots" / COMMIT
    return ModelChoice(str(path / name if name else path), "org/name", "hub", 1000)


def described(own_bytes: int, names: dict[str, int]) -> CacheDescribed:
    revision = CachedRevision(commit=COMMIT, refs=["main"], size_bytes=1000, own_bytes=own_bytes, names=names)
    return CacheDescribed(revisions=[revision])


def test_what_another_snapshot_has_too_is_told_to_stay(
    application: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(described(300, {}), Deleted(freed_bytes=300))
    monkeypatch.setattr(application.removal, "_desk", desk)
    choice = cached(tmp_path)
    uses = look(application, choice, qtbot)
    assert (uses.is_shared, uses.freed_bytes, uses.kept_bytes) == (True, 300, 700)
    removed: list[tuple[object, int]] = []
    application.removal.removed.connect(lambda *what: removed.append(what))
    application.removal.remove(uses)
    assert desk.asked == [
        DescribeCache(folder=str(tmp_path), repository="org/name"),
        DeleteCached(folder=str(tmp_path), repository="org/name", commit=COMMIT),
    ]
    assert removed == [(choice, 300)]


def test_of_a_gguf_file_all_parts_go_and_nothing_else(
    application: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = ["q/big-00001-of-00002.gguf", "q/big-00002-of-00002.gguf"]
    desk = Desk(described(999, {parts[0]: 10, parts[1]: 20, "other.gguf": 40}), Deleted(freed_bytes=30))
    monkeypatch.setattr(application.removal, "_desk", desk)
    uses = look(application, cached(tmp_path, parts[0]), qtbot)
    assert uses.freed_bytes == 30
    application.removal.remove(uses)
    request = desk.asked[-1]
    assert isinstance(request, DeleteCached) and request.names == parts


def test_who_uses_a_model_is_named(application: Application, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "one.gguf"
    path.write_bytes(b"GGUF")
    wants, other = (application.library.create(temporary=temporary) for temporary in (False, True))
    application.store.set_settings(wants.id, ChatSettings(model_path=str(path)))
    application.store.save_preset(Preset(id="p", name="Careful", settings=ChatSettings(model_path=str(path))))
    application.settings.update(model_path=str(path))
    uses = look(application, ModelChoice(str(path), "one", "folder", 4), qtbot)
    assert [conversation.id for conversation in uses.conversations] == [wants.id]
    assert (uses.presets, uses.is_default, uses.is_loaded) == (("Careful",), True, False)
    assert other.id not in {conversation.id for conversation in uses.conversations}
    application.removal.remove(uses)
    qtbot.waitUntil(lambda: not path.exists(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: application.settings.value.model_path == "", timeout=WAIT_MS)


def test_a_refusal_is_a_sentence(application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.removal, "_desk", Desk(Failed(code="no_permission", where=str(tmp_path))))
    told: list[str] = []
    application.removal.failed.connect(told.append)
    application.removal.look(cached(tmp_path), lambda _uses: None)
    assert len(told) == 1 and str(tmp_path) in told[0]
