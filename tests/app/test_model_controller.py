from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.errors import StarterModelError
from app.model_controller import FetchState, ModelState
from app.model_scan import ModelChoice
from app.notices import Notice
from app.paths import Paths
from app.starter_model import STARTER_MODEL
from tests.app.conftest import FAKE_MODEL
from tests.fakes.fake_engine import NO_PACKING

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


class Models:
    def __init__(self, application: Application, qtbot: QtBot) -> None:
        self.application = application
        self.controller = application.models
        self.qtbot = qtbot
        self.states: list[ModelState] = []
        self.fetches: list[FetchState] = []
        self.controller.state_changed.connect(self.states.append)
        self.controller.fetch_changed.connect(self.fetches.append)

    def wait_for(self, kind: str) -> ModelState:
        self.qtbot.waitUntil(lambda: self.controller.state.kind == kind, timeout=WAIT_MS)
        return self.controller.state


@pytest.fixture
def make_models(make_application: MakeApplication, qtbot: QtBot) -> Callable[[str], Models]:
    return lambda mode: Models(make_application(mode), qtbot)


MakeModels = Callable[[str], Models]


def test_the_chosen_model_is_loaded_at_the_start(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start()
    state = models.wait_for("ready")
    assert (state.path, state.name) == (FAKE_MODEL, "fake-model")
    assert state.info is not None and state.info.architecture == "Fake"
    assert [s.stage for s in models.states] == ["Starting the engine", "Reading the weights", ""]


def test_a_model_is_loaded_by_the_first_message_where_the_start_loads_none(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.settings.update(load_at_start=False)
    models.application.start()
    models.qtbot.waitUntil(lambda: models.application.engine.state.kind == "ready", timeout=WAIT_MS)
    assert models.controller.state.kind == "none"
    models.controller.load_wanted()
    assert models.wait_for("ready").path == FAKE_MODEL


def test_a_model_that_is_loaded_is_the_choice_of_the_next_start(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start()
    models.wait_for("ready")
    models.controller.load("/models/other.gguf")
    assert models.wait_for("ready").name == "other"
    assert models.application.settings.value.model_path == "/models/other.gguf"


def test_a_model_loaded_for_this_time_leaves_the_choice_alone(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start("/models/other.gguf")
    assert models.wait_for("ready").path == "/models/other.gguf"
    assert models.application.settings.value.model_path == FAKE_MODEL


def test_a_load_can_be_aborted_and_another_begun(make_models: MakeModels) -> None:
    models = make_models("slow-load")
    models.application.start()
    models.qtbot.waitUntil(lambda: models.controller.state.stage == "Reading the weights", timeout=WAIT_MS)
    models.controller.abort_load()
    models.wait_for("none")
    models.controller.load_wanted()
    assert models.controller.state.kind == "loading"


def test_a_load_can_be_aborted_before_the_engine_is_there(make_models: MakeModels) -> None:
    models = make_models("mute")
    models.application.start()
    models.controller.abort_load()
    assert models.controller.state.kind == "none"


def test_a_later_load_wins_over_an_earlier_one(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start()
    models.controller.load("/models/first")
    models.controller.load("/models/second")
    assert models.wait_for("ready").path == "/models/second"
    assert {state.path for state in models.states if state.kind == "ready"} == {"/models/second"}


@pytest.mark.parametrize("change", [{"kv_format": "int4"}, {"kv_grading": False}])
def test_the_engine_gets_the_cache_settings(make_models: MakeModels, change: dict[str, object]) -> None:
    models = make_models("normal")
    models.application.settings.update(**change)
    models.application.start()
    info = models.wait_for("ready").info
    settings = models.application.settings.value
    assert info is not None
    assert (info.kv_format, info.fingerprint) == (settings.kv_format, f"fake, graded: {settings.kv_grading}")


def test_settings_that_a_load_depends_on_load_the_model_again(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start("/models/for this time")
    models.wait_for("ready")
    models.states.clear()
    models.application.settings.update(kv_format="k8v4", kv_grading=False)
    assert models.controller.state.kind == "loading"
    info = models.wait_for("ready").info
    assert info is not None
    assert (info.path, info.kv_format) == ("/models/for this time", "k8v4")
    assert [state.kind for state in models.states].count("ready") == 1


def test_settings_that_change_during_a_load_hold_for_that_load(make_models: MakeModels) -> None:
    models = make_models("slow-load")
    models.application.start()
    models.qtbot.waitUntil(lambda: models.controller.state.stage == "Reading the weights", timeout=WAIT_MS)
    models.application.settings.update(context_tokens=1024)
    assert models.controller.state.stage == "Starting the engine"
    models.qtbot.waitUntil(lambda: models.controller.state.stage == "Reading the weights", timeout=WAIT_MS)


def test_other_settings_leave_the_loaded_model_alone(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start()
    models.wait_for("ready")
    models.states.clear()
    models.application.settings.update(theme="dark", temperature=1.0)
    assert models.states == []


def test_settings_load_nothing_where_nothing_is_loaded(make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start()
    models.wait_for("ready")
    models.controller.unload()
    models.application.settings.update(kv_format="exact")
    assert models.controller.state.kind == "none"


def test_a_cache_in_another_format_than_asked_for_is_told_once(make_models: MakeModels) -> None:
    models = make_models("no-packing")
    told: list[Notice] = []
    models.application.notices.posted.connect(told.append)
    models.application.start()
    models.wait_for("ready")
    assert [(notice.severity, notice.sentence) for notice in told] == [("info", NO_PACKING)]


def test_an_engine_that_cannot_start_is_told_as_the_models_failure(paths: Paths, qtbot: QtBot) -> None:
    application = Application(paths, ["/no/such/engine"])
    application.start()
    qtbot.waitUntil(lambda: application.models.state.kind == "failed", timeout=WAIT_MS)
    assert "could not be started" in application.models.state.sentence
    application.close()


def test_a_folder_that_is_added_is_searched_and_remembered(make_models: MakeModels, tmp_path: Path) -> None:
    models = make_models("normal")
    models.application.start()
    models.wait_for("ready")
    folder = tmp_path / "my models"
    folder.mkdir()
    (folder / "mine.gguf").write_bytes(b"GGUF" + b"\x00" * 20)
    models.controller.add_folder(str(folder))
    models.controller.add_folder(str(folder))
    models.qtbot.waitUntil(lambda: [m.name for m in models.controller.models()] == ["mine"], timeout=WAIT_MS)
    assert models.application.settings.value.model_folders == [str(folder)]
    assert models.controller.state.path == FAKE_MODEL


def test_a_folder_that_is_a_model_is_loaded_when_it_is_added(make_models: MakeModels, tmp_path: Path) -> None:
    models = make_models("normal")
    models.application.start()
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"x")
    models.controller.add_folder(str(tmp_path))
    assert models.wait_for("ready").path == str(tmp_path)


class Fetch:
    """In place of the download: the real one has tests of its own, and needs the network."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.error = ""

    def __call__(self, models_folder: Path, on_progress: Callable[[int, int], None], cancelled: object) -> Path:
        if self.error:
            raise StarterModelError(self.error)
        for file in self.source.parent.iterdir():
            if STARTER_MODEL.file_name in file.name and file.is_file():
                (models_folder / file.name).hardlink_to(file)
        on_progress(50, 100)
        return models_folder / STARTER_MODEL.file_name


@pytest.fixture
def fetch(paths: Paths, starter_model: Path, monkeypatch: pytest.MonkeyPatch) -> Fetch:
    """No model chosen, none there, and a fetch that takes it from the tests' own copy."""
    paths.settings_file.unlink()
    fetch = Fetch(starter_model)
    monkeypatch.setattr("app.starter_fetch.fetch_starter_model", fetch)
    return fetch


def test_with_no_model_at_all_the_starter_model_is_fetched_and_loaded(fetch: Fetch, make_models: MakeModels) -> None:
    models = make_models("normal")
    models.application.start()
    assert models.controller.fetch.kind == "running"
    assert models.wait_for("ready").name == STARTER_MODEL.name
    assert models.controller.fetch == FetchState("done", 50, 100)
    assert models.application.settings.value.model_path == "", "a later default may be another one"
    models.qtbot.waitUntil(lambda: [each.source for each in models.controller.models()] == ["starter"], timeout=WAIT_MS)


def test_a_search_for_models_that_began_earlier_and_ends_later_changes_nothing(
    make_models: MakeModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = make_models("normal")
    old, new = (ModelChoice(f"/models/{name}", name, "folder", 1) for name in ("old", "new"))
    began, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def slow(*_places: object) -> tuple[ModelChoice, ...]:
        began.set()
        assert may_end.wait(WAIT_MS / 1000)
        ended.set()
        return (old,)

    monkeypatch.setattr("app.model_controller.scan_all", slow)
    models.controller.refresh()
    assert began.wait(WAIT_MS / 1000)
    monkeypatch.setattr("app.model_controller.scan_all", lambda *_places: (new,))
    models.controller.refresh()
    models.qtbot.waitUntil(lambda: models.controller.models() == (new,), timeout=WAIT_MS)
    told: list[object] = []
    models.controller.models_changed.connect(told.append)
    may_end.set()
    assert ended.wait(WAIT_MS / 1000)
    third = ModelChoice("/models/third", "third", "folder", 1)
    monkeypatch.setattr("app.model_controller.scan_all", lambda *_places: (third,))
    models.controller.refresh()
    models.qtbot.waitUntil(lambda: models.controller.models() == (third,), timeout=WAIT_MS)
    assert told == [(third,)]


def test_a_fetch_that_fails_fails_the_answers_that_wait_and_the_next_message_tries_again(
    fetch: Fetch, make_models: MakeModels
) -> None:
    fetch.error = "There is no network."
    models = make_models("normal")
    chat, library = models.application.chat, models.application.library
    conversation_id = library.create().id
    models.application.start()
    chat.send(conversation_id, "hello")
    activity = chat.activity(conversation_id)
    assert activity is not None and activity.sentence == "Waiting for the starter model to be fetched."
    models.qtbot.waitUntil(lambda: not chat.is_running(conversation_id), timeout=WAIT_MS)
    answer = library.branch(conversation_id)[-1]
    assert (answer.state, answer.error) == ("failed", "There is no network.")
    assert models.controller.fetch.kind == "failed"
    fetch.error = ""
    chat.send(conversation_id, "again")
    models.qtbot.waitUntil(lambda: not chat.is_running(conversation_id), timeout=WAIT_MS)
    assert library.branch(conversation_id)[-1].state == "complete"
