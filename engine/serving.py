"""Runs an `Engine` between the two pipes that `worker` has claimed."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import sys
import threading

from engine.api.service import LocalApi
from engine.engine import Engine
from engine.outbox import Outbox
from engine.protocol import (
    PROTOCOL_VERSION,
    TORCH_LATER,
    VERSION,
    Abort,
    AnyCommand,
    ConfigureApi,
    Hello,
    ProtocolError,
    Shutdown,
    decode_command,
)
from engine.surroundings import cpu_device

log = logging.getLogger(__name__)

ORDERLY_EXIT_SECONDS = 3.0


class Wake:
    """What the loading thread puts into the inbox: there is something to do, but no command."""


class Inbox(queue.Queue[AnyCommand | Wake]):
    """What waits until the step in progress is over."""

    def ends(self, request_id: str) -> bool:
        """Whether a request is among that, so that reading its prompt on is of no use."""
        with self.mutex:
            return any(
                isinstance(each, Shutdown) or (isinstance(each, Abort) and each.request_id == request_id)
                for each in self.queue
            )


def serve(commands: int, events: int) -> None:
    """Serve until the command pipe ends or `Shutdown` comes.

    Args:
        commands: File descriptor to read commands from.
        events: File descriptor to write events to.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Ctrl+C in a terminal reaches every process there; what it means is for the front end to say, over the protocol.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inbox = Inbox()
    event_file = os.fdopen(events, "wb", buffering=0)
    outbox = Outbox(lambda data: _write_all(event_file.fileno(), data), lambda: engine.heartbeat())
    api = LocalApi(inbox.put, outbox.send)
    engine = Engine(api.take, lambda: inbox.put(Wake()), inbox.ends)
    outbox.send(Hello(protocol=PROTOCOL_VERSION, version=VERSION, pid=os.getpid(), devices=[cpu_device()]))
    outbox.start()
    threading.Thread(target=_read, args=(commands, inbox), name="reader", daemon=True).start()
    engine.start(torch_later=bool(os.environ.get(TORCH_LATER)))
    while not engine.stopping:
        _handle_waiting(engine, api, inbox)
        if not engine.stopping and not engine.step():
            with contextlib.suppress(queue.Empty):
                _handle(engine, api, inbox.get(timeout=engine.idle_seconds))
    engine.close()
    api.close()
    outbox.close(ORDERLY_EXIT_SECONDS)


def _handle_waiting(engine: Engine, api: LocalApi, inbox: Inbox) -> None:
    with contextlib.suppress(queue.Empty):
        while not engine.stopping:
            _handle(engine, api, inbox.get_nowait())


def _handle(engine: Engine, api: LocalApi, item: AnyCommand | Wake) -> None:
    if isinstance(item, ConfigureApi):
        api.configure(item)
    elif not isinstance(item, Wake):
        engine.handle(item)


def _read(commands: int, inbox: Inbox) -> None:
    """The reader thread. A bad line costs that line only; the end of the pipe means that the window is gone."""
    with os.fdopen(commands, "rb") as pipe:
        for line in pipe:
            try:
                inbox.put(decode_command(line))
            except ProtocolError as error:
                log.warning("A line was ignored. %s", error)
    inbox.put(Shutdown())
    # The step loop ends between two forwards. If one hangs, the process must not outlive the window all the same.
    watchdog = threading.Timer(ORDERLY_EXIT_SECONDS, os._exit, args=(1,))
    watchdog.daemon = True
    watchdog.start()


def _write_all(file_descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file_descriptor, view) :]
