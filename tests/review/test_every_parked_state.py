"""Every way in which a document parks, and every decision on it: one next state each, and approval is final."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from mailroom_dagster.checking import check
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import PersonDecision, State
from mailroom_dagster.review.decisions import decide
from mailroom_dagster.review.queue import waiting
from tests.obedient import EXTRACTED_SURE, SORTED_SURE, claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
UNKNOWN = {"doc_class": "unknown", "confidence": 0.9}
THIN = {"values": {"insured_party": [{"value": "Ada Byron", "quote": "Ada Byron"}]}, "confidence": 0.5}
WRONG_DATE = {"values": {"date_of_loss": [{"value": "soon", "quote": "January 26, 2026"}]}, "confidence": 0.97}
INCOMPLETE = {"specialist": THIN, "judge": {"label": "incomplete", "score": 0.2}}
REFUSED = {"raise": "provider_refused"}
WAYS: dict[str, dict[str, Any]] = {
    "nobody is sure of the class": {"sorter": UNSURE, "retry_sorter": UNSURE, "reviewer": UNSURE},
    "nobody knows the class": {"sorter": UNKNOWN, "retry_sorter": UNKNOWN, "reviewer": UNKNOWN},
    "the sorter is refused": {"sorter": REFUSED},
    "the specialist is refused": {"specialist": REFUSED},
    "a value stays invalid": {"specialist": WRONG_DATE},
    "the judge is refused, or the boss": {"specialist": THIN, "judge": REFUSED, "boss": REFUSED},
    "the boss wants a person": INCOMPLETE | {"arbiter": {"action": "escalate"}, "boss": {"action": "review"}},
    "the text cannot be read": {},
}
GARBLED = "\ufffd\ue000\ue001 (cid:3)(cid:7) "
CLASS = "insurance_claim"
DECISIONS: dict[str, tuple[PersonDecision, State]] = {
    name: (PersonDecision(reviewer="Grace", reason="because", **values), state)
    for name, values, state in [
        ("approve", {"action": "approve", "doc_class": CLASS}, State.ARCHIVED),
        ("correct fields", {"action": "correct", "doc_class": CLASS, "fields": {"insurer": "X"}}, State.ARCHIVED),
        ("correct class", {"action": "correct", "doc_class": "correspondence"}, State.ARCHIVED),
        ("reject", {"action": "reject"}, State.REJECTED),
        ("requeue", {"action": "requeue"}, State.PARKED),  # nothing else changed: the same gate holds it again
    ]
}


@dataclass
class Parked:
    """A mailroom in which every way meets every decision: (way, decision) -> doc_id."""

    mailroom: Mailroom
    docs: dict[tuple[str, str], str]

    def states(self) -> dict[tuple[str, str], State]:
        return {key: self.mailroom.store.manifest(doc_id).state for key, doc_id in self.docs.items()}


@pytest.fixture(scope="module")
def parked(tmp_path_factory: pytest.TempPathFactory) -> Parked:
    folder = tmp_path_factory.mktemp("parked")
    mailroom, provider = obedient_mailroom(Home(folder / "home"), sorter=SORTED_SURE, specialist=EXTRACTED_SURE)
    docs = {}
    for number, (way, decision) in enumerate(product(WAYS, DECISIONS)):
        words = f"{GARBLED * 40}{number}".encode() if way == "the text cannot be read" else claim(number)
        docs[way, decision] = drop(mailroom, folder / "in", **{f"file{number}": words})[f"file{number}"]
        provider.script(docs[way, decision], **WAYS[way])
    process_pending(mailroom)
    return Parked(mailroom, docs)


def test_every_decision_on_every_parked_state_has_one_next_state(parked: Parked) -> None:
    assert set(parked.states().values()) == {State.PARKED}
    assert {item.doc_id for item in waiting(parked.mailroom)} == set(parked.docs.values())
    for (_, decision), doc_id in parked.docs.items():
        decide(parked.mailroom, doc_id, DECISIONS[decision][0])
    process_pending(parked.mailroom)
    expected = {key: DECISIONS[key[1]][1] for key in parked.docs}
    assert parked.states() == expected
    assert {item.doc_id for item in waiting(parked.mailroom)} == {
        doc_id for key, doc_id in parked.docs.items() if expected[key] is State.PARKED
    }
    parked.mailroom.pending.add(parked.docs.values())  # asked again, as after a kill: what is settled stays so
    process_pending(parked.mailroom)
    assert parked.states() == expected
    assert check(parked.mailroom.home).problems == ()
