"""A decision and all that follows from it at once: what a reviewer's page and the API do when a person has decided."""

from __future__ import annotations

from mailroom_dagster.pipeline.batches import HeldBatch
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process
from mailroom_dagster.records.model import Manifest, PersonDecision, State
from mailroom_dagster.review.decisions import decide


def resolve(mailroom: Mailroom, doc_id: str, decision: PersonDecision) -> Manifest:
    """Take a decision and bring the document to rest in this process; returns its manifest then.

    Raises what `decide` raises; after that the decision stands, and a sensor finishes what a kill interrupts.
    """
    after = decide(mailroom, doc_id, decision)
    if after.state is State.REJECTED:
        return after
    with HeldBatch(mailroom.home) as batch:
        mailroom.pending.add([doc_id], batch.key)
        process(mailroom, [doc_id])
    return mailroom.store.manifest(doc_id)
