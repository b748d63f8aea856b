"""Asked questions on disk and in the ledger, and the one way in for commands and assets.

Belongs here: opening the desk of a mailroom, keeping every answer under the hash of its content, and entering question,
sections, answer and verdict. The entry holds places and hashes of document text, never the text.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger.model import OWN_DOC_ID, LedgerEvent
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.questions.archive import Archive
from mailroom_dagster.questions.asking import Desk
from mailroom_dagster.questions.model import Answer
from mailroom_dagster.questions.retrieve import Likeness
from mailroom_dagster.questions.vocabulary import Vocabulary, load_vocabulary
from mailroom_dagster.scoring.semantic import SentenceSimilarity

_HASH_CHARACTERS = 16
MOST_QUESTIONS = 10_000


@dataclass
class QuestionDesk:
    """The questions of one mailroom."""

    mailroom: Mailroom

    @cached_property
    def archive(self) -> Archive:
        """Its documents and their index."""
        return Archive(self.mailroom.home, self.mailroom.disk, self.mailroom.store)

    @cached_property
    def _desk(self) -> Desk:
        vocabulary = load_vocabulary()
        return Desk(self.archive.index, self.archive, vocabulary, self.mailroom.provider, likeness_for(vocabulary))

    def ask(self, question: str, *, matter: str | None = None, document: str | None = None, asked_by: str) -> Answer:
        """Answer a question over what may be seen, and keep it.

        Raises bad_request, unknown_document, wrong_state; bad_config when meaning has a weight without its extra.
        """
        answer = self._desk.ask(question, self.archive.scope(matter, document))
        self._keep(answer, asked_by)
        return answer

    def kept(self, question_id: str) -> Answer | None:
        """The latest answer kept of a question."""
        files = sorted(self._folder.glob(f"{question_id}-*.json"), key=lambda path: path.stat().st_mtime_ns)
        return Answer.model_validate_json(files[-1].read_bytes()) if files else None

    @property
    def _folder(self) -> Path:
        return self.mailroom.home.questions / "answers"

    def _keep(self, answer: Answer, asked_by: str) -> None:
        data = answer.model_dump_json().encode()
        digest = sha256_bytes(data)
        path = self._folder / f"{answer.question_id}-{digest[:_HASH_CHARACTERS]}.json"
        self.mailroom.disk.make_dir(self._folder)
        self.mailroom.disk.write_file(path, data, durable=True)
        outputs = {path.relative_to(self.mailroom.home.root).as_posix(): digest}
        self.mailroom.ledger.append([_event(answer, outputs, asked_by)])


def likeness_for(vocabulary: Vocabulary) -> Likeness | None:
    """What compares meanings, when the vocabulary gives that a weight. Raises bad_config without the extra."""
    return SentenceSimilarity() if vocabulary.retrieval.weights.meaning else None


def read_questions(path: Path) -> list[str]:
    """The questions of a text file, one a line; blank ones and those that begin with # are none. Raises bad_request."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise MailroomError(ErrorCode.BAD_REQUEST, "the questions cannot be read", where=str(path)) from error
    questions = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not 0 < len(questions) <= MOST_QUESTIONS:
        raise MailroomError(ErrorCode.BAD_REQUEST, f"a file holds 1 to {MOST_QUESTIONS} questions", where=str(path))
    return questions


def _event(answer: Answer, outputs: dict[str, str], asked_by: str) -> LedgerEvent:
    return LedgerEvent(
        event_id=f"asked-{answer.question_id}-{uuid.uuid4().hex[:12]}",
        doc_id=OWN_DOC_ID,
        stage="question",
        event="question_answered" if answer.answered else "question_not_answered",
        actor=asked_by,
        output_hashes=outputs,
        detail=_detail(answer),
    )


def _detail(answer: Answer) -> dict[str, Any]:
    verdict = answer.verdict
    return {
        "question_id": answer.question_id,
        "question": answer.decomposition.question,
        "scope": answer.decomposition.scope.model_dump(mode="json"),
        "intent": answer.decomposition.intent,
        "added_by_model": answer.decomposition.added and answer.decomposition.added.model_dump(mode="json"),
        "provider": answer.provider,
        "sections": [_place(item.section.doc_id, item.section.start, item.section.end) for item in answer.sections],
        "cited": [_place(c.doc_id, c.start, c.end) for item in answer.statements for c in item.citations],
        "attempts": [item.changed for item in answer.attempts],
        "verdict": {"confidence": verdict.confidence, **verdict.counts} if verdict else None,
    }


def _place(doc_id: str, start: int, end: int) -> dict[str, Any]:
    return {"doc_id": doc_id, "start": start, "end": end}
