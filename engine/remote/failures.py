"""What goes wrong with a server, in sentences that say what to do, and whether asking again may help."""

from __future__ import annotations

import ssl
from email.utils import parsedate_to_datetime
from time import time

import httpx
import msgspec

from engine.errors import EngineError

_MOST_QUOTED = 300
_BUSY = (429, 502, 503, 504)
_FULL = (
    "context length",
    "context window",
    "context size",
    "maximum context",
    "n_ctx",
    "exceeds the available context",
)
"""How servers say that a conversation does not fit."""


class RemoteError(EngineError):
    """A request to a server that came to nothing, or not to its end.

    Attributes:
        is_passing: Whether the same request may succeed a little later.
        wait_seconds: How long the server wants to be left alone; None where it does not say.
        is_full: The conversation is longer than the model's context.
        is_mute: A stream ended before anything came of it; without streaming, the server may say why.
        status: Of HTTP; 0 where no answer came.
        detail: What the server said, as far as it is fit to be shown.
    """

    def __init__(
        self,
        sentence: str,
        *,
        is_passing: bool = False,
        wait_seconds: float | None = None,
        is_full: bool = False,
        is_mute: bool = False,
        status: int = 0,
        detail: str = "",
    ) -> None:
        super().__init__(sentence)
        self.is_passing = is_passing
        self.wait_seconds = wait_seconds
        self.is_full = is_full
        self.is_mute = is_mute
        self.status = status
        self.detail = detail


def refused(server: str, model: str, response: httpx.Response, body: bytes) -> RemoteError:
    """An answer with a status of failure.

    Args:
        server: What the user calls it.
        model: What was asked for; empty where no model was.
        body: The beginning of what came.
    """
    status, detail = response.status_code, _detail(body)
    said = f" It said: {_sentence(detail)}" if detail else ""
    if status in (401, 403):
        sentence = f"{server} does not let Kvasir in. Check the key of this server in the settings.{said}"
    elif status == 404 and model:
        sentence = f"{server} has no model called {model}, or its address in the settings is not quite right.{said}"
    elif status == 404:
        sentence = f"{server} does not know this address. It often has to end in /v1; check it in the settings.{said}"
    elif status == 429:
        sentence = f"{server} has too many requests at the moment. Wait a little and try again.{said}"
    elif 300 <= status < 400:
        where = response.headers.get("location", "")
        sentence = f"{server} has moved to {where or 'another address'}. Enter the new address in the settings."
    elif any(words in detail.lower() for words in _FULL):
        words = "This conversation is longer than the context that the model has on the server. Shorten it, or let the "
        return RemoteError(f"{words}model do without the oldest messages.{said}", is_full=True, status=status)
    elif status in _BUSY:
        sentence = f"{server} is not ready to answer (status {status}). Try again in a moment.{said}"
    elif status >= 500:
        sentence = f"{server} failed while working on this (status {status}). Its own log should say why.{said}"
    else:
        sentence = f"{server} does not accept the request (status {status}).{said}"
    wait = _retry_after(response)
    return RemoteError(
        sentence, is_passing=status in _BUSY or status == 500, wait_seconds=wait, status=status, detail=detail
    )


def unreachable(server: str, base_url: str, error: httpx.TransportError) -> RemoteError:
    """No answer came, or it ended too early."""
    if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout):
        return RemoteError(f"{server} at {base_url} cannot be reached: nothing answers there.", is_passing=True)
    if isinstance(error, httpx.TimeoutException):
        return RemoteError(f"{server} has said nothing for too long. It may be overloaded; try again later.")
    if isinstance(error, httpx.ConnectError) and _is_of_certificate(error):
        return RemoteError(
            f"The certificate of {server} cannot be trusted: {error}. Nothing was sent. If it is your own, make its "
            "authority known to this system, or set SSL_CERT_FILE."
        )
    if isinstance(error, httpx.ProxyError):
        return RemoteError(f"The proxy on the way to {server} refuses: {error}.")
    if isinstance(error, httpx.UnsupportedProtocol):
        return RemoteError(f"{base_url} is no address of a server. It should begin with http:// or https://.")
    if isinstance(error, httpx.ConnectError):
        return RemoteError(
            f"{server} at {base_url} cannot be reached. Is it running, and is the address right?", is_passing=True
        )
    return RemoteError(f"The connection to {server} broke off ({_reason(error)}).", is_passing=True)


def cut_off(server: str, *, has_begun: bool = True) -> RemoteError:
    """An answer that has no end, or not even a beginning."""
    return RemoteError(f"{server} broke the answer off before its end. What had come is kept.", is_mute=not has_begun)


def not_understood(server: str, body: str) -> RemoteError:
    """Something came that is no answer."""
    if body.lstrip()[:1] == "<":
        what = "a web page in place of an answer. The address in the settings may be that of something else"
    else:
        what = "something that is no answer of this kind"
    return RemoteError(f"{server} sent {what}.")


def _is_of_certificate(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _detail(body: bytes) -> str:
    """What an error's body says: servers put it in `error.message`, `message` or `detail`."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        text = body.decode("utf-8", "replace").strip()
        return "" if text.startswith("<") else _short(text)
    for name in ("error", "message", "detail"):
        while isinstance(value, dict) and name in value:
            value = value[name]
    return _short(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MOST_QUOTED else text[: _MOST_QUOTED - 1] + "…"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else text + "."


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds, or a date: both are allowed."""
    value = response.headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except (ValueError, TypeError):
        return None
