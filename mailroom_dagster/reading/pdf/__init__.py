"""What a PDF needs beyond its text layer: words people cannot see, fields and comments, files inside, page images.

Belongs here: everything that touches PyMuPDF objects of a PDF. Does not belong here: the reader's order of work
(`readers.pdf`), OCR itself (`ocr`).
"""
