"""The notebook runs from top to bottom on a home with documents and an evaluation, and is kept with its outputs."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.catalog.rows import merge_rows, rows_of
from mailroom_dagster.evaluation.datasets import Dataset
from mailroom_dagster.evaluation.report import write_report
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.evaluation.summary import summarize
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.catalog.factories import manifest, records
from tests.evaluation.factories import open_tiny

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "explore.ipynb"


def outputs(notebook: nbformat.NotebookNode) -> list[str]:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [str(output.get("data", output.get("text", ""))) for cell in cells for output in cell.outputs]


@pytest.mark.slow
def test_the_notebook_runs_on_a_home(tiny: Dataset, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [manifest(number) for number in range(3)]
    rows = merge_rows(rows_of(item, records(item.doc_id), load_taxonomy()) for item in held)
    Catalog(home, Disk()).append(rows)
    run = EvaluationRun(open_tiny(home), Settings(dataset="tiny"))
    for doc_class in run.classes:
        run.write_sample(doc_class)
        run.predict(doc_class)
        run.score(doc_class)
    write_report(run, summarize(run))
    monkeypatch.setenv("MAILROOM_HOME", str(home.root))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    done = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    assert sum("image/png" in output for output in outputs(done)) >= 7
    assert any("class accuracy" in output for output in outputs(done))


def test_the_notebook_is_kept_with_its_outputs_and_without_errors() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]
    assert sum("image/png" in output for output in outputs(notebook)) >= 7
    assert "/home/" not in NOTEBOOK.read_text()
