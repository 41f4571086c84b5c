"""What lies in deploy/: the image and the compose files fit the house that they run."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from tirelire.server.settings import Settings

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
VARIABLES = {f"TIRELIRE_{field.name.upper()}" for field in fields(Settings)}
PLACEHOLDERS = {"TIRELIRE_NAME"}
"""Variables of the compose files themselves: the name under which people reach the house."""


def services(name: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / name).read_text("utf-8"))[
        "services"
    ]
    return found


@pytest.mark.parametrize(
    "name", ["Containerfile", "compose.yaml", "compose.cluster.yaml", "Caddyfile"]
)
def test_every_variable_is_a_setting_of_the_house(name: str) -> None:
    used = set(re.findall(r"TIRELIRE_[A-Z_]+", (DEPLOY / name).read_text("utf-8")))
    assert used <= VARIABLES | PLACEHOLDERS


@pytest.mark.parametrize("name", ["compose.yaml", "compose.cluster.yaml"])
def test_the_house_runs_without_rights_on_a_system_that_it_cannot_change(name: str) -> None:
    for service in services(name).values():
        if service["image"] == "tirelire":
            assert service["read_only"] is True
            assert service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]
            assert service["tmpfs"] == ["/tmp"]


@pytest.mark.parametrize("name", ["compose.yaml", "compose.cluster.yaml"])
def test_files_that_compose_mounts_or_builds_are_there(name: str) -> None:
    for service in services(name).values():
        mounted = [volume.split(":")[0] for volume in service.get("volumes", [])]
        for path in mounted:
            assert not path.startswith("./") or (DEPLOY / path).is_file()
        if "build" in service:
            build = service["build"]
            assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_only_a_house_is_asked_for_its_health() -> None:
    for service in services("compose.yaml").values():
        is_house = "command" not in service
        assert service.get("healthcheck", {}).get("disable", False) is not is_house


def test_the_image_installs_exact_versions_with_hashes() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "")
    installs = re.findall(r"(?m)pip(?: --python \S+)? (?:install|wheel) .*$", text)
    assert len(installs) == 4
    for line in installs:
        assert "--no-deps" in line
        assert re.search("--require-hashes -r|--no-index|--no-build-isolation", line), line
    for lock in re.findall(r"COPY (locks/\S+)", text):
        assert (DEPLOY.parent / lock).is_file()


class Healthy(BaseHTTPRequestHandler):
    """A house that answers under its name alone."""

    def do_GET(self) -> None:
        is_known = self.headers["Host"] == "games.example.org"
        self.send_response(200 if is_known and self.path == "/healthz" else 421)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_the_health_check_asks_the_port_and_the_name_that_are_set(port: int) -> None:
    command = [sys.executable, str(DEPLOY / "health.py")]
    known = {"TIRELIRE_HOSTS": "games.example.org, 127.0.0.1"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        other = free.getsockname()[1]
    for variables, is_well in (
        ({"TIRELIRE_PORT": str(port), **known}, True),
        ({"TIRELIRE_PORT": str(port)}, False),
        ({"TIRELIRE_PORT": str(other), **known}, False),
    ):
        done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True)
        assert (done.returncode == 0) is is_well, variables
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.search(r'HEALTHCHECK .*\\\n +CMD \["python3", "/opt/tirelire/bin/health"\]', text)


def test_the_image_compiles_and_runs_for_the_same_processor() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.findall("NUMBA_CPU_NAME=([^ ]+)", text) == ["generic", "generic"]
    assert re.search("^USER tirelire$", text, re.MULTILINE)
