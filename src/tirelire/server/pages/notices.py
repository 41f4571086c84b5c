"""Pages behind the links in messages: they need no cookie, since the link is signed.

Opening such a page changes nothing, since programs that look for harmful links open them too. Its
script sends the form at once; without scripts, a person presses the button.
"""

from __future__ import annotations

from starlette.responses import Response

from tirelire.server.errors import NotFound
from tirelire.server.http.request import Request
from tirelire.server.http.routing import ADDRESS, Routes
from tirelire.server.notices.links import CONFIRM, STOP, Purpose
from tirelire.server.pages.templates import render

NOTICE_PAGES = Routes("/notices", access=ADDRESS)
_TEXTS: dict[Purpose, str] = {STOP: "stopped", CONFIRM: "confirmed"}


@NOTICE_PAGES.get("/{purpose}/{token}")
async def ask(request: Request, purpose: str, token: str) -> Response:
    """Show what the link does, and do it by one more request."""
    found = _purpose(purpose)
    is_good = await request.services.notices.check(found, token) is not None
    what = _TEXTS[found] if is_good else "expired"
    return render(request, "notice.html", what=what, asks=is_good)


@NOTICE_PAGES.post("/{purpose}/{token}")
async def follow(request: Request, purpose: str, token: str) -> Response:
    """Do what the link says; mail programs do this by themselves (RFC 8058)."""
    found = _purpose(purpose)
    is_done = await request.services.notices.follow(found, token)
    what = _TEXTS[found] if is_done else "expired"
    return render(request, "notice.html", what=what, asks=False)


def _purpose(text: str) -> Purpose:
    for purpose in _TEXTS:
        if purpose == text:
            return purpose
    raise NotFound("no_address")
