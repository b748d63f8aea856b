"""The job `resolve_review`: a person's decision on one parked document, launched from the UI or by a program."""

import dagster as dg
from pydantic import Field, ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.model import PersonDecision
from mailroom_dagster.review.decisions import decide
from resources.mailroom import MailroomResource


class ReviewDecision(dg.Config):
    """One decision; a list in `fields` is for a field with several values, no value at all clears a field."""

    document: str = Field(description="A doc_id, the beginning of one, or part of the file name.")
    action: str = Field(description="approve, correct, reject or requeue.")
    reviewer: str = Field(description="Who decides; it goes into the ledger.")
    reason: str = ""
    doc_class: str | None = None
    subtype: str | None = None
    fields: dict[str, list[str]] = Field(default_factory=dict, description="Field name: its right values.")


@dg.op(description="Takes the decision and carries it out; the inbox sensor then asks for the run that goes on.")
def resolve_document(context: dg.OpExecutionContext, config: ReviewDecision, mailroom: MailroomResource) -> None:
    """Fails, without a retry, with what is wrong when the decision cannot be taken or somebody was first."""
    room = mailroom.open()
    try:
        manifest = room.store.find(config.document)
        after = decide(room, manifest.doc_id, _decision(config))
    except MailroomError as error:
        raise dg.Failure(error.message, allow_retries=False) from error
    context.add_output_metadata({"document": after.doc_id, "state": after.state.value, "reviewer": config.reviewer})


@dg.job(
    description="Decide a parked document: approve, correct, reject or requeue.", executor_def=dg.in_process_executor
)
def resolve_review() -> None:
    """One op."""
    resolve_document()


def _decision(config: ReviewDecision) -> PersonDecision:
    given = config.model_dump(exclude={"document", "fields"})
    fields = {name: values if len(values) > 1 else next(iter(values), None) for name, values in config.fields.items()}
    try:
        return PersonDecision.model_validate(given | {"fields": fields})
    except ValidationError as error:
        raise MailroomError(
            ErrorCode.BAD_REQUEST, "the decision is none of approve, correct, reject, requeue"
        ) from error
