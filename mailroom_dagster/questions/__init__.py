"""Asking the archive: sections and their index, questions taken apart, cited answers, and the judge of every claim.

Belongs here: everything between a question and its judged answer. Does not belong here: what documents state as fields
(`extraction`) or how a model is called (`providers`).
"""
