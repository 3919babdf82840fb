"""Rows that people hand in, whatever their form."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.spreadsheets import workbook_of

from scrapersky.extract.submitted.addresses import SubmittedAddress, read_domain, read_page, read_sitemap
from scrapersky.extract.submitted.csv_rows import LONGEST_LINE, BadRow, GoodRow
from scrapersky.extract.submitted.file_kinds import FileUnreadable
from scrapersky.extract.submitted.headings import Subject
from scrapersky.extract.submitted.tables import UnknownColumns, open_table


def rows(content: bytes, *, is_json: bool = False) -> list[GoodRow | BadRow]:
    return list(open_table(io.BytesIO(content), Subject.DOMAINS, is_json_lines=is_json).rows())


def test_a_csv_is_known_by_its_header() -> None:
    assert rows(b"Name;URL\nAcme;acme.example\n") == [GoodRow(2, {"url": "acme.example"})]


@pytest.mark.parametrize(
    "content",
    [
        b"acme.example\n\n  bolt.example\n",
        b"\xef\xbb\xbfacme.example\r\n\r\n'bolt.example'\r\n",
        "acme.example\n\nbolt.example".encode("utf-16"),
    ],
)
def test_a_plain_list_begins_with_its_first_line(content: bytes) -> None:
    assert rows(content) == [GoodRow(1, {"domain": "acme.example"}), GoodRow(3, {"domain": "bolt.example"})]


def test_json_lines_are_known_by_their_first_object() -> None:
    lines = b'{"URL": " acme.example ", "n": 1}\n\n"bolt.example"\nnonsense\n[1]\n{"url": "a\\u0000"}\n'
    assert rows(lines) == [
        GoodRow(1, {"url": "acme.example"}),
        GoodRow(3, {"domain": "bolt.example"}),
        BadRow(4, "is not JSON; one object or text per line is expected"),
        BadRow(5, "is neither a JSON object nor a text"),
        BadRow(6, "has a NUL character, which cannot be stored"),
    ]


def test_json_lines_of_texts_are_read_when_they_are_announced() -> None:
    assert rows(b'"acme.example"', is_json=True) == [GoodRow(1, {"domain": "acme.example"})]


def test_a_line_that_is_far_too_long_costs_one_row() -> None:
    for start, is_json in ((b"acme.example\n", False), (b'{"url": "acme.example"}\n', True)):
        good, bad, after = rows(start + b"x" * (LONGEST_LINE + 5) + b"\n" + start, is_json=is_json)
        assert isinstance(good, GoodRow)
        assert bad == BadRow(2, "is longer than 100,000 characters")
        assert isinstance(after, GoodRow)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"title,size\na,b\n", "no known column"),
        (b"", "is empty"),
        (b"\xef\xbb\xbf\r\n \r\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", r"a picture \(PNG\): choose"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF: copy its table"),
        (b"<!DOCTYPE html><table><tr><td>Name", "a web page"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        (b"\xd0\xcf\x11\xe0 Workbook", "of the old kind"),
        (b"PK\x03\x04 cut off", "is not whole"),
        (b"{\\rtf1 Name}", "RTF"),
        (b"begin:vcard\nFN:Ana\n", "address cards"),
        ("Здание;Что\n".encode("cp1251"), "an encoding that cannot be told"),
    ],
)
def test_a_file_of_something_else_says_what_it_is(content: bytes, told: str) -> None:
    with pytest.raises((UnknownColumns, FileUnreadable), match=told):
        rows(content)


@pytest.mark.parametrize(
    ("subject", "content", "fields"),
    [
        ("contacts", "E-Mail (info);Contact\na@x.example;Ana\n", "email name"),
        ("contacts", "Contact E-Mail,Email opt-in\na@x.example,yes\n", "email extra"),
        ("contacts", "Title,Job Title,Courriel pro\nDr.,Owner,a@x.example\n", "extra role email"),
        ("contacts", "Wer;Wo\nAna López;a@x.example\nJane Doe;b@x.example\n", "name email"),
        ("businesses", "Wer,Netz,Fax\nAcme,acme.example,+1 512 555 0100\n", "name website extra"),
        ("businesses", "Acme,+1 512 555 0100,https://acme.example\nBolt,,\n", "name phone website"),
        ("businesses", "Firma (lt. Register),PLZ/Zip?\nAcme,04109\nBolt,80331\nCog,1067\n", "name postal_code"),
        ("domains", "names\nacme.example\n", "website"),
    ],
)
def test_a_column_is_known_by_its_values_too(subject: str, content: str, fields: str) -> None:
    table = open_table(io.BytesIO(content.encode()), Subject(subject))
    assert list(table.columns.values()) == fields.split()


def test_a_heading_over_two_lines_and_what_is_no_row() -> None:
    lines: list[list[object]] = [
        ["Firma", "Telefon", None, "Umsatz"],
        [None, "geschäftlich", "mobil", None],
        ["Acme", "089/9017238", 491712345678.0, 7],
        ["Firma", "Telefon geschäftlich", "Telefon mobil", "Umsatz"],
        ["Total", "Ring 3"],
        ["SUMME", None, None, 7.5],
    ]
    merged = [("A1:A2", "Firma"), ("B1:C1", "Telefon"), ("D1:D2", "Umsatz")]
    table = open_table(io.BytesIO(workbook_of({"A": lines}, merged)), Subject.BUSINESSES)
    assert table.columns == {
        "Firma": "name",
        "Telefon geschäftlich": "phone",
        "Telefon mobil": "extra",
        "Umsatz": "extra",
    }
    acme, again, total, added_up = table.rows()
    assert isinstance(acme, GoodRow)
    assert acme.extra == {"Telefon mobil": "491712345678", "Umsatz": "7"}
    assert again == BadRow(4, "repeats the headings", "Firma | Telefon geschäftlich | Telefon mobil | Umsatz")
    assert isinstance(total, GoodRow)
    assert added_up == BadRow(6, "is a sum of the others", "SUMME | 7.5")


@given(st.binary(max_size=300))
def test_any_bytes_give_rows_or_a_refusal(content: bytes) -> None:
    try:
        found = rows(content)
    except (UnknownColumns, FileUnreadable):
        return
    for row in found:
        assert isinstance(row, BadRow) or not any("\0" in cell for cell in row.cells.values())


@given(st.lists(st.dictionaries(st.sampled_from(["url", "domain"]), st.text(max_size=30), min_size=1), min_size=1))
def test_what_is_written_as_json_lines_comes_back(written: list[dict[str, str]]) -> None:
    content = "".join(json.dumps(row) + "\n" for row in written).encode()
    for row, given_row in zip(rows(content), written, strict=True):
        has_nul = any("\0" in value for value in given_row.values())
        assert row.line >= 1
        assert isinstance(row, BadRow if has_nul else GoodRow)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("", "has no address"),
        ("  ", "has no address"),
        ("facebook.com/acme", "is only a Facebook page"),
        ("not an address", "is not a web address"),
        ("ftp://acme.example/", "is not a web address"),
        ("http://127.0.0.1/", "is not a web address"),
        ("http://localhost/", "is not a web address"),
    ],
)
def test_what_is_nobodys_domain_says_why(written: str, reason: str) -> None:
    for read in (read_domain, read_page, read_sitemap):
        assert read({"url": written}, ["url"]) == reason


def test_a_page_keeps_its_address_in_one_form() -> None:
    page = read_page({"url": "HTTPS://WWW.Acme.example/a/../team?utm_source=x#top"}, ["url"])
    assert page == SubmittedAddress("acme.example", "https://www.acme.example/", "https://www.acme.example/team")


def test_an_address_that_is_too_long_or_has_credentials_is_refused() -> None:
    assert read_page({"url": "https://acme.example/" + "x" * 2000}, ["url"]) == (
        "has 2,021 characters; at most 2,000 are kept"
    )
    kept = read_page({"url": "https://jo:secret@acme.example/"}, ["url"])
    assert isinstance(kept, SubmittedAddress)
    assert "secret" not in kept.url + kept.home_url


def test_a_sitemap_kept_elsewhere_belongs_to_the_domain_that_is_given() -> None:
    cells = {"url": "https://cdn.example/acme.xml", "domain": "www.acme.example"}
    found = read_sitemap(cells, ["url"])
    assert isinstance(found, SubmittedAddress)
    assert (found.domain, found.url) == ("acme.example", "https://cdn.example/acme.xml")


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_domain, read_page, read_sitemap):
        found = read({"url": text}, ["url"])
        if isinstance(found, SubmittedAddress):
            assert found.url.startswith(("http://", "https://"))
            assert found.url.isascii()
            assert read({"url": found.url}, ["url"]) == found or "@" in text


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ("Firma / Praxis;E-Mail;Notizen\nA;a@a.example;VIP\nB;b@b.example;dup\n", "name - -"),
        ("Nazwa firmy;Imię i nazwisko;Numer telefonu;Uwagi\nAlfa;Jan Kowalski;+48 22 1234567;VIP\n", "name - phone -"),
        ("Компания;Контактное лицо;Телефон;Примечание\nЛилия;Иван Петров;+7 495 1234567;VIP\n", "name - phone -"),
        ("会社名,担当者,電話番号,備考\nアルファ,山田太郎,+81 3 1234 5678,x\n", "name - phone -"),
        (
            "Entreprise (raison sociale);Courriel;Tél. fixe;Ville\nA;a@a.example;+33 1 23 45 67 89;Paris\n",
            "name - phone city",
        ),
        ("CompanyName,Web-Site,Straße / Haus-Nr.\nA,a.example,Ring 3\n", "name website street"),
        ("PLZ / Ort;Firma - Datum;Name\n10115 Berlin;2024;A\n", "- - name"),
        ("Was;Intern;Web\nAcme Dental;VIP;a.example\nBolt;;b.example\nCoda;;c.example\n", "name - website"),
        ("Intern;Was;Web\nVIP;Acme;a.example\n;Bolt;b.example\n;Coda;c.example\n", "- name website"),
        ("Notizen;Was;Web\nkommt;Acme;a.example\nruft an;Bolt;b.example\n", "- name website"),
    ],
)
def test_messy_headings_of_businesses_are_read_in_any_language(content: str, fields: str) -> None:
    columns = open_table(io.BytesIO(content.encode()), Subject.BUSINESSES).columns
    assert " ".join(columns.values()).replace("extra", "-") == fields


def test_who_looks_after_rows_is_none_of_the_people_in_them() -> None:
    lines = [f"Firm {number},p{number}@f{number}.example,ana@we.example" for number in range(4)]
    content = "\n".join(["Company,Reached by,Cared for by", *lines]).encode()
    assert open_table(io.BytesIO(content), Subject.CONTACTS).columns == {
        "Company": "business",
        "Reached by": "email",
        "Cared for by": "extra",
    }


def test_of_several_sheets_the_one_with_most_below_known_headings_is_read() -> None:
    contacts = [["Stand Mai"], [], ["Firma / Praxis", "E-Mail", "Notizen"]]
    contacts += [[f"Praxis {number}", f"a{number}@a.example", ""] for number in range(9)]
    old = [["Company", "Website", "Phone"], ["Acme", "acme.example", "1"], ["Bolt", "bolt.example", "2"]]
    book = workbook_of({"Notes": [["not for us"]] * 30, "Kontakte": contacts, "Old leads": old})
    table = open_table(io.BytesIO(book), Subject.BUSINESSES)
    assert (table.sheet, table.sheet_lines) == ("Kontakte", {"Notes": 0, "Kontakte": 9, "Old leads": 2})
    chosen = open_table(io.BytesIO(book), Subject.BUSINESSES, sheet="Old leads")
    assert (chosen.sheet, chosen.sheet_lines, len(list(chosen.rows()))) == ("Old leads", table.sheet_lines, 2)


@pytest.mark.parametrize("order", [("Domains", "Columns"), ("Columns", "Domains")])
def test_a_sheet_that_explains_the_columns_of_another_is_not_read_for_it(order: tuple[str, str]) -> None:
    sheets = {
        "Domains": [["domain", "language"], ["acme.example", "en"]],
        "Columns": [["Column", "Meaning"], ["domain", "Without www"], ["language", "A code"], *[["", "Remark"]] * 9],
    }
    table = open_table(io.BytesIO(workbook_of({name: sheets[name] for name in order})), Subject.DOMAINS)
    assert (table.sheet, table.sheet_lines) == ("Domains", {"Domains": 1, "Columns": 0})
    assert [row.cells["domain"] for row in table.rows() if isinstance(row, GoodRow)] == ["acme.example"]
