"""Move inline scripts and styles into files: the policy of the house allows no inline code.

The site then works under the house's own Content-Security-Policy, without an exception.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)
_TAG = re.compile(r"<[a-zA-Z][^<>]*\sstyle=\"[^\"]*\"[^<>]*>")
_ATTRIBUTE = re.compile(r"\sstyle=\"([^\"]*)\"")
_PRESENTATION = re.compile(r"(?:fill|stroke|stop|font|text|clip|opacity|dominant)[a-z-]*")
"""Properties of SVG that are also attributes."""


class Extractor:
    """Takes inline code out of pages; equal pieces share a file of `_static`."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self._static = site / "_static"

    def clean(self, path: Path) -> None:
        """Rewrite a page so that it holds no inline script and no inline style."""
        root = "../" * (len(path.relative_to(self._site).parts) - 1)
        html = path.read_text("utf-8")
        html = _SCRIPT.sub(
            lambda found: f'<script src="{root}{self._file(found[1], "js")}"></script>', html
        )
        html = _STYLE.sub(
            lambda found: f'<link rel="stylesheet" href="{root}{self._file(found[1], "css")}">',
            html,
        )
        html = _TAG.sub(lambda found: self._tag(found[0]), html)
        rules = "".join(f".{name}{{{text}}}" for name, text in sorted(self._classes(html)))
        if rules:
            link = f'<link rel="stylesheet" href="{root}{self._file(rules, "css")}">'
            html = html.replace("</head>", f"{link}</head>", 1)
        path.write_text(re.sub(r"\sdata-rule=\"[^\"]*\"", "", html), "utf-8")

    def _file(self, text: str, kind: str) -> str:
        """Write a piece into a file; return its name from the root of the site."""
        name = f"inline-{sha256(text.encode()).hexdigest()[:12]}.{kind}"
        self._static.mkdir(exist_ok=True)
        (self._static / name).write_text(text, "utf-8")
        return f"_static/{name}"

    def _tag(self, tag: str) -> str:
        """Write the style of an element as attributes of SVG, or as a class."""
        found = _ATTRIBUTE.search(tag)
        assert found is not None
        rules = dict(rule.split(":", 1) for rule in found[1].split(";") if ":" in rule)
        rules = {name.strip(): value.strip() for name, value in rules.items()}
        bare = tag.replace(found[0], "", 1)
        if all(_PRESENTATION.fullmatch(name) and name != "font" for name in rules):
            more = "".join(f' {name}="{value}"' for name, value in rules.items())
            return re.sub(r"(\s*/?>)$", lambda end: more + end[1], bare)
        text = ";".join(f"{name}:{value}" for name, value in rules.items())
        name = f"s-{sha256(text.encode()).hexdigest()[:8]}"
        return _with_class(bare, name, text)

    def _classes(self, html: str) -> set[tuple[str, str]]:
        """Return the classes that `_tag` has made, and their rules."""
        return set(re.findall(r"\sdata-rule=\"(s-[0-9a-f]{8}) ([^\"]*)\"", html))


def _with_class(tag: str, name: str, text: str) -> str:
    """Add a class to a tag, and note its rule in it until the page is written."""
    note = f' data-rule="{name} {text}"'
    if ' class="' in tag:
        return tag.replace(' class="', f'{note} class="{name} ', 1)
    return re.sub(r"(\s*/?>)$", lambda end: f' class="{name}"{note}{end[1]}', tag)
