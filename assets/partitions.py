"""The documents as Dagster partitions, and how a run names the documents it is for."""

from __future__ import annotations

from collections.abc import Sequence

import dagster as dg
from pydantic import Field

from mailroom_dagster.hashing import DOC_ID_HEX
from mailroom_dagster.records.model import Stage

DOCUMENTS = "documents"
documents = dg.DynamicPartitionsDefinition(name=DOCUMENTS)
BATCH_TAG = "mailroom/batch"


class Batch(dg.Config):
    """Documents by id; empty means the run's own partitions. `from_stage` orders a re-run from that stage on."""

    documents: list[str] = Field(default_factory=list)
    from_stage: str = ""


def doc_ids_of(context: dg.OpExecutionContext, config: Batch) -> list[str]:
    """The doc_ids a run is for: those named in its config, else those of its partition keys."""
    if config.documents:
        return list(config.documents)
    return [doc_id_of_key(key) for key in context.partition_keys] if context.has_partition_key_range else []


def doc_id_of_key(key: str) -> str:
    """The doc_id at the end of a partition key."""
    return key[-DOC_ID_HEX:]


def stage_of(config: Batch) -> Stage | None:
    """The stage to redo from, if one is named."""
    return Stage(config.from_stage) if config.from_stage else None


def batch_config(doc_ids: Sequence[str], from_stage: str = "") -> dict[str, object]:
    """Run config that names documents for the document pipeline."""
    config = {"documents": list(doc_ids), "from_stage": from_stage}
    return {"ops": {"document_pipeline": {"ops": {"read_documents": {"config": config}}}}}
