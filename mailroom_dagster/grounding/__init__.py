"""Grounding: where in the stored text a value stands, and whether the words there really say it.

Belongs here: quote to span, span to evidence, words against value, verification. Does not belong here: what follows
from an ungrounded value (`extraction`, `routing`) or how words become typed values (`values`).
"""

from mailroom_dagster.grounding.evidence import evidence_of, verify, verify_fields
from mailroom_dagster.grounding.locate import Span, ground
from mailroom_dagster.grounding.support import supported_value

__all__ = ["Span", "evidence_of", "ground", "supported_value", "verify", "verify_fields"]
