"""Routes, declared once: the signature of a handler is its schema.

    @routes.post("/tables/{table}/join", summary="Sit down")
    async def join(request: Request, table: str, body: Join) -> Joined: ...

Names in the path are arguments. `body` and `query` are msgspec structs, and so is the answer; the
OpenAPI document is made from the same types (see `openapi`). A handler may also return a finished
response: then its type is `Annotated[Response, Answer]`, or `Response` for what is not JSON.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import DecodeError, Struct, ValidationError, convert, json
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tirelire.server.http.authentication import Access
from tirelire.server.http.request import MalformedRequest, Request, Services
from tirelire.server.http.responses import JSONResponse
from tirelire.server.http.validation import Fault, InvalidMessage, faults_of
from tirelire.server.schemas.requests import Query

Handler = Callable[..., Awaitable[Any]]
CALLER, ADDRESS, ANYBODY = "caller", "address", "anybody"
"""What a route finds out before it answers: who asks, only from where, or nothing."""
_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")


@dataclass(frozen=True)
class Operation:
    """A handler with its path and its types."""

    method: str
    path: str
    handler: Handler
    summary: str = ""
    status: int = 200
    media_type: str = "application/json"
    access: str = CALLER
    documented: bool = True

    @property
    def parameters(self) -> list[str]:
        """The names in the path."""
        return _PARAMETER.findall(self.path)

    def type_of(self, name: str) -> Any:
        """Return the type of an argument, or of the answer for `return`; None if there is none."""
        hint = get_type_hints(self.handler, include_extras=True).get(name)
        if get_origin(hint) is Annotated:
            return get_args(hint)[1]
        is_response = isinstance(hint, type) and issubclass(hint, Response)
        return None if is_response else hint

    @property
    def query(self) -> type[Struct] | None:
        """The type of the query; None for a page, whose links others may lengthen."""
        found: type[Struct] | None = self.type_of("query")
        return found or (Query if self.path.startswith("/api/") else None)


class Routes:
    """Operations with the same prefix and the same kind of access."""

    def __init__(self, prefix: str = "", access: str = CALLER, documented: bool = False) -> None:
        self._prefix = prefix
        self._access = access
        self._documented = documented
        self.operations: list[Operation] = []

    def get(self, path: str, **details: Any) -> Callable[[Handler], Handler]:
        """Declare a handler that answers GET."""
        return self._declare("GET", path, details)

    def post(self, path: str, **details: Any) -> Callable[[Handler], Handler]:
        """Declare a handler that answers POST."""
        return self._declare("POST", path, details)

    def delete(self, path: str, **details: Any) -> Callable[[Handler], Handler]:
        """Declare a handler that answers DELETE."""
        return self._declare("DELETE", path, details)

    def _declare(
        self, method: str, path: str, details: dict[str, Any]
    ) -> Callable[[Handler], Handler]:
        def declare(handler: Handler) -> Handler:
            usual = {"access": self._access, "documented": self._documented}
            self.operations.append(
                Operation(method, self._prefix + path, handler, **{**usual, **details})
            )
            return handler

        return declare


class Endpoint:
    """Serves one operation: authenticates, reads, calls the handler, writes."""

    def __init__(self, operation: Operation, services: Services, access: Access) -> None:
        self._operation = operation
        self._services = services
        self._access = access
        self._handler = operation.handler
        self._body = operation.type_of("body")
        self._query = operation.query
        self._passes_query = operation.type_of("query") is not None
        self._decode = json.Decoder(self._body).decode if self._body else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        scope["state"]["route"] = self._operation.path
        request = Request(scope, receive, self._services)
        if self._operation.access == CALLER:
            request.caller = await self._access.authenticate(request)
        elif self._operation.access == ADDRESS:
            self._access.limit_by_address(request)
        arguments: dict[str, Any] = scope["path_params"]
        if self._decode is not None:
            arguments = {**arguments, "body": self._read(await request.body())}
        if self._passes_query:
            arguments = {**arguments, "query": self._parse_query(request)}
        elif self._query is not None and scope["query_string"]:
            self._parse_query(request)
        answer = await self._handler(request, **arguments)
        response = answer if isinstance(answer, Response) else self._write(answer)
        request.add_cookie(response)
        await response(scope, receive, send)

    def _read(self, body: bytes) -> Struct:
        assert self._decode is not None
        try:
            try:
                message: Struct = self._decode(body)
            except ValidationError:
                raise InvalidMessage(faults_of(self._body, json.decode(body))) from None
        except (DecodeError, UnicodeDecodeError, RecursionError):
            raise MalformedRequest from None
        return message

    def _parse_query(self, request: Request) -> Struct:
        assert self._query is not None
        given = dict(request.query_params)
        try:
            query: Struct = convert(given, self._query, strict=False)
        except ValidationError:
            raise InvalidMessage(_query_faults(self._query, given)) from None
        return query

    def _write(self, answer: Any) -> Response:
        if answer is None:
            return Response(status_code=self._operation.status)
        return JSONResponse(json.encode(answer), self._operation.status)


def _query_faults(wanted: type[Struct], given: dict[str, str]) -> list[Fault]:
    """Name the faults of a query; its values are texts until they are converted."""
    hints = get_type_hints(wanted, include_extras=True)
    return faults_of(
        wanted,
        {name: _converted(text, hints.get(name, str)) for name, text in given.items()},
    )


def _converted(text: str, hint: Any) -> Any:
    """Convert a text of a query as far as possible; a number out of range stays a number."""
    for kind in (hint, int):
        try:
            return convert(text, kind, strict=False)
        except ValidationError:
            continue
    return text


def bind(operations: Iterable[Operation], services: Services, access: Access) -> list[Route]:
    """Make the routes of operations, for the services of one house."""
    routes = []
    for operation in operations:
        endpoint = Endpoint(operation, services, access)
        route = Route(operation.path, endpoint, methods=[operation.method])
        route.methods = {operation.method}  # no HEAD: it would open streams
        routes.append(route)
    return routes


def check(operation: Operation) -> None:
    """Refuse a handler whose arguments are not those of its path."""
    names = set(inspect.signature(operation.handler).parameters) - {
        "request",
        "_request",
        "body",
        "query",
    }
    if names != set(operation.parameters):
        raise TypeError(f"{operation.path}: {sorted(names)}")
