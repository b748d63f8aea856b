"""The jobs that people and sensors launch."""

from __future__ import annotations

import dagster as dg

from assets.partitions import documents
from mailroom_dagster.records.model import Stage

SELECTION = dg.AssetSelection.assets(*(stage.value for stage in Stage))

process_documents = dg.define_asset_job(
    "process_documents",
    selection=SELECTION,
    partitions_def=documents,
    description="Bring documents as far as they go. Name them in op config, or run over partitions.",
)
reprocess_documents = dg.define_asset_job(
    "reprocess_documents",
    selection=SELECTION,
    partitions_def=documents,
    description="Do documents again from a stage on: op config `documents` and `from_stage` of read_documents.",
)
JOBS = [process_documents, reprocess_documents]
