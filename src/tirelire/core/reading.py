"""Files that people name."""

from __future__ import annotations

from pathlib import Path

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal


def read_text(file: Path) -> str:
    """Read a file of text, or refuse."""
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise OptionError(Refusal("no_file", path=file)) from None
    except OSError as error:
        raise OptionError(Refusal("unreadable", path=file, why=error.strerror)) from None
    except UnicodeDecodeError:
        raise OptionError(Refusal("no_text", path=file)) from None
