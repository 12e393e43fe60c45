"""All that can be asked for, put together: routes, and what is said where there is none."""

from __future__ import annotations

import logging
import time

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.api.chat import chat_completions
from engine.api.completions import completions
from engine.api.desk import Desk
from engine.api.errors import ApiError
from engine.api.metrics import MEDIA_TYPE
from engine.api.openapi import description
from engine.api.replies import Health, ModelCard, ModelList
from engine.api.responses import error_response, json_response
from engine.protocol import ModelInfo

log = logging.getLogger(__name__)

_STARTED = int(time.time())


def application(desk: Desk) -> Starlette:
    """The pages, without their guard."""
    pages = Starlette(
        routes=[
            Route("/health", health, methods=["GET"]),
            Route("/metrics", metrics, methods=["GET"]),
            Route("/openapi.json", openapi, methods=["GET"]),
            Route("/v1/models", models, methods=["GET"]),
            Route("/v1/models/{name:path}", one_model, methods=["GET"]),
            Route("/v1/chat/completions", chat_completions, methods=["POST"]),
            Route("/v1/completions", completions, methods=["POST"]),
        ],
        exception_handlers={ApiError: _refused, HTTPException: _no_page, Exception: _failed},
    )
    pages.state.desk = desk
    return pages


async def health(request: Request) -> Response:
    """Whether requests would be answered."""
    desk: Desk = request.app.state.desk
    return json_response(Health(status="ok" if desk.model is not None else "no model"))


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    desk: Desk = request.app.state.desk
    return Response(await desk.metrics_page(), media_type=MEDIA_TYPE)


async def openapi(request: Request) -> Response:
    """What can be asked here."""
    return JSONResponse(description())


async def models(request: Request) -> Response:
    """The loaded model."""
    desk: Desk = request.app.state.desk
    return json_response(ModelList(data=[_card(desk.model)] if desk.model is not None else []))


async def one_model(request: Request) -> Response:
    """The same by its name."""
    desk: Desk = request.app.state.desk
    return json_response(_card(desk.model_named(request.path_params["name"])))


def _card(model: ModelInfo) -> ModelCard:
    return ModelCard(id=model.name, created=_STARTED, max_model_len=model.context_tokens)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_response(error)


async def _no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {
        404: f"There is nothing at {request.url.path}.",
        405: f"{request.url.path} cannot be asked with {request.method}.",
    }
    sentence = words.get(error.status_code, error.detail)
    return error_response(ApiError(error.status_code, sentence, headers=dict(error.headers or {})))


async def _failed(request: Request, error: Exception) -> Response:
    log.error("A request to %s failed.", request.url.path, exc_info=error)
    return error_response(ApiError(500, "Something went wrong here; the engine's log says what."))
