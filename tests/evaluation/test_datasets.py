"""Datasets are pinned, their two views fit, and samples are nested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import (
    Dataset,
    DatasetConfig,
    Pin,
    Sample,
    Split,
    Tier,
    Truth,
    load_datasets_config,
)
from mailroom_dagster.evaluation.loaders import load_clauses, load_dataset, load_folder
from mailroom_dagster.evaluation.sampling import partition_keys, sample, split_key
from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.taxonomy.model import load_taxonomy


def refused(code: ErrorCode) -> pytest.RaisesExc[MailroomError]:
    return pytest.raises(MailroomError, check=lambda error: error.code is code)


def made(name: str, split: Split = Split.TEST, group: str = "", doc_class: str = "contract") -> tuple[Sample, Truth]:
    views = {"name": name, "sha256": "0" * 64}
    return (
        Sample(**views, path=Path(name), split=split, group=group or name),
        Truth(**views, file_name=name, doc_class=doc_class),
    )


def dataset_of(*pairs: tuple[Sample, Truth]) -> Dataset:
    return Dataset("made", "1", [pair[0] for pair in pairs], [pair[1] for pair in pairs])


def test_the_pilot_corpus_loads_at_its_pins_with_no_source_in_two_splits(corpus: Path) -> None:
    dataset = load_dataset("pilot")
    splits: dict[str, set[str]] = {}
    for item in dataset.samples.values():
        splits.setdefault(item.group, set()).add(item.split)
    assert all(len(found) == 1 for found in splits.values())
    assert {dataset.truth_of(item).doc_class for item in dataset.samples.values()} == set(load_taxonomy().classes)


def test_the_blind_view_gives_nothing_away(tiny: Dataset) -> None:
    for item in tiny.samples.values():
        known = tiny.truth_of(item)
        assert known.doc_class not in item.name
        assert set(Sample.model_fields) & {"doc_class", "fields", "file_name"} == set()
    assert known.fields["sender"].tier is Tier.VERBATIM


@pytest.mark.parametrize("file", ["labels.csv", "truth.jsonl"])
def test_a_changed_label_file_is_refused(tiny: Dataset, file: str) -> None:
    path = load_datasets_config()["tiny"].place / file
    path.write_text(path.read_text() + "\n")
    with refused(ErrorCode.DATASET_INTEGRITY):
        load_dataset("tiny")


def test_a_missing_dataset_names_the_variable_to_set(tmp_path: Path) -> None:
    config = DatasetConfig(
        kind="folder", root=str(tmp_path), root_env="SOME_PLACE", labels=Pin(file="labels.csv", sha256="0" * 64)
    )
    target = tmp_path / "config"
    target.mkdir()
    (target / "datasets.yaml").write_text(json.dumps({"datasets": {"gone": config.model_dump(mode="json")}}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAILROOM_CONFIG", str(target))
        with pytest.raises(MailroomError, match="SOME_PLACE"):
            load_dataset("gone")
        with refused(ErrorCode.BAD_REQUEST):
            load_dataset("never heard of")


def test_documents_that_changed_or_vanished_are_named(tiny: Dataset) -> None:
    items = list(tiny.samples.values())
    items[0].path.write_text("other bytes")
    items[1].path.unlink()
    with pytest.raises(MailroomError, match=items[0].name) as error:
        tiny.require_bytes(items)
    assert items[1].name in error.value.message


@pytest.mark.parametrize(
    "pairs",
    [
        [made("a"), made("a")],
        [made("a", Split.TRAIN, group="g"), made("b", Split.TEST, group="g")],
        [(made("a")[0], made("b")[1])],
    ],
    ids=["a name twice", "a source in two splits", "views that do not fit"],
)
def test_a_dataset_that_contradicts_itself_is_refused(pairs: list[tuple[Sample, Truth]]) -> None:
    with refused(ErrorCode.DATASET_INTEGRITY):
        dataset_of(*pairs)


def test_truth_about_other_bytes_is_refused() -> None:
    item, known = made("a")
    dataset = dataset_of((item, known.model_copy(update={"sha256": "1" * 64})))
    with refused(ErrorCode.DATASET_INTEGRITY):
        dataset.truth_of(item)


@pytest.mark.parametrize("line", ['{"filename": "x"}', "not json", "[]"])
def test_a_truth_row_that_cannot_be_read_is_refused_with_its_line(tiny: Dataset, line: str) -> None:
    config = load_datasets_config()["tiny"]
    (config.place / "truth.jsonl").write_text(line + "\n")
    with pytest.raises(MailroomError, match="line 1"):
        load_folder(config)


def test_a_clause_table_is_read_as_cuad_writes_it(tmp_path: Path) -> None:
    (tmp_path / "A.txt").write_text("text")
    table = "Filename,Governing Law-Answer,Parties\nA.txt,Ohio,\"['Alder Inc.', 'Birch LLC']\"\n"
    (tmp_path / "clauses.csv").write_text(table)
    config = DatasetConfig(
        kind="clauses",
        root=str(tmp_path),
        doc_class="contract",
        labels=Pin(file="clauses.csv", sha256=sha256_file(tmp_path / "clauses.csv")),
        clauses={"Governing Law-Answer": "governing_law", "Parties": "parties", "Not There": "effective_date"},
    )
    samples, truths = load_clauses(config)
    assert samples[0].sha256 == truths[0].sha256
    assert {name: value.value for name, value in truths[0].fields.items()} == {
        "governing_law": "Ohio",
        "parties": ["Alder Inc.", "Birch LLC"],
    }
    (tmp_path / "A.txt").unlink()
    with refused(ErrorCode.DATASET_INTEGRITY):
        load_clauses(config)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 5))
def test_a_smaller_sample_is_a_prefix_of_a_larger_one(one: int, other: int, seed: int) -> None:
    pairs = [made(f"{doc_class}{n}", doc_class=doc_class) for n in range(10) for doc_class in ("contract", "letter")]
    dataset = dataset_of(*pairs)
    small, large = sorted((one, other))

    def names(per_class: int, doc_class: str) -> list[str]:
        chosen = sample(dataset, Split.TEST, per_class=per_class, seed=seed)
        return [item.name for item in chosen if item.name.startswith(doc_class)]

    for doc_class in ("contract", "letter"):
        assert names(large, doc_class)[: len(names(small, doc_class))] == names(small, doc_class)


def test_an_empty_sample_is_refused() -> None:
    with refused(ErrorCode.EVALUATION_REFUSED):
        sample(dataset_of(made("a", Split.TEST)), Split.TRAIN)


def test_partition_keys_name_dataset_split_and_class_and_stand_together() -> None:
    keys = partition_keys(["pilot"], load_taxonomy())
    assert keys[0].startswith("pilot.train.")
    assert [split_key(key)[1] for key in keys] == sorted((split_key(key)[1] for key in keys), reverse=True)
    with refused(ErrorCode.BAD_REQUEST):
        split_key("pilot.dev.contract")
