"""Questions over a real home: indexing batches, matters, what is kept and what the ledger says."""

from __future__ import annotations

import json
from pathlib import Path

import dagster as dg
import pytest
from typer.testing import CliRunner

from assets.questions import QUESTION_ASSETS, ask_questions
from mailroom_dagster.cli import ask as ask_command
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.pipeline.running import process
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.questions.store import QuestionDesk
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import State
from resources.mailroom import MailroomResource
from tests.obedient import claim, drop, obedient_mailroom

QUESTION = "What is the claim number of Ada Byron?"


@pytest.fixture
def desk(home: Home, tmp_path: Path) -> QuestionDesk:
    mailroom, _ = obedient_mailroom(home)
    process(mailroom, list(drop(mailroom, tmp_path / "in", one=claim()).values()))
    mailroom.provider = OfflineProvider(mailroom.taxonomy)
    asked = QuestionDesk(mailroom)
    asked.archive.refresh()
    return asked


def test_an_answer_is_kept_and_entered_without_document_text(desk: QuestionDesk) -> None:
    answer = desk.ask(QUESTION, asked_by="person:ada")
    assert "CLM-1001" in answer.text
    entry = list(desk.mailroom.ledger.entries("-"))[-1]
    assert (entry.event, entry.actor) == ("question_answered", "person:ada")
    assert entry.detail["question"] == QUESTION
    assert entry.detail["verdict"]["supported"] == len(answer.verdict.claims if answer.verdict else ())
    assert "CLM-1001" not in json.dumps(entry.detail)
    ((path, digest),) = entry.output_hashes.items()
    assert sha256_file(desk.mailroom.home.root / path) == digest
    assert desk.kept(answer.question_id) == answer


def test_only_what_changed_is_indexed_again(desk: QuestionDesk, tmp_path: Path) -> None:
    assert desk.archive.refresh() == 0
    new = list(drop(desk.mailroom, tmp_path / "in", two=claim(2)).values())
    process(desk.mailroom, new)
    assert desk.archive.refresh(new) == 1
    assert len(desk.archive.index.known()) == 2


def test_a_document_that_was_rejected_or_moved_is_not_cited_even_by_an_old_index(desk: QuestionDesk) -> None:
    (manifest,) = desk.mailroom.store.manifests()
    desk.mailroom.store.save(manifest.model_copy(update={"state": State.REJECTED}))
    assert not desk.ask(QUESTION, asked_by="person:ada").answered
    desk.archive.refresh()
    assert desk.archive.index.known() == {}


def test_a_document_that_waits_for_a_person_is_quoted_with_a_caution(desk: QuestionDesk) -> None:
    (manifest,) = desk.mailroom.store.manifests()
    assert desk.ask(QUESTION, asked_by="person:ada").caveats == ()
    desk.mailroom.store.save(manifest.model_copy(update={"state": State.PARKED}))
    answer = desk.ask(QUESTION, asked_by="person:ada")
    assert answer.answered
    assert [manifest.file_name in caveat for caveat in answer.caveats] == [True]


def test_an_unknown_matter_is_told_and_not_taken_for_one_without_an_answer(desk: QuestionDesk) -> None:
    with pytest.raises(MailroomError) as caught:
        desk.ask(QUESTION, matter="Nope", asked_by="person:ada")
    assert (caught.value.code, caught.value.where) == (ErrorCode.BAD_REQUEST, "Nope")


def test_a_document_of_another_matter_is_unknown(desk: QuestionDesk) -> None:
    (manifest,) = desk.mailroom.store.manifests()
    with pytest.raises(MailroomError) as caught:
        desk.ask(QUESTION, matter="M-2", document=manifest.doc_id, asked_by="person:ada")
    assert caught.value.code is ErrorCode.UNKNOWN_DOCUMENT


def test_a_file_of_questions_gives_materializations_and_checks(desk: QuestionDesk, tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text(f"# two\n{QUESTION}\n\nWhich law governs the lease of Zebra Corp?\n")
    resources = {"mailroom": MailroomResource.around(desk.mailroom)}
    definitions = dg.Definitions(assets=QUESTION_ASSETS, jobs=[ask_questions], resources=resources)
    with dg.DagsterInstance.ephemeral() as instance:
        job = definitions.resolve_job_def("ask_questions")
        config = {"ops": {"ask_file": {"config": {"file": str(questions)}}}}
        done = job.execute_in_process(instance=instance, run_config=config)
        keys = instance.get_dynamic_partitions("questions")
        assert len(keys) == 2
        again = definitions.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance, asset_selection=[dg.AssetKey("answer")], partition_key=keys[0]
        )
    assert done.output_for_node("ask_file") == 1
    (check,) = again.get_asset_check_evaluations()
    assert check.passed
    assert check.check_name == "answer_supported"


def test_the_command_prints_one_answer_and_says_when_there_is_none(desk: QuestionDesk) -> None:
    import typer

    app = typer.Typer()
    ask_command.register(app)
    home = ["--home", str(desk.mailroom.home.root), "--json"]
    found = CliRunner().invoke(app, [QUESTION, *home])
    assert found.exit_code == 0
    assert json.loads(found.stdout)["answered"] is True
    none = CliRunner().invoke(app, ["Which law governs the lease of Zebra Corp?", *home])
    assert none.exit_code == 1
    assert json.loads(none.stdout)["answered"] is False
