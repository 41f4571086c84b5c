"""An answer whose bytes are known: nothing about it is left to the framework."""

from __future__ import annotations

from litestar.types import Receive, Scope, Send


class Written:
    """An answer of JSON."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        self.body = body
        self.status = status

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it."""
        length = b"%d" % len(self.body)
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})
