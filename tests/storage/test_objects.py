"""A home whose documents, archive and catalog are objects: on a real S3 server, and on one that does not want to."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from pytest_httpserver import HTTPServer

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk, open_disk
from mailroom_dagster.storage.objects import ObjectDisk
from tests.objects import settings_of, use

ODD = ["plain.txt", "Ünïcödé 文書.pdf", "a [b] {c} 'd'.txt", "100% #1 & more+.txt", "%20.txt", "x" * 180, "~$!,;=@()"]
REFUSAL = "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>no</Message></Error>"


@pytest.fixture
def place(tmp_path: Path, objects: dict[str, str]) -> Home:
    return Home.at(tmp_path / "home")


@pytest.fixture
def disk(place: Home) -> Disk:
    return open_disk(place)


def bucket(objects: dict[str, str]) -> str:
    """What lies in the bucket, as the server lists it."""
    name = objects["MAILROOM_OBJECTS"].split("/")[2]
    return httpx.get(f"{objects['AWS_ENDPOINT_URL']}/{name}", timeout=60).text


def test_names_of_every_kind_come_back_as_they_were(place: Home, disk: Disk) -> None:
    folder = place.documents / "0123456789abcdef" / "source"
    for name in ODD:
        disk.write_file(folder / name, name.encode(), durable=True)
    assert disk.glob(folder, "*") == sorted(folder / name for name in ODD)
    for name in ODD:
        assert disk.read(folder / name) == name.encode()
        assert disk.exists(folder / name)
        assert disk.holds(folder / name, sha256_bytes(name.encode()))
        with disk.local(folder / name) as file:
            assert file.read_bytes() == name.encode()
        disk.remove(folder / name)
        assert not disk.exists(folder / name)
    assert not place.documents.exists()


def test_a_search_keeps_to_its_level(place: Home, disk: Disk) -> None:
    first, second = place.documents / "a" / "manifest.json", place.documents / "b" / "source" / "manifest.json"
    for path in (first, second):
        disk.write_file(path, b"{}", durable=False)
    assert disk.glob(place.documents, "*/manifest.json") == [first]
    assert disk.glob(place.documents, "*") == [first.parent, second.parent.parent]
    assert disk.glob(place.documents, "**/*") == [first, second]
    assert disk.glob(place.documents / "none", "*") == []


def test_the_first_of_two_writers_wins(place: Home, disk: Disk) -> None:
    path = place.documents / "a" / "decision-0.json"
    disk.create_file(path, b"first")
    with pytest.raises(FileExistsError):
        open_disk(place).create_file(path, b"second")
    assert disk.read(path) == b"first"
    assert isinstance(disk, ObjectDisk)
    assert disk.keeps_first(place.catalog / "probe")
    assert not disk.exists(place.catalog / "probe")


def test_what_is_no_object_stays_a_file(place: Home, disk: Disk) -> None:
    disk.make_dir(place.review)
    disk.write_file(place.review / "note.json", b"{}", durable=True)
    disk.write_file(place.documents / "a" / "source" / "x.txt", b"x", durable=True)
    disk.link(place.documents / "a" / "source" / "x.txt", place.review / "x.txt")
    disk.rename(place.review / "note.json", place.review / "other.json")
    assert {path.name for path in place.review.iterdir()} == {"x.txt", "other.json"}
    assert (place.review / "x.txt").read_bytes() == b"x"
    with pytest.raises(FileExistsError):
        disk.link(place.documents / "a" / "source" / "x.txt", place.review / "x.txt")


def test_an_original_is_taken_from_the_disk_only_once_the_store_has_it(
    place: Home, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk.make_dir(place.claims)
    file, target = place.claims / "x.txt", place.documents / "a" / "source" / "x.txt"
    file.write_bytes(b"x")
    use(monkeypatch, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"})
    unplugged = ObjectDisk(place.root, str(place.objects))
    with pytest.raises(MailroomError) as failed:
        unplugged.rename(file, target)
    assert failed.value.code is ErrorCode.OBJECTS_UNAVAILABLE
    assert file.read_bytes() == b"x"
    disk.rename(file, target)
    assert disk.read(target) == b"x"
    assert not file.exists()


def test_a_local_copy_is_only_of_the_right_bytes_and_may_be_deleted(place: Home, disk: Disk) -> None:
    path = place.catalog / "documents" / "1.parquet"
    disk.write_file(path, b"rows", durable=False)
    disk.fetch(path, sha256_bytes(b"other"), 4)
    assert not path.exists()
    for _ in range(2):
        disk.fetch(path, sha256_bytes(b"rows"), 4)
        assert path.read_bytes() == b"rows"
        path.unlink()


def test_a_store_that_refuses_is_named_with_what_to_do(
    place: Home, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anything = re.compile("/.*")
    httpserver.expect_request(anything).respond_with_data(REFUSAL, status=403, content_type="application/xml")
    use(monkeypatch, {"AWS_ENDPOINT_URL": httpserver.url_for("")})
    with pytest.raises(MailroomError, match="refuses access") as failed:
        open_disk(place)
    assert failed.value.code is ErrorCode.OBJECTS_UNAVAILABLE
    assert not failed.value.permanent
    assert "AWS_" in failed.value.next_step


def test_a_bucket_that_is_not_there_is_not_an_empty_one(place: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Home(place.root, "s3://no-such-bucket/x")
    with pytest.raises(MailroomError, match="no such bucket") as failed:
        open_disk(nowhere)
    assert failed.value.code is ErrorCode.OBJECTS_UNAVAILABLE


@pytest.mark.parametrize("url", ["s3x://bucket", "nonsense", "ftp://127.0.0.1:9/x"])
def test_a_url_that_nobody_can_open_is_a_setting_to_mend(tmp_path: Path, url: str) -> None:
    with pytest.raises(MailroomError) as failed:
        open_disk(Home(tmp_path, url))
    assert failed.value.code is ErrorCode.BAD_CONFIG


def test_a_forgotten_setting_is_refused_before_documents_seem_gone(place: Home, disk: Disk) -> None:
    with pytest.raises(MailroomError, match="set MAILROOM_OBJECTS=s3://") as failed:
        open_disk(Home(place.root))
    assert failed.value.code is ErrorCode.BAD_CONFIG


def test_two_homes_never_share_a_place(place: Home, disk: Disk, tmp_path: Path, s3: str) -> None:
    with pytest.raises(MailroomError, match="another home's documents"):
        open_disk(Home.at(tmp_path / "other"))
    elsewhere = Home(place.root, settings_of(s3)["MAILROOM_OBJECTS"])
    with pytest.raises(MailroomError, match="do not lie there"):
        open_disk(elsewhere)
    open_disk(place)


def test_a_home_with_documents_of_its_own_is_not_led_away_from_them(place: Home) -> None:
    place.document("0123456789abcdef").mkdir(parents=True)
    with pytest.raises(MailroomError, match="documents in its own folder"):
        open_disk(place)


def test_without_the_setting_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from mailroom_dagster.pipeline.mailroom import open_mailroom; "
        "from mailroom_dagster.records.home import Home; m = open_mailroom(Home.at(sys.argv[1])); "
        "list(m.store.manifests()); sys.exit(sum(name in sys.modules for name in ('fsspec', 's3fs', 'botocore')))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "home")], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-500:]
