"""Estimates are asked for once at a time, kept as they were last told, and never stand in the way of anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import msgspec
import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.memory_planner import Estimate, Wish, may_be_large, plan_memory
from app.settings import Settings
from engine.protocol import PlanMemory
from tests.app.conftest import sent
from tests.fakes.fake_figures import PLANNED, ROOM

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000
KNOWN = Estimate("known", PLANNED, (ROOM,))


@pytest.fixture
def application(make_application: MakeApplication, qtbot: QtBot) -> Application:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.models.state.kind == "ready", timeout=WAIT_MS)
    return application


def test_nothing_is_known_of_a_model_before_the_engine_has_told_it(application: Application, qtbot: QtBot) -> None:
    planner = application.planner
    assert planner.estimate("/models/a").kind == "asking"
    with qtbot.waitSignal(planner.changed, timeout=WAIT_MS) as told:
        planner.ask("/models/a")
    assert told.args == ["/models/a", KNOWN]
    assert planner.estimate("/models/a") == KNOWN
    assert planner.estimate("/models/b").kind == "asking"


def test_a_question_that_waits_for_its_answer_is_not_asked_twice_and_later_it_is(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    planner, commands = application.planner, sent(application, monkeypatch)
    planner.ask("/models/a", 500)
    planner.ask("/models/a", 500)
    planner.ask("/models/b")
    asked = [(each.path, each.stored_bytes) for each in commands if isinstance(each, PlanMemory)]
    assert asked == [("/models/a", 500), ("/models/b", 0)]
    qtbot.waitUntil(lambda: planner.estimate("/models/b").kind == "known", timeout=WAIT_MS)
    planner.ask("/models/a", 500)
    assert len([each for each in commands if isinstance(each, PlanMemory)]) == 3


def test_what_nobody_knows_is_said_with_the_reason(application: Application, qtbot: QtBot) -> None:
    with qtbot.waitSignal(application.planner.changed, timeout=WAIT_MS):
        application.planner.ask("/models/odd")
    estimate = application.planner.estimate("/models/odd")
    assert (estimate.kind, estimate.model, estimate.sentence) == ("unknown", None, "Nobody knows this model.")
    assert estimate.rooms == (ROOM,)


def test_an_engine_that_ends_leaves_no_question_without_an_answer_and_what_was_known_stays(
    application: Application, qtbot: QtBot
) -> None:
    planner = application.planner
    planner.ask("/models/known")
    qtbot.waitUntil(lambda: planner.estimate("/models/known").kind == "known", timeout=WAIT_MS)
    told: list[str] = []
    planner.changed.connect(lambda path, estimate: told.append(f"{path} {estimate.kind}"))
    planner.ask("/models/known")
    planner.ask("/models/new")
    application.engine.stop(5_000)
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    kinds = {path: planner.estimate(path).kind for path in ("/models/known", "/models/new")}
    # Whether its answer was on the way already is nobody's promise.
    assert kinds["/models/known"] == "known" and kinds["/models/new"] in ("unknown", "known")


def test_settings_change_only_where_the_wish_differs_from_them(application: Application) -> None:
    settings = Settings(context_tokens=4096)
    option = application.planner.option(PLANNED, settings)
    wish = Wish(option, settings.kv_format, 4096)
    assert application.planner.settings_for(KNOWN, wish, settings) == {}
    other = Wish(option, "int4", 2048)
    assert application.planner.settings_for(KNOWN, other, settings) == {"context_tokens": 2048, "kv_format": "int4"}
    longest = Wish(option, "int4", PLANNED.context_tokens)
    assert application.planner.settings_for(KNOWN, longest, settings)["context_tokens"] == 0  # the model's own
    assert application.planner.settings_for(Estimate("unknown"), other, settings) == {}


def test_the_budget_is_raised_only_where_the_engines_own_would_not_do(application: Application) -> None:
    settings = Settings()
    option = application.planner.option(PLANNED, settings)
    many = Wish(option, "exact", PLANNED.context_tokens, 64)
    plan = plan_memory(PLANNED, (ROOM,), many)
    assert plan.cache_bytes > plan.usual_cache_bytes
    assert application.planner.settings_for(KNOWN, many, settings)["kv_budget_bytes"] == plan.cache_bytes
    generous = msgspec.structs.replace(settings, kv_budget_bytes=2 * plan.cache_bytes)
    assert "kv_budget_bytes" not in application.planner.settings_for(KNOWN, many, generous)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "bfloat16"),
        ({"weights": "as_stored", "dtype": "float32"}, "float32"),
        ({"weights": "as_stored", "dtype": "float16"}, "bfloat16"),  # the engine offers none in it
    ],
)
def test_weights_are_reckoned_as_the_settings_have_them(
    application: Application, changes: dict[str, object], name: str
) -> None:
    settings = msgspec.structs.replace(Settings(), **changes)
    assert application.planner.option(PLANNED, settings).name == name


@pytest.mark.parametrize(
    ("name", "size_bytes", "is_large"),
    [("model.gguf", 1000, True), ("model.gguf", 600, False), ("model", 3000, True), ("model", 2000, False)],
)
def test_one_looks_first_at_what_may_take_half_of_what_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size_bytes: int, is_large: bool
) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=10_000))
    assert may_be_large(f"/models/{name}", size_bytes) is is_large
    file = tmp_path / "file.gguf"
    assert not may_be_large(str(file))
    file.write_bytes(bytes(1000))
    assert may_be_large(str(file))
