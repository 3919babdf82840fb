"""What stands before a name or below it: by whom a firm is run, and labels of numbers, which are nobody's role."""

import pytest
from tests.extract.test_people_evidence import own

from scrapersky.extract.html.document import read_document
from scrapersky.extract.people.search import people_in

CARDS = "<h3>Steffi Brandl</h3><div>{0}: 0251 326266</div><h3>Jana Roth</h3><div>{0}: 0251 326267</div>"
SHORT_CARDS = "<div><h3>Steffi Brandl</h3><span>{0}</span></div><div><h3>Jana Roth</h3><span>{0}</span></div>"


@pytest.mark.parametrize(
    ("written", "people"),
    [
        ("Firma Nordlys v/Martin Halberg Lysén<br>Skovvej 4, 8000 Aarhus C", {"Martin Halberg Lysén": "owner"}),
        ("Gartneri Solbakken v/ Karen Bruun<br>Tlf. 86 12 34 57", {"Karen Bruun": "owner"}),
        ("© 2024 Malerfirmaet Toft v/Jens Toft Lauge · CVR 31245678", {"Jens Toft Lauge": "owner"}),
        ("Fotograf Lyng v/Ingrid Solheim Aas, Storgata 3, 0155 Oslo", {"Ingrid Solheim Aas": "owner"}),
        ("KRAGS TØMRERFORRETNING V/ LARS KRAG<br>8000 Aarhus", {"Lars Krag": "owner"}),
        ("Nordlys I/S v/Lars Krag og Mette Holm<br>8000 Aarhus", {"Lars Krag": "owner", "Mette Holm": "owner"}),
        ("Nordlys v/Torvald Ørbæk - Skovvej 4 - 8000 Aarhus", {"Torvald Ørbæk": "owner"}),
        ("Koncert v/Karen Bruun, se programmet her for hele aftenen", {"Karen Bruun": ""}),
        ("Salg af tv/Radio Nord", {}),
    ],
)
def test_who_runs_a_firm_in_danish_and_norwegian_is_its_owner(written: str, people: dict[str, str]) -> None:
    found = people_in(read_document(f"<p>{written}</p>").lines)
    assert {person.name: person.role for person in found} == people
    assert set(own(f"<p>{written}</p>")) == set(people)


@pytest.mark.parametrize(
    "label",
    [
        "fon",
        "tel",
        "mob",
        "t.",
        "телефон",
        "тел",
        "моб",
        "факс",
        "τηλ",
        "κιν",
        "telefoon",
        "mobiel",
        "puhelin",
        "tālr.",
        "telefonnummer",
        "tel.nr",
        "telefonszám",
        "komórka",
        "telemóvel",
        "mobitel",
        "sími",
        "telefonas",
        "telf.",
    ],
)
@pytest.mark.parametrize("page", [CARDS, SHORT_CARDS])
def test_the_label_of_a_number_is_nobody_s_role(label: str, page: str) -> None:
    assert own(page.format(label)) == {"Steffi Brandl": "", "Jana Roth": ""}


@pytest.mark.parametrize(
    "line",
    [
        "Jana Roth, fon",
        "Jana Roth \u2013 fon 0251 326266",
        "Jana Roth, gsm 0251 326266",
        "Jana Roth (tel. 0251 326266)",
    ],
)
def test_a_label_behind_a_name_is_no_role(line: str) -> None:
    assert own(f"<p>{line}</p>") == {"Jana Roth": ""}


@pytest.mark.parametrize(
    "firm",
    [
        "Montea Insurance<br>Brokers, Sia",
        "Martin Linden<br>Brokers, SIA",
        "Martin Linden<br>Immobilien GmbH",
        "Anna Kowalska<br>Consulting Sp. z o.o.",
        "Marco Rossi<br>Arredamenti S.r.l.",
        "James Walker<br>Plumbing & Heating, Inc.",
    ],
)
def test_a_firm_s_name_that_goes_on_in_the_next_line_is_nobody_s(firm: str) -> None:
    assert own(f"<p>{firm}</p>") == {}


@pytest.mark.parametrize("below", ["Acme GmbH", "Berger Immobilien GmbH", "Geschäftsführerin<br>Immobilien GmbH"])
def test_who_stands_above_the_name_of_a_firm_is_somebody(below: str) -> None:
    assert set(own(f"<p>Anna Berger<br>{below}</p>")) == {"Anna Berger"}


@pytest.mark.parametrize("heading", ["Utility Pages", "Brage Falk"])
def test_the_last_entry_of_a_menu_is_no_label_of_a_doubtful_heading_below_it(heading: str) -> None:
    menu = f"<ul><li><a href='/blog'>Blog</a></li><li><a href='/contact'>Contact</a></li></ul><h4>{heading}</h4>"
    assert own(f"{menu}<p>Licences</p>") == {}
