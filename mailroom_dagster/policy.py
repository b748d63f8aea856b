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

    poll_seconds: int = Field(5, ge=1)
    stable_seconds: float = Field(2.0, ge=0)  # size and mtime unchanged for so long
    batch_size: int = Field(200, ge=1)
    keys_per_request: int = Field(500, ge=1)
    max_attempts: int = Field(3, ge=1)
    max_bytes: int = Field(200 * MIB, ge=1)
    retire_after_days: int | None = Field(None, ge=1)


class ReadingPolicy(ConfigModel):
    """Limits of the readers, each with its own error code, named behind it."""

    workers: int = Field(2, ge=1)
    max_bytes: int = Field(200 * MIB, ge=1)  # too_large
    max_pages: int = Field(3000, ge=1)  # too_many_pages
    max_pixels: int = Field(100_000_000, ge=1)  # of one image: too_many_pixels
    max_characters: int = Field(60_000_000, ge=1)  # too_much_text
    max_seconds: int = Field(600, ge=1)  # of wall clock and of CPU, a file: timeout
    max_memory: int = Field(2048 * MIB, ge=64 * MIB)  # of a worker's address space: out_of_memory
    max_file_bytes: int = Field(64 * MIB, ge=1 * MIB)  # of anything a worker writes: reader_crashed
    max_archive_ratio: int = Field(200, ge=1)  # unpacked to packed: too_compressed
    max_nesting: int = Field(5, ge=0)  # of messages in messages: too_deeply_nested
    ocr: bool = True
    ocr_languages: str = Field(
        "eng", pattern=r"^[a-z_]+(\+[a-z_]+)*$"
    )  # Tesseract's names; their data must be installed
    ocr_dpi: int = Field(200, ge=72, le=600)
    ocr_max_pages: int = Field(60, ge=0)  # a document; more pages stay unread: pages_unread
    vision_max_pages: int = Field(10, ge=0)
    vision_dpi: int = Field(150, ge=72, le=600)
    min_quality: float = Field(0.5, ge=0, le=1)  # below: text_readable fails and a person looks


class SortingPolicy(ConfigModel):
    """Who takes the fast path's slot: the trained marks and words, or a transformer that you put into models/."""

    fast_path: Literal["words", "transformer"] = "words"


class RoutingPolicy(ConfigModel):
    """Bounds that the routing tables look at."""

    transient_retries: int = Field(2, ge=0)
    arbiter_reextractions: int = Field(1, ge=0)
    boss_reassignments: int = Field(1, ge=0)
    learned_gate: bool = False
    decision_model_url: str | None = Field(None, pattern=r"^https?://\S+$")


class LlmPolicy(ConfigModel):
    """Calls to model providers: concurrency, time and money."""

    concurrency: int = Field(16, ge=1)
    timeout_seconds: float = Field(120, gt=0)  # one attempt as a whole, to the last byte
    attempts: int = Field(4, ge=1)  # of one call, whatever made them fail
    backoff_base_seconds: float = Field(1.0, gt=0)
    backoff_cap_seconds: float = Field(30.0, gt=0)
    retry_after_cap_seconds: float = Field(120.0, gt=0)  # a server that asks for more is taken as unavailable
    answer_max_bytes: int = Field(8 * MIB, ge=1024)
    document_deadline_seconds: float = Field(3600, gt=0)  # spent in calls for one document
    document_tokens: int | None = Field(None, ge=1)  # generated for one document; input follows its length
    run_cost_usd: float | None = Field(None, gt=0)
    day_cost_usd: float | None = Field(None, gt=0)


class EventsPolicy(ConfigModel):
    """What a run tells Dagster about single documents."""

    check_detail_limit: int = Field(25, ge=0)


class LedgerPolicy(ConfigModel):
    """Sealing, signing and anchoring. Signing keys lie in the home unless the variable names another folder."""

    seal_every: int = Field(10_000, ge=1)  # entries in the growing part, before they become a segment
    lock_wait_seconds: float = Field(60, gt=0)
    anchor_stale_hours: int = Field(24, ge=1)
    origin: str | None = None  # the log's name for outsiders, such as example.com/mailroom; else one is drawn
    anchors: tuple[str, ...] = ()  # where heads are handed: file:/folder, https://witness, postgresql://…
    witness_keys: tuple[str, ...] = ()  # public keys of the witnesses among them
    timestamp_roots: Path | None = None  # PEM certificates that time-stamping authorities (rfc3161+https://…) answer to
    anchor_timeout_seconds: float = Field(5, gt=0)
    postgres_url_env: str = "MAILROOM_LEDGER_POSTGRES"
    keys_folder_env: str = "MAILROOM_LEDGER_KEYS"


class ReviewPolicy(ConfigModel):
    """The review queue and page."""

    collect_labels: bool = False  # consent: decisions taken while it stands may be labels to fit on (`review labels`)
    upload_max_bytes: int = Field(50 * MIB, ge=1)
    token_env: str = "MAILROOM_REVIEW_TOKEN"  # noqa: S105 (a variable's name)
    token_file: Path | None = None  # a file that only its owner may read; the variable goes before it


class OperationsPolicy(ConfigModel):
    """Thresholds of the health checks."""

    interval_minutes: int = Field(5, ge=1)
    stuck_minutes: int = Field(15, ge=1)
    failed_documents: int = Field(10, ge=0)
    backlog_minutes: int = Field(60, ge=1)
    error_rate: float = Field(0.2, ge=0, le=1)
    pause_seconds: int = Field(3600, ge=1)


class Policy(ConfigModel):
    """config/policy.yaml as a whole."""

    executor: str = Field("in_process", pattern="^(in_process|multiprocess|celery)$")
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
