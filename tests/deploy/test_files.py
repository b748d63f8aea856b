"""Deployment files parse and agree with each other."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from mailroom_dagster.configuration import checkout_dir

DEPLOY = checkout_dir() / "deploy"


def parsed(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name", ["dagster.postgres.yaml", "docker-compose.yaml", "workspace.grpc.yaml", "helm/values.yaml"]
)
def test_every_file_is_yaml_with_content(name: str) -> None:
    assert isinstance(parsed(name), dict)


def test_the_code_server_is_where_the_workspace_looks_for_it() -> None:
    [location] = parsed("workspace.grpc.yaml")["load_from"]
    server = location["grpc_server"]
    assert server["host"] in parsed("docker-compose.yaml")["services"]
    assert f'"{server["port"]}"' in (DEPLOY / "Dockerfile").read_text()


def test_no_service_is_published_beyond_loopback_and_no_password_is_written_down() -> None:
    services = parsed("docker-compose.yaml")["services"]
    ports = [port for service in services.values() for port in service.get("ports", [])]
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert services["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${")
