"""The steps of sorting: who is asked, what a guard does to a confidence, and where a document goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailroom_dagster.agents.contracts import Role, SortAnswer
from mailroom_dagster.classification.evaluate import sort_whole
from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.classification.sorting import Sorter, Sorting
from mailroom_dagster.configuration import samples_dir
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.policy import Policy
from mailroom_dagster.records.home import Home
from mailroom_dagster.taxonomy.model import Bars, DocumentClass, FieldSpec, FieldType, Taxonomy, load_taxonomy
from tests.classification import samples
from tests.classification.scripted import Scripted, failure, said

UNCLEAR = "The committee wrote about the river and the bridge, and about what the village might do with both of them."


def sort(taxonomy: Taxonomy, provider: Scripted, text: str = UNCLEAR, fast_path: FastPath | None = None) -> Sorting:
    return sort_whole(Sorter(taxonomy, Policy(), provider, fast_path), "doc", plain_document(text))


def rules(sorting: Sorting) -> list[str]:
    return [decision.rule for decision in sorting.decisions]


def test_a_sure_sorter_settles_the_class(taxonomy: Taxonomy) -> None:
    sorting = sort(taxonomy, Scripted(said("contract", 0.97, "license")))
    assert (sorting.doc_class, sorting.subtype, sorting.route) == ("contract", "license", "extract")
    assert rules(sorting) == ["unavailable", "confident"]
    assert sorting.decided_by == "sorter"


def test_a_retry_is_told_the_earlier_answer_and_the_reviewer_is_told_nothing(taxonomy: Taxonomy) -> None:
    first, second = said("contract", 0.8, "license"), said("contract", 0.85, "license")
    provider = Scripted(first, second, said("contract", 0.86, "license"), reviewer=said("contract", 0.96, "license"))
    sorting = sort(taxonomy, provider)
    assert [task.role for task in provider.asked] == [
        Role.SORTER,
        Role.RETRY_SORTER,
        Role.RETRY_SORTER,
        Role.REVIEWER,
    ]
    assert [task.previous for task in provider.asked] == [None, first, second, None]
    assert rules(sorting)[-1] == "reviewer_agrees"
    assert sorting.route == "extract"


def test_the_same_answer_twice_ends_the_retries(taxonomy: Taxonomy) -> None:
    provider = Scripted(said("correspondence", 0.8), reviewer=said("correspondence", 0.8))
    sorting = sort(taxonomy, provider)
    assert len(provider.asked) == 3
    assert rules(sorting)[-1] == "reviewer_unsure"
    assert sorting.route == "review"


def test_a_sure_reviewer_overrides_and_both_opinions_stay(taxonomy: Taxonomy) -> None:
    provider = Scripted(said("correspondence", 0.8), reviewer=said("insurance_claim", 0.97))
    sorting = sort(taxonomy, provider)
    assert (sorting.doc_class, sorting.route, sorting.decided_by) == ("insurance_claim", "extract", "reviewer")
    assert sorting.opinions["sorter"].doc_class == "correspondence"
    assert sorting.opinions["reviewer"].doc_class == "insurance_claim"


@pytest.mark.parametrize(
    "answer",
    [
        said("contract", 0.97),  # F-1: no subtype
        said("contract", 0.97, "spaceship"),
        said("correspondence", 0.97, "license"),  # a subtype where there are none
        said("correspondence", 1.7),  # F-2
        said("correspondence", -0.2),
        said("will", 0.98),  # F-3
        said("unknown", 0.99),  # F-4, F-11
    ],
)
def test_an_unsound_answer_is_clamped_and_never_extracted(taxonomy: Taxonomy, answer: SortAnswer) -> None:
    sorting = sort(taxonomy, Scripted(answer))
    assert sorting.route == "review"
    assert sorting.confidence < taxonomy.default_bars.low
    assert sorting.decisions[-1].numbers["violations"]
    assert "guard_violated" in sorting.decisions[-1].numbers["noted"]


def test_the_guard_holds_on_the_retry_too(taxonomy: Taxonomy) -> None:  # F-5
    sorting = sort(taxonomy, Scripted(said("contract", 0.8, "license"), said("contract", 0.99)))
    assert sorting.route == "review"


def test_a_hard_error_on_the_retry_is_a_persons_matter(taxonomy: Taxonomy) -> None:  # F-6
    sorting = sort(taxonomy, Scripted(said("correspondence", 0.8), failure(ErrorCode.PROVIDER_REFUSED)))
    assert sorting.route == "review"
    assert rules(sorting)[-1] == "permanent_error"
    assert sorting.doc_class == "correspondence"


def test_a_passing_failure_is_tried_again_within_its_bound(taxonomy: Taxonomy) -> None:
    provider = Scripted(failure(ErrorCode.PROVIDER_UNAVAILABLE))
    sorting = sort(taxonomy, provider)
    assert len(provider.asked) == 1 + Policy().routing.transient_retries
    assert rules(sorting)[-1] == "transient_spent"


def test_an_unusable_answer_is_retried_like_a_poor_one(taxonomy: Taxonomy) -> None:
    sorting = sort(taxonomy, Scripted(failure(ErrorCode.ANSWER_UNUSABLE), said("correspondence", 0.97)))
    assert (sorting.doc_class, sorting.route) == ("correspondence", "extract")


def test_a_bundled_sample_is_given_a_second_opinion_offline(home: Home) -> None:
    sample = samples_dir() / "documents" / "stable_loss_run.txt"
    sorting = sort_whole(open_mailroom(home).sorter, "doc", plain_document(sample.read_text("utf-8")))
    assert rules(sorting) == ["unsure", "medium_retry", "medium_reviewer", "reviewer_unsure"]
    assert (sorting.doc_class, sorting.opinions["reviewer"].doc_class) == ("insurance_claim", "unknown")


def test_a_parked_document_keeps_the_class_of_the_surest_opinion_and_shows_what_the_decision_looked_at(
    taxonomy: Taxonomy,
) -> None:
    sorting = sort(taxonomy, Scripted(said("correspondence", 0.8), said("insurance_claim", 0.3), said("unknown", 0.2)))
    assert (sorting.doc_class, sorting.route) == ("correspondence", "review")
    assert sorting.weighed == sorting.decisions[-1].numbers["confidence"] < 0.7
    unanswered = sort(taxonomy, Scripted(said("correspondence", 0.8), failure(ErrorCode.PROVIDER_REFUSED)))
    assert unanswered.weighed == 0.8


def test_a_spent_budget_stops_everything(taxonomy: Taxonomy) -> None:
    with pytest.raises(MailroomError, match="budget"):
        sort(taxonomy, Scripted(failure(ErrorCode.BUDGET_SPENT)))


@pytest.mark.parametrize("text", ["", "  \n ", "Confidential"])
def test_nothing_to_read_is_unknown_and_goes_to_a_person(taxonomy: Taxonomy, text: str, fast_path: FastPath) -> None:
    provider = Scripted(said("correspondence", 0.99))
    sorting = sort(taxonomy, provider, text, fast_path)
    assert sorting.route == "review"
    if not text.strip():
        assert not provider.asked
        assert (sorting.doc_class, sorting.confidence) == ("unknown", 0.0)


def test_the_fast_path_answers_alone_when_it_is_sure(taxonomy: Taxonomy, fast_path: FastPath) -> None:
    provider = Scripted(said("correspondence", 0.99))
    sorting = sort(taxonomy, provider, samples.NDA, fast_path)
    assert (sorting.doc_class, sorting.decided_by, sorting.route) == ("contract", "fast_path", "extract")
    assert not provider.asked


def test_a_deferred_class_is_sorted_in_full(taxonomy: Taxonomy, fast_path: FastPath) -> None:
    deferring = taxonomy.model_copy(update={"defer_classes": ["contract"]})
    provider = Scripted(said("contract", 0.97, "other"))
    sorting = sort(deferring, provider, samples.NDA, fast_path)
    assert rules(sorting) == ["deferred", "confident"]
    assert len(provider.asked) == 1


def test_a_higher_bar_of_the_class_keeps_the_fast_path_from_answering(taxonomy: Taxonomy, fast_path: FastPath) -> None:
    contract = taxonomy.classes["contract"].model_copy(update={"bars": Bars(fast_path=1.0)})
    strict = taxonomy.model_copy(update={"classes": taxonomy.classes | {"contract": contract}})
    assert rules(sort(strict, Scripted(said("contract", 0.97, "other")), samples.NDA, fast_path))[0] == "unsure"


def test_an_agent_that_the_local_model_is_sure_against_is_not_believed(taxonomy: Taxonomy, fast_path: FastPath) -> None:
    deferring = taxonomy.model_copy(update={"defer_classes": ["contract"]})
    sorting = sort(deferring, Scripted(said("insurance_claim", 1.0)), samples.NDA, fast_path)
    assert sorting.route == "review"


def test_a_class_that_the_local_model_does_not_know_may_still_be_named(taxonomy: Taxonomy, fast_path: FastPath) -> None:
    will = DocumentClass(
        label="Will",
        description="A last will.",
        specialist="wills_specialist",
        fields={"testator": FieldSpec(type=FieldType.NAME, description="Who made it.")},
    )
    wider = taxonomy.model_copy(update={"classes": taxonomy.classes | {"will": will}})
    sorting = sort(wider, Scripted(said("will", 0.97)), "I, Ada Thorn, make this my last will. " * 6, fast_path)
    assert (sorting.doc_class, sorting.route) == ("will", "extract")


def test_a_free_text_subtype_becomes_the_key_it_means(taxonomy: Taxonomy) -> None:  # F-8
    assert sort(taxonomy, Scripted(said("contract", 0.97, "Services Agreement"))).subtype == "service"


def test_every_contract_subtype_is_valid_without_any_optional_library(taxonomy: Taxonomy) -> None:  # F-9
    for subtype in taxonomy.classes["contract"].subtypes:
        assert sort(taxonomy, Scripted(said("contract", 0.97, subtype))).route == "extract"


TAXONOMY = load_taxonomy()
ANSWERS = st.builds(
    said,
    st.sampled_from([*TAXONOMY.classes, "unknown", "will"]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([None, "license", "other", "banana"]),
)


@given(st.lists(ANSWERS, min_size=1, max_size=6), ANSWERS)
def test_sorting_ends_and_accepts_only_sound_answers(answers: list[SortAnswer], reviewer: SortAnswer) -> None:
    provider = Scripted(*answers, reviewer=reviewer)
    sorting = sort(TAXONOMY, provider)
    assert len(provider.asked) <= TAXONOMY.default_bars.retry_max + 2
    assert sorting.route in ("extract", "review")
    if sorting.route == "extract":
        known = TAXONOMY.classes[sorting.doc_class]
        assert TAXONOMY.bars(sorting.doc_class).high <= sorting.confidence <= 1
        assert (sorting.subtype in known.subtypes) if known.subtypes else sorting.subtype is None
