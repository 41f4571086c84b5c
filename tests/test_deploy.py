"""What lies in deploy/: the image and the compose files fit the house that they run."""

from __future__ import annotations

import re
from dataclasses import fields
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


def test_the_image_compiles_and_runs_for_the_same_processor() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.findall("NUMBA_CPU_NAME=([^ ]+)", text) == ["generic", "generic"]
    assert re.search("^USER tirelire$", text, re.MULTILINE)
