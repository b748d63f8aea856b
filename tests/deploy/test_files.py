"""Deployment files parse and agree with each other."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from mailroom_dagster.configuration import checkout_dir
from resources.executors import CELERY_BROKER

DEPLOY = checkout_dir() / "deploy"


def parsed(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name", ["celery.yaml", "dagster.postgres.yaml", "docker-compose.yaml", "workspace.grpc.yaml", "helm/values.yaml"]
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
    assert services["review"]["environment"]["MAILROOM_REVIEW_TOKEN"].startswith("${")


def test_the_review_page_runs_beside_the_daemon_with_the_command_line_of_the_project() -> None:
    review = parsed("docker-compose.yaml")["services"]["review"]
    assert review["command"][:3] == ["mailroom", "review", "serve"]
    served = CliRunner().invoke(app, [*review["command"][1:], "--help"])
    assert served.exit_code == 0, "a command or an option that is not there"
    assert review["ports"] == ["127.0.0.1:8765:8765"]
    assert {"home:/home/mailroom/var"} < set(review["volumes"])


def test_every_process_of_a_deployment_stores_events_in_batches_and_shares_one_home() -> None:
    services = parsed("docker-compose.yaml")["services"]
    ours = [service for name, service in services.items() if name != "postgres"]
    assert {service["environment"]["DAGSTER_EVENT_BATCH_SIZE"] for service in ours} == {"500"}
    assert {service["environment"]["MAILROOM_HOME"] for service in ours} == {"/home/mailroom/var"}
    assert {service["environment"]["MAILROOM_OBJECTS"] for service in ours} == {"${MAILROOM_OBJECTS:-}"}
    values = parsed("helm/values.yaml")
    [code] = values["dagster-user-deployments"]["deployments"]
    launcher = values["runLauncher"]["config"]["k8sRunLauncher"]
    assert {"name": "DAGSTER_EVENT_BATCH_SIZE", "value": "500"} in code["env"]
    assert {"name": "MAILROOM_OBJECTS", "value": ""} in code["env"]
    assert set(launcher["envVars"]) == {f"{item['name']}={item['value']}" for item in code["env"]}
    assert code["volumes"] == launcher["volumes"]
    assert code["volumeMounts"] == launcher["volumeMounts"]


def test_the_review_page_in_a_cluster_shares_image_home_and_store_with_the_runs() -> None:
    claim, page, service = yaml.safe_load_all((DEPLOY / "helm" / "extras.yaml").read_text(encoding="utf-8"))
    [code] = parsed("helm/values.yaml")["dagster-user-deployments"]["deployments"]
    pod = page["spec"]["template"]["spec"]
    [container] = pod["containers"]
    assert container["image"] == f"{code['image']['repository']}:{code['image']['tag']}"
    assert (pod["volumes"], container["volumeMounts"]) == (code["volumes"], code["volumeMounts"])
    assert [volume["persistentVolumeClaim"]["claimName"] for volume in pod["volumes"]] == [claim["metadata"]["name"]]
    shared = [item for item in code["env"] if item["name"].startswith("MAILROOM_")]
    assert container["env"] == shared
    assert not [item for item in container["env"] if "TOKEN" in item["name"]]
    assert container["envFrom"]
    served = CliRunner().invoke(app, [*container["args"][1:], "--help"])
    assert (container["args"][0], served.exit_code) == ("mailroom", 0)
    assert service["spec"]["selector"] == page["spec"]["selector"]["matchLabels"]


def test_runs_and_celery_workers_read_the_same_variable() -> None:
    config = parsed("celery.yaml")["execution"]["config"]
    assert config == {"broker": {"env": CELERY_BROKER}, "backend": {"env": CELERY_BROKER}}
