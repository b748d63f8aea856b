"""The wheel works on its own: commands, configuration, samples and definitions, without a checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import assets
import mailroom_dagster
import resources
import sensors
from mailroom_dagster.configuration import checkout_dir

DEFINITIONS = """
from mailroom_dagster.definitions import build_defs
print(len(build_defs().resolve_asset_graph().get_all_asset_keys()))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(checkout_dir())]
    subprocess.run(command, check=True, capture_output=True)
    [built] = target.glob("*.whl")
    return built


def test_the_packages_lie_side_by_side() -> None:
    folders = {Path(str(package.__file__)).parent.parent for package in (assets, mailroom_dagster, resources, sensors)}
    assert len(folders) == 1


def test_the_wheel_carries_configuration_models_and_samples(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "config/taxonomy.yaml",
        "config/prompts/sorter.md",
        "models/fast_path.json",
        "samples/documents/bylaws.txt",
    ):
        assert f"mailroom_dagster/_packed/{wanted}" in names


def test_an_installed_wheel_runs_and_loads_its_definitions(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "env"
    venv.create(place, with_pip=False)
    [site] = place.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    dependencies = Path(str(pytest.__file__)).parent.parent
    (site / "dependencies.pth").write_text(f"{dependencies}\n")
    python = place / "bin" / "python"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "DAGSTER_DISABLE_TELEMETRY": "1"}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [str(python), "-W", "ignore", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    assert "demo" in run("-m", "mailroom_dagster.cli", "--help")
    assert str(place) in run("-c", "import mailroom_dagster; print(mailroom_dagster.__file__)")
    assert int(run("-c", DEFINITIONS)) >= 6
