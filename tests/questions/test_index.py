"""The index is incremental, and whole after a kill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.index import SectionIndex
from mailroom_dagster.storage import Disk
from tests.questions.archive_of_two import AGREEMENT, ARBOR, BIRCH, entry_of, index_of_two

KILLED = """
import os, sys
from pathlib import Path
from mailroom_dagster.storage import Disk
from tests.questions.archive_of_two import AGREEMENT, ARBOR, entry_of
from mailroom_dagster.questions.index import SectionIndex
class Dying(Disk):
    def write_file(self, path, data, *, durable, mode=0o644):
        if path.name == sys.argv[2]:
            os._exit(9)
        super().write_file(path, data, durable=durable, mode=mode)
index = SectionIndex(Path(sys.argv[1]), Dying())
entry = entry_of(ARBOR, AGREEMENT.replace("Oregon", "Nevada"))._replace(digest="new")
index.update([entry]) if sys.argv[3] == "update" else index.rebuild([entry])
"""


def found(index: SectionIndex, words: str) -> set[str]:
    hits = index.sections(index.terms(words), matter=None, documents=None, limit=50)
    return {hit.section.doc_id for hit in hits}


def killed(folder: Path, at: str, work: str) -> None:
    checkout = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), at, work], cwd=checkout, env=os.environ | {"PYTHONPATH": "."}
    )
    assert done.returncode == 9


def test_words_are_found_in_any_form_and_only_where_they_stand(tmp_path: Path) -> None:
    index = index_of_two(tmp_path)
    assert found(index, "Utah") == {BIRCH}
    assert found(index, "invoices") == {ARBOR, BIRCH}
    assert found(index, "zeppelin") == set()


def test_an_update_replaces_a_document_and_takes_out_what_is_gone(tmp_path: Path) -> None:
    index = index_of_two(tmp_path)
    index.update([entry_of(ARBOR, AGREEMENT.replace("Oregon", "Nevada"))], gone=[BIRCH])
    assert found(index, "Nevada") == {ARBOR}
    assert found(index, "Oregon Utah") == set()
    assert index.known().keys() == {ARBOR}


def test_a_kill_between_commit_and_list_only_means_indexing_again(tmp_path: Path) -> None:
    index_of_two(tmp_path)
    current = (tmp_path / "current").read_text()
    killed(tmp_path, f"{current}.json", "update")
    index = SectionIndex(tmp_path, Disk())
    assert index.known()[ARBOR] != "new"
    index.update([entry_of(ARBOR, AGREEMENT.replace("Oregon", "Nevada"))._replace(digest="new")])
    assert index.known()[ARBOR] == "new"
    hits = index.sections(index.terms("Nevada"), matter=None, documents=None, limit=50)
    assert len(hits) == 1  # not twice


def test_a_killed_rebuild_leaves_the_old_index_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    index_of_two(tmp_path)
    killed(tmp_path, "current", "rebuild")
    index = SectionIndex(tmp_path, Disk())
    assert found(index, "Oregon") == {ARBOR}
    index.rebuild([entry_of(BIRCH)])
    assert found(index, "Oregon Utah") == {BIRCH}
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 1


def test_a_damaged_index_is_made_anew(tmp_path: Path) -> None:
    index_of_two(tmp_path)
    (tmp_path / (tmp_path / "current").read_text() / "meta.json").write_text("{")
    index = SectionIndex(tmp_path, Disk())
    assert index.known() == {}
    index.update([entry_of(BIRCH)])
    assert found(index, "Utah") == {BIRCH}


def test_without_an_index_the_error_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(MailroomError) as caught:
        found(SectionIndex(tmp_path / "none", Disk()), "Utah")
    assert caught.value.code is ErrorCode.WRONG_STATE


def test_the_list_names_every_document_once(tmp_path: Path) -> None:
    index = index_of_two(tmp_path)
    listed = json.loads((tmp_path / f"{(tmp_path / 'current').read_text()}.json").read_text())
    assert listed == index.known()
    assert listed.keys() == {ARBOR, BIRCH}
