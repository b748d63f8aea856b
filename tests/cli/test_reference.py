"""Generated documentation is current."""

from __future__ import annotations

import re

from mailroom_dagster.cli import PANELS
from mailroom_dagster.cli.demo import WHERE_TO_LOOK
from mailroom_dagster.cli.reference import errors_page
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.errors import ERROR_KINDS, ErrorCode


def test_every_code_has_a_kind_and_the_page_is_generated_from_them() -> None:
    assert set(ERROR_KINDS) == set(ErrorCode)
    assert (checkout_dir() / "docs" / "errors.md").read_text() == errors_page()


def test_the_readme_names_commands_that_are_there_and_ends_its_demo_as_the_demo_does() -> None:
    readme = (checkout_dir() / "README.md").read_text()
    known = {name for names in PANELS.values() for name in names}
    assert set(re.findall(r"^mailroom (\w+)", readme, re.MULTILINE)) <= known
    assert all(f"  {command:<23} {what}\n" in readme for command, what in WHERE_TO_LOOK)
