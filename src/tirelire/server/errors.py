"""What the house refuses, each with the HTTP status that says so."""

from __future__ import annotations

from typing import Any

from tirelire.core.errors import TirelireError
from tirelire.core.refusals import Refusal


class HouseError(TirelireError):
    """A refusal of the house; nothing was changed."""

    status = 400
    code = "bad_request"

    def __init__(self, key: str, *, setting: str = "", reason: str = "", **values: Any) -> None:
        super().__init__(Refusal(f"house.{key}", **values))
        self.setting = setting
        """The setting of the house that raises the limit, if this refusal is about a limit."""
        self.why = reason
        """Why the house cannot store anything: a word of `storage.failures.Reason`."""


class Unauthenticated(HouseError):  # noqa: N818
    """The caller is not authenticated."""

    status, code = 401, "unknown_guest"


class Forbidden(HouseError):  # noqa: N818
    """The client is not allowed to do that."""

    status, code = 403, "not_allowed"


class NotFound(HouseError):  # noqa: N818
    """There is no such thing, or the caller may not know of it."""

    status, code = 404, "not_found"


class Conflict(HouseError):  # noqa: N818
    """It could be done, but not in the state that things are in."""

    status, code = 409, "conflict"


class Quarantined(HouseError):  # noqa: N818
    """The stored events of a table do not replay: it is quarantined, and nothing else is."""

    status, code = 410, "broken"


class Unprocessable(HouseError):  # noqa: N818
    """It can be read, but makes no sense."""

    status, code = 422, "invalid"


class RequestTimeout(HouseError):  # noqa: N818
    """The request did not arrive whole in time."""

    status, code = 408, "too_slow"


class TooManyRequests(HouseError):  # noqa: N818
    """The caller asks too often, or holds too much at once."""

    status, code = 429, "too_many"


class DatabaseUnavailable(HouseError):  # noqa: N818
    """The house cannot store anything now; nothing is lost, and asking again is safe."""

    status, code = 503, "unavailable"


class CapacityExceeded(HouseError):  # noqa: N818
    """The house has no more room, for any caller."""

    status, code = 503, "full"
