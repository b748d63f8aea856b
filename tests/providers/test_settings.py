"""Who answers for each agent: the two files, the environment, the keys."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.configuration import config_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.providers.build import build_provider, close_provider, close_run
from mailroom_dagster.providers.keys import is_placeholder
from mailroom_dagster.providers.settings import (
    Agent,
    AgentsConfig,
    ProvidersConfig,
    load_agents,
    load_providers,
    resolve_agents,
)
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import Taxonomy

KEYS = {"OPENROUTER_API_KEY": "a-real-looking-8f3k2", "OPENAI_API_KEY": "sk-proj-77ah2"}
GENERIC = {"MAILROOM_PROVIDER": "generic", "GENERIC_BASE_URL": "http://127.0.0.1:9/v1"}


def resolved(environ: dict[str, str]) -> dict[Role, Agent]:
    return resolve_agents(load_agents(), load_providers(), environ)


def refused(environ: dict[str, str]) -> str:
    with pytest.raises(MailroomError) as caught:
        resolved(environ)
    assert caught.value.code is ErrorCode.PROVIDER_MISCONFIGURED
    return caught.value.message


def test_nobody_calls_a_model_unless_told_to() -> None:
    assert resolved({}) == {}


@pytest.mark.parametrize("name", load_providers().providers)
def test_every_shipped_provider_can_be_chosen_for_all_agents(name: str) -> None:
    addresses = dict.fromkeys(("AZURE_OPENAI_BASE_URL", "GENERIC_BASE_URL"), "https://example.invalid/v1")
    keys = KEYS | {"AZURE_OPENAI_API_KEY": "8f3k2j1h4"} | addresses
    agents = resolved(keys | {"MAILROOM_PROVIDER": name})
    assert set(agents) == set(Role)
    assert {agent.endpoint.name for agent in agents.values()} == {name}


def test_names_are_mapped_to_what_the_provider_serves_with_its_price() -> None:
    agents = resolved(KEYS | {"MAILROOM_PROVIDER": "openrouter"})
    assert agents[Role.SORTER].model.id == "qwen/qwen3.7-flash"
    assert agents[Role.JUDGE].model.cost(1_000_000, 1_000_000) == pytest.approx(0.05 + 0.25)
    assert agents[Role.JUDGE].model.id != agents[Role.SPECIALIST].model.id


def test_one_variable_names_the_model_of_all_agents() -> None:
    agents = resolved(GENERIC | {"MAILROOM_MODEL": "tiny"})
    assert {agent.model.id for agent in agents.values()} == {"tiny"}
    assert agents[Role.SORTER].model.cost(1, 1) is None


def test_a_model_on_ones_own_machine_costs_nothing() -> None:
    assert resolved({"MAILROOM_PROVIDER": "ollama"})[Role.SORTER].model.cost(1000, 1000) == 0.0


def test_an_agent_may_name_its_own_provider() -> None:
    agents = AgentsConfig.model_validate({"agents": {"judge": {"provider": "ollama"}}})
    assert set(resolve_agents(agents, load_providers(), {})) == {Role.JUDGE}


@pytest.mark.parametrize(
    "key",
    ["", "  ", "mock-key", "changeme", "your-key-here", "sk-xxx", "sk-xxxxxxxxxxxxxxxxxxxx", "<key>", "${API_KEY}"],
)
def test_a_placeholder_is_no_key(key: str) -> None:
    """F-87."""
    message = refused({"MAILROOM_PROVIDER": "openrouter", "OPENROUTER_API_KEY": key})
    assert "OPENROUTER_API_KEY" in message
    assert key.strip() == "" or key not in message


@pytest.mark.parametrize("key", [*KEYS.values(), "sk-or-v1-0af39c", "gsk_88aa", "a8f7"])
def test_a_real_key_is_no_placeholder(key: str) -> None:
    assert not is_placeholder(key)


def test_a_key_is_never_shown() -> None:
    agents = resolved(KEYS | {"MAILROOM_PROVIDER": "openai"})
    assert KEYS["OPENAI_API_KEY"] not in repr(agents)


def test_a_local_server_takes_any_key_or_none() -> None:
    for key in ("", "EMPTY", "real-1f4a"):
        agent = resolved({"MAILROOM_PROVIDER": "vllm", "VLLM_API_KEY": key})[Role.SORTER]
        assert agent.endpoint.key == (key if key == "real-1f4a" else "")


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"MAILROOM_PROVIDER": "opnai"}, "no provider is called 'opnai'"),
        ({"MAILROOM_PROVIDER": "generic"}, "GENERIC_BASE_URL"),
        (GENERIC | {"GENERIC_BASE_URL": "localhost:8080"}, "not an http(s) URL"),
    ],
)
def test_what_cannot_work_is_refused_by_name(environ: dict[str, str], words: str) -> None:
    assert words in refused(environ)


def test_an_unknown_setting_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "agents.yaml").write_text("provider: offline\nagents:\n  sorter: {modell: x}\n")
    with pytest.raises(MailroomError) as caught:
        load_agents(tmp_path)
    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert "line 3" in caught.value.message


def test_offline_cannot_be_taken_by_an_endpoint() -> None:
    with pytest.raises(ValueError, match="built in"):
        ProvidersConfig.model_validate({"providers": {"offline": {}}})


# --- building


def built(home: Home, taxonomy: Taxonomy, environ: dict[str, str], policy: Policy | None = None) -> Provider:
    return build_provider(home, Disk(), policy or Policy(), taxonomy, environ=environ)


def test_the_offline_provider_is_the_default_and_reads_no_prompt(home: Home, taxonomy: Taxonomy) -> None:
    provider = built(home, taxonomy, {})
    assert provider.name == "offline"
    close_run(provider)
    close_provider(provider)


def test_agents_of_both_kinds_are_mixed(
    home: Home, taxonomy: Taxonomy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("providers.yaml", "prompts"):
        (tmp_path / name).symlink_to(config_dir() / name)
    (tmp_path / "agents.yaml").write_text(
        "agents: {judge: {provider: ollama}, transcriber: {provider: ollama, model: vision}}"
    )
    monkeypatch.setenv("MAILROOM_CONFIG", str(tmp_path))
    provider = built(home, taxonomy, {})
    assert provider.name == "mixed"
    assert provider.sees_images
    assert {role: provider.identity(role).provider for role in (Role.SORTER, Role.JUDGE)} == {
        Role.SORTER: "offline",
        Role.JUDGE: "ollama",
    }
    close_run(provider)
    close_provider(provider)


@pytest.mark.parametrize("text", ["Sort into {{clases}}.", None], ids=["a variable it does not have", "no file"])
def test_a_prompt_that_cannot_be_filled_is_told_at_the_start(
    home: Home, taxonomy: Taxonomy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    for name in ("providers.yaml", "agents.yaml"):
        (tmp_path / name).symlink_to(config_dir() / name)
    shutil.copytree(config_dir() / "prompts", tmp_path / "prompts")
    if text:
        (tmp_path / "prompts" / "sorter.md").write_text(text)
    else:
        (tmp_path / "prompts" / "judge.md").unlink()
    monkeypatch.setenv("MAILROOM_CONFIG", str(tmp_path))
    with pytest.raises(MailroomError) as caught:
        built(home, taxonomy, GENERIC)
    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert ("clases" if text else "judge") in caught.value.message


def test_a_cap_without_prices_is_refused_at_the_start(home: Home, taxonomy: Taxonomy) -> None:
    for cap in ("run_cost_usd", "day_cost_usd"):
        with pytest.raises(MailroomError) as caught:
            built(home, taxonomy, GENERIC, Policy.model_validate({"llm": {cap: 1.0}}))
        assert caught.value.code is ErrorCode.PROVIDER_MISCONFIGURED
        assert "generic: standard" in caught.value.message
    free = {"MAILROOM_PROVIDER": "ollama"}
    assert built(home, taxonomy, free, Policy.model_validate({"llm": {"run_cost_usd": 1.0}})).name == "models"


def test_the_identity_holds_what_changes_the_answers(home: Home, taxonomy: Taxonomy) -> None:
    identity = built(home, taxonomy, GENERIC).identity(Role.SPECIALIST)
    assert (identity.provider, identity.model) == ("generic", "standard")
    assert identity.parameters == {
        "temperature": 0.1,
        "max_tokens": 8192,
        "input_characters": 40000,
        "reasoning_effort": None,
    }
    assert len(identity.prompt_hash) == 64
