"""From what huggingface_hub raises to what went wrong. In the child process alone."""

from __future__ import annotations

import errno
from collections.abc import Iterator

from filelock import Timeout
from huggingface_hub.errors import (
    CorruptedCacheException,
    EntryNotFoundError,
    FileMetadataError,
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from app.hub import connection
from app.hub.messages import Failed, FailureCode

_FULL = {errno.ENOSPC, errno.EDQUOT}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}
_BY_STATUS: dict[int, FailureCode] = {
    401: "unauthorised",
    403: "forbidden",
    404: "not_found",
    408: "connection",
    410: "not_found",
    416: "damaged",
    429: "busy",
}
_SERVER_STATUS = 500
_NETWORK_PACKAGES = frozenset({"httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3", "ssl", "socket"})
_LONGEST_DETAIL = 300


class CannotGoOn(Exception):
    """Something of our own that ends a request."""

    def __init__(self, failure: Failed) -> None:
        super().__init__(failure.code)
        self.failure = failure


def failure(error: BaseException, repository: str = "") -> Failed:
    """What to tell the window of an exception."""
    if isinstance(error, CannotGoOn):
        return error.failure
    chain = tuple(_chain(error))
    for each in chain:
        known = _known(each, repository)
        if known is not None:
            return known
    return Failed(code="internal", repository=repository, detail=_short(error))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what caused it, from the outside in: the library wraps the network's."""
    seen: set[int] = set()
    present: BaseException | None = error
    while present is not None and id(present) not in seen:
        seen.add(id(present))
        yield present
        present = present.__cause__ or present.__context__


def _known(error: BaseException, repository: str) -> Failed | None:
    where = connection.host()
    if isinstance(error, OfflineModeIsEnabled):
        return Failed(code="offline", repository=repository)
    if isinstance(error, GatedRepoError):
        return Failed(code="gated", repository=repository, where=where)
    if isinstance(error, HfHubHTTPError):
        return _of_status(error, repository, where)
    if isinstance(error, HFValidationError):
        return Failed(code="not_found", repository=repository, where=where)
    if isinstance(error, FileMetadataError):
        return Failed(code="answer", repository=repository, where=where, detail=_short(error))
    if isinstance(error, CorruptedCacheException):
        return Failed(code="cache", repository=repository, detail=_short(error))
    if isinstance(error, EntryNotFoundError):
        return None  # says only that there was trouble; its cause says which
    if isinstance(error, Timeout):
        return Failed(code="cache", repository=repository, detail=_short(error))
    return _of_network(error, repository, where) or _of_system(error, repository)


def _of_status(error: HfHubHTTPError, repository: str, where: str) -> Failed:
    response = error.response
    status = response.status_code if response is not None else 0
    if isinstance(error, RepositoryNotFoundError | RevisionNotFoundError | EntryNotFoundError):
        # Without a token the Hub says 401 of what does not exist and of what is private alike.
        code: FailureCode = "not_found"
    else:
        code = _BY_STATUS.get(status, "server" if status >= _SERVER_STATUS else "answer")
    wait = str(response.headers.get("Retry-After", "")) if response is not None else ""
    return Failed(
        code=code,
        repository=repository,
        where=where,
        status=status,
        seconds=int(wait) if wait.isdigit() else 0,
        detail=_short(error),
    )


def _of_network(error: BaseException, repository: str, where: str) -> Failed | None:
    """By name: which HTTP library it is depends on the version of huggingface_hub."""
    package = type(error).__module__.partition(".")[0]
    if package not in _NETWORK_PACKAGES and not isinstance(error, ConnectionError | TimeoutError):
        return None
    text = _short(error)
    if "CERTIFICATE_VERIFY_FAILED" in text or "certificate verify failed" in text:
        return Failed(code="certificate", repository=repository, where=where, detail=text)
    return Failed(code="connection", repository=repository, where=where, detail=text)


def _of_system(error: BaseException, repository: str) -> Failed | None:
    if isinstance(error, ValueError) and "too large to be downloaded" in str(error):
        return Failed(code="too_large", repository=repository)
    if isinstance(error, ValueError) and type(error).__name__ == "JSONDecodeError":
        return Failed(code="answer", repository=repository, where=connection.host(), detail=_short(error))
    if not isinstance(error, OSError):
        return None
    if "Consistency check failed" in str(error):
        return Failed(code="connection", repository=repository, where=connection.host(), detail=_short(error))
    name = str(error.filename or "")
    if error.errno in _FULL:
        return Failed(code="no_space", repository=repository, where=name)
    if error.errno in _FORBIDDEN:
        return Failed(code="no_permission", repository=repository, where=name)
    return Failed(code="cache", repository=repository, where=name, detail=_short(error)) if error.errno else None


def _short(error: BaseException) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= _LONGEST_DETAIL else text[:_LONGEST_DETAIL] + "…"
