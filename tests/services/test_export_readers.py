"""Files as other programs read them when nobody tells them how: numbers, moments and texts come out as they went in."""

import csv
import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import phonenumbers
import pytest
from phonenumbers import PhoneNumberFormat

from scrapersky.extract.phones.numbers import spaced_number, to_e164
from scrapersky.services.exports.choices import Format
from scrapersky.services.exports.formats import writer_for
from scrapersky.services.exports.tables import CellKind

KINDS = {
    "name": CellKind.TEXT,
    "phone": CellKind.PHONE,
    "fax": CellKind.PHONE,
    "delivered_to": CellKind.LIST,
    "seen": CellKind.MOMENT,
}
SEEN = datetime(2026, 11, 15, 23, 59, 58, tzinfo=UTC)
NAMES = ["Bäckerei Größe & Söhne", "Café 🥐 “Łódź”", "東京デンタル", "O'Neill", "=HYPERLINK(1)", "@home", "-2+3"]
PHONES = ["+49899017238", "+15125550100", "+390669812345", "+6421234567", "+80012345678", "+999123456", None]
FAXES = ["+498990172381", "+15125550101", None, None, None, None, None]
ROWS: list[list[Any]] = [
    [name, phone, fax, ["crm", "folder"], SEEN] for name, phone, fax in zip(NAMES, PHONES, FAXES, strict=True)
]
GUARDED = [f"'{name}" if name[0] in "=@-" else name for name in NAMES]


def written(file_format: Format, rows: Sequence[Sequence[Any]] = ROWS) -> bytes:
    stream = io.BytesIO()
    writer = writer_for(file_format, KINDS, stream)
    writer.write(rows)
    writer.close()
    return stream.getvalue()


def as_e164(spaced: list[str | None]) -> list[str | None]:
    return [text.replace(" ", "") if text else None for text in spaced]


def test_csv_begins_with_a_byte_order_mark_and_has_phones_with_gaps() -> None:
    content = written(Format.CSV)
    assert content.startswith(b"\xef\xbb\xbfname,")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [row["name"] for row in rows] == GUARDED
    assert [row["phone"] for row in rows[:2]] == ["+49 89 9017238", "+1 512 555 0100"]
    assert as_e164([row["phone"] for row in rows]) == PHONES


def test_a_reader_that_guesses_types_takes_phones_for_texts() -> None:
    arrow_csv = pytest.importorskip("pyarrow.csv")
    read = arrow_csv.read_csv(io.BytesIO(written(Format.CSV))).to_pydict()
    assert list(read) == list(KINDS)
    assert read["name"] == GUARDED
    assert as_e164(read["phone"]) == PHONES
    assert as_e164(read["fax"]) == FAXES
    assert {moment.replace(tzinfo=UTC) for moment in read["seen"]} == {SEEN}


def test_json_lines_and_parquet_have_phones_in_e164() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    read = parquet.read_table(io.BytesIO(written(Format.PARQUET))).to_pydict()
    assert (read["name"], read["phone"], read["seen"]) == (NAMES, PHONES, [SEEN] * len(ROWS))
    json = pytest.importorskip("pyarrow.json")
    lines = json.read_json(io.BytesIO(written(Format.JSONL))).to_pydict()
    assert (lines["name"], lines["phone"]) == (NAMES, PHONES)


@pytest.mark.parametrize("region", sorted(phonenumbers.SUPPORTED_REGIONS))
def test_a_number_of_any_country_has_gaps_and_is_read_back_as_it_was(region: str) -> None:
    for line in range(11):
        number = phonenumbers.example_number_for_type(region, line)
        if number is not None:
            e164 = phonenumbers.format_number(number, PhoneNumberFormat.E164)
            spaced = spaced_number(e164)
            assert " " in spaced
            assert (spaced.replace(" ", ""), to_e164(spaced, None)) == (e164, e164)


@pytest.mark.parametrize("text", ["+15125550100 ext. 12", "+1", "+12", "112", "0800", "+1 (512) 555-0100", "call us"])
def test_what_is_hardly_a_number_loses_nothing(text: str) -> None:
    assert re.sub(r"\W", "", spaced_number(text)) == re.sub(r"\W", "", text)


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed here")
@pytest.mark.parametrize("file_format", [Format.CSV, Format.XLSX])
def test_libreoffice_shows_phones_as_texts(tmp_path: Path, file_format: Format) -> None:
    (tmp_path / f"contacts.{file_format}").write_bytes(written(file_format))
    reading = ["--infilter=CSV:44,34,76"] if file_format is Format.CSV else []
    subprocess.run(  # noqa: S603  our own words
        [shutil.which("soffice") or "", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", *reading,
         "--convert-to", "fods", "--outdir", str(tmp_path), str(tmp_path / f"contacts.{file_format}")],
        check=True, capture_output=True,
    )  # fmt: skip
    names, phones = zip(*(row[:2] for row in cells(tmp_path / "contacts.fods")[1:] if row[0]), strict=True)
    assert list(names) == (GUARDED if file_format is Format.CSV else NAMES)
    assert as_e164(list(phones)) == PHONES


def cells(sheet: Path) -> list[list[str | None]]:
    """Texts only; a number, a formula or an empty cell is None."""
    office, table = (f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table"))
    rows = ET.parse(sheet).iter(f"{table}table-row")  # noqa: S314  written by the program next door
    return [
        [
            "".join(cell.itertext()).strip() if cell.get(f"{office}value-type") == "string" else None
            for cell in row
            if cell.tag == f"{table}table-cell" and cell.get(f"{table}formula") is None
        ]
        for row in rows
    ]
