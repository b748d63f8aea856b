"""The document graph: six assets over one partition a document, with the two exception lanes.

Clean documents go through in bulk; only exceptions fan out as dynamic outputs, one mapped step a document.
"""

from typing import Any

import dagster as dg

from assets.archive_entry import archive_documents
from assets.classification import second_opinion, settle_classifications, sort_documents
from assets.events import CHECK_OUTPUTS
from assets.extraction import extract_documents
from assets.owners import OWNERS
from assets.partitions import documents
from assets.report import write_reports
from assets.text import read_documents
from assets.verdict import adjudicate, settle_verdicts
from mailroom_dagster.pipeline.checks import CHECKS
from mailroom_dagster.pipeline.committing import CODE_VERSION
from mailroom_dagster.records.model import Stage

GROUP = "documents"
DESCRIPTIONS = {
    Stage.TEXT: "The stored text of each document, page by page; evidence points into it.",
    Stage.CLASSIFICATION: "The class, our calibrated confidence, every opinion and the decisions that led there.",
    Stage.EXTRACTION: "The class's fields, typed, each value with its place in the text; what was cleared, and why.",
    Stage.VERDICT: "Whether the extraction is accepted, by whom, with the judge's findings.",
    Stage.REPORT: "What a partner reads and what a machine reads, built from the records.",
    Stage.ARCHIVE_ENTRY: "Where the original is filed, with its hash.",
}
KINDS = {
    Stage.TEXT: {"pdf", "python"},
    Stage.CLASSIFICATION: {"scikitlearn", "python"},
    Stage.EXTRACTION: {"json", "python"},
    Stage.VERDICT: {"json", "python"},
    Stage.REPORT: {"markdown", "python"},
    Stage.ARCHIVE_ENTRY: {"file", "parquet"},
}
STAGES = [stage.value for stage in Stage]  # plain strings: Dagster serialises names


@dg.graph(name="document_pipeline", out={name: dg.GraphOut() for name in [*STAGES, *CHECK_OUTPUTS]})
def document_graph() -> Any:
    """From originals to archive entries."""
    batch, texts, text, readable = read_documents()
    settled, uncertain = sort_documents(texts)
    accepted, classification, confident = settle_classifications(settled, uncertain.map(second_opinion).collect())
    clear, doubtful, extraction, valid, grounded = extract_documents(accepted)
    decided, verdict, accepts = settle_verdicts(clear, doubtful.map(adjudicate).collect())
    reported, report = write_reports(decided)
    archive_entry, intact = archive_documents(batch, reported)
    return {
        "text": text,
        "classification": classification,
        "extraction": extraction,
        "verdict": verdict,
        "report": report,
        "archive_entry": archive_entry,
        "text_text_readable": readable,
        "classification_classification_confident": confident,
        "extraction_extraction_valid": valid,
        "extraction_extraction_grounded": grounded,
        "verdict_verdict_accepts": accepts,
        "archive_entry_archive_intact": intact,
    }


def document_pipeline() -> dg.AssetsDefinition:
    """The graph as six assets with lineage between them, over the documents."""
    keys = {stage: dg.AssetKey(stage) for stage in STAGES}
    upstream = dict(zip(STAGES[1:], STAGES[:-1], strict=True))
    return dg.AssetsDefinition.from_graph(
        document_graph,
        keys_by_output_name=keys,
        internal_asset_deps={stage: {keys[upstream[stage]]} if stage in upstream else set() for stage in STAGES},
        partitions_def=documents,
        backfill_policy=dg.BackfillPolicy.multi_run(max_partitions_per_run=200),
        check_specs=[
            dg.AssetCheckSpec(name, asset=asset, description=description, partitions_def=documents)
            for name, (asset, description) in CHECKS.items()
        ],
        group_name=GROUP,
        descriptions_by_output_name={
            stage.value: f"{text}\n\nRecord: `documents/<doc_id>/{stage.value}.json` of the home."
            for stage, text in DESCRIPTIONS.items()
        },
        code_versions_by_output_name=dict.fromkeys(STAGES, CODE_VERSION),
        owners_by_output_name=dict.fromkeys(STAGES, OWNERS),
        tags_by_output_name={
            stage.value: {f"dagster/kind/{kind}": "" for kind in kinds} for stage, kinds in KINDS.items()
        },
    )
