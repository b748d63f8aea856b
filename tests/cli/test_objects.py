"""The command line, and the Dagster job below it, on a home whose documents lie on an S3 server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mailroom_dagster.cli import app
from tests.cli.test_commands import SAMPLES, told
from tests.objects import use

NAMES = ("loss_notice.txt", "demand_letter.pdf", "damaged_agreement.docx")


def said(home: Path, *arguments: str, code: int = 0) -> Any:
    """What a command prints as JSON, in this process."""
    done = CliRunner().invoke(app, [*arguments, "--home", str(home), "--json"])
    assert done.exit_code == code, done.output[-1500:]
    return json.loads(done.output)


@pytest.mark.slow
def test_sample_documents_go_through_dagster_onto_the_store(
    objects: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    result = told(home, "run", *(str(SAMPLES / name) for name in NAMES), "--matter", "M-1")
    assert len(result["documents"]) == len(NAMES)
    assert all(row["record_dir"].startswith("s3://") for row in result["documents"])
    archived = [row["doc_id"] for row in result["documents"] if row["state"] == "archived"]
    assert archived
    assert not (home / "documents").exists()
    assert not (home / "archive").exists()
    assert said(home, "show", archived[0])["fields"]
    assert said(home, "check")["problems"] == []
    rows = said(home, "catalog", "query", "SELECT count(*) AS n FROM documents")
    assert str(len(NAMES)) in json.dumps(rows)
    objects_said = {item["what"]: item for item in said(home, "doctor")["findings"]}["objects"]
    assert objects_said["ok"]
    assert "first of two writers wins" in objects_said["message"]
    use(monkeypatch, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"})
    [finding] = said(home, "doctor", code=1)["findings"]
    assert (finding["what"], finding["ok"]) == ("objects", False)
