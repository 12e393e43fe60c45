from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.engine_builds import EngineBuilds
from app.graphics_cards import GraphicsCard, amd_card, nvidia_card

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    """The real ones, as an installed program has them."""
    for file in [*(PACKAGING / "locks").iterdir(), PACKAGING / "torch_builds.json"]:
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_each_python_of_linux_has_a_build_for_processors_and_one_for_nvidia_cards(locks: Path, python: str) -> None:
    builds = EngineBuilds(locks, python, "linux")
    assert list(builds.builds) == ["linux-cuda", "linux-cpu"]
    for build in builds.builds.values():
        assert 250e6 < builds.download_bytes(build) < builds.unpacked_bytes(build) < 8e9
        assert all(lock.exists() for lock in builds.locks(build))


def test_windows_has_both_too(locks: Path) -> None:
    assert list(EngineBuilds(locks, "3.13", "windows").builds) == ["windows-cuda", "windows-cpu"]


@pytest.mark.parametrize(
    ("card", "chosen", "because"),
    [
        (None, "linux-cpu", "No graphics card with its driver was found here."),
        (GraphicsCard("nvidia", "NVIDIA X", 590), "linux-cuda", "The graphics card is NVIDIA X."),
        (GraphicsCard("nvidia", "NVIDIA X", 535), "linux-cpu", "too old"),
        (GraphicsCard("amd", "AMD card"), "linux-cpu", "there is no build of torch that is locked yet"),
    ],
)
def test_the_build_that_fits_the_card_is_chosen_and_the_reason_said(
    locks: Path, card: GraphicsCard | None, chosen: str, because: str
) -> None:
    choice = EngineBuilds(locks, "3.11", "linux").choose(card)
    assert choice is not None
    assert choice.build.name == chosen
    assert because in choice.because


def test_a_python_without_wheels_has_no_build(locks: Path) -> None:
    builds = EngineBuilds(locks, "3.10", "linux")
    assert not builds.builds
    assert builds.choose(None) is None


def test_another_lock_and_another_python_change_the_fingerprint(locks: Path) -> None:
    def fingerprint(python: str = "3.11") -> str:
        builds = EngineBuilds(locks, python, "linux")
        return builds.fingerprint(builds.builds["linux-cpu"])

    first = fingerprint()
    assert fingerprint() == first != fingerprint("3.12")
    (locks / "engine.txt").write_text("changed==1.0\n", "utf-8")
    assert fingerprint() != first


def test_an_amd_card_becomes_offered_once_its_build_is_locked(locks: Path) -> None:
    sizes = json.loads((locks / "download-bytes.json").read_text("utf-8"))
    (locks / "download-bytes.json").write_text(json.dumps({**sizes, "linux-rocm": {"3.11": 4_000_000_000}}), "utf-8")
    choice = EngineBuilds(locks, "3.11", "linux").choose(GraphicsCard("amd", "AMD card"))
    assert choice is not None and choice.build.name == "linux-rocm"


def test_nvidia_s_driver_is_read_from_what_its_kernel_module_says(tmp_path: Path) -> None:
    assert nvidia_card(tmp_path) is None
    (tmp_path / "version").write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05  Tue Sep\n", "utf-8")
    assert nvidia_card(tmp_path) is None
    card = tmp_path / "gpus" / "0000:01:00.0"
    card.mkdir(parents=True)
    (card / "information").write_text("Model: \t\t NVIDIA GeForce RTX 4060\nIRQ: 1\n", "utf-8")
    assert nvidia_card(tmp_path) == GraphicsCard("nvidia", "NVIDIA GeForce RTX 4060", 580)


def test_amd_s_processors_are_no_cards(tmp_path: Path) -> None:
    for node, version in (("0", 0), ("1", 110001)):
        (tmp_path / node).mkdir()
        (tmp_path / node / "properties").write_text(f"cpu_cores_count 8\ngfx_target_version {version}\n", "utf-8")
        assert (amd_card(tmp_path) is None) == (version == 0)
