from __future__ import annotations

import pytest

from tests.providers.offline.asking import values


@pytest.mark.parametrize(
    ("text", "target", "kind"),
    [
        ("# The Committee\n\n# CRANE-O Due Diligence\n\n## Graduation\n", "CRANE-O", "technical"),
        ("# HOC Pinegate Graduation Due Diligence\n\nPinegate grows. Pinegate is used. Pinegate is safe.\n", "Pinegate",
         "technical"),
        ("# CubicFS Graduation Due Diligence\n", "CubicFS", "technical"),
        ("# pine-manager Self-Assessment\n\nJune 2024\n", "pine-manager", "security"),
        ("# OHA security self-assessment\n\nThis document is about the Open Harbour Agent (OHA).\n",
         "Open Harbour Agent", "security"),
        ("Threat Modeling for OpenGauges\nSix kinds of threats are looked at.\n", "OpenGauges", "security"),
        ("Harbourlink\nSecurity Assessment\nMay 31, 2019\nHarbourlink was assessed. Harbourlink is big.\n",
         "Harbourlink", "security"),
        ("Exhibit 99.1\nReport of Independent Accountants on Applying Agreed-Upon Procedures\nRe:\nAuto "
            "Receivables Trust "
         "2031-1 (the “Issuing Entity”)\n", "Auto Receivables Trust 2031-1", "financial"),
        ("Re: CarPool Owner Trust 2024-1 – Data File Procedures\nWe performed agreed-upon procedures.\n",
         "CarPool Owner Trust 2024-1", "financial"),
        ("Pentest-Report Pinerd Proxy, Rust & CLI 06.2019\n", "Pinerd Proxy, Rust & CLI", "security"),
        ("Legal Due Diligence Report: Acme Widgets GmbH\n", "Acme Widgets GmbH", "legal"),
        ("Report\n\nTarget: Beta Gear LLC\nKind of work: legal due diligence\n", "Beta Gear LLC", "legal"),
    ],
)  # fmt: skip
def test_target_and_kind(text: str, target: str, kind: str) -> None:
    found = values("due_diligence", text)
    assert found["target_entity"] == [target]
    assert found["diligence_type"] == [kind]


def test_a_checklist_with_a_blank_title_has_no_target() -> None:
    text = (
        "CLOSING CHECKLIST\n{deal_name} — Closing Checklist\nUpdated: {updated_at}\n\n"
        "OpenPines Closing Checklist (v1.0).\n"
    )
    found = values("due_diligence", text)
    assert found["diligence_type"] == ["checklist"]
    assert "target_entity" not in found
    assert "document_date" not in found


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("**Authors:** Ann Poe (Red Cap), Jane Roe (Red Cap)", "Ann Poe (Red Cap), Jane Roe (Red Cap)"),
        ("Prepared by: Jane Roe | Trail of Crumbs", "Trail of Crumbs"),
        ("In May, Pine Labs conducted a security assessment of the code.", "Pine Labs"),
        ("Ernest & Old LLP", "Ernest & Old LLP"),
        ("Yours\n/s/ Old Accountants LLP", "Old Accountants LLP"),
    ],
)
def test_who_prepared_it(line: str, who: str) -> None:
    assert values("due_diligence", f"# Harbourlink Due Diligence\n\n{line}\n\nMore text.\n")["prepared_by"] == [who]


def test_a_month_alone_is_no_date_and_an_ordinal_day_is() -> None:
    assert "document_date" not in values("due_diligence", "# Pine Self-Assessment\n\nJune 2024\n")
    assert values("due_diligence", "# Pine Self-Assessment\n\nApril 24th 2019\n")["document_date"] == ["2019-04-24"]


def test_findings_risks_and_open_items_come_from_their_sections() -> None:
    text = (
        "# Pine Due Diligence\n\n## Findings\n\n- The codebase has a wide test suite\n\n## Risks\n\n"
        "- A stolen token gives access to every host\n\n## Action Items\n\n- Publish the list of the maintainers\n\n"
        "## Background\n\n- Pine is written in a small language\n"
    )
    found = values("due_diligence", text)
    assert found["material_findings"] == ["The codebase has a wide test suite"]
    assert found["risk_flags"] == ["A stolen token gives access to every host"]
    assert found["outstanding_items"] == ["Publish the list of the maintainers"]


def test_the_target_below_the_kind_of_report_may_name_its_part() -> None:
    text = "PENETRATION TEST REPORT\nAcme Payments - Merchant Portal\nPrepared by: Nightjar Ltd\n\nFindings follow.\n"
    assert values("due_diligence", text)["target_entity"] == ["Acme Payments"]
