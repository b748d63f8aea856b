"""The taxonomy file: what it says, how it is refused, and how a class is added without code."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.sorting import Sorter
from mailroom_dagster.configuration import config_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import Policy
from mailroom_dagster.taxonomy.model import FieldType, load_taxonomy
from tests.classification.scripted import Scripted, said

CLASSES = [
    "contract",
    "corporate_record",
    "due_diligence",
    "correspondence",
    "compliance_filing",
    "court_opinion",
    "insurance_claim",
]
WILL = """
  will:
    label: Will
    description: A last will and testament.
    specialist: wills_specialist
    bars: {high: 0.9}
    fields:
      testator: {type: name, description: Who made it., required: true, expected: true}
      date_made: {type: date, description: When it was made.}
"""


def spared_by(other: str) -> dict[str, object]:
    """A class with a field that another field spares it."""
    date = {"type": "date", "description": "When it was made.", "expected": True, "unless": other}
    return {"label": "x", "description": "x", "specialist": "x", "fields": {"date_made": date}}


def shipped() -> str:
    return (config_dir() / "taxonomy.yaml").read_text(encoding="utf-8")


def test_the_shipped_taxonomy_has_the_seven_classes_and_the_families_of_contracts() -> None:
    taxonomy = load_taxonomy()
    assert list(taxonomy.classes) == CLASSES
    assert len(taxonomy.classes["contract"].subtypes) == 27
    assert all(not known.subtypes for name, known in taxonomy.classes.items() if name != "contract")
    for known in taxonomy.classes.values():
        assert any(field.expected for field in known.fields.values())


def test_an_eighth_class_needs_the_file_alone(tmp_path: Path) -> None:
    (tmp_path / "taxonomy.yaml").write_text(shipped() + WILL, encoding="utf-8")
    taxonomy = load_taxonomy(tmp_path)
    assert taxonomy.bars("will").high == 0.9
    assert taxonomy.classes["will"].fields["date_made"].type is FieldType.DATE
    provider = Scripted(said("will", 0.92))
    sorting = Sorter(taxonomy, Policy(), provider).first_pass("doc", plain_document("I make this my last will. " * 9))
    assert (sorting.doc_class, sorting.route) == ("will", "extract")


def test_every_problem_is_listed_with_its_line(tmp_path: Path) -> None:
    broken = (
        "version: '1'\n"
        "default_bars: {fast_path: 1.4}\n"
        "colour: red\n"
        "classes:\n"
        "  letter:\n"
        "    label: Letter\n"
        "    description: A letter.\n"
        "    specialist: s\n"
        "    fields:\n"
        "      kind: {type: label, description: The kind.}\n"
        "      sent: {type: day, description: When.}\n"
    )
    (tmp_path / "taxonomy.yaml").write_text(broken, encoding="utf-8")
    with pytest.raises(MailroomError) as refused:
        load_taxonomy(tmp_path)
    assert refused.value.code is ErrorCode.BAD_CONFIG
    for part in ("4 problem(s)", "line 2", "line 3", "line 10", "line 11"):
        assert part in refused.value.message


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"defer_classes": ["wills"]}, "defer_classes"),
        (
            {"classes": {"unknown": {"label": "x", "description": "x", "specialist": "x", "fields": {}}}},
            "routing token",
        ),
        ({"classes": {"will": spared_by("codicil")}}, "unless names no field: codicil"),
        ({"default_bars": {"low": 0.9, "high": 0.8}}, "low must not be above"),
    ],
)
def test_contradictions_are_refused(tmp_path: Path, change: dict[str, object], what: str) -> None:
    content = yaml.safe_load(shipped()) | change
    (tmp_path / "taxonomy.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(MailroomError, match=what):
        load_taxonomy(tmp_path)


def test_any_change_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "taxonomy.yaml").write_text(shipped() + WILL, encoding="utf-8")
    assert load_taxonomy(tmp_path).digest != load_taxonomy().digest
