"""Generated documentation is current."""

from __future__ import annotations

import re

from mailroom_dagster.cli import PANELS
from mailroom_dagster.cli.demo import WHERE_TO_LOOK
from mailroom_dagster.cli.reference import errors_page
from mailroom_dagster.cli.settings import FILES, settings_page
from mailroom_dagster.configuration import ConfigModel, checkout_dir
from mailroom_dagster.errors import ERROR_KINDS, ErrorCode
from mailroom_dagster.policy import Policy


def test_every_code_has_a_kind_and_the_page_is_generated_from_them() -> None:
    assert set(ERROR_KINDS) == set(ErrorCode)
    assert (checkout_dir() / "docs" / "errors.md").read_text() == errors_page()


def test_the_readme_names_commands_that_are_there_and_ends_its_demo_as_the_demo_does() -> None:
    readme = (checkout_dir() / "README.md").read_text()
    known = {name for names in PANELS.values() for name in names}
    assert set(re.findall(r"^mailroom (\w+)", readme, re.MULTILINE)) <= known
    assert all(f"  {command:<23} {what}\n" in readme for command, what in WHERE_TO_LOOK)


def test_the_page_of_settings_is_generated_and_explains_every_one() -> None:
    assert (checkout_dir() / "docs" / "settings.md").read_text(encoding="utf-8") == settings_page()
    sections = [Policy, *(type(value) for value in Policy().__dict__.values() if isinstance(value, ConfigModel))]
    unexplained = [
        (section.__name__, name)
        for section in sections
        for name, field in section.model_fields.items()
        if not field.description and not isinstance(field.default, ConfigModel)
    ]
    assert not unexplained


def test_every_variable_and_every_file_of_configuration_is_on_the_page() -> None:
    code = [
        path.read_text(encoding="utf-8")
        for package in ("mailroom_dagster", "assets", "resources", "sensors")
        for path in (checkout_dir() / package).rglob("*.py")
    ]
    named = {name for text in code for name in re.findall(r'"((?:MAILROOM|OBSERVABILITY|DAGSTER|LOG)_[A-Z_]+)"', text)}
    page = settings_page()
    assert {name for name in named - {"MAILROOM_CRASH_AT"} if name not in page} == set()
    ours = {path.name for path in (checkout_dir() / "config").iterdir()}
    assert {name.rstrip("/") for name, *_ in FILES} == ours
