"""The documentation under `/docs`: a folder that `make docs` builds, or a page that says how."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import RedirectResponse, Response

import tirelire
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.pages.templates import REVALIDATED, render

DOCS = Routes()
_PACKAGE = Path(tirelire.__file__).parent
_CLONE = _PACKAGE.parents[1]


def site_folder() -> Path | None:
    """Return the folder of the built site: in the package, or in the clone that it runs from."""
    folders = [_PACKAGE / "site"]
    if (_CLONE / "docs" / "site").is_dir():
        folders.append(_CLONE / "site")
    return next((folder for folder in folders if (folder / "index.html").is_file()), None)


@DOCS.get("/docs")
async def docs(request: Request) -> Response:
    """Lead to the documentation, or say how to build it."""
    if site_folder() is not None:
        return RedirectResponse("/docs/index.html", headers=REVALIDATED)
    response = render(request, "docs.html")
    response.status_code = 404
    return response
