"""Workbooks as people make them."""

import io
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import xlsxwriter

Lines = Sequence[Sequence[Any]]


def workbook_of(sheets: Mapping[str, Lines], merged: Sequence[tuple[str, str]] = ()) -> bytes:
    """`merged` are ranges of the first sheet with what they say, such as ("A4:A6", "Acme")."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"default_date_format": "dd.mm.yyyy"}) as book:
        for name, lines in sheets.items():
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(lines):
                for column, value in enumerate(cells):
                    if isinstance(value, date):
                        sheet.write_datetime(row, column, value)
                    elif value is not None:
                        sheet.write(row, column, value)
        for place, text in merged:
            book.worksheets()[0].merge_range(place, text)
    return stream.getvalue()


MESSY = workbook_of(
    {
        "Kunden 2024": [
            ["Kundenliste Stand Mai"],
            [],
            ["", "Firma", "Ansprechpartner", "Tel.", "E-Mail", "Web Site", "PLZ", "Ort", "Land", "Kunde seit", "VIP"],
            ["", None, "Jörg Müller", 498990172380, "joerg@mueller.example", None, 80331, "München", "DE", None, True],
            ["", None, "Eva Groß", "089 9017239", "eva@mueller.example", None, 80331, "München", "DE", None, None],
            ["", "Ça va", "", 15125550123.0, "bonjour@cava.example", "cava.example", "", "", "", date(2021, 5, 3), ""],
            ["", "Nobody", "", "", "not an address", "", "", "", "", "", ""],
            ["", "Müller & Söhne", "Jörg Müller", "", "JOERG@mueller.example", "", "", "", "", "", ""],
        ],
        "Notizen": [["Bitte nicht löschen"]],
    },
    [("B4:B5", "Müller & Söhne")],
)
"""Titles above the headings, an empty column, merged cells, numbers as phones, a date, a doubled and a bad row."""
