"""Mail: headers as data, the best body, attachments as documents, nesting bounded; and no tree that breaks it."""

from __future__ import annotations

import email.policy
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.readers import read_file
from tests.corpus.generate import mail, nested_mail

Read = Callable[..., Reading]


def message(**headers: str) -> EmailMessage:
    made = EmailMessage()
    for name, value in {"From": "ann@example.com", "To": "bob@example.com", "Subject": "Sails", **headers}.items():
        made[name] = value
    return made


def test_headers_are_data_and_open_the_text(read: Read) -> None:
    document = read(mail("Hello"), "a.eml").document

    assert document.headers["subject"] == "Sails"
    assert document.text.startswith("From: ann@example.com\nTo: bob@example.com\n")
    assert document.text.endswith("Subject: Sails\n\nHello")


def test_encoded_headers_are_decoded(read: Read) -> None:
    data = mail("x").replace(b"Subject: Sails", b"Subject: =?utf-8?b?w4l0w6k=?=")

    assert read(data, "a.eml").document.headers["subject"] == "Été"


def test_plain_body_is_preferred_to_html(read: Read) -> None:
    made = message()
    made.set_content("plain words")
    made.add_alternative("<p>html words</p>", subtype="html")

    text = read(made.as_bytes(), "a.eml").document.text

    assert "plain words" in text
    assert "html" not in text


def test_html_body_is_read_when_there_is_no_other(read: Read) -> None:
    made = message()
    made.set_content("<p>only <i>html</i></p><div style='display:none'>unseen</div>", subtype="html")

    document = read(made.as_bytes(), "a.eml").document

    assert document.text.endswith("only html")
    assert [item.text for item in document.hidden] == ["unseen"]


def test_attachments_are_handed_on_with_their_hash(read: Read) -> None:
    made = message()
    made.set_content("see attached")
    made.add_attachment(b"price", maintype="application", subtype="octet-stream", filename="../../price list.bin")

    reading = read(made.as_bytes(), "a.eml")

    assert [item.data for item in reading.attachments] == [b"price"]
    assert reading.document.attachments[0].bytes == 5


def test_a_message_in_a_message_is_an_attachment_that_can_be_read(read: Read) -> None:
    made = message()
    made.set_content("forwarded")
    inner = message(Subject="Inner")
    inner.set_content("the inner words")
    made.add_attachment(inner)

    reading = read(made.as_bytes(policy=email.policy.SMTP), "a.eml")

    assert [item.name for item in reading.attachments] == ["Inner.eml"]
    assert "the inner words" in read(reading.attachments[0].data, "Inner.eml").document.text


def test_pictures_shown_in_the_body_are_no_documents(read: Read) -> None:
    made = message()
    made.set_content("<img src='cid:logo'>text", subtype="html")
    made.add_related(b"\x89PNG", maintype="image", subtype="png", cid="<logo>")

    assert read(made.as_bytes(), "a.eml").attachments == ()


def test_nesting_is_bounded(code_of: Callable[..., str]) -> None:
    outcomes = [code_of(nested_mail(depth), "a.eml", max_nesting=5) for depth in (4, 5, 6)]

    assert outcomes == ["text", "text", "too_deeply_nested"]


def test_uuencoded_files_leave_the_body(read: Read) -> None:
    line = "M" + "9" * 60

    document = read(mail("Thank you.\nbegin 644 a.bin\n" + f"{line}\n" * 40 + "`\nend\nBye"), "a.eml").document

    assert line not in document.text
    assert "Thank you." in document.text
    assert "Bye" in document.text


def test_a_letter_that_begins_like_mail_is_text(read: Read) -> None:
    assert read(b"From: the desk of A. B.\n\nDear Sir,\nplease pay.", "a.txt").document.media_type == "text/plain"


def test_without_headers_it_is_no_mail(code_of: Callable[..., str]) -> None:
    assert code_of(b"This is no mail.\n", "a.eml") == "corrupt"


HEADER = st.sampled_from(
    ["From", "To", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "MIME-Version", "Subject"]
)
VALUE = st.sampled_from(
    [
        "multipart/mixed; boundary=b",
        "message/rfc822",
        "text/html; charset=bogus",
        "text/plain; charset=utf-16",
        "base64",
        "quoted-printable",
        "attachment; filename*=utf-8''%ff%fe",
        "<@>,;:\\",
        "=?utf-8?b?////?=",
        "1.0",
        "",
    ]
)
PIECE = st.one_of(
    st.builds("{}: {}\n".format, HEADER, VALUE).map(str.encode),
    st.sampled_from([b"\n", b"--b\n", b"--b--\n", b"begin 644 x\n", b"\xff\xfe", b"\x00", b"=\n", b"<p>x</p>\n"]),
    st.binary(max_size=40),
)


@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(PIECE, max_size=25))
def test_any_mail_tree_comes_to_a_text_or_a_named_error(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes]
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.eml"
    path.write_bytes(b"".join(pieces))

    outcome: object
    try:
        outcome = "\x00" in read_file(path, "fuzzed.eml", ReadingPolicy(ocr=False)).document.text
    except MailroomError as error:
        outcome = error.code.value

    assert outcome in (False, "corrupt", "empty", "undecodable", "too_deeply_nested", "unsupported_type")
