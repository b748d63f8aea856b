"""Questions as assets: the index of sections, and answers by question, checked claim by claim.

An answer's partition is the question's id. A file of questions is one run of the job `ask_questions`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg

from assets.owners import OWNERS
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.model import Answer
from mailroom_dagster.questions.store import QuestionDesk, read_questions
from resources.mailroom import MailroomResource

GROUP = "questions"
ANSWER, CHECK, ACTOR = "answer", "answer_supported", "dagster"
questions = dg.DynamicPartitionsDefinition(name="questions")


class QuestionConfig(dg.Config):
    """A question to ask anew. Empty: the question that was asked under the run's partition before."""

    question: str = ""
    matter: str = ""
    document: str = ""


class QuestionFileConfig(dg.Config):
    """A text file with one question a line."""

    file: str
    matter: str = ""


@dg.asset(
    group_name=GROUP,
    owners=OWNERS,
    kinds={"python", "tantivy"},
    deps=[dg.AssetKey("text")],
    description="Every document's titled sections, searchable by their words; only what changed is indexed again.",
)
def section_index(mailroom: MailroomResource) -> dg.MaterializeResult[None]:
    """Bring the index up to date."""
    archive = QuestionDesk(mailroom.open()).archive
    return dg.MaterializeResult(metadata={"indexed": archive.refresh(), "documents": len(archive.index.known())})


@dg.asset(
    name=ANSWER,
    group_name=GROUP,
    owners=OWNERS,
    kinds={"python"},
    partitions_def=questions,
    deps=[section_index],
    description="A question's answer with citations, judged claim by claim, or the statement that there is none.",
    check_specs=[dg.AssetCheckSpec(CHECK, asset=ANSWER, description="Every claim of the answer stands in its source.")],
)
def answer(
    context: dg.AssetExecutionContext, config: QuestionConfig, mailroom: MailroomResource
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Ask one question."""
    found = _asked(QuestionDesk(mailroom.open()), context.partition_key, config)
    yield dg.MaterializeResult(metadata=_metadata(found))
    yield dg.AssetCheckResult(check_name=CHECK, **_check(found))


@dg.op(description="Ask every question of a file; each becomes a partition of the asset `answer`.")
def ask_file(context: dg.OpExecutionContext, config: QuestionFileConfig, mailroom: MailroomResource) -> Iterator[Any]:
    """Materializations and checks, one a question, and the sum."""
    desk = QuestionDesk(mailroom.open())
    desk.archive.refresh()
    answered = 0
    for question in read_questions(Path(config.file)):
        found = desk.ask(question, matter=config.matter or None, asked_by=ACTOR)
        context.instance.add_dynamic_partitions(str(questions.name), [found.question_id])
        yield dg.AssetMaterialization(ANSWER, partition=found.question_id, metadata=_metadata(found))
        yield dg.AssetCheckEvaluation(asset_key=dg.AssetKey(ANSWER), check_name=CHECK, **_check(found))
        answered += found.answered
    yield dg.Output(answered)


@dg.job(description="Ask a file of questions: op config `file` of ask_file, one question a line.")
def ask_questions() -> None:
    """One op."""
    ask_file()


def _asked(desk: QuestionDesk, key: str, config: QuestionConfig) -> Answer:
    """The answer to the configured question, or to the one kept under the partition."""
    if config.question:
        return desk.ask(config.question, matter=config.matter or None, document=config.document or None, asked_by=ACTOR)
    before = desk.kept(key)
    if before is None:
        raise MailroomError(ErrorCode.BAD_REQUEST, f"no question is known as {key!r}", next_step="name it in config")
    scope = before.decomposition.scope
    return desk.ask(before.decomposition.question, matter=scope.matter, document=scope.document, asked_by=ACTOR)


def _metadata(found: Answer) -> dict[str, dg.MetadataValue]:
    cited = [citation.model_dump(exclude={"quote"}) for item in found.statements for citation in item.citations]
    return {
        "question": dg.MetadataValue.text(found.decomposition.question),
        "answered": dg.MetadataValue.bool(found.answered),
        "answer": dg.MetadataValue.md(found.text),
        "intent": dg.MetadataValue.text(found.decomposition.intent),
        "documents": dg.MetadataValue.json(list(found.documents)),
        "citations": dg.MetadataValue.json(cited),
        "attempts": dg.MetadataValue.json([item.model_dump() for item in found.attempts]),
    }


def _check(found: Answer) -> dict[str, Any]:
    """Supported means: no claim is contradicted or bare. The fallback claims nothing, and says so."""
    verdict = found.verdict
    counts = verdict.counts if verdict and found.answered else {}
    return {
        "passed": not counts.get("contradicted") and not counts.get("unsupported"),
        "severity": dg.AssetCheckSeverity.WARN,
        "metadata": {"answered": found.answered, **counts},
    }


QUESTION_ASSETS = [section_index, answer]
QUESTION_JOBS = [ask_questions]
