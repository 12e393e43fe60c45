"""What waits to be handled, and what that means for a step in progress."""

from __future__ import annotations

from engine.protocol import Abort, Ping, Shutdown
from engine.serving import Inbox


def test_a_request_ends_by_its_own_abort_or_by_the_end_of_all() -> None:
    inbox = Inbox()
    inbox.put(Ping(seq=1))
    assert not inbox.ends("a")
    inbox.put(Abort(request_id="a"))
    assert inbox.ends("a") and not inbox.ends("b")
    inbox.put(Shutdown())
    assert inbox.ends("b")
    for _ in range(3):
        inbox.get_nowait()
    assert not inbox.ends("a")
