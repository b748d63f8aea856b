"""The asset graph as it is meant to be: keys, lineage, groups, checks, owners."""

from __future__ import annotations

import subprocess
import sys

from mailroom_dagster.definitions import build_defs

LINEAGE = {
    "text": set(),
    "classification": {"text"},
    "extraction": {"classification"},
    "verdict": {"extraction"},
    "report": {"verdict"},
    "archive_entry": {"report"},
}
CHECKS = {
    "archive_entry:archive_intact",
    "classification:classification_confident",
    "extraction:extraction_grounded",
    "extraction:extraction_valid",
    "text:text_readable",
    "verdict:verdict_accepts",
}


def test_the_six_stages_form_one_line_of_lineage_with_their_checks() -> None:
    graph = build_defs().resolve_asset_graph()
    nodes = {key.to_user_string(): graph.get(key) for key in graph.get_all_asset_keys()}
    assert {name: {key.to_user_string() for key in nodes[name].parent_keys} for name in LINEAGE} == LINEAGE
    assert {nodes[name].group_name for name in LINEAGE} == {"documents"}
    assert all(nodes[name].owners and nodes[name].description and nodes[name].kinds for name in LINEAGE)
    checks = {f"{key.asset_key.to_user_string()}:{key.name}" for key in graph.asset_check_keys}
    assert checks >= CHECKS


def test_whatever_the_ui_lists_says_what_it_is_and_whose() -> None:
    defs = build_defs()
    graph, repository = defs.resolve_asset_graph(), defs.get_repository_def()
    nodes = [graph.get(key) for key in graph.get_all_asset_keys()]
    assert all(node.owners and node.description and node.kinds and node.group_name != "default" for node in nodes)
    named = [job for job in repository.get_all_jobs() if not job.name.startswith("__")]
    assert all(item.description for item in (*named, *repository.schedule_defs, *repository.sensor_defs))


def test_a_run_loads_nothing_that_only_training_and_evaluation_need() -> None:
    code = (
        "import sys, mailroom_dagster.definitions; "
        "print(sorted({'matplotlib', 'pandas', 'scipy', 'sklearn', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
