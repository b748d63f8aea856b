"""Signals of an agent's answer and how they are combined."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailroom_dagster.classification.confidence import TEMPERATURES_FILE, Temperatures, combine, load_temperatures
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.providers.base import Identity
from tests.classification.scripted import said


def test_a_token_probability_lowers_the_stated_number_and_never_lifts_it() -> None:
    assert combine(said("contract", 0.97), 0.6, 1.0)[0] == 0.6
    assert combine(said("contract", 0.6), 0.99, 1.0)[0] == 0.6


def test_the_signals_are_kept_apart() -> None:
    confidence, signals = combine(said("contract", 0.97), 0.9, 2.0)
    assert signals == {"stated": 0.97, "token_probability": 0.9}
    assert 0.7 < confidence < 0.8


@pytest.mark.parametrize("stated", [1.7, -1.0])
def test_a_number_out_of_range_stays_for_the_guard_to_see(stated: float) -> None:
    assert combine(said("contract", stated), None, 3.0)[0] == stated


def test_a_temperature_belongs_to_one_model(tmp_path: Path) -> None:
    (tmp_path / TEMPERATURES_FILE).write_text('{"temperatures": {"local/small": 2.5}}', encoding="utf-8")
    known = load_temperatures(tmp_path)
    assert known.of(Identity(provider="local", model="small")) == 2.5
    assert known.of(Identity(provider="local", model="large")) == 1.0
    assert load_temperatures(tmp_path / "nowhere") == Temperatures()


def test_a_bad_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / TEMPERATURES_FILE).write_text('{"temperatures": "hot"}', encoding="utf-8")
    with pytest.raises(MailroomError, match="temperatures"):
        load_temperatures(tmp_path)
