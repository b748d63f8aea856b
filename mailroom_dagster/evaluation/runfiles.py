"""The files of one run, each written whole or not at all.

Layout: `run.json, samples/<class>.json, predictions/<class>/<name>.json, scores/{documents,fields}-<class>.parquet,
report/…`. Belongs here: paths and formats, nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.predicting import Prediction
from mailroom_dagster.storage import Disk

R = TypeVar("R", bound=BaseModel)
_COLUMNS = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}


class RunFiles:
    """The folder of one run."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder
        self._disk = disk

    def write(self, place: str, value: BaseModel) -> None:
        """Write a model as JSON."""
        self.write_bytes(place, value.model_dump_json(indent=1).encode())

    def write_bytes(self, place: str, data: bytes) -> Path:
        """Write a file below the folder; returns its path."""
        path = self.folder / place
        self._disk.make_dir(path.parent)
        self._disk.write_file(path, data, durable=False)
        return path

    def prediction(self, doc_class: str, name: str) -> Prediction | None:
        """A stored prediction; None when it is missing or torn, then it is made again."""
        try:
            return Prediction.model_validate_json((self.folder / _prediction(doc_class, name)).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def keep(self, doc_class: str, prediction: Prediction) -> None:
        """Store a prediction."""
        self.write(_prediction(doc_class, prediction.name), prediction)

    def write_rows(self, what: str, doc_class: str, kind: type[BaseModel], rows: Iterable[BaseModel]) -> None:
        """Store the rows of one class as Parquet."""
        columns = pa.Table.from_pylist([row.model_dump() for row in rows], schema=_schema(kind))
        buffer = pa.BufferOutputStream()
        pq.write_table(columns, buffer, compression="zstd")
        self.write_bytes(_scores(what, doc_class), buffer.getvalue().to_pybytes())

    def rows(self, what: str, kind: type[R], classes: Sequence[str]) -> list[R]:
        """The rows of all these classes. Raises evaluation_refused while one of them is not scored."""
        missing = [name for name in classes if not (self.folder / _scores(what, name)).exists()]
        if missing:
            raise MailroomError(
                ErrorCode.EVALUATION_REFUSED,
                f"not scored yet: {', '.join(missing)}",
                where=self.folder.name,
                why="a headline over a part would not be honest",
                next_step="run the same evaluation again: it continues",
            )
        tables = (pq.read_table(self.folder / _scores(what, name)) for name in classes)
        return [kind.model_validate(row) for rows in tables for row in rows.to_pylist()]


def _prediction(doc_class: str, name: str) -> str:
    return f"predictions/{doc_class}/{name}.json"


def _scores(what: str, doc_class: str) -> str:
    return f"scores/{what}-{doc_class}.parquet"


def _schema(kind: type[BaseModel]) -> pa.Schema:
    """Arrow columns of a row model: its plain types; `| None` makes no difference."""
    columns = []
    for name, field in kind.model_fields.items():
        named = (field.annotation, *getattr(field.annotation, "__args__", ()))
        columns.append((name, next(column for plain, column in _COLUMNS.items() if plain in named)))
    return pa.schema(columns)
