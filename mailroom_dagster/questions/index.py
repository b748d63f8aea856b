"""The sections of the archive on disk, found by their words (BM25, tantivy).

Belongs here: what is stored, how it is searched, and that it is whole after any kill: a commit of tantivy is atomic,
and the list of what is indexed is written after it, so that at worst a document is indexed again. A rebuild goes into a
new folder and becomes the index by one rename.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import tantivy

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.model import Section
from mailroom_dagster.storage import Disk

FORMAT = "2"  # a new one makes the index anew
_WRITER_BYTES = 64 * 1024 * 1024
_TOKENIZER = "legal"
_LOCK_SECONDS = 60.0
_BODY_BOOST, _TITLE_BOOST = 1.0, 1.5


class Entry(NamedTuple):
    """One document to index. `digest` changes whenever anything here would; `about` is what names the document."""

    doc_id: str
    digest: str
    name: str
    about: str
    matters: tuple[str, ...]
    sections: Sequence[Section]


class DocumentHit(NamedTuple):
    """A document with the words that name it."""

    doc_id: str
    name: str
    about: str


class SectionHit(NamedTuple):
    """A section with its BM25 score."""

    section: Section
    score: float


class SectionIndex:
    """The index of one folder. One process writes at a time; any number may read."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder
        self._disk = disk
        self._analyzer = _analyzer()

    def terms(self, text: str) -> list[str]:
        """The words of a text as the index knows them: folded and stemmed."""
        return list(self._analyzer.analyze(text))

    def known(self) -> dict[str, str]:
        """doc_id -> digest of everything that is indexed; empty when there is no usable index."""
        try:
            listed: dict[str, str] = json.loads(self._list.read_bytes())
            self._open()
        except (FileNotFoundError, ValueError):
            return {}
        return listed

    def update(self, entries: Iterable[Entry], gone: Collection[str] = ()) -> int:
        """Put documents in (in place of what is there of them) and take `gone` out; returns how many were put in."""
        self._disk.make_dir(self.folder)
        with self._disk.lock(self.folder / "lock", wait_seconds=_LOCK_SECONDS):
            listed = self.known()
            if not listed:
                return self._build(entries)
            index = self._open()
            new = _write(index, entries, gone=set(gone), replace=True)
            self._note({doc: digest for doc, digest in (listed | new).items() if doc not in gone})
        self._forget()
        return len(new)

    def rebuild(self, entries: Iterable[Entry]) -> int:
        """Make the index anew beside the old one, then switch; returns how many documents it holds."""
        self._disk.make_dir(self.folder)
        with self._disk.lock(self.folder / "lock", wait_seconds=_LOCK_SECONDS):
            return self._build(entries)

    def documents(self, terms: Sequence[str], matter: str | None, limit: int) -> list[DocumentHit]:
        """The documents whose naming words share most with `terms`, best first."""
        wanted = [*self._scope("document", matter), (tantivy.Occur.Must, self._any(terms, {"about": 1.0}))]
        return [
            DocumentHit(found["doc_id"][0], found["name"][0], found["about"][0])
            for _, found in self._search(wanted, limit)
        ]

    def named(self, doc_ids: Collection[str]) -> dict[str, DocumentHit]:
        """The documents of these ids."""
        wanted = [*self._scope("document", None), (tantivy.Occur.Must, self._among(doc_ids))]
        hits = (found for _, found in self._search(wanted, max(1, len(doc_ids))))
        return {item["doc_id"][0]: DocumentHit(item["doc_id"][0], item["name"][0], item["about"][0]) for item in hits}

    def sections(
        self, terms: Sequence[str], *, matter: str | None, documents: Collection[str] | None, limit: int
    ) -> list[SectionHit]:
        """The sections that share most with `terms`, in title and text, best first; of `documents` only when given."""
        wanted = self._scope("section", matter)
        if documents is not None:
            wanted.append((tantivy.Occur.Must, tantivy.Query.const_score_query(self._among(documents), 0.0)))
        kind = tantivy.Occur.Should if documents is not None else tantivy.Occur.Must
        wanted.append((kind, self._any(terms, {"text": _BODY_BOOST, "title": _TITLE_BOOST})))
        return [SectionHit(_section(found), score) for score, found in self._search(wanted, limit)]

    def has_matter(self, matter: str) -> bool:
        """Whether any document of a matter, or linked to it, is indexed. Raises wrong_state without an index."""
        return bool(self._search(self._scope("document", matter), 1))

    def weight(self, term: str) -> float:
        """How rare a word is among the sections: its inverse document frequency."""
        count = self._searcher.num_docs
        frequency = self._searcher.doc_freq("text", term)
        return log(1 + (count - frequency + 0.5) / (frequency + 0.5)) if frequency <= count else 0.0

    @cached_property
    def _searcher(self) -> Any:
        return self._open().searcher()

    @property
    def _current(self) -> Path:
        return self.folder / "current"

    @property
    def _list(self) -> Path:
        return self.folder / f"{self._generation()}.json"

    def _generation(self) -> str:
        return self._current.read_text(encoding="ascii")

    def _open(self) -> Any:
        """The index. Raises FileNotFoundError when there is none, ValueError when it cannot be used."""
        index = tantivy.Index.open(str(self.folder / self._generation()))
        index.register_tokenizer(_TOKENIZER, self._analyzer)
        return index

    def _build(self, entries: Iterable[Entry]) -> int:
        old = {path.name for path in self.folder.iterdir() if path.is_dir()}
        generation = f"{FORMAT}-{1 + max((int(name.rpartition('-')[2]) for name in old), default=0)}"
        place = self.folder / generation
        self._disk.make_dir(place)
        index = tantivy.Index(_schema(), path=str(place))
        index.register_tokenizer(_TOKENIZER, self._analyzer)
        new = _write(index, entries, gone=set(), replace=False)
        self._disk.write_file(self.folder / f"{generation}.json", json.dumps(new).encode(), durable=True)
        self._disk.write_file(self._current, generation.encode(), durable=True)
        self._forget()
        for name in old:
            shutil.rmtree(self.folder / name, ignore_errors=True)
            self._disk.remove(self.folder / f"{name}.json")
        return len(new)

    def _note(self, listed: Mapping[str, str]) -> None:
        self._disk.write_file(self._list, json.dumps(listed).encode(), durable=False)

    def _forget(self) -> None:
        self.__dict__.pop("_searcher", None)

    def _search(self, wanted: list[tuple[Any, Any]], limit: int) -> list[tuple[float, dict[str, Any]]]:
        try:
            searcher = self._searcher
        except (FileNotFoundError, ValueError) as error:
            raise MailroomError(
                ErrorCode.WRONG_STATE, "there is no index of sections", next_step="`mailroom ask --rebuild`"
            ) from error
        hits = searcher.search(tantivy.Query.boolean_query(wanted), limit).hits
        return [(score, searcher.doc(address).to_dict()) for score, address in hits]

    def _scope(self, kind: str, matter: str | None) -> list[tuple[Any, Any]]:
        fields = {"kind": kind} | ({"matter": matter} if matter is not None else {})
        return [
            (
                tantivy.Occur.Must,
                tantivy.Query.const_score_query(tantivy.Query.term_query(_SCHEMA, name, value), 0.0),
            )
            for name, value in fields.items()
        ]

    def _any(self, terms: Sequence[str], boosts: Mapping[str, float]) -> Any:
        return tantivy.Query.boolean_query(
            [
                (
                    tantivy.Occur.Should,
                    tantivy.Query.boost_query(tantivy.Query.term_query(_SCHEMA, name, term), boost),
                )
                for term in dict.fromkeys(terms)
                for name, boost in boosts.items()
            ]
        )

    def _among(self, doc_ids: Collection[str]) -> Any:
        return tantivy.Query.term_set_query(_SCHEMA, "doc_id", list(doc_ids))


def _write(index: Any, entries: Iterable[Entry], *, gone: Collection[str], replace: bool) -> dict[str, str]:
    """Everything in one commit: all of it is there after a kill, or nothing."""
    writer = index.writer(_WRITER_BYTES, 1)
    for doc_id in gone:
        writer.delete_documents_by_term("doc_id", doc_id)
    new: dict[str, str] = {}
    for entry in entries:
        if replace:
            writer.delete_documents_by_term("doc_id", entry.doc_id)
        for document in _documents(entry):
            writer.add_document(document)
        new[entry.doc_id] = entry.digest
    writer.commit()
    writer.wait_merging_threads()
    return new


def _documents(entry: Entry) -> Iterable[Any]:
    common = {"doc_id": entry.doc_id, "matter": list(entry.matters)}
    yield tantivy.Document(kind="document", name=entry.name, about=entry.about, **common)
    for section in entry.sections:
        numbers = {name: getattr(section, name) for name in ("number", "page", "start", "end")}
        yield tantivy.Document(kind="section", title=section.title, text=section.text, **numbers, **common)


def _section(found: Mapping[str, Any]) -> Section:
    return Section.model_validate({name: found[name][0] for name in Section.model_fields})


def _analyzer() -> Any:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    for step in (tantivy.Filter.lowercase(), tantivy.Filter.ascii_fold(), tantivy.Filter.stemmer("english")):
        builder = builder.filter(step)
    return builder.build()


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    for name in ("doc_id", "matter", "kind"):
        builder.add_text_field(name, stored=name == "doc_id", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("name", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("about", "title", "text"):
        builder.add_text_field(name, stored=True, tokenizer_name=_TOKENIZER, index_option="freq")
    for name in ("number", "page", "start", "end"):
        builder.add_unsigned_field(name, stored=True)
    return builder.build()


_SCHEMA = _schema()
