"""Extraction: from a document of a known class to typed values with evidence.

Belongs here: the loop of asking, checking, grounding and merging, the confidence of its result and conflicts with what
is archived. Does not belong here: how an agent finds a value (`providers`), reading words (`values`), finding quotes
(`grounding`) or what follows from the result (`routing`).
"""
