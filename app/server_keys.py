"""Keys of servers, in the system's keyring; where there is none they last as long as the program."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.notices import Notices
from app.tasks import Tasks
from app.translation import tr

_log = logging.getLogger(__name__)
_SERVICE = "kvasir"


class ServerKeys(QObject):
    """Owner of the keys. The keyring may ask the user to unlock it, so all work with it is done in the background."""

    def __init__(self, tasks: Tasks, notices: Notices) -> None:
        super().__init__()
        self._tasks = tasks
        self._notices = notices
        self._known: dict[str, str] = {}
        self._waiting: dict[str, list[Callable[[], object]]] = {}
        self._one_at_a_time = threading.Lock()  # a key that was just changed must not be passed by an older one

    def known(self, server_id: str) -> str | None:
        """The key, empty for a server without one; None while the keyring was not asked for it."""
        return self._known.get(server_id)

    def fetch(self, server_id: str, on_known: Callable[[], object]) -> None:
        """Ask the keyring, and call when `known` knows it; at once if it does already."""
        if server_id in self._known:
            on_known()
            return
        is_asked = server_id in self._waiting
        self._waiting.setdefault(server_id, []).append(on_known)
        if not is_asked:
            self._tasks.run(
                self,
                lambda: self._read(server_id),
                lambda key: self._take(server_id, key),
                lambda _error: self._take(server_id, ""),
            )

    def keep(self, server_id: str, key: str, name: str) -> None:
        """Keep a key, or forget it if it is empty.

        Args:
            name: Of the server, for what may have to be said.
        """
        before = self._known.get(server_id)
        self._known[server_id] = key
        if key == before or (not key and before is None):
            return
        self._tasks.run(
            self,
            lambda: self._write(server_id, key),
            lambda trouble: self._on_written(trouble, key, name),
            lambda error: self._on_written(error.sentence, key, name),
        )

    def forget(self, server_id: str) -> None:
        """A server is gone, and its key goes with it."""
        self._known.pop(server_id, None)
        self._tasks.run(self, lambda: self._write(server_id, ""), lambda _trouble: None, lambda _error: None)

    def _take(self, server_id: str, key: str) -> None:
        self._known.setdefault(server_id, key)  # one that was kept meanwhile is newer
        for on_known in self._waiting.pop(server_id, []):
            on_known()

    def _on_written(self, trouble: str, key: str, name: str) -> None:
        if trouble and key:
            sentence = tr(
                "The key of {server} could not be put into the system's keyring ({reason}). It holds until you close "
                "Kvasir."
            )
            self._notices.post("warning", sentence.format(server=name, reason=trouble))

    def _read(self, server_id: str) -> str:
        """In the background. A keyring that cannot be asked holds nothing."""
        with self._one_at_a_time:
            try:
                import keyring  # here, since it looks for backends, which takes a while

                return keyring.get_password(_SERVICE, server_id) or ""
            except Exception as error:  # backends of many makers, each with failures of its own
                _log.info("The keyring cannot be read: %s", error)
                return ""

    def _write(self, server_id: str, key: str) -> str:
        """In the background; says what went wrong."""
        with self._one_at_a_time:
            try:
                import keyring

                if key:
                    keyring.set_password(_SERVICE, server_id, key)
                elif keyring.get_password(_SERVICE, server_id) is not None:
                    keyring.delete_password(_SERVICE, server_id)
            except Exception as error:  # as above
                _log.info("The keyring cannot be written: %s", error)
                return (str(error) or type(error).__name__).partition("\n")[0].rstrip(".")
            return ""
