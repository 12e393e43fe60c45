"""The way to one server: its addresses, its key, certificates, proxies, and how long to wait."""

from __future__ import annotations

import ipaddress
import logging
import ssl
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import certifi
import httpx
import msgspec

from engine.protocol import VERSION, RemoteServer
from engine.remote.failures import RemoteError, not_understood, refused, unreachable

# A line for each request, with its address, is of no use to anybody.
logging.getLogger("httpx").setLevel(logging.WARNING)

LARGEST_PAGE_BYTES = 8 * 1024 * 1024
_LARGEST_ERROR_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds.

    Attributes:
        connect: For the connection.
        answer: For the next piece of an answer: a long prompt may be read for minutes before the first one comes.
        page: For a list of models or a page of metrics.
        retries: Between tries of a request of which nothing was shown yet; there is one try more than pauses.
        longest_pause: A server that wants to be left alone for longer gets no further try.
        looks: Between two looks at a server's figures, while somebody looks at them here.
    """

    connect: float = 10.0
    answer: float = 300.0
    page: float = 10.0
    retries: tuple[float, ...] = (0.5, 1.0, 2.0)
    longest_pause: float = 30.0
    looks: float = 3.0


class Connection:
    """Used within one event loop; requests share connections, and closing it ends them all."""

    def __init__(self, server: RemoteServer, patience: Patience) -> None:
        self.server = server
        self.patience = patience
        self.api_url, self.root_url = addresses(server.base_url)
        headers = {"User-Agent": f"Kvasir/{VERSION}"}
        if server.key:
            headers["Authorization"] = f"Bearer {server.key}"
        self._client = httpx.AsyncClient(
            headers=headers,
            verify=_certificates() if self.api_url.startswith("https") else True,
            mounts=_without_proxy(self.api_url),
            timeout=httpx.Timeout(patience.answer, connect=patience.connect),
        )

    async def close(self) -> None:
        """End what runs."""
        await self._client.aclose()

    async def page(self, url: str) -> httpx.Response:
        """Get a page; raises `RemoteError` unless it came whole."""
        server = self.server
        try:
            async with self._client.stream("GET", url, timeout=self.patience.page) as response:
                body = await beginning(response)
        except httpx.TransportError as error:
            raise unreachable(server.name, self.api_url, error) from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise RemoteError(f"{server.name} at {self.api_url} cannot be asked ({error}).") from error
        if response.status_code != 200:
            raise refused(server.name, "", response, body[:_LARGEST_ERROR_BYTES])
        # What was read of the stream, as a response that is there in full.
        return httpx.Response(response.status_code, headers=_plain(response.headers), content=body)

    async def json(self, url: str) -> Any:
        """Get a page of JSON; raises `RemoteError`."""
        response = await self.page(url)
        try:
            return msgspec.json.decode(response.content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise not_understood(self.server.name, response.text) from error

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """A request whose answer streams, as an asynchronous context; errors of httpx come out of it."""
        headers = {"Accept": "text/event-stream", "Content-Type": "application/json"}
        content = msgspec.json.encode(body)
        return self._client.stream("POST", f"{self.api_url}{path}", content=content, headers=headers)


async def error_body(response: httpx.Response) -> bytes:
    """What a refusal says, as far as anybody would read it."""
    try:
        return await beginning(response, _LARGEST_ERROR_BYTES)
    except httpx.HTTPError:
        return b""


async def beginning(response: httpx.Response, most_bytes: int = LARGEST_PAGE_BYTES) -> bytes:
    """What comes, up to so many bytes; raises what httpx does if it does not come whole."""
    parts, size = [], 0
    async for part in response.aiter_bytes():
        parts.append(part)
        size += len(part)
        if size >= most_bytes:
            break
    return b"".join(parts)[:most_bytes]


def _plain(headers: httpx.Headers) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name in ("content-type", "server")}


def addresses(base_url: str) -> tuple[str, str]:
    """Where the API is, and where the server's own pages are.

    An address without a path is that of the server: the API is below `/v1` there, as with all servers of this kind.
    """
    parts = urlsplit(base_url.strip())
    path = parts.path.rstrip("/") or "/v1"
    root = path.removesuffix("/v1")
    return tuple(urlunsplit((parts.scheme, parts.netloc, each, "", "")) for each in (path, root))  # type: ignore[return-value] # two of them


def is_loopback(url: str) -> bool:
    """Whether the address is on this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _without_proxy(url: str) -> dict[str, Any] | None:
    """A proxy from the environment must not be asked for this machine: it would look at its own."""
    host = urlsplit(url).hostname or ""
    return {f"all://[{host}]" if ":" in host else f"all://{host}": None} if is_loopback(url) else None


@cache
def _certificates() -> ssl.SSLContext:
    """Authorities that the system trusts (SSL_CERT_FILE is OpenSSL's own way to name others), and the usual ones."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
