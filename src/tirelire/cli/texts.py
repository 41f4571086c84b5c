"""The command `texts`: catalogues as files for translators, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.arguments import LangOption
from tirelire.cli.common import refusals
from tirelire.cli.tables import output
from tirelire.core.texts import language, say

texts = typer.Typer(
    add_completion=False, help="Translate: write texts for Weblate or Poedit, and read them back."
)
Translated = Annotated[str, typer.Argument(metavar="LANGUAGE", help="Its code, such as de.")]
Folder = Annotated[Path, typer.Argument(help="The folder of the gettext files.")]


@texts.command("export")
def export(translated: Translated, folder: Folder, lang: LangOption = None) -> None:
    """Write the texts of a language as gettext files, one for each catalogue."""
    from tirelire.translation.exporting import export_texts

    with refusals(lang):
        paths = export_texts(language(translated), folder)
        output().print(say(language(lang), "translation.exported", n=len(paths), path=folder))


@texts.command("import")
def import_(
    translated: Translated,
    folder: Folder,
    out: Annotated[
        Path | None, typer.Option(help="A folder for the catalogues; their packages by default.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Read gettext files back into catalogues; a file that is wrong changes nothing."""
    from tirelire.translation.importing import import_texts

    with refusals(lang):
        done = import_texts(language(translated), folder, out)
        chosen = language(lang)
        output().print(say(chosen, "translation.imported", n=done.translated))
        if done.left:
            output().print(say(chosen, "translation.left", n=done.left))
