"""Addresses that a page tells more than once, each time in another way."""

import pytest

from scrapersky.extract.addresses.restatements import each_place_once
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Finding, Kind, Owner, Way


def addresses(html: str, region: str) -> list[str]:
    found = extract_contacts(html, "https://acme.example/", region).findings
    return [one.value for one in found if one.kind is Kind.ADDRESS]


@pytest.mark.parametrize(
    ("region", "one", "other", "kept"),
    [
        ("US", "40 Elm Road, Salem, OR 97301", "40 Elm Rd., Salem, OR 97301-2210", "40 Elm Road, Salem, OR 97301, US"),
        ("DE", "Lindenstr. 8, 04103 Leipzig", "Lindenstraße 8, 04103 Leipzig", "Lindenstr. 8, 04103 Leipzig, DE"),
        ("RU", "город Тверь, ул. Садовая 7Б", "город Тверь, ул. Садовая, д. 7 Б", "ул. Садовая 7Б, Тверь, RU"),
        (
            "TR",
            "Gül Mah. Lale Sk. No: 5 C, Urla / İzmir",
            "Gül Mah. Lale Sk. No:5C Urla / İzmir",
            "Gül Mah. Lale Sk. No: 5 C, Urla, İzmir, TR",
        ),
        ("GR", "Κοραή 3, Βόλος, 382 21", "Κοραή 3, 38221 Βόλος", "Κοραή 3, 382 21 Βόλος, GR"),
        ("KZ", "Проспект Тауелсиз Ел, д. 14", "Тауелсиз Ел, 14, город Семей", "Тауелсиз Ел 14, Семей, KZ"),
        ("SE", "Ekgatan 4, Växjö", "Ekgatan 4, 352 30 Växjö", "Ekgatan 4, 352 30 Växjö, SE"),
        ("ES", "Calle Río Duero 31, 47007 Valladolid", "Río Duero 31, 47007 Valladolid", "Calle Río Duero 31, 47007"),
        ("HR", "Lipova ulica 9, 31000 Osijek", "Lipova 9, 31000 Osijek", "Lipova ulica 9, Osijek 31000, HR"),
        ("LV", "Bērzu iela 7, Cēsis, LV-4101", "Bērzu iela 7, Cēsis, LV 4101, Latvija", "Bērzu iela 7, Cēsis LV-4101"),
        (
            "JP",
            "〒380-0821 長野県長野市鶴賀3丁目8番地みどりビル2F",
            "〒380-0821 長野県長野市鶴賀3丁目8番地 みどりビル2F",
            "鶴賀3丁目8番地",
        ),
    ],
)
def test_an_address_is_told_once_however_often_and_in_whatever_words(
    region: str, one: str, other: str, kept: str
) -> None:
    (address,) = addresses(f"<address>{one}</address><p>Hello</p><footer><p>{other}</p></footer>", region)
    assert address.startswith(kept)


@pytest.mark.parametrize(
    ("region", "one", "other"),
    [
        ("DE", "Lindenstraße 8, 04103 Leipzig", "Lindenstraße 8, 01067 Dresden"),
        ("DE", "Lindenstraße 8, 04103 Leipzig", "Lindenstraße 81, 04103 Leipzig"),
        ("DE", "Lindenstraße 8, 04103 Leipzig", "Lindenstraße 8a, 04103 Leipzig"),
        ("US", "40 Elm Road, Salem, OR 97301", "40 Ash Road, Salem, OR 97301"),
        ("RU", "город Тверь, ул. Садовая 7", "город Клин, ул. Садовая 7"),
        ("ES", "Calle Duero 31, 47007 Valladolid", "Plaza Duero 31, 47007 Valladolid"),
        ("ES", "Calle Río Duero 31, 47007 Valladolid", "Duero 3, 47007 Valladolid"),
        ("RS", "Nova Lipova 9, Užice", "Lipova 9, Čačak"),
    ],
)
def test_places_that_differ_are_two(region: str, one: str, other: str) -> None:
    assert len(addresses(f"<address>{one}</address><p>Hello</p><address>{other}</address>", region)) == 2


def test_what_the_page_describes_is_what_it_shows_with_its_building() -> None:
    item = '{"@type": "Dentist", "address": {"streetAddress": "Cesta 15 (DOM)", "postalCode": "4270", %s}}'
    place = '"addressLocality": "Jesenice", "addressCountry": "SI"'
    html = f'<script type="application/ld+json">{item % place}</script><p>Cesta 15, 4270 Jesenice</p>'
    assert addresses(html, "SI") == ["Cesta 15 (DOM), Jesenice 4270, SI"]


def described(*facts: tuple[str, str]) -> Finding:
    return Finding(Kind.ADDRESS, "", "", Way.TEXT, 0.6, "", Owner.BUSINESS, facts=facts)


def test_a_number_before_a_street_or_behind_it_is_the_same_house() -> None:
    one = described(("house_number", "14"), ("street", "Al Nahda St"))
    other = described(("city", "Sohar"), ("street", "14 Al Nahda St"))
    assert each_place_once((one, other)) == [other]
    assert len(each_place_once((one, described(("city", "Sohar"), ("street", "9 Al Nahda St"))))) == 2


def test_a_quarter_is_one_whatever_its_kind_is_called_and_its_blocks_are_several() -> None:
    written = ("ж.к. „Роза“, бл. 62, Сливен", "Сливен, кв. Роза, бл. 62", "Сливен, кв. Роза, бл. 63")
    html = "".join(f"<div><p>Адрес: {one}</p></div>" for one in written)
    found = extract_contacts(html, "https://acme.example/", "BG").findings
    assert [one.fact("unit") for one in found if one.kind is Kind.ADDRESS] == ["бл. 62", "бл. 63"]
