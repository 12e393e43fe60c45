"""Values as HTTP carries them."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from engine.api.errors import ApiError


def json_response(value: msgspec.Struct) -> Response:
    """An answer that comes at once."""
    return Response(msgspec.json.encode(value), media_type="application/json")


def error_response(error: ApiError) -> Response:
    """What is said in place of an answer."""
    return Response(msgspec.json.encode(error.body), error.status, error.headers, media_type="application/json")
