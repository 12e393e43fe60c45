"""Who may ask: the key, the web pages that are let in, and the names under which this computer may be called.

Browsers let any page send requests to this computer, and a page can make its own name point here. So a request that
says it comes from a page is refused unless the user has let that page in, and so is one that was sent to another name.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.api.errors import ApiError
from engine.api.responses import error_response

_OPEN_TO_ALL = ("/health",)
_PREFLIGHT_SECONDS = "600"


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches what listens there."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """In front of everything else.

    Args:
        key: What requests must carry; empty for none.
        origins: Of web pages that may ask.
        only_here: Whether this computer alone is listened to; only then can it be known by which names it is called.
    """

    def __init__(self, app: ASGIApp, *, key: str, origins: Collection[str], only_here: bool) -> None:
        self._app = app
        self._key = _digest(key) if key else b""
        self._origins = {origin.rstrip("/").lower() for origin in origins}
        self._only_here = only_here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        is_let_in = origin.lower() in self._origins
        response: Response | None = None
        try:
            self._check_names(headers, is_let_in)
            if is_let_in and scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                response = _preflight(headers)
            elif scope["path"] not in _OPEN_TO_ALL:
                self._check_key(headers)
        except ApiError as error:
            response = error_response(error)

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer["X-Content-Type-Options"] = "nosniff"
                answer["Cross-Origin-Resource-Policy"] = "same-origin"
                answer.add_vary_header("Origin")
                if is_let_in:
                    answer["Access-Control-Allow-Origin"] = origin
                    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
            await send(message)

        await (response or self._app)(scope, receive, marked)

    def _check_names(self, headers: Headers, is_let_in: bool) -> None:
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if self._only_here and not is_loopback(name):
            raise ApiError(403, f"This computer is not called {name!r} here. Use localhost or 127.0.0.1.")
        if is_let_in:
            return
        if "origin" in headers:
            sentence = f"Web pages from {headers['origin']!r} may not ask. Add that origin in the settings to let them."
            raise ApiError(403, sentence)
        # What pages load without asking for leave carries no origin, but browsers say that a page is behind it.
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise ApiError(403, "Web pages may not ask. Add their origin in the settings to let them.")

    def _check_key(self, headers: Headers) -> None:
        if not self._key:
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        # Digests are equally long and say nothing of how alike two keys are, whatever the comparison takes.
        if not hmac.compare_digest(_digest(given.strip()), self._key) or scheme.lower() != "bearer":
            sentence = "The key is wrong or missing. Send the one that stands in Kvasir's settings, as a bearer token."
            raise ApiError(401, sentence, code="invalid_api_key", headers={"WWW-Authenticate": "Bearer"})


def _digest(key: str) -> bytes:
    return hashlib.blake2b(key.encode("utf-8", "surrogateescape")).digest()


def _preflight(headers: Headers) -> Response:
    allowed = {
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": headers.get("access-control-request-headers", "Authorization, Content-Type"),
        "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
    }
    if headers.get("access-control-request-private-network") == "true":
        allowed["Access-Control-Allow-Private-Network"] = "true"
    return Response(status_code=204, headers=allowed)
