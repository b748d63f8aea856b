"""Configuration that careless hands wrote: one error that names each problem and its line, whatever the file holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.classification.confidence import TEMPERATURES_FILE, load_temperatures
from mailroom_dagster.configuration import config_dir, load_yaml
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import Policy
from mailroom_dagster.taxonomy.model import Taxonomy, load_taxonomy

CLASS = "{label: a, description: b, specialist: c, fields: {}}"
BAD: dict[str, bytes] = {
    "a number that is none": b"intake: {stable_seconds: .nan}",
    "a number without end": b"llm: {timeout_seconds: .inf}",
    "a negative number": b"intake: {batch_size: -1}",
    "a list": b"[1, 2]",
    "an unknown key": b"intak: {}",
    "a key twice": b"intake: {batch_size: 1}\nintake: {batch_size: 2}\n",
    "a key twice below": b"intake:\n  batch_size: 1\n  batch_size: 2\n",
    "a key twice in a list": b"ledger: {anchors: [{a: 1, a: 2}]}",
    "an object of Python": b"intake: !!python/object/apply:os.system ['true']",
    "no UTF-8": b"intake: \xff",
    "a date that is none": b"executor: 2020-13-45",
    "a number of five thousand digits": b"intake: {batch_size: " + b"9" * 5000 + b"}",
    "itself": b"&a [*a]",
    "itself below": b"intake: &a {batch_size: *a}",
    "brackets alone": b"[" * 5000,
    "two documents": b"intake: {}\n---\nintake: {}",
    "a list as key": b"[1]: 2",
    "no URL": b"routing: {decision_model_url: nonsense}",
}


@pytest.mark.parametrize("kind", BAD)
def test_a_policy_that_is_not_valid_is_named_with_its_place(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_bytes(BAD[kind])
    with pytest.raises(MailroomError) as caught:
        load_yaml(path, Policy)
    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert str(path) in caught.value.message


@pytest.mark.parametrize("text", ["", "# nothing is set\n", "\ufeffintake: {}\n"])
def test_an_empty_policy_is_the_policy_as_it_is_by_default(tmp_path: Path, text: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_yaml(path, Policy) == Policy()


@pytest.mark.parametrize("classes", ["{}", f"{{../x: {CLASS}}}", f"{{a/b: {CLASS}}}", f"{{'': {CLASS}}}"])
def test_a_class_has_a_name_that_can_be_a_folder(tmp_path: Path, classes: str) -> None:
    path = tmp_path / "taxonomy.yaml"
    path.write_text(f"version: '1'\nclasses: {classes}\n", encoding="utf-8")
    with pytest.raises(MailroomError, match="line 2: classes"):
        load_yaml(path, Taxonomy)


def test_a_class_that_is_there_twice_is_named_with_its_line(tmp_path: Path) -> None:
    text = (config_dir() / "taxonomy.yaml").read_text(encoding="utf-8")
    (tmp_path / "taxonomy.yaml").write_text(f"{text}\n  contract: {CLASS}\n", encoding="utf-8")
    with pytest.raises(MailroomError, match=rf"line {len(text.splitlines()) + 2}: contract stands there already"):
        load_taxonomy(tmp_path)


FITTED_BADLY: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "no UTF-8": b'{"temperatures": {"\xff": 1}}',
    "a list": b"[]",
    "an unknown key": b'{"temperature": {}}',
    "a temperature of nought": b'{"temperatures": {"a/b": 0}}',
    "a temperature that is no number": b'{"temperatures": {"a/b": NaN}}',
    "brackets alone": b"[" * 5000,
}


@pytest.mark.parametrize("content", FITTED_BADLY.values(), ids=FITTED_BADLY)
def test_a_fitted_file_that_is_damaged_is_named_with_its_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / TEMPERATURES_FILE).write_bytes(content)
    with pytest.raises(MailroomError) as refused:
        load_temperatures(tmp_path)
    assert refused.value.code is ErrorCode.BAD_CONFIG
    assert refused.value.where == str(tmp_path / TEMPERATURES_FILE)
    assert refused.value.why
    assert refused.value.next_step.startswith("remove the file")


def test_a_folder_in_the_place_of_a_fitted_file_is_named_too(tmp_path: Path) -> None:
    (tmp_path / TEMPERATURES_FILE).mkdir()
    with pytest.raises(MailroomError, match="temperatures cannot be used") as refused:
        load_temperatures(tmp_path)
    assert "directory" in refused.value.why
