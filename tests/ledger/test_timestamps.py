"""Time-stamps by RFC 3161, against an authority that OpenSSL plays."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.anchoring import anchor_head, anchor_states
from mailroom_dagster.ledger.anchors import anchors_of
from mailroom_dagster.ledger.heads import head_paths
from mailroom_dagster.ledger.timestamps import token_path
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from mailroom_dagster.storage import Disk
from tests.ledger.conftest import event

Opener = Callable[..., Ledger]
CONFIG = """[tsa]
default_tsa = here
[here]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
"""


@dataclass
class Authority:
    """An authority on loopback; `asked` counts its requests, `answer` can be put in the place of a good one."""

    folder: Path
    url: str
    asked: int = 0
    answer: bytes | None = None

    def reply(self, request: Request) -> Response:
        self.asked += 1
        query = self.folder / "query.tsq"
        query.write_bytes(request.get_data())
        command = ["openssl", "ts", "-reply", "-config", self.folder / "tsa.conf", "-queryfile", query]
        made = self.answer or subprocess.run(command, capture_output=True, check=True).stdout
        return Response(made, content_type="application/timestamp-reply")

    def policy(self) -> dict[str, object]:
        return {"anchors": [f"rfc3161+{self.url}"], "timestamp_roots": str(self.folder / "roots.pem")}


@pytest.fixture
def authority(httpserver: HTTPServer, tmp_path: Path) -> Authority:
    folder = tmp_path / "authority"
    folder.mkdir()
    write_certificates(folder)
    (folder / "serial").write_text("01\n")
    (folder / "tsa.conf").write_text(CONFIG.format(folder=folder))
    made = Authority(folder, httpserver.url_for("/tsr"))
    httpserver.expect_request("/tsr", method="POST").respond_with_handler(made.reply)
    return made


def write_certificates(folder: Path) -> None:
    root_key, key = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
    root = certificate("Root of a test", root_key.public_key(), "Root of a test", root_key, authority=True)
    signer = certificate("Authority of a test", key.public_key(), "Root of a test", root_key, authority=False)
    (folder / "roots.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    (folder / "tsa.pem").write_bytes(signer.public_bytes(serialization.Encoding.PEM))
    (folder / "tsa.key").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def certificate(
    subject: str, key: rsa.RSAPublicKey, issuer: str, signed_by: rsa.RSAPrivateKey, *, authority: bool
) -> x509.Certificate:
    def name(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

    builder = (
        x509.CertificateBuilder(name(issuer), name(subject), key, x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if not authority:
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        builder = builder.add_extension(usage, critical=True)
    return builder.sign(signed_by, hashes.SHA256())


def no_pause(seconds: float) -> None:
    """Tests do not wait."""


def test_a_head_is_stamped_once_and_an_outsider_can_check_it(authority: Authority, open_again: Opener) -> None:
    ledger = open_again(**authority.policy())
    ledger.append([event("a")])
    for _ in range(2):
        (result,) = anchor_head(ledger, no_pause)
        assert result.ok, result.message
    assert authority.asked == 1
    note = head_paths(ledger.home)[-1].read_bytes()
    token = token_path(ledger.home, result.target, result.size)
    digest = sha256_bytes(note.split(b"\n\n")[0] + b"\n")  # as docs/ledger.md tells an auditor to
    command = ["openssl", "ts", "-verify", "-digest", digest, "-in", token, "-CAfile", authority.folder / "roots.pem"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert verify(ledger.home).ok
    assert not anchor_states(ledger)[0].stale


def test_a_flipped_bit_in_a_token_is_noticed(authority: Authority, open_again: Opener) -> None:
    ledger = open_again(**authority.policy())
    ledger.append([event("a")])
    (result,) = anchor_head(ledger, no_pause)
    token = token_path(ledger.home, result.target, result.size)
    data = bytearray(token.read_bytes())
    data[len(data) // 2] ^= 1
    token.write_bytes(data)
    assert not verify(ledger.home).ok


def test_a_token_over_another_head_names_a_rewritten_ledger(authority: Authority, open_again: Opener) -> None:
    ledger = open_again(**authority.policy())
    ledger.append([event("a")])
    (result,) = anchor_head(ledger, no_pause)
    kept = token_path(ledger.home, result.target, result.size)
    ledger.append([event("b")])
    kept.rename(token_path(ledger.home, result.target, ledger.head().seq))
    (result,) = anchor_head(ledger, no_pause)
    assert (result.ok, result.error) == (False, "ledger_broken")


@pytest.mark.parametrize(
    "answer", [b"no token", b"\x30\x03\x02\x01\x02", b"\x30" * 70_000], ids=["text", "der", "long"]
)
def test_what_is_no_token_is_not_kept(authority: Authority, open_again: Opener, answer: bytes) -> None:
    authority.answer = answer
    ledger = open_again(**authority.policy())
    ledger.append([event("a")])
    (result,) = anchor_head(ledger, no_pause)
    assert (result.ok, result.error) == (False, "anchor_unavailable")
    assert not token_path(ledger.home, result.target, result.size).exists()


def test_a_token_over_other_words_is_not_kept(authority: Authority, open_again: Opener) -> None:
    other = authority.folder / "other.tsq"
    command = ["openssl", "ts", "-query", "-digest", "00" * 32, "-sha256", "-cert", "-out", other]
    subprocess.run(command, capture_output=True, check=True)
    command = ["openssl", "ts", "-reply", "-config", authority.folder / "tsa.conf", "-queryfile", other]
    authority.answer = subprocess.run(command, capture_output=True, check=True).stdout
    ledger = open_again(**authority.policy())
    ledger.append([event("a")])
    assert not anchor_head(ledger, no_pause)[0].ok


def test_an_authority_that_no_named_certificate_stands_for_is_not_believed(
    authority: Authority, open_again: Opener, tmp_path: Path
) -> None:
    (tmp_path / "others").mkdir()
    write_certificates(tmp_path / "others")
    ledger = open_again(**authority.policy() | {"timestamp_roots": str(tmp_path / "others" / "roots.pem")})
    ledger.append([event("a")])
    assert not anchor_head(ledger, no_pause)[0].ok


def test_without_the_extra_the_error_says_what_to_install(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(MailroomError, match=r"mailroom-dagster\[timestamps\]"):
        anchors_of(LedgerPolicy(anchors=("rfc3161+https://tsa.example/",)), home, Disk())
