"""The OpenAPI document, made from the operations and their types."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any, get_args

from msgspec import Struct, json

from tirelire import __version__
from tirelire.server.http.authentication import COOKIE
from tirelire.server.http.routing import Operation
from tirelire.server.schemas.responses import REFUSALS, ErrorResponse

_REFERENCE = "#/components/schemas/{name}"
_PARAMETERS = {
    "table": ("The id of a table.", 24),
    "game": ("The id of a game.", 40),
    "token": ("The id of a token.", 64),
    "seat": ("A seat, from A.", 1),
    "guest": ("The id of a guest.", 24),
    "mute": ("The id of a mute.", 24),
    "address": ("The id of an address.", 24),
    "card": ("The code of a card.", 20),
    "share": ("The id of a shared score pad.", 24),
    "chapter": ("The id of a chapter.", 40),
    "which": ("The number of a step, from 1.", 3),
}
"""Description and greatest length of the names in paths."""


def openapi_document(operations: Iterable[Operation]) -> dict[str, Any]:
    """Describe all documented operations."""
    documented = [one for one in operations if one.documented]
    wanted: list[Any] = [ErrorResponse]
    for operation in documented:
        wanted += filter(None, (operation.type_of(name) for name in ("body", "return")))
        wanted += filter(None, (operation.query,))
    schemas, components = json.schema_components(wanted, ref_template=_REFERENCE)
    by_type = dict(zip(map(str, wanted), schemas, strict=True))
    queries = {one.query.__name__ for one in documented if one.query}
    paths: dict[str, dict[str, Any]] = {}
    for operation in documented:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _operation(
            operation, by_type, components
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tirelire", "version": __version__},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: of for name, of in components.items() if name not in queries},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "name": COOKIE, "in": "cookie"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"cookie": []}, {"token": []}],
    }


def _operation(
    operation: Operation, by_type: dict[str, Any], components: dict[str, Any]
) -> dict[str, Any]:
    body, query = operation.type_of("body"), operation.query
    parameters = [_path_parameter(name) for name in operation.parameters]
    if query is not None:
        parameters += _query_parameters(components[query.__name__])
    described: dict[str, Any] = {
        "operationId": operation.handler.__name__,
        "summary": operation.summary,
        "description": inspect.getdoc(operation.handler),
        "parameters": parameters,
        "responses": _responses(operation, by_type),
    }
    if body is not None:
        content = {"application/json": {"schema": by_type[str(body)]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _path_parameter(name: str) -> dict[str, Any]:
    meaning, longest = _PARAMETERS[name]
    schema = {"type": "string", "maxLength": longest}
    return {"name": name, "in": "path", "required": True, "description": meaning, "schema": schema}


def _query_parameters(schema: dict[str, Any]) -> list[dict[str, Any]]:
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": of.get("description", ""),
            "schema": of,
        }
        for name, of in schema["properties"].items()
    ]


def _responses(operation: Operation, by_type: dict[str, Any]) -> dict[str, Any]:
    answer = operation.type_of("return")
    success: dict[str, Any] = {"description": _meaning(answer)}
    if answer not in (None, type(None)):
        success["content"] = {operation.media_type: {"schema": by_type[str(answer)]}}
    elif operation.media_type != "application/json":
        success["content"] = {operation.media_type: {"schema": {}}}
    refused = {"application/json": {"schema": by_type[str(ErrorResponse)]}}
    return {
        str(operation.status): success,
        **{
            str(status): {"description": meaning, "content": refused}
            for status, meaning in REFUSALS.items()
        },
    }


def _meaning(answer: Any) -> str:
    """Describe a response by the first line of its type's docstring."""
    inner = get_args(answer)[0] if get_args(answer) else answer
    is_struct = isinstance(inner, type) and issubclass(inner, Struct)
    return (inspect.getdoc(inner) or "").split("\n")[0] if is_struct else "It was done."
