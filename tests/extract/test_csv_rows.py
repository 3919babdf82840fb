"""CSV files as people have them."""

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapersky.extract.submitted.csv_rows import LONGEST_LINE, BadRow, GoodRow
from scrapersky.extract.submitted.file_kinds import FileUnreadable
from scrapersky.extract.submitted.headings import Subject
from scrapersky.extract.submitted.tables import UnknownColumns, open_table
from scrapersky.extract.submitted.values import is_sum


def rows_of(content: bytes) -> list[GoodRow | BadRow]:
    return list(open_table(io.BytesIO(content), Subject.BUSINESSES).rows())


def names_of(content: bytes) -> list[str]:
    return [row.cells["name"] if isinstance(row, GoodRow) else row.reason for row in rows_of(content)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman"])
def test_the_encoding_is_found_out(encoding: str) -> None:
    end = "\r" if encoding == "mac_roman" else "\r\n"
    assert names_of(f"name,city{end}Café Müller,Köln{end}".encode(encoding)) == ["Café Müller"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(delimiter: str) -> None:
    content = f"Name{delimiter}Postal code\nAcme{delimiter}78701\n".encode()
    assert rows_of(content) == [GoodRow(2, {"name": "Acme", "postal_code": "78701"})]


def test_a_file_glued_together_from_two_encodings_is_read() -> None:
    assert names_of("name\nMüller\n".encode() + "Böll\n".encode("cp1252")) == ["Müller", "Böll"]


def test_empty_lines_and_short_rows_are_no_trouble() -> None:
    assert rows_of(b"name,city\n\nAcme\n ,\n") == [GoodRow(3, {"name": "Acme"})]


def test_a_cell_may_have_line_ends_and_the_lines_still_count() -> None:
    assert rows_of(b'name,city\n"Acme\nInc",Austin\nBolt,Kyle\n') == [
        GoodRow(2, {"name": "Acme\nInc", "city": "Austin"}),
        GoodRow(4, {"name": "Bolt", "city": "Kyle"}),
    ]


def test_a_quote_that_is_never_closed_costs_one_row() -> None:
    assert names_of(b'name,city\n"Acme,Austin\nBolt,Kyle\nCog,Hutto\n') == [
        "opens a quote that is never closed",
        "Bolt",
        "Cog",
    ]


def test_a_quote_that_is_never_closed_costs_one_row_in_a_long_file() -> None:
    content = b'name\n"Acme\n' + b"Bolt\n" * 500
    found = rows_of(content)
    assert found[0] == BadRow(2, "opens a quote that is never closed")
    assert found[1:] == [GoodRow(line, {"name": "Bolt"}) for line in range(3, 503)]


def test_text_after_a_quote_costs_one_row() -> None:
    assert names_of(b'name\n"Acme" Inc\nBolt\n') == [
        "has text after a closing quote; a quote inside a quoted cell is written twice",
        "Bolt",
    ]


def test_more_cells_than_columns_cost_one_row() -> None:
    assert names_of(b"name,city\na,b,c\nBolt,Kyle,,\n") == ["has 3 cells, and the header has 2", "Bolt"]


def test_a_nul_costs_one_row() -> None:
    assert names_of(b"name\nA\0B\nBolt\n") == ["has a NUL character, which cannot be stored", "Bolt"]


def test_an_endless_line_costs_one_row_and_little_memory() -> None:
    content = b"name\n" + b"x" * (LONGEST_LINE * 3) + b"\nBolt\n"
    assert names_of(content) == [f"is longer than {LONGEST_LINE:,} characters", "Bolt"]


@pytest.mark.parametrize("content", [b"\0\0", b'"', b"x" * (LONGEST_LINE + 5)])
def test_a_file_without_a_header_has_no_columns_to_speak_of(content: bytes) -> None:
    with pytest.raises(UnknownColumns):
        rows_of(content)


@given(st.binary(max_size=300))
def test_no_bytes_make_it_fail(content: bytes) -> None:
    """It may say that this is no text."""
    with suppress(FileUnreadable):
        for row in rows_of(b"name,city\n" + content):
            assert row.line >= 2


_NAMES = st.text(st.characters(codec="utf-8", exclude_characters='\0\r\n"'), min_size=1, max_size=20)


@given(st.lists(_NAMES.filter(lambda name: name.strip() != "name" and not is_sum([name])), max_size=20))
def test_what_was_written_is_read(names: list[str]) -> None:
    content = "".join(f'"{name}"\n' for name in ["name", *names]).encode()
    assert names_of(content) == [name.strip() for name in names if name.strip()]
