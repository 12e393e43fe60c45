"""What NVIDIA's driver says, where it says anything."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace

import pytest

from engine.nvidia_driver import NvidiaDriver


class FakeError(Exception):
    pass


def fake_nvml(processes: object, *, no_library: bool = False) -> SimpleNamespace:
    asked: list[str] = []

    def init() -> None:
        if no_library:
            raise FakeError("no libnvidia-ml.so")

    def running(_handle: str) -> object:
        if isinstance(processes, Exception):
            raise processes
        return processes

    return SimpleNamespace(
        NVMLError=FakeError,
        nvmlInit=init,
        nvmlDeviceGetHandleByUUID=lambda uuid: asked.append(uuid) or uuid,
        nvmlDeviceGetComputeRunningProcesses=running,
        asked=asked,
    )


def process(pid: int, num_bytes: int | None) -> SimpleNamespace:
    return SimpleNamespace(pid=pid, usedGpuMemory=num_bytes)


def test_what_this_process_takes_is_found_among_the_others_on_its_own_card(monkeypatch: pytest.MonkeyPatch) -> None:
    nvml = fake_nvml([process(1, 5), process(os.getpid(), 700), process(2, 9)])
    monkeypatch.setitem(sys.modules, "pynvml", nvml)
    driver = NvidiaDriver()
    assert driver.process_bytes("a-b-c") == 700
    assert driver.process_bytes("GPU-a-b-c") == 700
    assert nvml.asked == ["GPU-a-b-c", "GPU-a-b-c"]


@pytest.mark.parametrize(
    "nvml",
    [
        fake_nvml([process(1, 5)]),  # a container that has process numbers of its own
        fake_nvml([process(os.getpid(), None)]),  # Windows
        fake_nvml(FakeError("gone")),
        fake_nvml([], no_library=True),
        None,  # no package
    ],
)
def test_a_driver_that_does_not_say_is_not_made_to(
    nvml: SimpleNamespace | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", nvml)
    driver = NvidiaDriver()
    assert driver.process_bytes("a-b-c") is None
    assert driver.process_bytes("a-b-c") is None


def test_a_card_without_a_name_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", fake_nvml([process(os.getpid(), 700)]))
    assert NvidiaDriver().process_bytes("") is None
