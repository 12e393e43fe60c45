"""A Hugging Face Hub on the loopback, as far as Kvasir speaks with one: search, facts, files with redirects and ranges.

Large files lie on a second server, as the real ones do, and can be slow, cut short, damaged or refused.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

COMMIT = "a" * 40
LFS_BYTES = 4096
"""Files of at least this size lie on the second server."""
_PIECE_BYTES = 64 * 1024


@dataclass
class Fault:
    """What goes wrong with requests whose path has `path` in it.

    Attributes:
        times: How often; then all is well.
        status: Answered in place of the file.
        stop_after: Bytes of a body after which the connection ends.
        flip: The body is another one than its checksum says.
        held: The body waits in its middle until this is set.
        plain: The answer is a page of some proxy.
        methods: Which requests it holds for.
    """

    path: str
    times: int = 1_000_000
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    stop_after: int = -1
    flip: bool = False
    held: threading.Event | None = None
    ignore_range: bool = False
    plain: bool = False
    methods: tuple[str, ...] = ("GET", "HEAD")


@dataclass
class Repository:
    """A model on the Hub. `info` is added to what the API says of it."""

    name: str
    files: dict[str, bytes]
    commit: str = COMMIT
    info: dict[str, Any] = field(default_factory=dict)

    def listing(self) -> dict[str, Any]:
        """As the list of models has it."""
        return {
            "id": self.name,
            "modelId": self.name,
            "sha": self.commit,
            "downloads": 10,
            "likes": 1,
            "gated": False,
            "private": False,
            "tags": ["safetensors", "license:apache-2.0"],
            "pipeline_tag": "text-generation",
            "lastModified": "2025-04-29T12:00:00.000Z",
            **self.info,
        }

    def facts(self) -> dict[str, Any]:
        """As it is told of one model with `blobs`."""
        return {**self.listing(), "siblings": [_sibling(name, content) for name, content in self.files.items()]}


@dataclass(frozen=True)
class Asked:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    server: str


class HubServer:
    """Both servers; what they have and do wrong can be changed while they run."""

    def __init__(self) -> None:
        self.repositories: dict[str, Repository] = {}
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self._lock = threading.Lock()
        self._servers = [_Server(self, name) for name in ("hub", "cdn")]
        self._threads = [threading.Thread(target=server.serve_forever, args=(0.02,)) for server in self._servers]
        for thread in self._threads:
            thread.start()

    @property
    def url(self) -> str:
        """For HF_ENDPOINT."""
        return f"http://127.0.0.1:{self._servers[0].server_port}"

    @property
    def cdn_url(self) -> str:
        """Where large files lie: another host."""
        return f"http://localhost:{self._servers[1].server_port}"

    def add(self, name: str, files: dict[str, bytes], **info: Any) -> Repository:
        """Put a repository there, in place of one of the same name."""
        repository = self.repositories[name] = Repository(name, files, info=info)
        return repository

    def reset(self) -> None:
        """Forget everything; a body that waits is sent to its end."""
        for fault in self.faults:
            if fault.held is not None:
                fault.held.set()
        for part in (self.faults, self.asked, self.repositories):
            part.clear()

    def close(self) -> None:
        """End both."""
        self.reset()
        for server in self._servers:
            server.shutdown()
            server.server_close()
        for thread in self._threads:
            thread.join()

    def note(self, asked: Asked) -> None:
        """Keep a request for the test to look at."""
        with self._lock:
            self.asked.append(asked)

    def fault(self, method: str, path: str) -> Fault | None:
        """What is to go wrong with a request, if anything."""
        with self._lock:
            for fault in self.faults:
                if fault.times > 0 and fault.path in path and method in fault.methods:
                    fault.times -= 1
                    return fault
        return None

    def blob(self, sha256: str) -> bytes | None:
        """A large file by its checksum."""
        contents = (content for each in self.repositories.values() for content in each.files.values())
        return next((content for content in contents if hashlib.sha256(content).hexdigest() == sha256), None)

    def requests(self, part: str) -> list[Asked]:
        """Those that came for a path with this in it."""
        return [asked for asked in self.asked if part in asked.path]


@contextmanager
def hub_server() -> Iterator[HubServer]:
    """Runs for as long as the block does."""
    server = HubServer()
    try:
        yield server
    finally:
        server.close()


def git_sha1(content: bytes) -> str:
    """The id that Git gives a file."""
    return hashlib.sha1(f"blob {len(content)}\0".encode() + content, usedforsecurity=False).hexdigest()


def _sibling(name: str, content: bytes) -> dict[str, Any]:
    sibling: dict[str, Any] = {"rfilename": name, "size": len(content), "blobId": git_sha1(content)}
    if len(content) >= LFS_BYTES:
        sha256 = hashlib.sha256(content).hexdigest()
        sibling["lfs"] = {"sha256": sha256, "size": len(content), "pointerSize": 134}
    return sibling


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, hub: HubServer, name: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub = hub
        self.name = name

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed in the middle of a file is what these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._serve()

    def do_HEAD(self) -> None:
        self._serve()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""

    def _serve(self) -> None:
        hub = self.server.hub
        hub.note(Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, self.server.name))
        fault = hub.fault(self.command, self.path)
        if fault is not None and fault.status:
            self._send(fault.status, b'{"error": "as the test wants it"}', fault.headers)
        elif fault is not None and fault.plain:
            self._send(200, b"<html>Please sign in to this network</html>", {"Content-Type": "text/html"})
        elif self.server.name == "cdn":
            content = hub.blob(urlsplit(self.path).path.strip("/"))
            if content is None:
                self._send(404, b"")
            else:
                self._send_file(content, {"ETag": f'"{git_sha1(content)}"'}, fault)
        elif self.path.startswith("/api/models"):
            self._serve_api()
        else:
            self._serve_file(fault)

    def _serve_api(self) -> None:
        parts = urlsplit(self.path)
        name = unquote(parts.path.removeprefix("/api/models").strip("/")).partition("/revision/")[0]
        hub = self.server.hub
        if not name:
            query = parse_qs(parts.query)
            words = query.get("search", [""])[0].lower().split()
            found = [each for each in hub.repositories.values() if all(word in each.name.lower() for word in words)]
            found.sort(key=lambda each: -each.listing()["downloads"])
            self._send_json([each.listing() for each in found][: int(query.get("limit", ["100"])[0])])
        elif name in hub.repositories:
            self._send_json(hub.repositories[name].facts())
        else:
            self._send(404, b'{"error": "Repository not found"}', {"X-Error-Code": "RepoNotFound"})

    def _serve_file(self, fault: Fault | None) -> None:
        match = re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", unquote(urlsplit(self.path).path))
        repository = self.server.hub.repositories.get(match[1]) if match else None
        if match is None or repository is None:
            self._send(404, b"", {"X-Error-Code": "RepoNotFound"})
            return
        if match[2] not in (repository.commit, "main"):
            self._send(404, b"", {"X-Error-Code": "RevisionNotFound"})
            return
        content = repository.files.get(match[3])
        headers = {"X-Repo-Commit": repository.commit}
        if content is None:
            self._send(404, b"", {**headers, "X-Error-Code": "EntryNotFound"})
        elif len(content) >= LFS_BYTES:
            sha256 = hashlib.sha256(content).hexdigest()
            headers |= {"X-Linked-Etag": f'"{sha256}"', "X-Linked-Size": str(len(content))}
            self._send(302, b"", {**headers, "Location": f"{self.server.hub.cdn_url}/{sha256}?signed=yes"})
        else:
            self._send_file(content, {**headers, "ETag": f'"{git_sha1(content)}"'}, fault)

    def _send_json(self, value: object) -> None:
        self._send(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for key, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _send_file(self, content: bytes, headers: dict[str, str], fault: Fault | None) -> None:
        match = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(match[1]) if match and not (fault and fault.ignore_range) else 0
        body = content[start:]
        if fault and fault.flip:
            body = bytes([body[0] ^ 1]) + body[1:]
        self.send_response(206 if start else 200)
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        for key, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command != "HEAD":
            self._send_body(body, fault)

    def _send_body(self, body: bytes, fault: Fault | None) -> None:
        stop = len(body) if fault is None or fault.stop_after < 0 else fault.stop_after
        for start in range(0, stop, _PIECE_BYTES):
            if fault is not None and fault.held is not None and start >= len(body) // 2:
                fault.held.wait()
            self.wfile.write(body[start : min(start + _PIECE_BYTES, stop)])
        if stop < len(body):
            self.close_connection = True
