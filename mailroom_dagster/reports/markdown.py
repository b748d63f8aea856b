"""The report as a partner reads it: what the document says and where, what to be careful about, how it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mailroom_dagster.reports.caveats import title_of
from mailroom_dagster.reports.escaping import escaped
from mailroom_dagster.wording import sure

LONGEST_QUOTE = 240  # characters of a quote shown; the JSON keeps it whole
LONGEST_VALUE = 600

Content = dict[str, Any]


def markdown_of(content: Content) -> str:
    """The Markdown of a report's content."""
    parts = [_head(content), _facts(content), *_lists(content), _gaps(content), _caveats(content), _way(content)]
    return "\n\n".join(part for part in [*parts, _foot(content)] if part) + "\n"


def _head(content: Content) -> str:
    kind = content["classification"]
    subtype = f" – {escaped(kind['subtype'])}" if kind["subtype"] else ""
    pages = content["text"]["pages"]
    return (
        f"# {escaped(content['file_name'], 120)}\n\n"
        f"**{escaped(kind['label'])}{subtype}** · matter {escaped(content['matter_id'])} · "
        f"{pages} page{'s' if pages != 1 else ''} · document {content['doc_id']}\n\n"
        f"Accepted {_by(content['verdict']['decided_by'])}; confidence in the class "
        f"{sure(kind['confidence'])}, in the fields {sure(content['extraction']['confidence'])}."
    )


def _by(decided_by: str) -> str:
    """Who accepted the fields, for people: a gate alone, one of the machine's judges, or a person by name."""
    if decided_by == "extract":
        return "without a judge, the fields being sure enough"
    person = decided_by.removeprefix("person:")
    return f"by {escaped(person)}" if person != decided_by else f"by the {escaped(decided_by)}"


def _facts(content: Content) -> str:
    """The fields with one value, as a table."""
    rows = [
        f"| {title_of(name)} | {escaped(item['value'], LONGEST_VALUE)} | {_where(item)} |"
        for name, field in content["fields"].items()
        if not field["many"]
        for item in field["values"][:1]
    ]
    return "\n".join(["## What it says", "", "| Field | Value | Where |", "|---|---|---|", *rows]) if rows else ""


def _lists(content: Content) -> Iterator[str]:
    for name, field in content["fields"].items():
        if field["many"] and field["values"]:
            lines = [f"- {escaped(item['value'], LONGEST_VALUE)} ({_where(item)})" for item in field["values"]]
            yield "\n".join([f"### {title_of(name)}", "", *lines])


def _where(item: Content) -> str:
    """The pages, and the quote where it says more than the value."""
    if not item["evidence"]:
        return f"stated by {escaped(item['stated_by'] or 'nobody')}"
    pages = sorted({piece["page"] for piece in item["evidence"]})
    place = f"p. {pages[0]}" if len(pages) == 1 else f"pp. {', '.join(map(str, pages))}"
    quote = item["evidence"][0]["quote"]
    if " ".join(quote.split()) == item["value"]:
        return place
    return f"{place}: “{escaped(quote, LONGEST_QUOTE)}”"


def _gaps(content: Content) -> str:
    absent = [title_of(name) for name, field in content["fields"].items() if not field["values"]]
    return f"## Not stated\n\n{', '.join(absent)}." if absent else ""


def _caveats(content: Content) -> str:
    lines = [f"- {escaped(caveat)}" for caveat in content["caveats"]]
    return "\n".join(["## Caveats", "", *lines]) if lines else ""


def _way(content: Content) -> str:
    lines = [
        f"{number}. {escaped(item['gate'])}: {escaped(item['reason'] or item['rule'])} "
        f"→ {escaped(item['to'])} ({escaped(item['rule'])}, {escaped(item['actor'])})"
        for number, item in enumerate(content["decisions"], start=1)
    ]
    return "\n".join(["## How it was decided", "", *lines]) if lines else ""


def _foot(content: Content) -> str:
    makers = {f"{maker['provider']} {maker['model']}" for maker in content["made_with"] if maker["provider"]}
    by = f" Read by {escaped(', '.join(sorted(makers)))}." if makers else ""
    return f"---\n\nOriginal: {content['bytes']} bytes, sha256 `{content['sha256']}`.{by}"
