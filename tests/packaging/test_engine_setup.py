"""The engine's environment, built by uv from a small lock and an index of this machine that can misbehave."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app import setup_faults
from app.engine_environment import TORCH_INDEX_VARIABLE, EngineEnvironment, Plan
from app.engine_setup import EngineSetup, SetupState
from app.paths import Paths
from tests.wheels import PackageIndex, make_wheel

SECONDS = 60
PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"
BUILD = {"label": "torch for tests", "system": "linux", "gpu": "", "version": "1.0", "unpacked_factor": 2.0}

pytestmark = pytest.mark.slow  # uv itself is fetched for it, some 25 MB


def lock(wheels: list[Path]) -> str:
    lines = []
    for wheel in wheels:
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        lines.append(f"{wheel.name.partition('-')[0]}==1.0 \\\n    --hash=sha256:{digest}\n")
    return "".join(lines)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[PackageIndex]:
    wheels = tmp_path / "wheels"
    make_wheel(wheels, "torch", {"torch/__init__.py": b"__version__ = '1.0'\n", "torch/weights": bytes(400_000)})
    for name in ("transformers", "numba", "msgspec", "safetensors", "gguf"):
        make_wheel(wheels, name, {f"{name}/__init__.py": b""})
    with PackageIndex(wheels) as index:
        yield index


@pytest.fixture
def program(tmp_path: Path, index: PackageIndex, uv: Path) -> Path:
    """An installed program with a lock for these wheels."""
    folder = tmp_path / "Kvasir’s program"
    locks = folder / "locks"
    locks.mkdir(parents=True)
    (folder / "uv").symlink_to(uv)
    wheels = sorted(index.folder.glob("*.whl"))
    (locks / "engine.txt").write_text(lock([wheel for wheel in wheels if not wheel.name.startswith("torch")]))
    (locks / "torch.txt").write_text(lock([wheel for wheel in wheels if wheel.name.startswith("torch")]))
    builds = [{**BUILD, "name": "cpu", "index": None, "lock": "torch.txt"}]
    (locks / "torch_builds.json").write_text(json.dumps({"windows_python": PYTHON, "builds": builds}))
    (locks / "download-bytes.json").write_text(json.dumps({"cpu": {PYTHON: 410_000}}))
    return folder


@pytest.fixture
def paths(kvasir_home: Path, index: PackageIndex, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.delenv(TORCH_INDEX_VARIABLE, raising=False)
    monkeypatch.setenv("UV_DEFAULT_INDEX", index.url)
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    monkeypatch.setenv("UV_NO_CONFIG", "1")
    monkeypatch.delenv("UV_FIND_LINKS", raising=False)
    paths = Paths.resolve()
    paths.make()
    return paths


@pytest.fixture
def setup(paths: Paths, program: Path, qtbot: QtBot) -> Iterator[EngineSetup]:
    setup = EngineSetup(EngineEnvironment(paths, program), paths)
    yield setup
    setup.close()


def plan_of(setup: EngineSetup) -> Plan:
    plan = setup.environment.plan()
    assert plan is not None
    return plan


def ended(setup: EngineSetup, qtbot: QtBot) -> SetupState:
    qtbot.waitUntil(lambda: setup.state.kind != "building", timeout=SECONDS * 1000)
    return setup.state


def built(setup: EngineSetup, qtbot: QtBot, wheels: Path | None = None) -> SetupState:
    setup.build(plan_of(setup), wheels)
    return ended(setup, qtbot)


def test_a_first_start_builds_an_environment_in_which_the_engine_s_packages_are(
    setup: EngineSetup, qtbot: QtBot
) -> None:
    assert setup.state.kind == "missing"
    assert built(setup, qtbot).kind == "ready"
    asked = [str(setup.environment.python), "-c", "import torch; print(torch.__version__)"]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "1.0\n"
    assert not setup.environment.cache.exists()


def test_what_is_complete_is_known_as_such_at_the_next_start_and_after_its_folder_was_moved(
    setup: EngineSetup, qtbot: QtBot, paths: Paths, program: Path, tmp_path: Path
) -> None:
    built(setup, qtbot)
    assert EngineEnvironment(paths, program).condition() == "ready"
    moved = Paths.below(tmp_path / "elsewhere")
    shutil.copytree(paths.data, moved.data, symlinks=True)
    shutil.rmtree(paths.data)
    environment = EngineEnvironment(moved, program)
    assert environment.condition() == "ready"
    subprocess.run([str(environment.python), "-c", "import torch"], check=True)


def test_the_account_names_build_place_and_sizes(setup: EngineSetup) -> None:
    plan = plan_of(setup)
    assert plan.account.startswith("torch for tests, version 1.0, comes from the package index; about 5 other packages")
    assert str(setup.environment.folder) in plan.account
    assert (plan.download_bytes, plan.needed_bytes) == (410_000, 902_000)


def test_an_upgrade_fetches_only_what_changed(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, paths: Paths, program: Path
) -> None:
    built(setup, qtbot)
    added = make_wheel(index.folder, "added", {"added.py": b""})
    engine = program / "locks" / "engine.txt"
    engine.write_text(engine.read_text() + lock([added]))
    newer = EngineSetup(EngineEnvironment(paths, program), paths)
    assert newer.state.kind == "outdated"
    assert "brought up to date" in newer.state.sentence
    index.wheels_asked.clear()
    assert built(newer, qtbot).kind == "ready"
    assert index.wheels_asked == [added.name]
    newer.close()


def test_a_folder_with_wheels_is_enough_without_a_network(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/simple")
    assert built(setup, qtbot, index.folder).kind == "ready"
    assert index.wheels_asked == []


def test_a_folder_that_lacks_a_wheel_is_told_by_the_wheel_s_name(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex
) -> None:
    (index.folder / "gguf-1.0-py3-none-any.whl").unlink()
    state = built(setup, qtbot, index.folder)
    assert state.kind == "failed"
    assert state.sentence.startswith("gguf was not found where packages are taken from.")


def test_a_corrupted_wheel_is_not_installed_and_the_right_one_is_taken_the_next_time(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex
) -> None:
    wheel = index.folder / "torch-1.0-py3-none-any.whl"
    right = wheel.read_bytes()
    make_wheel(index.folder, "torch", {"torch/__init__.py": b"__version__ = 'evil'\n"})
    state = built(setup, qtbot)
    assert state.kind == "failed"
    assert "The file of torch that arrived is not the one that Kvasir was made with" in state.sentence
    assert setup.environment.condition() == "missing"
    wheel.write_bytes(right)
    assert built(setup, qtbot).kind == "ready"


def test_a_lost_connection_is_a_sentence_and_the_next_build_goes_on(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_HTTP_TIMEOUT", "1")
    index.flowing.clear()
    state = built(setup, qtbot)
    assert state.kind == "failed"
    assert state.sentence.startswith("The connection to the package index was lost. What has arrived is kept;")
    index.flowing.set()
    assert built(setup, qtbot).kind == "ready"


def test_a_pause_ends_uv_and_the_next_build_goes_on(setup: EngineSetup, qtbot: QtBot, index: PackageIndex) -> None:
    index.flowing.clear()
    setup.build(plan_of(setup))
    qtbot.waitUntil(index.half_sent.is_set, timeout=SECONDS * 1000)
    setup.pause()
    assert setup.state.kind == "paused"
    index.flowing.set()
    assert built(setup, qtbot).kind == "ready"


def test_too_little_room_is_told_before_anything_is_fetched(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex
) -> None:
    setup.build(replace(plan_of(setup), needed_bytes=10**18))
    assert setup.state.kind == "failed"
    assert setup.state.sentence.startswith("The engine needs 1,000,000,000.0 GB in ")
    assert index.wheels_asked == []


def test_a_second_setup_at_the_same_time_is_refused(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, paths: Paths, program: Path
) -> None:
    index.flowing.clear()
    setup.build(plan_of(setup))
    other = EngineSetup(EngineEnvironment(paths, program), paths)
    other.build(plan_of(other))
    assert other.state == SetupState(
        "failed", sentence="Another Kvasir is setting the engine up. Wait until it is done."
    )
    other.close()


def test_a_repair_fetches_the_damaged_package_anew_and_no_other(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex
) -> None:
    built(setup, qtbot)
    (damaged,) = setup.environment.folder.glob("environment/lib/*/site-packages/torch/__init__.py")
    damaged.write_text("raise SystemExit(3)\n")
    index.wheels_asked.clear()
    setup.repair(plan_of(setup))
    assert ended(setup, qtbot).kind == "ready"
    assert set(index.wheels_asked) == {"torch-1.0-py3-none-any.whl"}


def test_an_environment_that_does_not_work_is_not_called_ready(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, program: Path
) -> None:
    wheel = make_wheel(index.folder, "torch", {"torch/__init__.py": b"raise ImportError('no such card')\n"})
    (program / "locks" / "torch.txt").write_text(lock([wheel]))
    state = built(setup, qtbot)
    assert state.kind == "failed"
    assert "ImportError: no such card" in state.sentence
    assert setup.environment.condition() == "missing"


def test_removing_leaves_conversations_and_models(setup: EngineSetup, qtbot: QtBot, paths: Paths) -> None:
    built(setup, qtbot)
    paths.database.write_bytes(b"words")
    setup.remove()
    assert setup.state.kind == "missing"
    assert not setup.environment.folder.exists()
    assert paths.database.exists() and paths.models.exists()


def test_a_killed_first_start_goes_on_at_the_next(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_HTTP_TIMEOUT", "2")  # the orphaned uv gives up soon, and its lock with it
    index.flowing.clear()
    code = (
        "import sys; from pathlib import Path; from app import command_line, terminal_engine, engine_environment as e\n"
        "terminal_engine.program_folder = lambda: Path(sys.argv[1])\n"
        "from app.paths import Paths\n"
        "terminal_engine.run(Paths.resolve(), command_line.parse(['engine', 'install']))\n"
    )
    variables = os.environ | {"PYTHONPATH": str(Path(setup_faults.__file__).parents[1])}
    process = subprocess.Popen([sys.executable, "-c", code, str(program)], env=variables)
    qtbot.waitUntil(index.half_sent.is_set, timeout=SECONDS * 1000)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=10)
    index.flowing.set()
    assert setup.environment.condition() == "missing"
    assert built(setup, qtbot).kind == "ready"


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("mount") is None, reason="only root can make a small disk")
def test_a_full_disk_is_a_sentence_and_more_room_is_all_it_takes(
    setup: EngineSetup, qtbot: QtBot, index: PackageIndex, paths: Paths, program: Path
) -> None:
    folder = setup.environment.folder
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "kvasir-test", str(folder)], check=False)
    if mounted.returncode != 0:
        pytest.skip("no disk can be mounted here")
    try:
        plan = replace(plan_of(setup), needed_bytes=0)
        setup.build(plan)
        state = ended(setup, qtbot)
        assert state.kind == "failed"
        assert state.sentence.startswith(f"The disk with {folder} is full. Make room there.")
        subprocess.run(["mount", "-o", "remount,size=40m", str(folder)], check=True)
        assert built(setup, qtbot).kind == "ready"
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_words_of_uv_that_nobody_foresaw_are_passed_on(setup: EngineSetup) -> None:
    said = ["Resolved 3 packages", "  × Something new happened"]
    sentence = setup_faults.sentence(said, 2, "/home/anna")
    assert "(uv, exit code 2): Something new happened." in sentence
