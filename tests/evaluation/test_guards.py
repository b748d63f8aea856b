"""What keeps numbers honest: fitting off the train split raises, planted truth is found, overlap is told."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mailroom_dagster.agents.contracts import SortTask
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.calibrating import calibrate_extraction, calibrate_scoring
from mailroom_dagster.evaluation.datasets import Dataset, Split
from mailroom_dagster.evaluation.guards import LeakGuard, RecordingProvider, overlap, require_train, trained_on
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.evaluation.sampling import sample
from mailroom_dagster.evaluation.settings import Settings
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.home import Home
from mailroom_dagster.taxonomy.model import load_taxonomy
from tests.evaluation.factories import ScriptedProvider, open_tiny


def test_fitting_on_any_split_but_train_raises(tiny: Dataset, home: Home) -> None:
    for fit in (
        lambda: require_train(sample(tiny, Split.TEST)),
        lambda: require_train(tiny.samples.values()),
        lambda: calibrate_scoring(tiny, load_taxonomy(), split=Split.TEST),
        lambda: calibrate_extraction(open_tiny(home), tiny, split=Split.TEST),
    ):
        with pytest.raises(MailroomError) as error:
            fit()
        assert error.value.code is ErrorCode.EVALUATION_REFUSED
    require_train(sample(tiny, Split.TRAIN))
    assert calibrate_scoring(tiny, load_taxonomy())["name"].right > 0


def test_a_truth_value_planted_in_a_request_is_found_and_never_quoted(tiny: Dataset) -> None:
    guard = LeakGuard(tiny)
    item = next(iter(tiny.samples.values()))
    known = tiny.truth_of(item)
    for secret in (known.file_name, known.fields["parties"].value[0], "ALDER0   Works, inc"):
        leaks = guard.leaks(f"Classify this document: {secret} please")
        assert [leak.sample for leak in leaks] == [item.name]
    assert guard.leaks("a letter to Cedar0") == []
    letter = next(
        item for item in tiny.samples.values() if tiny.truth_of(item).file_name == "correspondence_original_0.txt"
    )
    assert guard.leaks("signed Dogwood0 Elm") == []  # two words alone may be a common term
    planted = guard.leaks("signed Dogwood0 Elm, from correspondence_original_0.txt")
    assert {leak.sample for leak in planted} == {letter.name}
    with pytest.raises(MailroomError) as error:
        guard.require_clean({"sorter.md": [f"for example {known.file_name}"]})
    assert error.value.code is ErrorCode.EVALUATION_REFUSED
    assert known.file_name not in error.value.message
    guard.require_clean({"sorter.md": ["Sort the document into one of the classes. Ohio. Contract."]})


def test_a_planted_prompt_stops_the_run(tiny: Dataset, home: Home) -> None:
    from mailroom_dagster.configuration import config_dir

    run = EvaluationRun(open_tiny(home), Settings(dataset="tiny"))
    run.write_sample("contract")
    assert run.predict("contract") == 2
    known = tiny.truth_of(run.sampled("contract")[0])
    prompt = config_dir() / "prompts" / "sorter.md"
    prompt.write_text(prompt.read_text() + f"\nExample: {known.fields['parties'].value[0]}\n")
    with pytest.raises(MailroomError, match="truth stands in a request"):
        run.predict("contract")


def test_requests_are_recorded_without_the_documents_text() -> None:
    provider = RecordingProvider(ScriptedProvider())
    document = DocumentText(text="SERVICES secret words", pages=(), media_type="text/plain")
    provider.answer(SortTask(doc_id="file name", document=document))
    assert "sorter" in provider.requests_of("file name")[0]
    assert "secret" not in provider.requests_of("file name")[0]


def test_overlap_with_training_is_told_and_can_be_left_out(tiny: Dataset, home: Home) -> None:
    samples = sample(tiny, Split.TEST)
    assert overlap(samples, None).state == "unknown"
    assert overlap(samples, []).state == "ok"
    assert overlap(samples, [samples[0].sha256]).names == (samples[0].name,)

    models = Path(os.environ["MAILROOM_MODELS"])
    models.mkdir()
    (models / "fast_path.manifest.json").write_text(json.dumps({"documents": [{"sha256": samples[0].sha256}]}))
    assert trained_on(models) == {samples[0].sha256}
    mailroom = open_tiny(home)
    mailroom.__dict__["fast_path"] = "installed"
    run = EvaluationRun(mailroom, Settings(dataset="tiny", without_overlap=True))
    assert samples[0].name not in {item.name for item in run.sampled()}
    assert len(run.sampled()) == len(samples) - 1
