"""Ask the house of this container whether it is well; exit with 0 if it is."""

import os
from urllib.request import Request, urlopen

PORT = os.environ.get("TIRELIRE_PORT", "8000")
HOSTS = os.environ.get("TIRELIRE_HOSTS", "")
"""A house that knows its names answers to these alone."""

request = Request(f"http://127.0.0.1:{PORT}/healthz")
if name := HOSTS.partition(",")[0].strip():
    request.add_header("Host", name)
urlopen(request, timeout=5)  # raises for a refusal, and where nobody listens
