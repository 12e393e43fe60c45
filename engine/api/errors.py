"""What is wrong with a request, as HTTP and OpenAI's clients say it."""

from __future__ import annotations

import msgspec

_KINDS = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}


class ErrorDetail(msgspec.Struct, kw_only=True, frozen=True):
    """What happened; `message` is a sentence."""

    message: str
    type: str
    param: str | None = None
    code: str | None = None


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every answer that is none."""

    error: ErrorDetail


class ApiError(Exception):
    """A request that is not answered.

    Args:
        status: Of HTTP.
        sentence: What is wrong, and what to do.
        code: OpenAI's name for it, where there is one.
        param: The field that is to blame.
        headers: Of the answer.
    """

    def __init__(
        self,
        status: int,
        sentence: str,
        *,
        code: str | None = None,
        param: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.headers = headers or {}
        kind = _KINDS.get(status, "server_error" if status >= 500 else "invalid_request_error")
        self.body = ErrorBody(ErrorDetail(message=sentence, type=kind, param=param, code=code))
