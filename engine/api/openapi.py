"""`/openapi.json`: what can be asked and what comes back, written by the types that the endpoints read and write."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from engine.api.bodies import ChatBody, CompletionBody
from engine.api.errors import ErrorBody
from engine.api.metrics import MEDIA_TYPE
from engine.api.replies import ChatChunk, ChatReply, CompletionReply, Health, ModelCard, ModelList
from engine.protocol import VERSION

_TYPES = (ChatBody, CompletionBody, ErrorBody, ChatChunk, ChatReply, CompletionReply, Health, ModelCard, ModelList)

_REFUSALS = {
    "400": "It asks for what cannot be had, or is no request.",
    "401": "The key is wrong or missing.",
    "403": "It comes from a web page that was not let in, or calls this computer by a wrong name.",
    "404": "There is no such model.",
    "408": "The request did not arrive in time.",
    "413": "The request is too long.",
    "429": "Too many requests are being answered.",
    "500": "The model failed while it computed.",
    "502": "The server that runs the model did not answer.",
    "503": "No model is loaded.",
}


@functools.cache
def description() -> dict[str, Any]:
    """The whole document, of OpenAPI 3.1."""
    _, schemas = msgspec.json.schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kvasir's local API",
            "version": VERSION,
            "description": "The model that is loaded in Kvasir, in the words of OpenAI's API.",
        },
        "paths": {
            "/v1/chat/completions": {
                "post": _asking("chatCompletions", "Answer a conversation.", ChatBody, ChatReply, ChatChunk)
            },
            "/v1/completions": {
                "post": _asking("completions", "Go on with a text.", CompletionBody, CompletionReply, CompletionReply)
            },
            "/v1/models": {"get": _page("models", "The loaded model.", _json(ModelList), "401", "403")},
            "/v1/models/{name}": {
                "get": {
                    **_page("model", "The same by its name.", _json(ModelCard), "401", "403", "404", "503"),
                    "parameters": [
                        {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
                    ],
                }
            },
            "/health": {"get": {**_page("health", "Whether there is a model.", _json(Health), "403"), "security": []}},
            "/metrics": {
                "get": _page(
                    "metrics", "Figures for Prometheus.", {MEDIA_TYPE: {"schema": {"type": "string"}}}, "401", "403"
                )
            },
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
    }


def _asking(name: str, words: str, body: type, reply: type, event: type) -> dict[str, Any]:
    told = {"anyOf": [_reference(event), _reference(ErrorBody)]}
    piece = {"type": "string", "contentMediaType": "application/json", "contentSchema": told}
    data = {"anyOf": [{"const": "[DONE]"}, piece]}
    events = {"schema": {"type": "object", "required": ["data"], "properties": {"data": data}}}
    content = {**_json(reply), "text/event-stream": events}
    return {
        **_page(name, words, content, *_REFUSALS),
        "requestBody": {"required": True, "content": _json(body)},
    }


def _page(name: str, words: str, content: dict[str, Any], *refusals: str) -> dict[str, Any]:
    responses = {"200": {"description": "It is answered.", "content": content}}
    responses |= {status: {"description": _REFUSALS[status], "content": _json(ErrorBody)} for status in refusals}
    return {"operationId": name, "summary": words, "responses": responses}


def _json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": _reference(kind)}}


def _reference(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
