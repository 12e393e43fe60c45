"""What the window's process makes of the real child: it starts it, ends it to pause, and starts it again."""

from __future__ import annotations

import hashlib
import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from tests.app.test_download_controller import Downloads
from tests.fakes.hub_server import Fault, HubServer

WEIGHTS = os.urandom(9 << 20)


def test_a_pause_keeps_what_came_and_going_on_ends_it(
    qapp: QObject,
    qtbot: QtBot,
    tmp_path: Path,
    hub: HubServer,
    cache: Path,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    downloads = Downloads(tmp_path, cache, qtbot, ())
    files = {"config.json": b'{"model_type": "llama"}', "model.safetensors": WEIGHTS}
    hub.add("maker/small", files)
    sha256 = hashlib.sha256(WEIGHTS).hexdigest()
    hub.faults.append(Fault(sha256, held=threading.Event()))
    download_id = downloads.start("maker/small", files)
    downloads.wait_bytes(download_id)
    downloads.controller.pause(download_id)
    kept = (cache / "models--maker--small" / "blobs" / f"{sha256}.incomplete").stat().st_size
    assert kept > 0
    hub.faults.clear()
    downloads.controller.resume(download_id)
    record = downloads.wait_state(download_id, "done")
    assert f"bytes={kept}-" in [asked.headers.get("range") for asked in hub.asked if asked.server == "cdn"]
    assert (Path(record.path) / "model.safetensors").read_bytes() == WEIGHTS
    downloads.controller.close()
