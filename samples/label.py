"""Writes labels.csv beside the sample documents anew after `build.py`: `python samples/label.py`.

The classes stand here, the field truths in truth.jsonl. Prints the pins for config/datasets.yaml.
"""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLASSES = {
    "contract": (
        "consulting_agreement_redlined.docx distribution_agreement.docx license_agreement_scan.pdf "
        "master_services_agreement.pdf mutual_nda_two_columns.pdf sponsorship_agreement.txt"
    ),
    "corporate_record": "board_minutes.md bylaws.txt secretary_certificate.pdf written_consent.docx",
    "due_diligence": "diligence_request_list.html legal_due_diligence.docx security_review.md",
    "correspondence": "demand_letter.pdf scanned_letter.tiff settlement_offer.eml",
    "compliance_filing": "beneficial_ownership.pdf current_report.txt quarterly_report.html",
    "court_opinion": "appellate_opinion.pdf memorandum_order.txt uk_judgment.docx",
    "insurance_claim": "claims_log.html denial_letter.pdf loss_notice.txt",
}
COLUMNS = ("filename", "upload_as", "path", "doc_class", "split", "group", "origin", "source_repo", "sha256")


def main() -> None:
    """Write the labels and say the pins."""
    rows = []
    for doc_class, names in CLASSES.items():
        for name in names.split():
            digest = _sha256(HERE / "documents" / name)
            shown = f"doc_{digest[:10]}{Path(name).suffix}"
            rows.append((name, shown, f"documents/{name}", doc_class, "test", name, "synthetic", "samples", digest))
    with (HERE / "labels.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    for file_name in ("labels.csv", "truth.jsonl"):
        print(file_name, _sha256(HERE / file_name))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
