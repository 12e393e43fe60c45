"""What may still be taken: never more than the computer has, nor than the limit of the process allows."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import psutil
import pytest

from engine import free_memory as module
from engine.free_memory import free_memory
from tests.engine.engine_child import ROOT

MIB = 1024**2


@pytest.mark.parametrize(
    ("left", "free"), [(None, 1000), (2000, 1000), (300, 300), (-5, 0)], ids=["no limit", "far", "near", "past it"]
)
def test_the_nearer_limit_counts(monkeypatch: pytest.MonkeyPatch, left: int | None, free: int) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=1000))
    monkeypatch.setattr(module, "_left_of_limit", lambda: left)
    assert free_memory() == free


@pytest.mark.skipif(sys.platform != "linux", reason="others do not enforce a limit of the address space")
def test_what_a_limited_process_is_told_it_can_have_and_no_more() -> None:
    program = f"""
import resource, psutil
limit = psutil.Process().memory_info().vms + 200 * {MIB}
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
from engine.free_memory import free_memory
free = free_memory()
assert 0 < free <= 200 * {MIB}, free
kept = bytearray(free - 20 * {MIB})
try:
    bytearray(free)
except MemoryError:
    print("refused", free_memory() <= 20 * {MIB})
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["refused", "True"], done.stderr
