"""Generated documentation is current."""

from __future__ import annotations

from mailroom_dagster.cli.reference import errors_page
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.errors import ERROR_KINDS, ErrorCode


def test_every_code_has_a_kind_and_the_page_is_generated_from_them() -> None:
    assert set(ERROR_KINDS) == set(ErrorCode)
    assert (checkout_dir() / "docs" / "errors.md").read_text() == errors_page()
