"""Whether a text is in a language that marks and words of the local models were not made for.

Belongs here: one yes or no over the beginning of a document. The reader's own finding counts first; function words and
scripts decide where it has none.
"""

from __future__ import annotations

import re

from mailroom_dagster.reading.model import DocumentText

LOOKED_AT = 3_000  # characters
FOREIGN_SCRIPT = 0.25  # share of letters outside the Latin script
MIN_WORDS = 5  # function words of another language before it can be told

_WORD = re.compile(r"[^\W\d_]+")
_OTHER_SCRIPT = re.compile("[\u0370-\u1dff\u2e80-\ua7ff\ua840-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufeff]")
_ENGLISH = frozenset(
    _WORD.findall("""the of and to in that for is on as by with this be or are it from at which not was have any an such
    shall you your we our has will may its if their other been all""")
)
# Function words that English text does not use, of German, Dutch, Swedish, Danish; French, Spanish, Portuguese,
# Italian, Latin; Polish, Czech, Turkish, Finnish, Hungarian, Romanian, Indonesian.
_FOREIGN = frozenset(
    _WORD.findall("""der und ist nicht von mit dem den ein eine zu auf für wird sich auch nach bei einer oder werden het
    een van voor niet dat met zijn wordt aan och att som är på av för inte med til ikke det er blir eller
    le les des et du une est dans pour que qui par sur au avec sont ce el los las en un una por con para su del como al
    os um uma não com da dos na il che di non sono della nel gli si è ut ac sit amet enim
    w z nie jest się oraz lub dla przez że je ve bir bu için ile olarak ja ei että és hogy nem az este și în
    yang dan untuk dengan ini""")
)


def is_foreign(document: DocumentText) -> bool:
    """Whether the document is not in English."""
    if document.language is not None:
        return document.language != "en"
    return reads_foreign(document.text[:LOOKED_AT])


def reads_foreign(text: str) -> bool:
    """Whether a text's script or function words are those of another language."""
    found = _WORD.findall(text)
    words = [word.lower() for word in found if len(word) > 2 or not word.isupper()]  # "DE", "LA", "IL" are codes
    if len(_OTHER_SCRIPT.findall(text)) > FOREIGN_SCRIPT * sum(map(len, found)):
        return True
    foreign = sum(map(_FOREIGN.__contains__, words))
    return foreign >= MIN_WORDS and foreign > sum(map(_ENGLISH.__contains__, words))
