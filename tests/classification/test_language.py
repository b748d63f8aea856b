"""Telling English from other languages by function words and scripts."""

from __future__ import annotations

import pytest

from mailroom_dagster.classification.language import reads_foreign


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("The tenant shall pay the rent to the landlord on the first day of each month.", False),
        (
            "El arrendatario paga la renta al arrendador con las cláusulas que se pactan en el contrato.",
            True,
        ),
        (
            "DER MIETER ZAHLT DEM VERMIETER DIE MIETE UND IST NICHT VON DEM VERTRAG AUSGENOMMEN.",
            True,
        ),
        ("Арендатор уплачивает арендную плату", True),
        ("Miles and gallons by jurisdiction\n" + "DE 1,204 LA 88 IL 7 CO 12 AL 4 DI 9\n" * 20, False),
        ("1204 88 7 12", False),
    ],
)
def test_a_foreign_text_is_told_by_its_words_and_not_by_codes(text: str, foreign: bool) -> None:
    assert reads_foreign(text) is foreign
