"""Only one reading statement is answered, and a wrong one gets a sentence instead of a traceback."""

from __future__ import annotations

import pytest

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.configuration import checkout_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return Catalog(Home(tmp_path_factory.mktemp("home")), Disk())


@pytest.mark.parametrize(
    "sql",
    [
        "",
        ";",
        "SELEC 1",
        "SELECT nothing FROM documents",
        "FROM no_such_table",
        "SELECT 1; SELECT 2",
        "COPY documents TO '/tmp/catalog_escape.csv'",
        "CREATE TABLE t AS SELECT 1",
        "INSERT INTO documents VALUES (1)",
        "DROP VIEW documents",
        "ATTACH '/tmp/catalog_escape.duckdb'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "PRAGMA database_list",
        "EXPORT DATABASE '/tmp/catalog_escape'",
        "FROM read_csv('/etc/passwd')",
        "FROM '/etc/passwd'",
        "FROM glob('/etc/*')",
        "SELECT 'a'::INT",
    ],
)
def test_anything_but_one_reading_statement_is_a_bad_query(catalog: Catalog, sql: str) -> None:
    with pytest.raises(MailroomError) as error:
        catalog.query(sql)
    assert error.value.code is ErrorCode.BAD_QUERY
    assert "\n" not in error.value.message


def test_a_failing_conversion_does_not_quote_stored_values(catalog: Catalog) -> None:
    catalog.append({"calls": [{"call_id": "secret words", "doc_id": "d"}]})
    with pytest.raises(MailroomError) as error:
        catalog.query("SELECT call_id::INT FROM calls")
    assert "secret" not in error.value.message


@pytest.mark.parametrize(
    "sql",
    [
        "FROM documents",
        "WITH a AS (SELECT 1 AS x) FROM a",
        "DESCRIBE fields",
        "EXPLAIN FROM calls",
        "SHOW TABLES",
        "VALUES (1)",
    ],
)
def test_reading_statements_are_answered(catalog: Catalog, sql: str) -> None:
    assert catalog.query(sql).num_columns > 0


def test_the_questions_of_the_documentation_are_answered(catalog: Catalog) -> None:
    page = (checkout_dir() / "docs" / "catalog.md").read_text("utf-8")
    questions = page.split("```sql\n")[1].split("```")[0].split(";\n")
    assert len(questions) == 7
    assert all(catalog.query(question).num_columns for question in questions if question)
