"""One evaluation run: sample, predictions, scores, by class; resumed document by document, scored when whole.

Belongs here: the steps and what a run depends on. Does not belong here: the files (`runfiles`), the figures. A run's
name is a hash of everything that its predictions depend on, so the same question continues the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.configuration import config_dir, models_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample
from mailroom_dagster.evaluation.guards import LeakGuard, RecordingProvider, overlap, trained_on
from mailroom_dagster.evaluation.loaders import load_dataset
from mailroom_dagster.evaluation.predicting import Prediction, predict
from mailroom_dagster.evaluation.revision import code_digest, git_revision
from mailroom_dagster.evaluation.rows import DocumentRow, FieldRow, document_row, field_rows
from mailroom_dagster.evaluation.runfiles import RunFiles
from mailroom_dagster.evaluation.sampling import sample
from mailroom_dagster.evaluation.settings import Conditions, Frozen, Settings
from mailroom_dagster.evaluation.texts import Texts
from mailroom_dagster.hashing import doc_id_of, fingerprint
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.scoring.bands import load_scoring
from mailroom_dagster.scoring.semantic import SentenceSimilarity


class EvaluationRun:
    """A run of one dataset and split. Every step may be repeated; what is there already is kept."""

    def __init__(self, mailroom: Mailroom, settings: Settings, dataset: Dataset | None = None) -> None:
        self.mailroom = mailroom
        self.settings = settings
        self.dataset = dataset or load_dataset(settings.dataset)
        self.conditions = self._conditions()
        self.name = f"{settings.dataset}-{settings.split}-{settings.mode}-{self._digest()}"
        self.files = RunFiles(mailroom.home.root / "evaluation" / "runs" / self.name, mailroom.disk)
        self.texts = texts_of(mailroom)

    @property
    def classes(self) -> list[str]:
        """The classes that the sample has documents of."""
        return sorted({self.dataset.truth_of(item).doc_class for item in self.sampled()})

    def sampled(self, doc_class: str | None = None) -> list[Sample]:
        """The run's sample, of one class when named. Raises evaluation_refused when it is empty."""
        settings = self.settings
        chosen = sample(self.dataset, settings.split, per_class=settings.per_class, seed=settings.seed)
        if settings.without_overlap:
            known = set(overlap(chosen, self.trained_on).names)
            chosen = [item for item in chosen if item.name not in known]
        return [item for item in chosen if doc_class in (None, self.dataset.truth_of(item).doc_class)]

    @property
    def trained_on(self) -> frozenset[str] | None:
        """sha256 of the documents that the fast path was trained on; None when nothing tells."""
        return trained_on(models_dir()) if self.mailroom.fast_path else frozenset()

    def write_sample(self, doc_class: str) -> list[str]:
        """Fix the sample of a class; returns its names. Raises dataset_integrity for changed documents."""
        chosen = self.sampled(doc_class)
        self.dataset.require_bytes(chosen)
        self.files.write("run.json", _Run(settings=self.settings, conditions=self.conditions))
        self.files.write(f"samples/{doc_class}.json", _Names(names=tuple(item.name for item in chosen)))
        return [item.name for item in chosen]

    def predict(self, doc_class: str, tell: Callable[[str], None] = lambda name: None) -> int:
        """Predict what has no prediction yet; returns how many that were. Raises evaluation_refused on a leak."""
        todo = [item for item in self.sampled(doc_class) if self.files.prediction(doc_class, item.name) is None]
        guard = LeakGuard(self.dataset)
        recorder = RecordingProvider(self.mailroom.provider)
        rooms = Mailroom(self.mailroom.home, self.mailroom.disk, recorder)
        guard.require_clean({path.name: [path.read_text()] for path in (config_dir() / "prompts").glob("*.md")})
        self.texts.prepare(todo)
        told = doc_class if self.settings.mode == "specialist" else None

        def work(item: Sample) -> str:
            prediction = predict(rooms, item, self.texts.read, self.settings.mode, told)
            guard.require_clean({item.name: recorder.requests_of(doc_id_of(item.sha256))})
            self.files.keep(doc_class, prediction)
            return item.name

        with ThreadPoolExecutor(self._workers) as pool:
            for name in pool.map(work, todo):
                tell(name)
        return len(todo)

    def score(self, doc_class: str) -> list[DocumentRow]:
        """Join predictions and truth into rows. Raises evaluation_refused while a prediction is missing."""
        taxonomy, scoring = self.mailroom.taxonomy, load_scoring()
        rescue = SentenceSimilarity() if self.settings.semantic else None
        documents, fields = [], []
        for item, prediction in self._complete(doc_class):
            truth = self.dataset.truth_of(item)
            rows = list(field_rows(prediction, item, truth, taxonomy, scoring, rescue))
            documents.append(document_row(prediction, self.dataset.name, item, truth, rows))
            fields += rows
        self.files.write_rows("documents", doc_class, DocumentRow, documents)
        self.files.write_rows("fields", doc_class, FieldRow, fields)
        return documents

    def documents(self) -> list[DocumentRow]:
        """The scored documents of all classes. Raises evaluation_refused while a class is not scored."""
        return self.files.rows("documents", DocumentRow, self.classes)

    def fields(self) -> list[FieldRow]:
        """The scored fields of all classes. Raises evaluation_refused while a class is not scored."""
        return self.files.rows("fields", FieldRow, self.classes)

    def predictions(self) -> dict[str, Prediction]:
        """Every prediction by name. Raises evaluation_refused while one is missing."""
        return {item.name: prediction for doc_class in self.classes for item, prediction in self._complete(doc_class)}

    @property
    def _workers(self) -> int:
        """Model calls wait, so many of them run side by side; the offline provider computes."""
        return 1 if self.mailroom.provider.name == "offline" else self.mailroom.policy.llm.concurrency

    def _complete(self, doc_class: str) -> Iterator[tuple[Sample, Prediction]]:
        pairs = [(item, self.files.prediction(doc_class, item.name)) for item in self.sampled(doc_class)]
        missing = sum(prediction is None for _, prediction in pairs)
        if missing:
            raise MailroomError(
                ErrorCode.EVALUATION_REFUSED,
                f"{missing} of {len(pairs)} predictions of {doc_class} are missing",
                where=self.name,
                why="a headline over a part would not be honest",
                next_step="run the same evaluation again: it continues",
            )
        return ((item, prediction) for item, prediction in pairs if prediction is not None)

    def _conditions(self) -> Conditions:
        provider = self.mailroom.provider
        asked = (Role.SORTER, Role.RETRY_SORTER, Role.REVIEWER, Role.SPECIALIST)
        return Conditions(
            dataset_revision=self.dataset.revision,
            code=code_digest(),
            git=git_revision(),
            provider=provider.name,
            models={role.value: f"{who.model} {who.prompt_hash[:8]}".strip()
                    for role in asked for who in [provider.identity(role)]},
        )  # fmt: skip

    def _digest(self) -> str:
        conditions = self.conditions.model_dump(mode="json", exclude={"git"})
        return fingerprint(settings=self.settings.model_dump(mode="json"), conditions=conditions)[:8]


def texts_of(mailroom: Mailroom) -> Texts:
    """The texts that all runs of a home share."""
    return Texts(mailroom.home.root / "evaluation" / "texts", mailroom.policy, mailroom.disk)


class _Run(Frozen):
    settings: Settings
    conditions: Conditions


class _Names(Frozen):
    names: tuple[str, ...]
