"""The schemas of the API as an OpenAPI document without paths, for the types of the scripts.

`python -m tests.api_schema FILE` writes it; `make types` makes `schemas.d.ts` of it, and
`make check` compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec import json

from tirelire.server.http.app import all_operations
from tirelire.server.http.openapi import openapi_document


def main() -> None:
    """Write the document."""
    document = {**openapi_document(all_operations()), "paths": {}}
    Path(sys.argv[1]).write_bytes(json.encode(document))


if __name__ == "__main__":
    main()
