"""What a file is, by its first bytes: its name says nothing about what is in it. What is no table says what to do."""

import re
from typing import BinaryIO

from scrapersky.errors import ScraperSkyError

_HEAD_BYTES = 4_096
_LARGEST_OLD_BOOK = 64 * 1024**2
_WORKBOOK = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_MARKUP = re.compile(rb"<(?:!doctype html|html|head|body|table|meta|!--)", re.IGNORECASE)
# Four letters in a row that are no ASCII are no word of a language that is written in Windows-1252.
_OTHER_SCRIPT = re.compile(rb"[\x80-\xff]{4}")

_SAVE = "open it in Excel or LibreOffice, save it as .xlsx or CSV, and choose that"
_CHOOSE = "choose the table itself, as CSV, XLSX or JSON lines"
_COPY = "copy its table into a spreadsheet, save that as .xlsx or CSV, and choose it"
_UNPACK = "unpack it, and choose the table that is in it"
_STARTS: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG", "a picture (PNG)", _CHOOSE),
    (b"\xff\xd8\xff", "a picture (JPEG)", _CHOOSE),
    (b"GIF8", "a picture (GIF)", _CHOOSE),
    (b"%PDF", "a PDF", _COPY),
    (b"{\\rtf", "a text document (RTF)", _COPY),
    (b"<?xml", "an XML file", _SAVE),
    (b"BEGIN:VCARD", "a set of address cards (vCard)", "take it into an address book, and export that as CSV"),
    (b"SQLite format", "a database (SQLite)", "export its table as CSV"),
    (b"PAR1", "a Parquet file", "write it as CSV or JSON lines"),
    (b"\x1f\x8b", "packed (gzip)", _UNPACK),
    (b"7z\xbc\xaf", "packed (7z)", _UNPACK),
    (b"Rar!", "packed (RAR)", _UNPACK),
)
_PARTS: tuple[tuple[str, str, str], ...] = (
    ("word/document.xml", "a Word document", _COPY),
    ("content.xml", "a workbook of OpenDocument (.ods)", _SAVE),
    ("xl/workbook.bin", "a binary workbook (.xlsb)", _SAVE),
    ("Index/Document.iwa", "a file of Apple's Numbers", "export it as Excel or CSV, and choose that"),
)


class FileUnreadable(ScraperSkyError):
    http_status = 422


def is_workbook(stream: BinaryIO) -> bool:
    """Whether it is an XLSX; raises FileUnreadable for what is no table at all. The stream is rewound."""
    head = stream.read(_HEAD_BYTES)
    stream.seek(0)
    if head.startswith(_WORKBOOK):
        return True
    if head.startswith(_OLD_WORKBOOK):
        raise _old_workbook(stream)
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text and len(head) < _HEAD_BYTES:
        raise FileUnreadable("The file is empty.")
    for start, what, advice in _STARTS:
        if text[:20].upper().startswith(start.upper()):
            raise is_no_table(what, advice)
    if _MARKUP.match(text):
        raise is_no_table("a web page (HTML), whatever its name says", _SAVE)
    return False


def is_no_table(what: str, advice: str) -> FileUnreadable:
    return FileUnreadable(f"The file is {what}: {advice}.")


def refuse_other_zips(names: set[str]) -> None:
    for part, what, advice in _PARTS:
        if part in names:
            raise is_no_table(what, advice)
    if "xl/workbook.xml" not in names:
        raise is_no_table("a zip, and no XLSX workbook", _UNPACK)


def refuse_unknown_script(raw: bytes) -> None:
    """What is neither UTF-8 nor of the west would become letters that nobody wrote."""
    if _OTHER_SCRIPT.search(raw) or b"\0" in raw:
        raise FileUnreadable(
            "The file is in an encoding that cannot be told, or is no text: UTF-8, UTF-16 and Windows-1252 are read."
            " Open it where its letters look right, save it as “CSV UTF-8” or .xlsx, and choose that."
        )


def _old_workbook(stream: BinaryIO) -> FileUnreadable:
    content = stream.read(_LARGEST_OLD_BOOK)
    stream.seek(0)
    if _ENCRYPTED in content:
        return is_no_table(
            "protected by a password", "open it, save it without the password (File, Info, Protect), and choose that"
        )
    return is_no_table("a workbook or document of the old kind (such as .xls)", _SAVE)
