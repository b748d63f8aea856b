"""Runs that were finished: found by name, read from their folders, compared without running anything again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.rows import DocumentRow
from mailroom_dagster.evaluation.runfiles import RunFiles
from mailroom_dagster.evaluation.summary import Summary
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk


@dataclass(frozen=True)
class PastRun:
    """A finished run."""

    folder: Path
    summary: Summary

    def documents(self) -> list[DocumentRow]:
        """Its scored documents."""
        classes = sorted(path.stem.split("-", 1)[1] for path in self.folder.glob("scores/documents-*.parquet"))
        return RunFiles(self.folder, Disk()).rows("documents", DocumentRow, classes)


def past_runs(home: Home) -> Iterator[PastRun]:
    """Every finished run, the latest first; a report of an older layout is passed over."""
    pages = (home.root / "evaluation" / "runs").glob("*/report/summary.json")
    for path in sorted(pages, key=lambda page: page.stat().st_mtime, reverse=True):
        try:
            yield PastRun(path.parent.parent, Summary.model_validate_json(path.read_bytes()))
        except ValidationError:
            continue


def find_run(home: Home, name: str | None) -> PastRun:
    """The run whose name begins with `name`; the latest of them, or of all. Raises bad_request."""
    for run in past_runs(home):
        if name is None or run.summary.run.startswith(name):
            return run
    wanted = f"no finished run {name!r}" if name else "no run was finished"
    raise MailroomError(
        ErrorCode.BAD_REQUEST, wanted, next_step="`mailroom eval runs` lists them, `mailroom eval run` makes one"
    )
