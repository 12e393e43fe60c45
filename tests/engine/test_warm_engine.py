"""The engine's process and its tiers: what survives a kill, what the ledger says, and what must leave no trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.protocol import (
    CacheReport,
    CacheUse,
    ChatMessage,
    ConfigureCache,
    DropCache,
    Finished,
    Generate,
    KvFormat,
    LoadModel,
    ModelLoaded,
    Notice,
    ParkCache,
    PinCache,
    SamplingParams,
    UnloadModel,
    WatchCache,
)
from tests.engine.engine_child import EngineChild, user
from tests.engine.test_loader import save_tiny_model

LONG = "one two three four five six seven eight nine ten " * 12
PLENTY = 10**9


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kv"


@pytest.fixture
def engine(child: EngineChild, tiny: Path, folder: Path) -> EngineChild:
    """The engine with the tiny model and an empty folder for its disk tier."""
    child.send(UnloadModel(), configure(folder), load(tiny))
    child.wait_for(ModelLoaded)
    child.events.clear()
    return child


def configure(folder: Path, disk_budget_bytes: int = PLENTY) -> ConfigureCache:
    return ConfigureCache(folder=str(folder), disk_budget_bytes=disk_budget_bytes)


def load(path: Path) -> LoadModel:
    return LoadModel(load_id="tiny", path=str(path), dtype="float32", kv_budget_bytes=40_000_000)


def answer(
    engine: EngineChild,
    chat: str,
    messages: list[ChatMessage],
    cache: CacheUse = "keep",
    kv_format: KvFormat | None = None,
) -> tuple[ChatMessage, Finished]:
    sampling = SamplingParams(temperature=0.0, max_tokens=6)
    engine.send(
        Generate(
            request_id=chat,
            conversation_id=chat,
            messages=messages,
            sampling=sampling,
            cache=cache,
            kv_format=kv_format,
        )
    )
    engine.events.clear()
    finished = engine.wait_for(Finished)
    assert finished.reason in ("length", "stop"), finished.message
    ids, tokenizer = finished.token_ids, finished.tokenizer_id
    return ChatMessage(role="assistant", content=engine.text_of(chat), token_ids=ids, tokenizer_id=tokenizer), finished


def wait_until_saved(engine: EngineChild, chat: str) -> CacheReport:
    """Until what the chat has on the device is on the disk too."""

    def is_saved(report: CacheReport) -> bool:
        rows = [row for row in report.conversations if row.conversation_id == chat]
        return bool(rows) and rows[0].disk_bytes >= rows[0].bytes > 0

    return engine.wait_for(CacheReport, is_saved)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_after_kill_9_the_ledger_shows_the_chat_before_a_model_is_loaded_and_then_it_goes_on(
    tiny: Path, folder: Path
) -> None:
    first = EngineChild()
    first.send(configure(folder), load(tiny))
    first.wait_for(ModelLoaded)
    reply, finished = answer(first, "a", [user(LONG)])
    assert finished.receipt.cached_tokens == 0
    wait_until_saved(first, "a")
    first.process.kill()
    first.close()
    second = EngineChild()
    second.send(configure(folder))
    report = second.wait_for(CacheReport)
    (row,) = report.conversations
    assert (row.conversation_id, row.blocks, row.bytes, report.budget_bytes) == ("a", 0, 0, 0)
    assert row.tokens == finished.receipt.read_tokens + finished.receipt.generated_tokens - 1
    assert row.disk_bytes > 0
    second.send(load(tiny))
    second.wait_for(ModelLoaded)
    messages = [user(LONG), reply, user("and then?")]
    warm_reply, warm = answer(second, "a", messages)
    assert warm.receipt.cached_tokens == warm.receipt.fetched_tokens == row.tokens
    assert warm.receipt.fetched_bytes > 0
    second.send(DropCache(conversation_id="a"))
    cold_reply, cold = answer(second, "a", messages)
    assert cold.receipt.cached_tokens == 0
    assert warm_reply == cold_reply
    assert second.close() == 0


def test_what_was_not_saved_when_the_window_closes_is_saved_then(tiny: Path, folder: Path) -> None:
    engine = EngineChild()
    engine.send(configure(folder), load(tiny))
    engine.wait_for(ModelLoaded)
    answer(engine, "a", [user(LONG)])
    assert engine.close() == 0
    again = EngineChild()
    again.send(configure(folder))
    (row,) = again.wait_for(CacheReport).conversations
    assert row.tokens > len(LONG.split())
    assert again.close() == 0


def test_a_chat_may_have_a_cache_format_of_its_own_in_every_tier(engine: EngineChild) -> None:
    _, first = answer(engine, "a", [user(LONG)])
    reply, exact = answer(engine, "b", [user(LONG)], kv_format="exact")
    assert (first.receipt.cached_tokens, exact.receipt.cached_tokens) == (0, 0)
    report = engine.wait_for(CacheReport, lambda report: len(report.conversations) == 2)
    formats = {row.conversation_id: set(row.formats) for row in report.conversations}
    assert formats == {"a": {"exact", "int8"}, "b": {"exact"}}
    engine.send(ParkCache(conversation_id="b"))
    engine.wait_for(CacheReport, lambda report: any(row.blocks == 0 for row in report.conversations))
    _, again = answer(engine, "b", [user(LONG), reply, user("more")], kv_format="exact")
    assert again.receipt.fetched_tokens == exact.receipt.read_tokens + exact.receipt.generated_tokens - 1
    _, as_the_rest = answer(engine, "c", [user(LONG)])
    assert as_the_rest.receipt.cached_tokens == first.receipt.read_tokens - 1


def test_a_parked_chat_is_off_the_device_and_comes_back(engine: EngineChild) -> None:
    reply, finished = answer(engine, "a", [user(LONG)])
    engine.send(ParkCache(conversation_id="a"))
    report = engine.wait_for(CacheReport, lambda report: report.used_bytes == 0 and bool(report.conversations))
    assert report.conversations[0].disk_bytes > 0
    _, again = answer(engine, "a", [user(LONG), reply, user("more")])
    assert again.receipt.cached_tokens >= finished.receipt.read_tokens


def test_without_a_disk_tier_parking_says_that_there_is_nowhere_to_go(engine: EngineChild, folder: Path) -> None:
    engine.send(configure(folder, disk_budget_bytes=0))
    answer(engine, "a", [user(LONG)])
    engine.send(ParkCache(conversation_id="a"))
    assert "nowhere to park" in engine.wait_for(Notice).message


def test_a_pin_is_shown_and_survives_the_model(engine: EngineChild, tiny: Path) -> None:
    answer(engine, "a", [user(LONG)])
    engine.send(PinCache(conversation_id="a", pinned=True))
    engine.wait_for(CacheReport, lambda report: report.conversations[0].pinned)
    engine.send(UnloadModel(), load(tiny))
    engine.wait_for(ModelLoaded)
    engine.send(WatchCache(ledger=True))
    engine.wait_for(CacheReport, lambda report: report.conversations[0].pinned)


def test_a_model_that_is_come_back_to_finds_what_it_had_read(
    engine: EngineChild, tiny: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    reply, _ = answer(engine, "a", [user(LONG)])
    other = save_tiny_model(tmp_path_factory.mktemp("models") / "other")
    engine.send(LoadModel(load_id="other", path=str(other), dtype="bfloat16", kv_budget_bytes=40_000_000))
    engine.wait_for(ModelLoaded)
    _, elsewhere = answer(engine, "a", [user(LONG), reply, user("And now?")])
    assert elsewhere.receipt.cached_tokens == 0  # each model reads a chat for itself
    engine.send(load(tiny))
    engine.wait_for(ModelLoaded)
    _, back = answer(engine, "a", [user(LONG), reply, user("And now?")])
    assert back.receipt.read_tokens < len(LONG) / 4 < back.receipt.cached_tokens


def test_a_helper_request_uses_the_chats_cache_and_leaves_it_whole(engine: EngineChild) -> None:
    reply, _ = answer(engine, "a", [user(LONG)])
    before = wait_until_saved(engine, "a").conversations
    _, helper = answer(engine, "title", [user(LONG), reply, user("Name this chat.")], "once")
    assert helper.receipt.cached_tokens > len(LONG.split())
    report = engine.wait_for(CacheReport)
    assert [(row.conversation_id, row.tokens, row.blocks) for row in report.conversations] == [
        (row.conversation_id, row.tokens, row.blocks) for row in before
    ]


def test_a_temporary_chat_is_warm_shares_nothing_and_writes_nothing(engine: EngineChild, folder: Path) -> None:
    answer(engine, "kept", [user(LONG)])
    kept_tokens = wait_until_saved(engine, "kept").conversations[0].tokens
    before = set(files(folder))
    reply, first = answer(engine, "secret", [user(LONG)], "temporary")
    assert first.receipt.cached_tokens == 0  # not even what another chat has
    _, second = answer(engine, "secret", [user(LONG), reply, user("more")], "temporary")
    assert second.receipt.cached_tokens > 0
    _, other = answer(engine, "other", [user(LONG), reply, user("more")])
    assert other.receipt.cached_tokens == kept_tokens  # and nothing of what only the temporary chat has read
    engine.send(DropCache(conversation_id="other"), DropCache(conversation_id="secret"))
    engine.wait_for(CacheReport, lambda report: [row.conversation_id for row in report.conversations] == ["kept"])
    assert set(files(folder)) == before


def test_deleting_chats_leaves_no_file_of_theirs(engine: EngineChild, folder: Path) -> None:
    answer(engine, "a", [user(LONG)])
    wait_until_saved(engine, "a")
    assert files(folder)
    engine.send(DropCache(conversation_id="a"))
    engine.wait_for(CacheReport, lambda report: not report.conversations)
    assert files(folder) == []


def test_a_device_budget_that_comes_while_a_model_is_loaded_holds_for_it(child: EngineChild, tiny: Path) -> None:
    child.send(UnloadModel(), load(tiny), ConfigureCache(kv_budget_bytes=3_000_000))
    child.wait_for(ModelLoaded)
    child.wait_for(CacheReport, lambda report: report.budget_bytes == 3_000_000)
    child.send(ConfigureCache(kv_budget_bytes=0))
    child.wait_for(CacheReport, lambda report: report.budget_bytes > 3_000_000)
    child.send(ConfigureCache(kv_budget_bytes=2_000_000), ConfigureCache())
    child.wait_for(CacheReport, lambda report: report.budget_bytes == 2_000_000)


def test_smaller_budgets_take_effect_at_once(engine: EngineChild, folder: Path) -> None:
    answer(engine, "a", [user(LONG)])
    saved = wait_until_saved(engine, "a")
    engine.send(
        ConfigureCache(folder=str(folder), disk_budget_bytes=saved.disk_used_bytes // 2, kv_budget_bytes=400_000)
    )
    report = engine.wait_for(CacheReport)
    assert report.budget_bytes <= 400_000
    assert report.used_bytes <= report.budget_bytes
    assert report.disk_used_bytes <= report.disk_budget_bytes == saved.disk_used_bytes // 2
