"""From a file's bytes to its text, page by page, with everything that was noticed on the way.

Belongs here: sniffing, the readers, OCR, the pool of worker processes, text quality. Does not belong here: where files
come from (`intake`), what a text means (`classification`, `extraction`).
"""

READER_VERSION = "2"  # part of the text record's fingerprint: raise it when the same bytes would give another text
