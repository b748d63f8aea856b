"""The whole way of a batch in one plain loop, without an orchestrator: what the Dagster graph does, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from mailroom_dagster.pipeline.adjudicating import adjudicate
from mailroom_dagster.pipeline.archiving import archive_documents
from mailroom_dagster.pipeline.batches import known
from mailroom_dagster.pipeline.deciding import settle_verdicts
from mailroom_dagster.pipeline.extracting import doubtful, extract_documents
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.publishing import publish
from mailroom_dagster.pipeline.reading import read_documents
from mailroom_dagster.pipeline.reporting import write_reports
from mailroom_dagster.pipeline.sorting import second_opinion, settle_classifications, sort_documents

WAIT_SECONDS = 3600  # for another process to work off the queue


def going_on(outcomes: Sequence[Outcome]) -> list[str]:
    """The documents that go on to the next stage."""
    return [outcome.doc_id for outcome in outcomes if outcome.goes_on]


def process(mailroom: Mailroom, doc_ids: Sequence[str]) -> None:
    """Bring documents as far as they go: archived, parked, failed or paused."""
    read = going_on(read_documents(mailroom, doc_ids))
    opinions = [second_opinion(mailroom, item) if item.uncertain else item for item in sort_documents(mailroom, read)]
    accepted = going_on(settle_classifications(mailroom, opinions))
    extracted = [outcome for outcome in extract_documents(mailroom, accepted) if outcome.goes_on]
    clear = [outcome.doc_id for outcome in extracted if not doubtful(outcome)]
    cases = [adjudicate(mailroom, outcome.doc_id) for outcome in extracted if doubtful(outcome)]
    decided = going_on(settle_verdicts(mailroom, clear, cases))
    archive_documents(mailroom, going_on(write_reports(mailroom, decided)))
    publish(mailroom, doc_ids)


def process_pending(mailroom: Mailroom) -> list[str]:
    """Process the queue until nothing moves any more; returns every document processed.

    One process of a home does so at a time, the next one then sees what it has left. Raises ledger_busy after an hour.
    """
    home = mailroom.home
    mailroom.disk.make_dir(home.control)
    with mailroom.disk.lock(home.control / "queue.lock", wait_seconds=WAIT_SECONDS):
        return _process_pending(mailroom)


def _process_pending(mailroom: Mailroom) -> list[str]:
    processed: list[str] = []
    for _ in range(mailroom.policy.intake.max_attempts + mailroom.policy.reading.max_nesting + 1):
        waiting = [item.doc_id for item in known(mailroom, sorted(mailroom.pending.doc_ids()))]
        if not waiting:
            break
        size = mailroom.policy.intake.batch_size
        for first in range(0, len(waiting), size):
            process(mailroom, waiting[first : first + size])
        processed += waiting
    return list(dict.fromkeys(processed))
