"""Questions with known answers, made from a dataset's truth, and questions that its documents do not answer.

Belongs here: the making. A question names its document as a person would (parties, case, filer, subject); where two
documents bear the same name it is not asked. Questions without an answer name somebody who is in no document, or ask a
document for something of which it holds not even the word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from mailroom_dagster.evaluation.datasets import Sample, Tier, Truth
from mailroom_dagster.taxonomy.model import FieldType

_LONGEST_NAME = 120


class Asked(NamedTuple):
    """One question. `values` are the right answers, any of which will do; none: the archive has no answer."""

    question: str
    sample: str | None
    group: str
    split: str
    kind: FieldType = FieldType.TEXT
    values: tuple[str, ...] = ()


_NAMES: Mapping[str, tuple[tuple[str, ...], ...]] = {  # class -> what names a document, the first that is known
    "contract": (("document_name", "parties"),),
    "court_opinion": (("case_name",),),
    "compliance_filing": (("entity_name", "filing_type"),),
    "correspondence": (("subject",), ("case_name",)),
    "corporate_record": (("entity_name",),),
    "due_diligence": (("target_entity",),),
    "insurance_claim": (("claim_number",), ("insured_party",), ("policy_number",)),
}
_ASKED: Mapping[tuple[str, str], str] = {
    ("contract", "governing_law"): "Which law governs the {name}?",
    ("contract", "agreement_date"): "What is the date of the {name}?",
    ("contract", "effective_date"): "What is the effective date of the {name}?",
    ("contract", "expiration_date"): "When does the {name} expire?",
    ("contract", "renewal_terms"): "How is the {name} renewed?",
    ("contract", "notice_period_to_terminate_renewal"): "What notice ends the renewal of the {name}?",
    ("court_opinion", "docket_number"): "What is the docket number of {name}?",
    ("court_opinion", "date_decided"): "When was {name} decided?",
    ("court_opinion", "court"): "Which court decided {name}?",
    ("court_opinion", "judges"): "Which judges sat in {name}?",
    ("court_opinion", "neutral_citation"): "What is the neutral citation of {name}?",
    ("compliance_filing", "cik"): "What is the central index key in the filing {name}?",
    ("compliance_filing", "period_of_report"): "Which period does the filing {name} report on?",
    ("compliance_filing", "reference_number"): "What is the accession or reference number of the filing {name}?",
    ("correspondence", "communication_date"): 'When was the message "{name}" sent?',
    ("correspondence", "sender"): 'Who sent the message "{name}"?',
    ("correspondence", "recipient"): 'To whom was the message "{name}" addressed?',
    ("correspondence", "docket_number"): 'Which docket number does the message "{name}" concern?',
    ("due_diligence", "prepared_by"): "Who is the due diligence report on {name} prepared by?",
    ("due_diligence", "document_date"): "What is the date of the due diligence report on {name}?",
    ("insurance_claim", "policy_number"): "What is the policy number for {name}?",
    ("insurance_claim", "claimed_amount"): "How much is claimed for {name}?",
    ("insurance_claim", "date_of_loss"): "What is the date of loss for {name}?",
    ("insurance_claim", "insurer"): "Who is the insurer of {name}?",
}
_KINDS = {"date": FieldType.DATE, "period": FieldType.DATE, "amount": FieldType.MONEY, "number": FieldType.ID}
_ABSENT: Sequence[tuple[str, str]] = (  # what is asked for, and the words of which the document must hold none
    ("What is the policy number in {name}?", r"polic(?:y|ies)\s+n|insur"),
    ("What is the claim number in {name}?", r"claim\s+n|insur"),
    ("What is the docket number of {name}?", r"docket|\bno\.|case"),
    ("How is {name} renewed?", r"renew|exten(?:d|sion)"),
    ("Who must indemnify whom under {name}?", r"indemni|harmless"),
    ("What late fee does {name} set?", r"\blate\b|overdue|penalt|interest"),
)
_STRANGERS = ("Quorvex Thimblewood", "Zanther Ploughwright", "Ibbleton Craxford", "Vashti Norquandale", "Drumquill Osk")


def answerable(samples: Iterable[Sample], truths: Mapping[str, Truth]) -> list[Asked]:
    """Every question that the truth answers word for word, in the order of the samples."""
    held = list(samples)
    names = {item.name: _name(truths[item.name]) for item in held}
    borne = Counter(name.casefold() for name in names.values() if name)
    return [
        asked
        for item in held
        if (name := names[item.name]) and borne[name.casefold()] == 1
        for asked in _about(item, truths[item.name], name)
    ]


def unanswerable(
    samples: Iterable[Sample], truths: Mapping[str, Truth], texts: Mapping[str, str], *, count: int, seed: int
) -> list[Asked]:
    """`count` questions without an answer: a third about strangers, the others about what a document does not hold."""
    random = Random(seed)  # noqa: S311 (not for secrets)
    forms = [form.replace("the {name}", "{name}") for form in _ASKED.values()]
    strange = [
        Asked(form.format(name=_STRANGERS[number % len(_STRANGERS)]), None, f"stranger {number}", "test")
        for number, form in enumerate(random.sample(forms, count // 3))
    ]
    absent = [item for sample in samples for item in _not_held(sample, truths[sample.name], texts[sample.name])]
    return [*strange, *random.sample(absent, count - len(strange))]


def _name(truth: Truth) -> str | None:
    for fields in _NAMES.get(truth.doc_class, ()):
        values = [_texts(truth.fields[field].value)[:1] for field in fields if field in truth.fields]
        if len(values) == len(fields) and all(values):
            name = " of ".join(value[0] for value in values)
            return name if len(name) <= _LONGEST_NAME else None
    return None


def _about(sample: Sample, truth: Truth, name: str) -> Iterator[Asked]:
    for (doc_class, field), form in _ASKED.items():
        value = truth.fields.get(field) if doc_class == truth.doc_class else None
        if value and value.tier is Tier.VERBATIM:
            answers = tuple(item for item in _texts(value.value) if item.casefold() not in name.casefold())
            if answers:
                yield Asked(form.format(name=name), sample.name, sample.group, sample.split, _kind(field), answers)


def _not_held(sample: Sample, truth: Truth, text: str) -> Iterator[Asked]:
    name = _name(truth)
    for form, words in _ABSENT:
        if name and not re.search(words, f"{name}\n{text}", re.IGNORECASE):
            yield Asked(form.format(name=name), sample.name, sample.group, sample.split)


def _kind(field: str) -> FieldType:
    return next((kind for word, kind in _KINDS.items() if word in field), FieldType.TEXT)


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [f"{item:.2f}" if isinstance(item, float) else str(item) for item in values if str(item).strip()]
