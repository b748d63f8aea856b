"""Every failure the mailroom can name: one code, what happened, where, why, and what to do next.

Belongs here: the error codes, their table and the exceptions that carry them. Does not belong here: deciding what
follows from an error (that is `routing` for documents, the command line for exit codes).
Permanent errors stop every retry; transient ones may be tried again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ErrorCode(StrEnum):
    """Stable names that scripts, records and docs/errors.md use."""

    # reading
    ENCRYPTED = "encrypted"
    EMPTY = "empty"
    UNSUPPORTED_TYPE = "unsupported_type"
    CORRUPT = "corrupt"
    TOO_LARGE = "too_large"
    TOO_MANY_PAGES = "too_many_pages"
    TOO_MANY_PIXELS = "too_many_pixels"
    TOO_MUCH_TEXT = "too_much_text"
    TOO_COMPRESSED = "too_compressed"
    TOO_DEEPLY_NESTED = "too_deeply_nested"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    READER_CRASHED = "reader_crashed"
    NO_TEXT = "no_text"
    UNDECODABLE = "undecodable"
    EMBEDDED_FILES = "embedded_files"
    MULTIPLE_DOCUMENTS = "multiple_documents"
    PAGES_UNREAD = "pages_unread"
    LOW_QUALITY = "low_quality"
    # intake
    NOT_A_FILE = "not_a_file"
    UNREADABLE_FILE = "unreadable_file"
    FILE_VANISHED = "file_vanished"
    FILE_CHANGING = "file_changing"
    BAD_SIDECAR = "bad_sidecar"
    OUTSIDE_HOME = "outside_home"
    QUARANTINED = "quarantined"
    INTAKE_PAUSED = "intake_paused"
    # state and storage
    UNKNOWN_DOCUMENT = "unknown_document"
    AMBIGUOUS_DOCUMENT = "ambiguous_document"
    WRONG_STATE = "wrong_state"
    RECORD_CORRUPT = "record_corrupt"
    ORIGINAL_CHANGED = "original_changed"
    LEDGER_BROKEN = "ledger_broken"
    LEDGER_BUSY = "ledger_busy"
    ANCHOR_UNAVAILABLE = "anchor_unavailable"
    DISK_FULL = "disk_full"
    HOME_UNWRITABLE = "home_unwritable"
    OBJECTS_UNAVAILABLE = "objects_unavailable"
    # configuration and providers
    BAD_CONFIG = "bad_config"
    BAD_QUERY = "bad_query"
    BAD_REQUEST = "bad_request"
    PROVIDER_MISCONFIGURED = "provider_misconfigured"
    PROVIDER_UNAVAILABLE = "provider_unavailable"
    PROVIDER_REFUSED = "provider_refused"
    ANSWER_UNUSABLE = "answer_unusable"
    BUDGET_SPENT = "budget_spent"
    # review and evaluation
    REVIEW_CONFLICT = "review_conflict"
    REVIEW_INVALID = "review_invalid"
    NOT_ALLOWED = "not_allowed"
    TOO_MANY_REQUESTS = "too_many_requests"
    EVALUATION_REFUSED = "evaluation_refused"
    DATASET_INTEGRITY = "dataset_integrity"
    # anything without a name of its own; the log has the details
    INTERNAL = "internal"


@dataclass(frozen=True)
class ErrorKind:
    """What is always true of one code."""

    meaning: str
    next_step: str
    permanent: bool = True


ERROR_KINDS: dict[ErrorCode, ErrorKind] = {
    ErrorCode.ENCRYPTED: ErrorKind("the file needs a password", "ask the sender for an unprotected copy and drop that"),
    ErrorCode.EMPTY: ErrorKind("the file holds no bytes or no content", "ask the sender for the complete file"),
    ErrorCode.UNSUPPORTED_TYPE: ErrorKind("no reader for this type of file", "convert it to PDF or docx and drop that"),
    ErrorCode.CORRUPT: ErrorKind("the file is damaged", "ask the sender for a fresh copy"),
    ErrorCode.TOO_LARGE: ErrorKind(
        "a size limit of the reading policy was passed", "split the file, or raise the limit in config/policy.yaml"
    ),
    ErrorCode.TOO_MANY_PAGES: ErrorKind(
        "the page limit of the reading policy was passed", "split the file, or raise the limit in config/policy.yaml"
    ),
    ErrorCode.TOO_MANY_PIXELS: ErrorKind(
        "an image has more pixels than the reading policy allows", "scan it at 300 dpi, or raise reading.max_pixels"
    ),
    ErrorCode.TOO_MUCH_TEXT: ErrorKind(
        "the text is longer than the reading policy allows", "split the file, or raise reading.max_characters"
    ),
    ErrorCode.TOO_COMPRESSED: ErrorKind(
        "the file unpacks to far more than its size", "open it by hand; raise reading.max_archive_ratio if it is sound"
    ),
    ErrorCode.TOO_DEEPLY_NESTED: ErrorKind(
        "messages or elements lie in each other deeper than can be read safely",
        "save the inner messages and drop each of them",
    ),
    ErrorCode.TIMEOUT: ErrorKind("reading took longer than allowed", "open it by hand; raise the limit if it is sound"),
    ErrorCode.OUT_OF_MEMORY: ErrorKind(
        "reading needed more memory than allowed", "open it by hand; raise the limit if it is sound"
    ),
    ErrorCode.READER_CRASHED: ErrorKind("the reader process died on this file", "ask for a fresh copy or convert it"),
    ErrorCode.NO_TEXT: ErrorKind("no readable text was found", "look at the original; type in what matters on review"),
    ErrorCode.UNDECODABLE: ErrorKind("the bytes are in no encoding that can be told", "save it as UTF-8 and drop that"),
    ErrorCode.EMBEDDED_FILES: ErrorKind(
        "the real documents are embedded in this file", "save the embedded files and drop each of them"
    ),
    ErrorCode.MULTIPLE_DOCUMENTS: ErrorKind("one file holds several documents", "split the file and drop each part"),
    ErrorCode.PAGES_UNREAD: ErrorKind("some pages could not be read", "look at those pages in the original"),
    ErrorCode.LOW_QUALITY: ErrorKind("the text is too damaged to be trusted", "compare it with the original"),
    ErrorCode.NOT_A_FILE: ErrorKind("not a regular file (link, pipe, device or folder)", "drop the file itself"),
    ErrorCode.UNREADABLE_FILE: ErrorKind("the file may not be read", "give the mailroom's user read permission"),
    ErrorCode.FILE_VANISHED: ErrorKind("the file was gone before it was claimed", "drop it again", permanent=False),
    ErrorCode.FILE_CHANGING: ErrorKind(
        "the file is still being written", "nothing: it is tried again", permanent=False
    ),
    ErrorCode.BAD_SIDECAR: ErrorKind("the .meta.json beside the file is not usable", "mend the sidecar"),
    ErrorCode.OUTSIDE_HOME: ErrorKind("a path would leave the mailroom's home", "use a plain file or matter name"),
    ErrorCode.QUARANTINED: ErrorKind(
        "the document failed too often and was set aside", "mend the cause, then `mailroom requeue DOC`"
    ),
    ErrorCode.INTAKE_PAUSED: ErrorKind("intake is paused", "`mailroom resume`, or wait for the pause to end", False),
    ErrorCode.UNKNOWN_DOCUMENT: ErrorKind("no such document", "`mailroom status` lists the documents"),
    ErrorCode.AMBIGUOUS_DOCUMENT: ErrorKind("more than one document matches", "give more of the name or the doc_id"),
    ErrorCode.WRONG_STATE: ErrorKind("the document's state does not allow this", "`mailroom show DOC` tells its state"),
    ErrorCode.RECORD_CORRUPT: ErrorKind("a record cannot be read", "`mailroom run` makes it again from the original"),
    ErrorCode.ORIGINAL_CHANGED: ErrorKind("an original is not what was received", "restore it from the backup"),
    ErrorCode.LEDGER_BROKEN: ErrorKind("the ledger does not verify", "keep the home as it is and see docs/ledger.md"),
    ErrorCode.LEDGER_BUSY: ErrorKind("another process holds the ledger", "wait for it to end", permanent=False),
    ErrorCode.ANCHOR_UNAVAILABLE: ErrorKind("a place for signed heads cannot be reached", "try again later", False),
    ErrorCode.DISK_FULL: ErrorKind("no space is left", "free space; the work continues by itself", permanent=False),
    ErrorCode.HOME_UNWRITABLE: ErrorKind("the home cannot be written", "mend its permissions or choose another home"),
    ErrorCode.OBJECTS_UNAVAILABLE: ErrorKind(
        "the object store does not answer", "wait; the work continues by itself", permanent=False
    ),
    ErrorCode.BAD_CONFIG: ErrorKind("the configuration is not valid", "mend the lines named above"),
    ErrorCode.BAD_QUERY: ErrorKind("the query cannot be run", "`mailroom catalog schema` lists tables and columns"),
    ErrorCode.BAD_REQUEST: ErrorKind("the request cannot be understood", "see --help"),
    ErrorCode.PROVIDER_MISCONFIGURED: ErrorKind("the provider is not set up", "`mailroom doctor` says what is missing"),
    ErrorCode.PROVIDER_UNAVAILABLE: ErrorKind("the provider does not answer", "wait and run again", permanent=False),
    ErrorCode.PROVIDER_REFUSED: ErrorKind("the provider refused the request", "see the reason; `mailroom doctor`"),
    ErrorCode.ANSWER_UNUSABLE: ErrorKind("the model's answer cannot be used", "see the call log; a person decides"),
    ErrorCode.BUDGET_SPENT: ErrorKind("the budget is spent", "raise the cap, then `mailroom resume`"),
    ErrorCode.REVIEW_CONFLICT: ErrorKind("somebody else decided this document", "`mailroom review show DOC`"),
    ErrorCode.REVIEW_INVALID: ErrorKind("the decision is not valid", "mend what is named and decide again"),
    ErrorCode.NOT_ALLOWED: ErrorKind("the request does not prove that it may do this", "sign in, or send the token"),
    ErrorCode.TOO_MANY_REQUESTS: ErrorKind("one client asks too often", "wait a minute and try again", permanent=False),
    ErrorCode.EVALUATION_REFUSED: ErrorKind("the evaluation would not be honest", "mend what is named and run again"),
    ErrorCode.DATASET_INTEGRITY: ErrorKind("the dataset is not what it should be", "restore the files named"),
    ErrorCode.INTERNAL: ErrorKind("something unforeseen went wrong", "run again; if it stays, report it with the log"),
}


class MailroomError(Exception):
    """A failure with a code. `what` and `why` are sentences for people and never hold document text."""

    def __init__(self, code: ErrorCode, what: str, *, where: str = "", why: str = "", next_step: str = "") -> None:
        kind = ERROR_KINDS[code]
        self.code = code
        self.what = what
        self.where = where
        self.why = why or kind.meaning
        self.next_step = next_step or kind.next_step
        super().__init__(self.message)

    @property
    def permanent(self) -> bool:
        """Whether trying the same thing again is pointless."""
        return ERROR_KINDS[self.code].permanent

    @property
    def message(self) -> str:
        """One line: what, where, why, what next."""
        place = f" ({self.where})" if self.where else ""
        return f"{self.what}{place}: {self.why}. Next: {self.next_step}."

    def __reduce__(self) -> tuple[object, ...]:  # keeps the code when the error crosses a process border
        return (_rebuild, (self.code, self.what, self.where, self.why, self.next_step))


def _rebuild(code: ErrorCode, what: str, where: str, why: str, next_step: str) -> MailroomError:
    return MailroomError(code, what, where=where, why=why, next_step=next_step)
