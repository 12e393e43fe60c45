"""The child process that speaks with the Hub: one request per line on standard input, replies on standard output.

It ends with its standard input, so it never outlives the window; whoever wants a download to stop ends the process.
"""

from __future__ import annotations

import os
import threading
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import NoReturn

from app.hub.messages import (
    AnyRequest,
    DeleteCached,
    DescribeCache,
    Download,
    LookUp,
    Progress,
    Reply,
    Search,
    decode_request,
    encode,
)


def main() -> NoReturn:
    """Serve until standard input ends."""
    # Nothing that a library prints may get between the replies.
    replies = os.dup(1)
    os.dup2(2, 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    # A thread, so that the end of the window is seen while a download runs.
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        _write(replies, _answer(decode_request(lines.get()), lambda progress: _write(replies, progress)))


def _read(lines: SimpleQueue[bytes]) -> None:
    with os.fdopen(os.dup(0), "rb") as commands:
        for line in commands:
            lines.put(line)
    os._exit(0)


def _write(descriptor: int, reply: Reply) -> None:
    line = memoryview(encode(reply))
    while line:
        line = line[os.write(descriptor, line) :]


def _answer(request: AnyRequest, tell: Callable[[Progress], None]) -> Reply:
    # Imported behind the claim of the pipe, and only when there is something to do: they take about a second.
    from app.hub import cached, download, repositories
    from app.hub.failures import failure

    try:
        if isinstance(request, Search):
            return repositories.search(request)
        if isinstance(request, LookUp):
            return repositories.look_up(request)
        if isinstance(request, Download):
            return download.download(request, tell)
        if isinstance(request, DescribeCache):
            return cached.describe(request)
        assert isinstance(request, DeleteCached)
        return cached.delete(request)
    except Exception as error:
        failed = failure(error, getattr(request, "repository", ""))
        if failed.code == "internal":
            traceback.print_exc()
        return failed
