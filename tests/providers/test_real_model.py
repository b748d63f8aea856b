"""Ten real documents, a real model server, the whole command: what a weak model says is bounded, logged and grounded.

Needs MAILROOM_TEST_GGUF (a GGUF file) and an interpreter with xllamacpp (MAILROOM_TEST_LLAMA_PYTHON, default this one).
docs/providers.md says where both come from.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

from mailroom_dagster.configuration import config_dir
from mailroom_dagster.grounding import verify_fields
from mailroom_dagster.providers.calls import logged_calls
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractionRecord, Stage, State, TextRecord
from mailroom_dagster.records.pending import AT_REST
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk

GGUF = os.environ.get("MAILROOM_TEST_GGUF", "")
PYTHON = os.environ.get("MAILROOM_TEST_LLAMA_PYTHON", sys.executable)
START_SECONDS = 120
DOCUMENTS = 10
OFFLINE = "{provider: offline}"  # a model this small sorts at random; routing would park everything
SMALL = "{model: small, temperature: 0, max_tokens: 300, input_characters: 1500}"
LARGE = "{model: small, temperature: 0, max_tokens: 500, input_characters: 2500}"
FIELDS = 4  # asked of each class, single ones: a small model fills lists for ever
AGENTS = {"sorter": OFFLINE, "retry_sorter": OFFLINE, "specialist": LARGE} | dict.fromkeys(
    ("reviewer", "judge", "arbiter", "boss"), SMALL
)

pytestmark = [
    pytest.mark.model_server,
    pytest.mark.slow,
    pytest.mark.skipif(not GGUF, reason="MAILROOM_TEST_GGUF names no model file: see docs/providers.md"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A llama.cpp server over the GGUF file, on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = Path(__file__).parent / "llama_server.py"
    server = subprocess.Popen(
        [PYTHON, str(script), GGUF, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(server, f"http://127.0.0.1:{port}/health")
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.kill()
        server.wait()


def _wait_for(server: subprocess.Popen[bytes], url: str) -> None:
    for _ in range(START_SECONDS):
        assert server.poll() is None, "the model server ended: has this interpreter xllamacpp?"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(1)
    raise AssertionError("the model server does not come up")


def short_documents(corpus: Path) -> list[Path]:
    """The shortest real training documents, two a class at most."""
    with (corpus / "pilot" / "labels.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if (row["split"], row["origin"]) == ("train", "real")]
    taken: dict[str, int] = {}
    paths = []
    for row in sorted(rows, key=lambda item: int(item["text_chars"] or 0)):
        if int(row["text_chars"] or 0) > 400 and taken.setdefault(row["doc_class"], 0) < 2:
            taken[row["doc_class"]] += 1
            paths.append(corpus / "pilot" / row["path"])
    return paths[:DOCUMENTS]


def configured(folder: Path) -> Path:
    """The shipped configuration, bounded: small windows, few fields, one round, a model for all but the sorters."""
    shutil.copytree(config_dir(), folder)
    agents = {name: yaml.safe_load(settings) for name, settings in AGENTS.items()}
    (folder / "agents.yaml").write_text(yaml.safe_dump({"provider": "llamacpp", "agents": agents}))
    policy = yaml.safe_load((folder / "policy.yaml").read_text())
    policy["llm"] = {"concurrency": 1, "timeout_seconds": 3000}
    (folder / "policy.yaml").write_text(yaml.safe_dump(policy))
    taxonomy = yaml.safe_load((folder / "taxonomy.yaml").read_text())
    taxonomy["default_bars"] = {"retry_max": 0}
    for spec in taxonomy["classes"].values():
        spec["fields"] = dict(islice(((name, it) for name, it in spec["fields"].items() if not it.get("many")), FIELDS))
    (folder / "taxonomy.yaml").write_text(yaml.safe_dump(taxonomy, sort_keys=False))
    return folder


def test_ten_real_documents_come_to_rest_and_nothing_ungrounded_stays(
    address: str, corpus: Path, home: Home, tmp_path: Path
) -> None:
    environ = os.environ | {
        "MAILROOM_CONFIG": str(configured(tmp_path / "config")),
        "LLAMACPP_BASE_URL": address,
        "LOG_LEVEL": "WARNING",
    }
    command = [sys.executable, "-m", "mailroom_dagster.cli", "run", "--json", "--home", str(home.root)]
    files = [str(path) for path in short_documents(corpus)]
    done = subprocess.run([*command, *files], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    result: dict[str, Any] = json.loads(done.stdout)
    assert len(result["documents"]) >= DOCUMENTS
    assert {State(item["state"]) for item in result["documents"]} <= set(AT_REST)

    calls = list(logged_calls(home))
    assert {call.outcome for call in calls} <= {"answered", "cut_at_limit"}, "the schema was enforced"
    answered = [call for call in calls if call.outcome == "answered"]
    assert answered
    assert all(call.input_tokens and call.output_tokens and call.cost_usd == 0.0 for call in answered)
    assert all(call.token_probability is None or 0 <= call.token_probability <= 1 for call in answered)
    _assert_grounded(RecordStore(home, Disk()))


def _assert_grounded(store: RecordStore) -> None:
    for doc_id in store.doc_ids():
        text = store.read(doc_id, Stage.TEXT, TextRecord)
        extraction = store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
        if text is not None and extraction is not None:
            assert verify_fields(text.document, extraction.fields) == []
