"""Where the Hub is and who we are to it: in the child process alone."""

from __future__ import annotations

from urllib.parse import urlsplit

from huggingface_hub import HfApi, constants
from huggingface_hub.utils import build_hf_headers, get_token

from engine.protocol import VERSION

_LIBRARY = "kvasir"
_OWN_HOSTS = frozenset({"huggingface.co", "hf.co"})
"""Those that a user's token was made for."""


def endpoint() -> str:
    """What HF_ENDPOINT names, else the Hub itself."""
    return str(constants.ENDPOINT)


def host() -> str:
    """Its name, for people."""
    return urlsplit(endpoint()).netloc


def token() -> str | bool:
    """The user's token for the Hub; False, which means none at all, for every other host.

    A mirror could keep a token that it is sent, and with some of them write to the user's account.
    """
    parts = urlsplit(endpoint())
    is_own = parts.scheme == "https" and parts.hostname in _OWN_HOSTS
    return (get_token() or False) if is_own and not constants.HF_HUB_DISABLE_IMPLICIT_TOKEN else False


def api() -> HfApi:
    """The library's own way to ask."""
    return HfApi(endpoint=endpoint(), token=token(), library_name=_LIBRARY, library_version=VERSION)


def headers() -> dict[str, str]:
    """For requests that `api` has no method for."""
    found: dict[str, str] = build_hf_headers(token=token(), library_name=_LIBRARY, library_version=VERSION)
    return found
