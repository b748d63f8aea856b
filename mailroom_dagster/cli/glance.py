"""The mailroom at a glance as people see it in the terminal: one table a part.

Belongs here: showing. Does not belong here: what is shown (`operations.watching`), when (`cli.watch`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mailroom_dagster.operations.watching import NOT_TOLD

RUN_STYLES = {"success": "green", "failure": "red", "started": "yellow", "starting": "yellow", "queued": "dim"}


def picture(glance: dict[str, Any]) -> RenderableType:
    """A glance for people; words of documents are shown as they are, never read as markup."""
    head = Text(f"Mailroom  {glance['home']}  {glance['at'][:19].replace('T', ' ')} UTC", style="bold")
    figures = [_queue(glance["queue"]), _documents(glance["documents"]), _costs(glance["costs"])]
    return Group(
        head, Text(), Columns(figures, padding=(0, 4)), Text(),
        _runs(glance["runs"]), Text(), _review(glance["review"]), Text(), _health(glance["health"]),
    )  # fmt: skip


def _queue(part: dict[str, Any]) -> RenderableType:
    if NOT_TOLD in part:
        return _table("Queue", [], [[_not_told(part)]])
    rows = [["inbox", part["inbox"]], ["waiting", part["waiting"]], ["under way", part["under_way"]]]
    if held := part["paused"]:
        rows.append([Text("PAUSED", style="yellow"), f"by {held['actor']} until {held['expires_at'][11:16]}"])
    return _table("Queue", ["", ""], rows)


def _documents(part: dict[str, Any]) -> RenderableType:
    if NOT_TOLD in part:
        return _table("At rest", [], [[_not_told(part)]])
    return _table("At rest", ["", ""], sorted(part.items()) or [("nothing yet", "")])


def _costs(part: dict[str, Any]) -> RenderableType:
    if NOT_TOLD in part:
        return _table("Model calls", [], [[_not_told(part)]])
    rows = [
        ["today", f"${part['usd_today']:.4f}"],
        ["calls today", part["calls_today"]],
        ["in all", f"${part['usd']:.4f}"],
        ["cost not known", part["calls_without_cost"]],
    ]
    return _table("Model calls", ["", ""], rows)


def _runs(part: Any) -> RenderableType:
    if isinstance(part, dict):
        return _table("Runs", [], [[_not_told(part)]])
    rows = [
        [item["run_id"][:8], item["job"], Text(item["status"], style=RUN_STYLES.get(item["status"], "")),
         item["documents"], item["created_at"][11:19], _seconds(item["seconds"])]
        for item in part
    ]  # fmt: skip
    return _table("Runs", ["run", "job", "status", "documents", "since (UTC)", "took"], rows or [["none yet"]])


def _review(part: dict[str, Any]) -> RenderableType:
    if NOT_TOLD in part:
        return _table("Waiting for a person", [], [[_not_told(part)]])
    rows = [
        [item["file_name"], item["doc_class"], f"{item['waiting_hours']:.1f} h", item["reason"]]
        for item in part["most_pressing"]
    ]
    title = f"Waiting for a person: {part['waiting']}"
    return _table(title, ["document", "class", "waiting", "why"], rows or [["nothing"]])


def _health(part: Any) -> RenderableType:
    if isinstance(part, dict):
        return _table("Health", [], [[_not_told(part)]])
    rows = [[Text("ok", "green") if i["passed"] else Text("AMISS", "red"), i["name"], i["message"]] for i in part]
    return _table("Health", ["", "check", "finding"], rows)


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    view = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column in columns:
        view.add_column(column, overflow="fold")
    for row in rows:
        view.add_row(*(cell if isinstance(cell, Text) else Text("" if cell is None else str(cell)) for cell in row))
    return view


def _not_told(part: dict[str, Any]) -> Text:
    return Text(f"cannot be told: {part[NOT_TOLD]}", style="red")


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.0f} s"
