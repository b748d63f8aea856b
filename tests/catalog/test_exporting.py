"""Exports hold all tables, and the command line answers in JSON or in one readable line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.exporting import NAMES, export
from mailroom_dagster.catalog.rows import rows_of
from mailroom_dagster.cli.catalog import app
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.catalog.factories import manifest, records


@pytest.fixture
def catalog(home: Home) -> Catalog:
    catalog = Catalog(home, Disk())
    item = manifest(1)
    catalog.append(rows_of(item, records(item.doc_id), load_taxonomy()))
    return catalog


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_every_table_is_a_file(catalog: Catalog, tmp_path: Path, form: str) -> None:
    for _ in range(2):  # a second export replaces the first
        files = export(catalog, tmp_path / "out", form)
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == sorted(f"{name}.{form}" for name in NAMES)
    assert len(files) == len(NAMES)
    counts = {name: len(duckdb.sql(f"FROM '{tmp_path}/out/{name}.{form}'")) for name in ("documents", "fields")}
    assert counts == {"documents": 1, "fields": 3}


@pytest.mark.parametrize("words", ["=HYPERLINK(1)", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1"])
def test_no_word_of_a_document_is_a_formula_in_csv(home: Home, tmp_path: Path, words: str) -> None:
    catalog = Catalog(home, Disk())
    item = manifest(1).model_copy(update={"reason": words, "matter_id": "plain = 1"})
    catalog.append(rows_of(item, records(item.doc_id), load_taxonomy()))
    export(catalog, tmp_path, "csv")
    export(catalog, tmp_path, "parquet")
    (row,) = csv.DictReader((tmp_path / "documents.csv").open(newline=""))
    assert (row["reason"], row["matter_id"]) == (f"'{words}", "plain = 1")
    assert duckdb.sql(f"SELECT reason FROM '{tmp_path}/documents.parquet'").fetchall() == [(words,)]


def test_a_database_has_every_table(catalog: Catalog, tmp_path: Path) -> None:
    (path,) = export(catalog, tmp_path, "duckdb")
    with duckdb.connect(str(path), read_only=True) as database:
        assert sorted(row[0] for row in database.sql("SHOW TABLES").fetchall()) == sorted(NAMES)
        assert database.sql("SELECT documents FROM matters").fetchall() == [(1,)]


def test_an_unknown_format_and_a_target_that_is_a_file_are_refused(catalog: Catalog, tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as error:
        export(catalog, tmp_path, "xlsx")
    assert error.value.code is ErrorCode.BAD_REQUEST
    (tmp_path / "taken").write_text("")
    with pytest.raises(MailroomError) as error:
        export(catalog, tmp_path / "taken", "csv")
    assert error.value.code is ErrorCode.HOME_UNWRITABLE


def test_the_command_line_answers_queries_and_names_damage(catalog: Catalog) -> None:
    def run(*arguments: str) -> object:
        done = CliRunner().invoke(app, [*arguments, "--json"])
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return json.loads(done.output)

    place = ("--home", str(catalog.folder.parent))
    assert run("query", "SELECT doc_class FROM documents", *place) == [{"doc_class": "insurance_claim"}]
    described = run("schema")
    assert isinstance(described, dict)
    assert set(described) == set(NAMES)
    assert run("check", *place) == {"problems": []}
    next(catalog.folder.glob("fields/*.parquet")).write_bytes(b"")
    damaged = CliRunner().invoke(app, ["check", *place])
    assert (damaged.exit_code, "rebuild" in damaged.output) == (1, True)
