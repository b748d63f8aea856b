"""A provider that answers what a test tells it to, by document, role and turn; every task it is asked is counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from mailroom_dagster.agents.contracts import (
    ArbiterAnswer,
    BossAnswer,
    ExtractAnswer,
    JudgeAnswer,
    Role,
    SortAnswer,
    TranscribeAnswer,
)
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.providers.base import Identity, Reply
from mailroom_dagster.records.home import Home

ANSWERS: dict[Role, type[Any]] = {
    Role.SORTER: SortAnswer,
    Role.RETRY_SORTER: SortAnswer,
    Role.REVIEWER: SortAnswer,
    Role.SPECIALIST: ExtractAnswer,
    Role.JUDGE: JudgeAnswer,
    Role.ARBITER: ArbiterAnswer,
    Role.BOSS: BossAnswer,
    Role.TRANSCRIBER: TranscribeAnswer,
}


class Obedient:
    """Answers from a document's script; a role without one gets the defaults."""

    name = "obedient"
    sees_images = False

    def __init__(self, defaults: dict[Role, dict[str, Any]] | None = None) -> None:
        self.defaults = defaults or {}
        self.scripts: dict[tuple[str, str], list[dict[str, Any]]] = {}
        self.asked: Counter[tuple[str, Role]] = Counter()
        self.tasks: list[Any] = []

    def identity(self, role: Role) -> Identity:
        """Always the same model."""
        return Identity(provider=self.name, model="obedient-1")

    def script(self, doc_id: str, **answers: Any) -> None:
        """Role name = answer, or a list of answers by turn (the last one stays). `{"raise": code}` raises."""
        for role, answer in answers.items():
            self.scripts[doc_id, role] = answer if isinstance(answer, list) else [answer]

    def answer(self, task: Any) -> Reply[Any]:
        """The answer of this document, role and turn."""
        turn = self.asked[task.doc_id, task.role]
        self.asked[task.doc_id, task.role] += 1
        self.tasks.append(task)
        turns = self.scripts.get((task.doc_id, task.role.value)) or [self.defaults[task.role]]
        data = turns[min(turn, len(turns) - 1)]
        if "raise" in data:
            raise MailroomError(ErrorCode(data["raise"]), "the test asked for trouble")
        return Reply(ANSWERS[task.role].model_validate(data))


SORTED_SURE = {"doc_class": "insurance_claim", "confidence": 0.99}
EXTRACTED_SURE = {
    "values": {
        "claim_number": [{"value": "CLM-1001", "quote": "CLM-1001"}],
        "policy_number": [{"value": "POL-77", "quote": "POL-77"}],
        "insurer": [{"value": "Harbor Mutual", "quote": "Harbor Mutual"}],
        "insured_party": [{"value": "Ada Byron", "quote": "Ada Byron"}],
        "date_of_loss": [{"value": "2026-01-26", "quote": "January 26, 2026"}],
        "claimed_amount": [{"value": "USD 1250.00", "quote": "$1,250.00"}],
        "claim_type": [{"value": "property", "quote": "property"}],
    },
    "confidence": 0.97,
}
CLAIM = """NOTICE OF LOSS
Claim number CLM-1001 under policy POL-77 with Harbor Mutual. Insured: Ada Byron.
On January 26, 2026 hail damaged the roof of the property. Amount claimed: $1,250.00.
"""


def claim(number: int = 1) -> bytes:
    """A claim's text; the number makes it another document."""
    return f"{CLAIM}File note {number}.\n".encode()


def obedient_mailroom(home: Home, **defaults: Any) -> tuple[Mailroom, Obedient]:
    """A mailroom answered by the obedient provider, with no fast path in its way."""
    sure = {Role.SORTER: SORTED_SURE, Role.SPECIALIST: EXTRACTED_SURE}
    provider = Obedient(sure | {Role(name): value for name, value in defaults.items()})
    mailroom = open_mailroom(home, provider)
    mailroom.fast_path = None
    return mailroom, provider


def drop(mailroom: Mailroom, folder: Path, **files: bytes) -> dict[str, str]:
    """Take files in; name -> doc_id."""
    folder.mkdir(exist_ok=True)
    paths = []
    for name, data in files.items():
        path = folder / f"{name}.txt"
        path.write_bytes(data)
        paths.append(path)
    claimed, _ = mailroom.intake.accept_files(paths, "M-1", batch=None)
    return {path.stem: item.doc_id for path, item in claimed}
