from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.cache_monitor import ConversationCache
from app.conversation import ChatSettings
from app.paths import Paths
from engine.protocol import Generate
from tests.app.conftest import sent
from tests.app.test_chat_controller import Chat
from tests.fakes.fake_engine import LEDGER_FILE, RECOMMENDED

MakeApplication = Callable[[str], Application]


@pytest.fixture
def chat(make_application: MakeApplication, qtbot: QtBot) -> Chat:
    return Chat(make_application("thinking"), qtbot)


def test_a_model_is_asked_as_its_maker_recommends_until_someone_says_otherwise(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sent(chat.application, monkeypatch)
    settings = chat.application.chat_settings
    chat.say("one")
    chat.application.settings.update(temperature=0.9)
    chat.say("two")
    settings.change(chat.id, ChatSettings(temperature=0.1, system_prompt="Be brief.", thinking="off"))
    chat.say("three")
    asked = [command for command in commands if isinstance(command, Generate) and command.conversation_id == chat.id]
    assert [command.sampling.temperature for command in asked] == [RECOMMENDED.temperature, 0.9, 0.1]
    assert [command.sampling.top_k for command in asked] == [RECOMMENDED.top_k] * 3
    assert [command.thinking for command in asked] == ["default", "default", "off"]
    assert [command.messages[0].role for command in asked] == ["user", "user", "system"]


def test_settings_are_of_one_conversation_and_survive_a_restart(chat: Chat, make_application: MakeApplication) -> None:
    own = ChatSettings(temperature=1.5, kv_format="int4", model_path="/models/other")
    chat.say("one")
    chat.application.chat_settings.change(chat.id, own)
    other = chat.application.library.create().id
    assert chat.application.chat_settings.own(other) == ChatSettings()
    chat.application.close()
    again = make_application("normal")
    assert again.chat_settings.own(chat.id) == own
    assert again.chat_settings.effective(chat.id).kv_format == "int4"


def test_a_change_is_told_once_and_no_change_is_not_told(chat: Chat) -> None:
    told: list[str] = []
    chat.application.chat_settings.changed.connect(told.append)
    for _ in range(2):
        chat.application.chat_settings.change(chat.id, ChatSettings(seed=1))
    assert told == [chat.id]


def test_what_a_change_costs_is_told_in_tokens_of_the_last_receipt(chat: Chat) -> None:
    settings = chat.application.chat_settings
    assert "has been read yet" in settings.reading_cost(chat.id, ChatSettings(system_prompt="x"))
    chat.say("one")
    tokens = chat.application.context.tokens(chat.branch())
    assert tokens > 0
    assert f"({tokens} tokens)" in settings.reading_cost(chat.id, ChatSettings(system_prompt="x"))
    assert settings.reading_cost(chat.id, ChatSettings(temperature=2)) == "Nothing has to be read again."
    loaded = chat.application.models.state.path
    assert settings.reading_cost(chat.id, ChatSettings(model_path=loaded)) == "Nothing has to be read again."


def test_a_model_whose_cache_of_the_chat_is_parked_need_not_read_it_all(chat: Chat, paths: Paths) -> None:
    chat.say("one")
    cache = ConversationCache(
        conversation_id=chat.id, tokens=77, blocks=0, shared_blocks=0, bytes=0, disk_bytes=9, model_name="other"
    )
    (paths.kv / LEDGER_FILE).write_bytes(msgspec.json.encode([cache]))
    chat.application.engine.restart()
    chat.qtbot.waitUntil(
        lambda: bool((report := chat.application.cache.report()) and report.conversations), timeout=30_000
    )
    cost = chat.application.chat_settings.reading_cost(chat.id, ChatSettings(model_path="/models/other"))
    assert "still has 77 tokens" in cost


def test_a_preset_gives_its_settings_and_then_lets_go(chat: Chat) -> None:
    settings = chat.application.chat_settings
    assert settings.save_preset("  ", ChatSettings()) is None
    preset = settings.save_preset(" Short \n answers ", ChatSettings(max_tokens=50))
    assert preset is not None and preset.name == "Short answers"
    settings.change(chat.id, ChatSettings(model_path="/models/mine", temperature=1.0))
    settings.apply_preset(chat.id, preset.id)
    assert settings.own(chat.id) == ChatSettings(max_tokens=50, model_path="/models/mine")
    settings.save_preset("Shorter", ChatSettings(max_tokens=20, model_path="/models/small"), preset.id)
    assert [each.name for each in settings.presets()] == ["Shorter"]
    assert settings.own(chat.id).max_tokens == 50
    settings.apply_preset(chat.id, preset.id)
    assert settings.own(chat.id).model_path == "/models/small"
    settings.delete_preset(preset.id)
    settings.apply_preset(chat.id, preset.id)
    assert settings.presets() == ()
    assert settings.own(chat.id).max_tokens == 20


def test_a_name_is_given_to_one_preset_only(chat: Chat) -> None:
    settings = chat.application.chat_settings
    settings.save_preset("A", ChatSettings(seed=1))
    settings.save_preset("A", ChatSettings(seed=2))
    assert [(each.name, each.settings.seed) for each in settings.presets()] == [("A", 2)]
