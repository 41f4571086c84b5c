"""Links of the built site that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LINK = re.compile(r"<a\b[^>]*?\shref=\"([^\"]+)\"")
_ID = re.compile(r"\sid=\"([^\"]+)\"")


def broken_links(site: Path, *, absent: str = "") -> Iterator[str]:
    """Yield each link between pages whose file or anchor is missing.

    Links that begin with `absent` lead to a folder that was left out, and are not followed.
    """
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    anchors = {path: set(_ID.findall(html)) for path, html in pages.items()}
    for path, html in pages.items():
        for target in _LINK.findall(html):
            parts = urlsplit(target)
            if parts.scheme or (absent and parts.path.startswith(absent)):
                continue
            found = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            has_anchor = found not in anchors or unquote(parts.fragment) in anchors[found]
            if not found.is_file() or (parts.fragment and not has_anchor):
                yield f"{path.relative_to(site)}: {target}"
