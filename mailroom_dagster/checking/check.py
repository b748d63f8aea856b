"""The whole check: the chain first, then every document, then every other place."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mailroom_dagster.catalog import Catalog
from mailroom_dagster.checking.documents import document_findings
from mailroom_dagster.checking.facts import Facts, manifest_hashes
from mailroom_dagster.checking.findings import CheckReport, Finding, FindingKind
from mailroom_dagster.checking.places import place_findings
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.findings import Kind, Problem
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import open_disk


def check(home: Home, policy: LedgerPolicy | None = None) -> CheckReport:
    """Compare everything in a home with everything else. Nothing is written.

    A document that is not at rest is under way, or a crash left it: only what is never allowed is then a finding.
    """
    disk, rules = open_disk(home), policy or LedgerPolicy()
    sound = verify(home, policy=rules, sample=0)
    emptied = not sound.entries and {problem.kind for problem in sound.problems} == {Kind.TRUNCATION}
    facts = Facts(home, disk, Ledger(home, disk, rules), Catalog(home, disk), ledger_is_sound=sound.ok or emptied)
    problems = [_broken(problem) for problem in sound.problems]
    problems += _catalog(facts)
    problems += document_findings(facts)
    problems += place_findings(facts)
    return CheckReport(ok=not problems, files=facts.files, documents=len(facts.manifests), problems=tuple(problems))


def _broken(problem: Problem) -> Finding:
    where = f"entry {problem.seq}: " if problem.seq else ""
    return Finding(
        kind=FindingKind.LEDGER_BROKEN,
        doc_id=problem.doc_id,
        path=problem.path,
        message=f"{where}{problem.message}",
        next_step="`mailroom ledger verify`; restore the ledger from the backup",
    )


def _catalog(facts: Facts) -> Iterator[Finding]:
    """What is damaged in the catalog; only a whole one is asked for its rows."""
    rebuild = "`mailroom catalog rebuild`"
    try:
        damaged = facts.catalog.problems()
        facts.catalogued = None if damaged else manifest_hashes(facts.catalog)
    except (MailroomError, duckdb.Error):
        damaged = ["the catalog's list of segments cannot be read"]
    for message in damaged:
        yield Finding(kind=FindingKind.CATALOG_DAMAGED, message=message, next_step=rebuild)
