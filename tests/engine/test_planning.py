"""Estimates are made beside whatever the engine does: by a process that may fail, and from what is known already."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine import planning as module
from engine.model_memory import MeasuredModel
from engine.planning import Planning, weights_options
from engine.protocol import (
    CacheSizes,
    Delta,
    Event,
    Finished,
    Generate,
    LayerKind,
    LoadModel,
    MemoryPlanned,
    ModelLoaded,
    PlanMemory,
    Room,
    SamplingParams,
)
from engine.rooms import PresentModel
from tests.engine.engine_child import EngineChild, user

SIZES = CacheSizes(block_tokens=64, by_format=dict.fromkeys(("exact", "fp8", "int8", "k8v4", "int4"), 64))
MEASURED = MeasuredModel(
    architecture="TestModel",
    parameters=1000,
    matrix_parameters=640,
    edge_parameters=256,
    context_tokens=4096,
    layers=[LayerKind(count=1, kv_heads=1, k_dim=8, v_dim=8)],
    sizes={2: SIZES, 4: SIZES},
    chunk_bytes={2: 10, 4: 20},
    history_bytes={2: 1, 4: 2},
)
ROOM = Room(kind="cpu", name="CPU", total_bytes=100, free_bytes=50)

ANSWERS = """
import sys
for line in sys.stdin:
    open({noted!r}, "a").write(line)
    print({answer!r}, flush=True)
"""
DIES = "import sys; sys.stdin.readline(); sys.exit(3)"
SILENT = "import sys; sys.stdin.read()"


class Desk:
    """Planning with a process that is a few lines of Python."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.noted = folder, folder / "noted"
        self.monkeypatch = monkeypatch
        self.started: list[subprocess.Popen[bytes]] = []
        self._events: list[Event] = []
        self._came = threading.Condition()
        self.planning = Planning(self._emit)
        monkeypatch.setattr(module, "rooms", lambda present, idle_bytes: [ROOM])
        self.answers_with(MEASURED)

    def answers_with(self, measured: MeasuredModel) -> None:
        answer = msgspec.json.encode(measured).decode()
        self.runs(ANSWERS.format(noted=str(self.noted), answer=answer))

    def runs(self, program: str) -> None:
        def start() -> subprocess.Popen[bytes]:
            pipe = subprocess.PIPE
            self.started.append(subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe))
            return self.started[-1]

        self.monkeypatch.setattr(module, "_start", start)

    def plan(self, path: Path, **more: object) -> MemoryPlanned:
        """The answer to one question."""
        count = len(self._events)
        self.planning.add(PlanMemory(plan_id=str(count), path=str(path), **more), PresentModel(), 0)  # type: ignore[arg-type] # kwargs
        with self._came:
            assert self._came.wait_for(lambda: len(self._events) > count, timeout=60)
        event = self._events[count]
        assert isinstance(event, MemoryPlanned) and event.plan_id == str(count)
        return event

    def questions(self) -> list[str]:
        """The paths that the process was asked about."""
        lines = self.noted.read_text().splitlines() if self.noted.exists() else []
        return [json.loads(line) for line in lines]

    def _emit(self, event: Event) -> None:
        with self._came:
            self._events.append(event)
            self._came.notify_all()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    desk = Desk(tmp_path, monkeypatch)
    yield desk
    desk.planning.close()
    for process in desk.started:
        with process:
            process.kill()


def model(folder: Path, name: str = "model", weights_bytes: int = 0) -> Path:
    path = folder / name
    path.mkdir()
    (path / "config.json").write_text(json.dumps({"name": name}))
    if weights_bytes:
        (path / "model.safetensors").write_bytes(bytes(weights_bytes))
    return path


def test_a_model_is_told_with_what_its_files_take_and_what_is_free(desk: Desk, tmp_path: Path) -> None:
    planned = desk.plan(model(tmp_path, weights_bytes=300))
    assert planned.model is not None and planned.rooms == [ROOM] and not planned.message
    assert (planned.model.name, planned.model.architecture, planned.model.stored_bytes) == ("model", "TestModel", 300)
    assert planned.model.sizes == MEASURED.sizes
    assert planned.model.weights[0].name == "auto"


def test_one_that_is_not_here_takes_what_the_question_says(desk: Desk, tmp_path: Path) -> None:
    planned = desk.plan(model(tmp_path) / "config.json", stored_bytes=77)
    assert planned.model is not None and planned.model.stored_bytes == 77


def test_a_config_is_looked_at_once_and_by_the_next_engine_not_at_all(desk: Desk, tmp_path: Path) -> None:
    path, kept = model(tmp_path), tmp_path / "shapes"
    first = desk.plan(path, cache_folder=str(kept))
    assert desk.plan(path, cache_folder=str(kept)).model == first.model
    desk.planning = Planning(desk._emit)
    assert desk.plan(path, cache_folder=str(kept)).model == first.model
    assert desk.questions() == [str(path)]
    (path / "config.json").write_text("{}")
    desk.plan(path, cache_folder=str(kept))
    assert len(desk.questions()) == 2


def test_what_was_kept_and_is_damaged_is_found_out_anew(desk: Desk, tmp_path: Path) -> None:
    path, kept = model(tmp_path), tmp_path / "shapes"
    desk.plan(path, cache_folder=str(kept))
    (file,) = kept.iterdir()
    file.write_bytes(b"{")
    desk.planning = Planning(desk._emit)
    assert desk.plan(path, cache_folder=str(kept)).model is not None
    assert len(desk.questions()) == 2


def test_what_cannot_be_told_is_a_sentence_and_is_asked_again_the_next_time(desk: Desk, tmp_path: Path) -> None:
    path = model(tmp_path)
    desk.answers_with(MeasuredModel(message="Nobody knows it."))
    planned = desk.plan(path, cache_folder=str(tmp_path / "shapes"))
    assert (planned.model, planned.message, planned.rooms) == (None, "Nobody knows it.", [ROOM])
    desk.plan(path, cache_folder=str(tmp_path / "shapes"))
    assert len(desk.questions()) == 2


def test_a_process_that_dies_costs_one_estimate_and_the_next_question_gets_another(desk: Desk, tmp_path: Path) -> None:
    desk.runs(DIES)
    planned = desk.plan(model(tmp_path))
    assert planned.model is None and "failed" in planned.message
    desk.answers_with(MEASURED)
    assert desk.plan(model(tmp_path, "other")).model is not None
    assert len(desk.started) == 2


def test_a_process_that_says_nothing_is_ended(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE_SECONDS", 0.2)
    desk.runs(SILENT)
    planned = desk.plan(model(tmp_path))
    assert planned.model is None and "failed" in planned.message
    assert desk.started[0].wait(30) is not None


def test_the_process_is_let_go_when_nothing_is_asked_for_a_while(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_IDLE_SECONDS", 0.05)
    desk.plan(model(tmp_path))
    assert desk.started[0].wait(30) is not None
    assert desk.plan(model(tmp_path, "other")).model is not None


def test_a_model_that_is_not_there_is_named(desk: Desk, tmp_path: Path) -> None:
    planned = desk.plan(tmp_path / "nowhere.gguf")
    assert planned.model is None
    assert str(tmp_path / "nowhere.gguf") in planned.message and planned.message.endswith(".")


def test_of_experts_a_token_reads_those_that_it_visits_in_whatever_they_are_kept() -> None:
    matrices, rest = 64_000, 16_000
    # Of the matrices a half are of experts, of which a fourth is visited; of the rest 8,000 likewise.
    experts = msgspec.structs.replace(
        MEASURED,
        parameters=matrices + rest,
        matrix_parameters=matrices,
        edge_parameters=0,
        idle_parameters=24_000 + 6_000,
        idle_matrix_parameters=24_000,
    )
    dense = msgspec.structs.replace(
        experts,
        parameters=matrices + rest - 30_000,
        matrix_parameters=40_000,
        idle_parameters=0,
        idle_matrix_parameters=0,
    )
    for of_experts, of_dense in zip(weights_options(experts), weights_options(dense), strict=True):
        assert of_experts.read_bytes == of_dense.num_bytes == of_dense.read_bytes, of_experts.name
        assert of_experts.num_bytes > of_dense.num_bytes


def test_the_weights_as_they_are_kept_by_themselves_come_first_and_smaller_is_smaller() -> None:
    options = {each.name: each for each in weights_options(MEASURED)}
    assert next(iter(options)) == "auto"
    assert options["auto"].weights == options["auto"].dtype == "auto"
    assert options["float32"].num_bytes == 4000 and options["bfloat16"].num_bytes == 2000
    assert options["int4"].num_bytes < options["int8"].num_bytes < options["float32"].num_bytes


def test_an_estimate_comes_while_an_answer_is_being_written(child: EngineChild, tiny: Path) -> None:
    child.send(LoadModel(load_id="1", path=str(tiny), dtype="float32", context_tokens=4096))
    child.wait_for(ModelLoaded)
    child.send(PlanMemory(plan_id="first", path=str(tiny)))
    child.wait_for(MemoryPlanned)  # what takes seconds is known from now on, so that the answer is not over before it
    child.events.clear()
    sampling = SamplingParams(temperature=0.0, max_tokens=4000)
    child.send(Generate(request_id="1", conversation_id="1", messages=[user("one two three")], sampling=sampling))
    child.wait_for(Delta)
    child.send(PlanMemory(plan_id="plan", path=str(tiny)))
    planned = child.wait_for(MemoryPlanned)
    assert planned.plan_id == "plan" and planned.model is not None and planned.rooms
    assert not any(isinstance(event, Finished) for event in child.events), "The estimate waited for the answer."
    assert child.wait_for(Finished).reason in ("length", "stop", "context_full")
