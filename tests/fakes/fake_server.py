"""A server that speaks as OpenAI's does, on a free port of this machine, and every way it can misbehave.

It answers with the words of the last message, a piece each. What it does otherwise is said by its attributes, which a
test may change between two requests.
"""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PATIENCE_SECONDS = 30


@dataclass
class FakeServer:
    """What the server does, and what it was asked.

    Attributes:
        refusals: Statuses for the next completions, each with the headers and the body that go with it.
        pieces: The texts to send in place of the last message's words; each a string or a whole delta.
        fault: Within an answer: `cut` closes the connection after two pieces, `hang` waits after two, `broken` sends
            what is no JSON, `html` a web page in place of an answer, `error` an error in place of the third piece,
            `whole` sends all of it at once, without streaming, `mute` ends a stream before anything came, and sends
            all at once to those who want no stream.
        finish_reason: Of the last piece; None sends none.
        usage: Sent with the last piece where the client asks for it.
        refuses_fields: Fields that no request may have.
        owner: What it says of who owns the model.
        pages: Others, by path: a status and a body.
        location: Where pages are that have moved.
        silent: While it is there and not set, pages wait for it.
        tls: Speaks TLS with this certificate.
        bodies: The completions that were asked for, oldest first.
        went_away: Set when the client closed its connection within an answer.
    """

    models: list[str] = field(default_factory=lambda: ["small", "large"])
    context_tokens: int = 0
    owner: str = "vllm"
    key: str = ""
    refusals: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    pieces: list[Any] | None = None
    fault: str = ""
    finish_reason: str | None = "stop"
    usage: dict[str, Any] | None = None
    refuses_fields: set[str] = field(default_factory=set)
    pages: dict[str, tuple[int, str]] = field(default_factory=dict)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    asked_pages: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    went_away: threading.Event = field(default_factory=threading.Event)
    goes_on: threading.Event = field(default_factory=threading.Event)
    connections: list[socket.socket] = field(default_factory=list)
    base_url: str = ""
    location: str = ""
    silent: threading.Event | None = None
    tls: ssl.SSLContext | None = None


@contextmanager
def fake_server(**attributes: Any) -> Iterator[FakeServer]:
    """A server that runs until the context is left."""
    fake = FakeServer(**attributes)
    handler = type("Handler", (_Handler,), {"fake": fake})
    httpd = _Httpd(("127.0.0.1", 0), handler)
    if fake.tls is not None:
        httpd.socket = fake.tls.wrap_socket(httpd.socket, server_side=True, do_handshake_on_connect=False)
    scheme = "http" if fake.tls is None else "https"
    fake.base_url = f"{scheme}://127.0.0.1:{httpd.server_address[1]}/v1"
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield fake
    finally:
        fake.goes_on.set()
        if fake.silent is not None:
            fake.silent.set()
        httpd.shutdown()
        for connection in fake.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)  # clients keep them open for the next request
        thread.join()
        httpd.server_close()


class _Httpd(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away are what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    fake: FakeServer
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.fake.connections.append(self.connection)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.fake.asked_pages.append(self.path)
        if self.fake.silent is not None:
            self.fake.silent.wait(PATIENCE_SECONDS)
        if self.path in self.fake.pages:
            status, body = self.fake.pages[self.path]
            kind = "application/json" if body[:1] in ("{", "[") else "text/plain"
            self.reply(status, body, kind, {"Location": self.fake.location} if self.fake.location else None)
        elif not self.may_enter():
            self.reply(401, '{"error":{"message":"Invalid API key"}}')
        elif self.path == "/v1/models":
            entries = [{"id": name, "object": "model", "owned_by": self.fake.owner} for name in self.fake.models]
            if self.fake.context_tokens:
                entries = [{**entry, "max_model_len": self.fake.context_tokens} for entry in entries]
            self.reply(200, json.dumps({"object": "list", "data": entries}))
        else:
            self.reply(404, '{"detail":"Not Found"}')

    def do_POST(self) -> None:
        fake = self.fake
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fake.bodies.append(body)
        if not self.may_enter():
            self.reply(401, '{"error":{"message":"Invalid API key"}}')
        elif fake.fault == "mute" and body["stream"]:
            self.begin_stream()
            self.chunk(b"")
        elif fake.refusals:
            status, headers, text = fake.refusals.pop(0)
            self.reply(status, text, headers=headers)
        elif unknown := fake.refuses_fields & body.keys():
            self.reply(422, json.dumps({"detail": f"Unexpected fields in the request: {unknown}"}))
        elif body["model"] not in fake.models:
            self.reply(404, json.dumps({"error": {"message": f"The model `{body['model']}` does not exist."}}))
        elif fake.fault == "html":
            self.reply(200, "<html><body>Sign in to the hotel's network</body></html>", "text/html")
        elif fake.fault in ("whole", "mute"):
            message = {"role": "assistant", "content": " ".join(self.words(body))}
            self.reply(200, json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}))
        else:
            self.stream(body)

    def may_enter(self) -> bool:
        self.fake.keys.append(self.headers.get("Authorization", ""))
        return not self.fake.key or self.fake.keys[-1] == f"Bearer {self.fake.key}"

    def reply(
        self, status: int, body: str, kind: str = "application/json", headers: dict[str, str] | None = None
    ) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def words(self, body: dict[str, Any]) -> list[Any]:
        if self.fake.pieces is not None:
            return self.fake.pieces
        return [word + " " for word in body["messages"][-1]["content"].split()]

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def stream(self, body: dict[str, Any]) -> None:
        fake = self.fake
        self.begin_stream()
        try:
            for number, piece in enumerate(self.words(body)):
                if number == 2 and fake.fault and self.misbehaves():
                    return
                delta = piece if isinstance(piece, dict) else {"content": piece}
                self.event({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
            if fake.finish_reason is not None:
                self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": fake.finish_reason}]})
            if fake.usage is not None and body.get("stream_options", {}).get("include_usage"):
                self.event({"choices": [], "usage": fake.usage})
            if fake.finish_reason is not None:
                self.chunk(b"data: [DONE]\n\n")
            self.chunk(b"")
        except OSError:
            self.close_connection = True
            fake.went_away.set()

    def misbehaves(self) -> bool:
        """Whether that ends the answer."""
        fault = self.fake.fault
        if fault == "cut":
            self.close_connection = True
        elif fault == "hang":
            self.wait_for_client()
        elif fault == "broken":
            self.chunk(b'data: {"choices": [{"del\n\n')
        elif fault == "error":
            self.event({"error": {"message": "The card has fallen out of its slot", "code": 500}})
            self.chunk(b"")
        return fault in ("cut", "hang", "error")

    def wait_for_client(self) -> None:
        """Say nothing more until the client goes away, or the test says so."""
        self.connection.settimeout(0.05)
        while not self.fake.goes_on.is_set():
            try:
                gone = not self.connection.recv(1)
            except TimeoutError:
                continue
            except OSError:
                gone = True
            if gone:
                self.fake.went_away.set()
                break
        self.close_connection = True

    def event(self, value: object) -> None:
        self.chunk(f"data: {json.dumps(value)}\n\n".encode())

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()
