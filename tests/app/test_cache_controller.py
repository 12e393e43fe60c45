from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app import cache_controller
from app.application import Application
from app.cache_controller import usual_disk_budget_bytes, usual_ram_budget_bytes
from app.cache_monitor import ConversationCache
from app.paths import Paths
from app.store.database import Database
from engine.protocol import ConfigureCache, Device, EngineReady, LoadModel
from tests.app.conftest import sent
from tests.fakes.fake_engine import LEDGER_FILE

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000
GIB = 1024**3
Usage = namedtuple("Usage", "total used free")


def left_from_before(paths: Paths, *conversation_ids: str) -> None:
    """Caches that an earlier engine wrote to the disk."""
    caches = [
        ConversationCache(conversation_id=each, tokens=9, blocks=0, shared_blocks=0, bytes=0, disk_bytes=100)
        for each in conversation_ids
    ]
    (paths.kv / LEDGER_FILE).write_bytes(msgspec.json.encode(caches))


def on_disk(paths: Paths) -> dict[str, ConversationCache]:
    caches = msgspec.json.decode((paths.kv / LEDGER_FILE).read_bytes(), type=list[ConversationCache])
    return {cache.conversation_id: cache for cache in caches}


def wait_loaded(application: Application, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: application.models.state.kind == "ready", timeout=WAIT_MS)


def started_again(make_application: MakeApplication, qtbot: QtBot) -> Application:
    """The program, once it knows what the engine before has left."""
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.cache.report() is not None, timeout=WAIT_MS)
    return application


def chat_with_words(application: Application, qtbot: QtBot, text: str = "hello") -> str:
    conversation_id = application.library.create().id
    application.chat.send(conversation_id, text)
    qtbot.waitUntil(lambda: not application.chat.is_running(conversation_id), timeout=WAIT_MS)
    return conversation_id


def test_an_engine_hears_where_caches_may_lie_before_it_loads_a_model(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, paths: Paths
) -> None:
    application = make_application("normal")
    application.settings.update(
        ram_budget_bytes=3, disk_budget_bytes=4 * GIB, kv_budget_bytes=5 * GIB, parked_format="int4"
    )
    commands = sent(application, monkeypatch)
    application.start()
    wait_loaded(application, qtbot)
    assert commands[0] == ConfigureCache(
        folder=str(paths.kv),
        disk_budget_bytes=4 * GIB,
        ram_budget_bytes=3,
        kv_budget_bytes=5 * GIB,
        parked_format="int4",
    )
    assert [type(command) for command in commands] == [ConfigureCache, LoadModel]


def test_an_engine_that_is_started_anew_hears_it_again(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    application.start()
    wait_loaded(application, qtbot)
    commands = sent(application, monkeypatch)
    application.engine.restart()
    qtbot.waitUntil(lambda: application.models.state.kind == "loading", timeout=WAIT_MS)
    wait_loaded(application, qtbot)
    assert [type(command) for command in commands] == [ConfigureCache, LoadModel]


@pytest.mark.parametrize(
    "change",
    [{"disk_budget_bytes": 0}, {"ram_budget_bytes": GIB}, {"kv_budget_bytes": GIB}, {"parked_format": "k8v4"}],
)
def test_a_setting_of_the_tiers_is_told_at_once_and_the_model_stays(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, change: dict[str, object]
) -> None:
    application = make_application("normal")
    application.start()
    wait_loaded(application, qtbot)
    commands = sent(application, monkeypatch)
    application.settings.update(**change)
    ((name, value),) = change.items()
    (command,) = commands
    assert isinstance(command, ConfigureCache) and getattr(command, name) == value
    application.settings.update(theme="dark", temperature=1.0)
    assert commands == [command]
    assert application.models.state.kind == "ready"


def test_without_an_engine_a_changed_setting_waits_for_the_next_one(
    make_application: MakeApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    commands = sent(application, monkeypatch)
    application.settings.update(disk_budget_bytes=GIB)
    assert commands == []


@pytest.mark.parametrize(("total", "budget"), [(40 * GIB, 4 * GIB), (4000 * GIB, 10 * GIB)])
def test_the_program_takes_a_tenth_of_a_disk_and_never_more_than_10_gib(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, total: int, budget: int
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: Usage(total, total, 0))
    assert usual_disk_budget_bytes(tmp_path) == budget


def test_a_folder_that_is_not_there_has_the_most_that_is_usual(tmp_path: Path) -> None:
    assert usual_disk_budget_bytes(tmp_path / "gone") == 10 * GIB


@pytest.mark.parametrize(("total", "budget"), [(8 * GIB, 2 * GIB), (256 * GIB, 16 * GIB)])
def test_the_program_takes_a_quarter_of_the_memory_and_never_more_than_16_gib(
    monkeypatch: pytest.MonkeyPatch, total: int, budget: int
) -> None:
    monkeypatch.setattr("psutil.virtual_memory", lambda: Usage(total, 0, total))
    assert usual_ram_budget_bytes() == budget


def test_a_card_is_known_once_the_engine_has_looked_for_one(make_application: MakeApplication) -> None:
    application = make_application("normal")
    cpu, card = Device(kind="cpu", name="CPU"), Device(kind="cuda", name="Card")
    for devices, has_card in (([], False), ([card, cpu], True), ([cpu], False)):
        application.engine.event_received.emit(EngineReady(devices=devices))
        assert application.caches.has_card is has_card


def test_the_engine_pins_parks_and_drops_what_it_is_told_to(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    application = make_application("normal")
    conversation_id = application.library.create().id
    cache = ConversationCache(conversation_id=conversation_id, tokens=9, blocks=2, shared_blocks=0, bytes=70)
    (paths.kv / LEDGER_FILE).write_bytes(msgspec.json.encode([cache]))

    def wait_for(*expected: ConversationCache) -> None:
        def is_there() -> bool:
            report = application.cache.report()
            return report is not None and report.conversations == list(expected)

        qtbot.waitUntil(is_there, timeout=WAIT_MS)

    application.start()
    wait_for(cache)
    application.caches.pin(conversation_id, True)
    wait_for(msgspec.structs.replace(cache, pinned=True))
    application.caches.pin(conversation_id, False)
    wait_for(cache)
    application.caches.park(conversation_id)
    wait_for(msgspec.structs.replace(cache, blocks=0, bytes=0, disk_bytes=70))
    application.caches.drop(conversation_id)
    wait_for()


def test_the_cache_of_a_deleted_chat_is_kept_until_that_can_no_longer_be_undone(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, paths: Paths
) -> None:
    monkeypatch.setattr(cache_controller, "UNDO_MS", 100)
    application = make_application("normal")
    kept, lost = (chat_with_words(application, qtbot, text) for text in ("kept", "lost"))
    application.close()
    left_from_before(paths, kept, lost)
    again = started_again(make_application, qtbot)
    for conversation_id in (lost, kept):
        again.library.delete(conversation_id)
    again.library.undo_delete()
    assert set(on_disk(paths)) == {kept, lost}
    qtbot.waitUntil(lambda: set(on_disk(paths)) == {kept}, timeout=WAIT_MS)


def test_closing_the_program_ends_the_time_for_undoing(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    application = make_application("normal")
    application.start()
    deleted, other = (chat_with_words(application, qtbot, text) for text in ("one", "two"))
    application.close()
    left_from_before(paths, deleted, other)
    again = started_again(make_application, qtbot)
    again.library.delete(deleted)
    again.close()
    assert set(on_disk(paths)) == {other}


def test_the_cache_of_a_chat_that_was_deleted_while_no_engine_ran_goes_at_the_next_start(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    application = make_application("normal")
    application.start()
    hidden, other = (chat_with_words(application, qtbot, text) for text in ("one", "two"))
    application.close()
    left_from_before(paths, hidden, other, "purged long ago")
    without_engine = make_application("normal")
    without_engine.library.delete(hidden)
    without_engine.close()
    assert hidden in on_disk(paths)
    again = make_application("normal")
    again.start()
    qtbot.waitUntil(lambda: set(on_disk(paths)) == {other}, timeout=WAIT_MS)


def test_conversations_that_cannot_be_read_keep_their_caches(
    make_application: MakeApplication, qtbot: QtBot, paths: Paths
) -> None:
    database = Database.open(paths.database, paths.backups)
    database.write(lambda db: db.execute("PRAGMA user_version = 99"))
    database.close()
    left_from_before(paths, "of the newer version")
    application = make_application("normal")
    application.start()
    wait_loaded(application, qtbot)
    application.close()
    assert set(on_disk(paths)) == {"of the newer version"}
