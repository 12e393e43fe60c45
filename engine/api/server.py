"""The thread that listens: a loop of its own, and the web server in it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
import threading
from collections.abc import Callable

import uvicorn

from engine.api.desk import Desk
from engine.api.guard import Guard, is_loopback
from engine.api.pages import application
from engine.protocol import ApiState, ConfigureApi

log = logging.getLogger(__name__)

_STOP_SECONDS = 1
_END_SECONDS = 0.5
"""Of the process, which ends afterwards whatever still runs."""
_MOST_WAITING = 128
_OTHER_PORTS = 20


class Server:
    """Listens as it was last told to.

    Args:
        tell: Called with what became of it, in the thread that listens.
    """

    def __init__(self, desk: Desk, tell: Callable[[ApiState], None]) -> None:
        self._desk = desk
        self._tell = tell
        self._loop = asyncio.new_event_loop()
        self._turn = asyncio.Lock()
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None
        desk.open(self._loop)
        self._thread = threading.Thread(target=self._run, name="api", daemon=True)
        self._thread.start()

    def configure(self, command: ConfigureApi) -> None:
        """Listen as the command says; returns at once."""
        asyncio.run_coroutine_threadsafe(self._apply(command), self._loop)

    def close(self) -> None:
        """Stop listening and end the thread."""
        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(self._apply(ConfigureApi()), self._loop).result(_END_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_END_SECONDS)

    def _run(self) -> None:
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    async def _apply(self, command: ConfigureApi) -> None:
        async with self._turn:
            try:
                await self._stop()
                self._tell(self._start(command) if command.enabled else ApiState(state="off"))
            except Exception:
                log.exception("The local API could not be set up.")
                self._tell(ApiState(state="failed", message="The local API could not be set up; the log says why."))

    def _start(self, command: ConfigureApi) -> ApiState:
        host, port = command.host, command.port
        only_here = is_loopback(host)
        if not only_here and not command.key:
            return _failed(command, "Other computers may only ask with a key. Make one in the settings.")
        try:
            listening = _listen(host, port)
        except OSError as error:
            return _refused(command, error)
        guard = Guard(application(self._desk), key=command.key, origins=command.origins, only_here=only_here)
        config = uvicorn.Config(
            guard,
            loop="none",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_STOP_SECONDS,
        )
        self._server = uvicorn.Server(config)
        self._serving = self._loop.create_task(self._server.serve([listening]))
        log.info("The local API listens at %s, port %d.", host, port)
        return ApiState(state="on", host=host, port=listening.getsockname()[1])

    async def _stop(self) -> None:
        if self._server is None or self._serving is None:
            return
        self._desk.abort_all()
        self._server.should_exit = True
        await self._serving
        self._server = self._serving = None


def _listen(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":
            # There another program could take the port over otherwise.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # A port that was ours a moment ago is not taken.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_MOST_WAITING)
    except BaseException:
        listening.close()
        raise
    return listening


def _refused(command: ConfigureApi, error: OSError) -> ApiState:
    host, port = command.host, command.port
    if isinstance(error, socket.gaierror):
        return _failed(command, f"This computer has no address called {host!r}.")
    if error.errno == errno.EADDRNOTAVAIL:
        return _failed(command, f"{host} is no address of this computer.")
    free = _free_port(host, port)
    instead = f" Port {free} is free." if free else ""
    if error.errno == errno.EADDRINUSE:
        return _failed(command, f"Port {port} is taken by another program.{instead}", free)
    return _failed(command, f"Port {port} cannot be listened at: {error.strerror}.{instead}", free)


def _free_port(host: str, taken: int) -> int:
    """The next one that is free; 0 for none nearby."""
    for port in range(taken + 1, min(taken + _OTHER_PORTS, 65_536)):
        with contextlib.suppress(OSError):
            _listen(host, port).close()
            return port
    return 0


def _failed(command: ConfigureApi, sentence: str, free_port: int = 0) -> ApiState:
    log.warning("The local API is not there. %s", sentence)
    return ApiState(state="failed", host=command.host, port=command.port, message=sentence, free_port=free_port)
