"""The specialists that read fields by rule, one a class; a class without one gets the generic specialist.

Belongs here: which specialist reads which class. Nothing here calls a model, reads a clock or invents a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists import (
    compliance_filing,
    contract,
    corporate_record,
    correspondence,
    court_opinion,
    due_diligence,
    generic,
    insurance_claim,
)

Specialist = Callable[[ExtractTask], ExtractAnswer]

SPECIALISTS: Mapping[str, Specialist] = {
    "compliance_filing": compliance_filing.extract,
    "contract": contract.extract,
    "corporate_record": corporate_record.extract,
    "correspondence": correspondence.extract,
    "court_opinion": court_opinion.extract,
    "due_diligence": due_diligence.extract,
    "insurance_claim": insurance_claim.extract,
}


def extract(task: ExtractTask) -> ExtractAnswer:
    """The values that the class's specialist finds in the task's window, each with its quote and place."""
    return SPECIALISTS.get(task.doc_class, generic.extract)(task)
