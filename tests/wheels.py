"""Wheels made by tests, and a package index that serves them and can be made to hang."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest


def take_packages_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pip take packages from a folder, instead of any index."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", folder.as_uri())


def make_wheel(folder: Path, name: str, members: dict[str, bytes], version: str = "1.0") -> Path:
    """A wheel that pip accepts; members are stored as they are, so that its size follows theirs."""
    info = f"{name}-{version}.dist-info"
    files = members | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},sha256={_record_hash(data)},{len(data)}\n" for path, data in files.items())
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return wheel


def _record_hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


class PackageIndex(ThreadingHTTPServer):
    """Serves the wheels of a folder on this machine. While `flowing` is clear, a wheel stops after its first half."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.server_port}/simple"
        self.flowing = threading.Event()
        self.flowing.set()
        self.half_sent = threading.Event()
        self.receiver_gone = threading.Event()
        self.wheels_asked: list[str] = []

    def __enter__(self) -> PackageIndex:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.flowing.set()
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: PackageIndex

    def do_GET(self) -> None:
        if self.path.startswith("/simple/"):
            links = "".join(
                f'<a href="/wheels/{wheel.name}">{wheel.name}</a>' for wheel in self.server.folder.glob("*")
            )
            self._reply("text/html", f"<!DOCTYPE html><html><body>{links}</body></html>".encode())
        else:
            name = self.path.removeprefix("/wheels/")
            self.server.wheels_asked.append(name)
            self._reply("application/octet-stream", (self.server.folder / name).read_bytes())

    def _reply(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        half = len(body) // 2 if kind != "text/html" else 0
        self.wfile.write(body[:half])
        if half and not self.server.flowing.is_set():
            self.server.half_sent.set()
            # Nothing more comes from the client: this returns when its side of the connection is closed.
            with contextlib.suppress(ConnectionResetError):
                self.connection.recv(1)
            self.server.receiver_gone.set()
            return
        self.wfile.write(body[half:])

    def log_message(self, format: str, *args: object) -> None:
        pass
