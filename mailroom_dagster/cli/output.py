"""How commands talk: options that every command takes, JSON or a table, and one readable line for every failure.

Exit codes: 0 done · 1 something was found (a problem, a difference) · 2 the command line itself is wrong ·
3 refused or failed with a named error · 70 something unforeseen. `ledger verify` has more, see docs/ledger.md.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic_core import to_jsonable_python
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import Home

EXIT_FOUND = 1
EXIT_USAGE = 2
EXIT_ERROR = 3
EXIT_UNFORESEEN = 70

HomeOption = Annotated[
    Path, typer.Option("--home", envvar="MAILROOM_HOME", help="The data directory.", show_default=True)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON value instead of text.")]
DEFAULT_HOME = Path("var")

_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff]"
)


def shown(text: str) -> str:
    """Text with its control and direction characters spelled out: no file's name or words steer a terminal."""
    return _UNSHOWN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


class _Console(Console):
    """Shows what it is given, and obeys nothing in it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(shown(segment.text), segment.style)


console = _Console(highlight=False)
complaints = _Console(stderr=True, highlight=False)


def home_at(path: Path) -> Home:
    """The home at a path given on the command line, for commands that make one where there is none."""
    return Home.at(path)


def standing_home(path: Path) -> Home:
    """The home at a path given on the command line. Raises bad_request where there is none."""
    home = Home.at(path)
    if not any(folder.is_dir() for folder in home.folders):
        raise MailroomError(
            ErrorCode.BAD_REQUEST,
            "no mailroom is there",
            why="the folder is missing or holds none",
            where=str(home.root),
            next_step="name another --home or MAILROOM_HOME, or make one: mailroom run FILE",
        )
    return home


def short(doc_id: str) -> str:
    """The beginning of a doc_id, which every command takes for the whole: tables have no room for more."""
    return doc_id[:8]


def counted(number: int, thing: str) -> str:
    """`1 document`, `2 documents`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def emit(value: Any, as_json: bool, show: Callable[[], None]) -> None:
    """Print `value` as JSON, or call `show` for people."""
    if as_json:
        _write(value, indent=2)
    else:
        show()


def fits(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bool:
    """Whether a table of these has room for the longest word of every column, so that none is broken."""
    return _spare([_widest(column, str.split) for column in _columns(columns, rows)]) >= 0


def records(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows that are too wide for a table: a line for every column, a gap after every row."""
    width = max(map(len, columns), default=0)
    for row in rows:
        for column, cell in zip(columns, row, strict=True):
            text = "" if cell is None else str(cell)
            console.print(f"{column:<{width}}  {text}", markup=False, soft_wrap=True)
        console.print()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], none: str = "nothing") -> None:
    """Print a table; cells are printed as they are, never read as markup. Without rows it says `none` in one line.

    Where there is room for it no word is broken, and what room is left goes to the columns that want more.
    """
    from rich.markup import escape

    rows = list(rows)
    if not rows:
        console.print(f"{title}: {none}" if title else none, markup=False, soft_wrap=True)
        return
    if title:
        console.print(title, style="italic", markup=False, soft_wrap=True)
    view = Table(show_edge=False, pad_edge=False)
    for column, width in zip(columns, _widths(columns, rows), strict=True):
        view.add_column(escape(column), overflow="fold", width=width)
    for row in rows:
        view.add_row(*(escape("" if cell is None else str(cell)) for cell in row))
    console.print(view)


def _widths(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterable[int | None]:
    """The width of every column, None for as it comes: where a word has to be broken."""
    cells = _columns(columns, rows)
    least = [_widest(column, str.split) for column in cells]
    wanted = [_widest(column, str.splitlines) - width for column, width in zip(cells, least, strict=True)]
    spare, short = _spare(least), max(sum(wanted), 1)
    if spare < 0:
        return [None] * len(columns)
    return [width + min(more, spare * more // short) for width, more in zip(least, wanted, strict=True)]


def _columns(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[list[str]]:
    return [["" if cell is None else str(cell) for cell in column] for column in zip(columns, *rows, strict=True)]


def _widest(cells: Iterable[str], parts: Callable[[str], list[str]]) -> int:
    return max(cell_len(part) for cell in cells for part in parts(cell) or [""])


def _spare(widths: Sequence[int]) -> int:
    """What is left of a line when columns of these widths stand side by side; below 0 they do not fit."""
    return console.width - sum(widths) - len(" │ ") * (len(widths) - 1)


def complain(error: MailroomError, as_json: bool = False) -> None:
    """Say what failed: one line on standard error, or a JSON object on standard output."""
    if as_json:
        _write({"error": {"code": error.code.value, "message": error.message}})
    else:
        complaints.print(f"{error.code.value}: {error.message}", style="red", markup=False, soft_wrap=True)


def _write(value: Any, indent: int | None = None) -> None:
    plain = to_jsonable_python(value, inf_nan_mode="null", bytes_mode="hex", fallback=str)
    sys.stdout.write(shown(json.dumps(plain, indent=indent, ensure_ascii=False)) + "\n")
