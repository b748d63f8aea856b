"""The mailroom's rules of conduct, as `config/policy.yaml` states them: limits, bounds, intervals.

Each section belongs to the room of its name. Sizes are bytes, times are seconds unless the name says otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from mailroom_dagster.configuration import ConfigModel, config_dir, load_yaml
from mailroom_dagster.hashing import fingerprint

MIB = 1024 * 1024


class IntakePolicy(ConfigModel):
    """Claiming files."""

    poll_seconds: int = Field(5, ge=1, description="between two looks into the inbox")
    stable_seconds: float = Field(
        2.0, ge=0, description="a file is claimed when size and mtime did not change for so long"
    )
    batch_size: int = Field(200, ge=1, description="documents a run, at the most")
    keys_per_request: int = Field(
        500, ge=1, description="files claimed at a look; partition keys added or retired at once"
    )
    max_attempts: int = Field(3, ge=1, description="attempts at a document before it is quarantined")
    max_bytes: int = Field(200 * MIB, ge=1, description="of a file; larger ones are refused at the door")
    retire_after_days: int | None = Field(None, ge=1, description="the keys of older archived documents leave Dagster")


class ReadingPolicy(ConfigModel):
    """Limits of the readers; each has an error code or a note of its own."""

    workers: int = Field(2, ge=1, description="reader processes")
    max_bytes: int = Field(200 * MIB, ge=1, description="of a file, else too_large")
    max_pages: int = Field(3000, ge=1, description="of a file, else too_many_pages")
    max_pixels: int = Field(100_000_000, ge=1, description="of one image, else too_many_pixels")
    max_characters: int = Field(60_000_000, ge=1, description="of a file's text, else too_much_text")
    max_seconds: int = Field(600, ge=1, description="of wall clock and of CPU for a file, else timeout")
    max_memory: int = Field(2048 * MIB, ge=64 * MIB, description="address space of a reader, else out_of_memory")
    max_file_bytes: int = Field(64 * MIB, ge=1 * MIB, description="of anything a reader writes, else reader_crashed")
    max_archive_ratio: int = Field(200, ge=1, description="unpacked to packed, else too_compressed")
    max_nesting: int = Field(5, ge=0, description="of messages in messages, else too_deeply_nested")
    ocr: bool = Field(True, description="whether pages without text are recognised")
    ocr_languages: str = Field(
        "eng",
        pattern=r"^[a-z_]+(\+[a-z_]+)*$",
        description="Tesseract's names, joined by +; their data must be installed",
    )
    ocr_dpi: int = Field(200, ge=72, le=600, description="that a page is drawn at for recognition")
    ocr_max_pages: int = Field(60, ge=0, description="recognised of a document; the others are noted as pages_unread")
    vision_max_pages: int = Field(10, ge=0, description="of a document that a model with eyes may transcribe")
    vision_dpi: int = Field(150, ge=72, le=600, description="that a page is drawn at for such a model")
    min_quality: float = Field(
        0.5, ge=0, le=1, description="of the text; below, text_readable fails and a person looks"
    )


class SortingPolicy(ConfigModel):
    """Who looks first."""

    fast_path: Literal["words", "transformer"] = Field(
        "words", description="the trained marks and words, or a transformer that you put into models/"
    )


class RoutingPolicy(ConfigModel):
    """Bounds that the routing tables look at."""

    transient_retries: int = Field(2, ge=0, description="of a question to an agent after a passing failure")
    arbiter_reextractions: int = Field(1, ge=0, description="that the arbiter may order for a document")
    boss_reassignments: int = Field(1, ge=0, description="to another class that the boss may order for a document")
    learned_gate: bool = Field(False, description="models/route_gate.json decides within the medium band")
    decision_model_url: str | None = Field(
        None, pattern=r"^https?://\S+$", description="a decision model that is asked within the medium band"
    )


class LlmPolicy(ConfigModel):
    """Calls to model providers: concurrency, time and money."""

    concurrency: int = Field(16, ge=1, description="calls under way at once, in a process")
    timeout_seconds: float = Field(120, gt=0, description="of one attempt as a whole, to the last byte")
    attempts: int = Field(4, ge=1, description="of one call, whatever made them fail")
    backoff_base_seconds: float = Field(
        1.0, gt=0, description="about the wait after the first failure; doubles each time"
    )
    backoff_cap_seconds: float = Field(30.0, gt=0, description="the longest such wait")
    retry_after_cap_seconds: float = Field(
        120.0, gt=0, description="a server that asks for more is taken as unavailable"
    )
    answer_max_bytes: int = Field(8 * MIB, ge=1024, description="of one answer; larger ones are not used")
    document_deadline_seconds: float = Field(3600, gt=0, description="spent in calls for one document")
    document_tokens: int | None = Field(None, ge=1, description="generated for one document; input follows its length")
    run_cost_usd: float | None = Field(None, gt=0, description="that a run may cost, worst cases reserved")
    day_cost_usd: float | None = Field(None, gt=0, description="that a day may cost, worst cases reserved")


class EventsPolicy(ConfigModel):
    """What a run tells Dagster about single documents."""

    check_detail_limit: int = Field(
        25, ge=0, description="documents of a run up to which passed checks are stored, too"
    )


class LedgerPolicy(ConfigModel):
    """Sealing, signing and anchoring. Signing keys lie in the home unless the variable names another folder."""

    seal_every: int = Field(10_000, ge=1, description="entries in the growing part before they become a segment")
    lock_wait_seconds: float = Field(60, gt=0, description="for the ledger's lock, else ledger_busy")
    anchor_stale_hours: int = Field(24, ge=1, description="after which an anchor behind the head is a finding")
    origin: str | None = Field(
        None, description="the log's name for outsiders (example.com/mailroom); else one is drawn"
    )
    anchors: tuple[str, ...] = Field(
        (), description="where heads are handed: file:/folder, https://witness, postgresql://…"
    )
    witness_keys: tuple[str, ...] = Field((), description="public keys of the witnesses among them")
    timestamp_roots: Path | None = Field(
        None, description="PEM certificates that time-stamping authorities (rfc3161+https://…) answer to"
    )
    anchor_timeout_seconds: float = Field(5, gt=0, description="of one request to an anchor")
    postgres_url_env: str = Field(
        "MAILROOM_LEDGER_POSTGRES", description="the variable with the URL of a shared growing part"
    )
    keys_folder_env: str = Field("MAILROOM_LEDGER_KEYS", description="the variable with the folder of the signing keys")


class ReviewPolicy(ConfigModel):
    """The review queue and page."""

    collect_labels: bool = Field(
        False, description="consent: decisions taken while it stands may become labels to fit on"
    )
    upload_max_bytes: int = Field(50 * MIB, ge=1, description="of a file handed in over the API")
    token_env: str = Field("MAILROOM_REVIEW_TOKEN", description="the variable with the access token")
    token_file: Path | None = Field(
        None, description="a file with the token that only its owner may read; after the variable"
    )


class OperationsPolicy(ConfigModel):
    """Thresholds of the health checks, and pausing."""

    interval_minutes: int = Field(5, ge=1, description="between two health checks")
    stuck_minutes: int = Field(15, ge=1, description="under way for longer is a finding")
    failed_documents: int = Field(10, ge=0, description="more failed or quarantined ones are a finding")
    backlog_minutes: int = Field(60, ge=1, description="waiting for longer is a finding")
    error_rate: float = Field(0.2, ge=0, le=1, description="a higher share of failed documents in a day is a finding")
    pause_seconds: int = Field(3600, ge=1, description="that a pause lasts when nothing is said")


class Policy(ConfigModel):
    """config/policy.yaml as a whole."""

    executor: Literal["in_process", "multiprocess", "celery"] = Field(
        "in_process", description="who runs the steps of a run"
    )
    intake: IntakePolicy = IntakePolicy()
    reading: ReadingPolicy = ReadingPolicy()
    sorting: SortingPolicy = SortingPolicy()
    routing: RoutingPolicy = RoutingPolicy()
    llm: LlmPolicy = LlmPolicy()
    events: EventsPolicy = EventsPolicy()
    ledger: LedgerPolicy = LedgerPolicy()
    review: ReviewPolicy = ReviewPolicy()
    operations: OperationsPolicy = OperationsPolicy()

    def digest_of(self, *sections: str) -> str:
        """Hex sha256 of the sections named: the part of a record's fingerprint that policy contributes."""
        return fingerprint(**{name: getattr(self, name).model_dump(mode="json") for name in sections})


def load_policy(folder: Path | None = None) -> Policy:
    """Read `policy.yaml`. Raises bad_config."""
    return load_yaml((folder or config_dir()) / "policy.yaml", Policy)
