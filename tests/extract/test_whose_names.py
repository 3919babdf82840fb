"""Whose names, numbers and streets are: the house's, or of somebody who praises it, works for it, or sells there."""

import pytest
from tests.extract.test_people_evidence import own, roles

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner

SITE = "https://www.rosenhof.example/legal"
OWN = (Owner.BUSINESS, Owner.PERSON)
SAID = "They came at once, and the oven has been warm ever since then."
IMPRINT = "<p>Rosenhof<br>Lindenweg 5<br>48157 Hain<br>Telefon 0251 326266<br>info@rosenhof.example</p>"
MAKER = "Anna Rossi<br>Gartenstraße 13 · 48149 Hain<br>Telefon 0251 2101366<br>hello@studio-nord.example · {}"


def all_own(html: str) -> set[str]:
    found = extract_contacts(html, SITE, "DE").findings
    return {one.value for one in found if one.owner in OWN and one.kind is not Kind.SOCIAL}


@pytest.mark.parametrize("heading", ["<h2>Gestaltung</h2>", "<h2>Design</h2>", "<h2>Дизайн</h2>", ""])
@pytest.mark.parametrize("website", ["www.studio-nord.example", "<a href='/out'>studio-nord.example</a>"])
def test_a_paragraph_with_a_mailbox_and_a_website_of_another_firm_is_that_firm_s(heading: str, website: str) -> None:
    alone = all_own(IMPRINT)
    assert len(alone) == 3
    assert all_own(f"{IMPRINT}{heading}<p>{MAKER.format(website)}</p>") == alone


@pytest.mark.parametrize(
    "other",
    [
        "Anna Rossi, Owner<br>Telefon 0251 2101366<br>anna@studio-nord.example",
        "Anna Rossi, Owner<br>Telefon 0251 2101366<br>hello@rosenhof-hain.example<br>www.rosenhof-hain.example",
    ],
)
def test_a_mailbox_elsewhere_alone_and_a_sister_s_website_are_the_house_s(other: str) -> None:
    assert {"Anna Rossi", "+492512101366"} <= all_own(f"{IMPRINT}<p>{other}</p>")


def test_who_has_a_mailbox_and_a_website_elsewhere_is_the_house_where_it_has_none_of_its_own() -> None:
    page = f"<p>{MAKER.format('www.studio-nord.example')}</p>"
    assert {"Anna Rossi", "+492512101366"} <= all_own(page)


@pytest.mark.parametrize("marks", ["★★★★★", "⭐⭐⭐⭐⭐", "★★★★☆"])
def test_who_signs_below_stars_is_of_no_house(marks: str) -> None:
    below = f"<div>{marks}</div><p>{SAID}</p><div><b>Anna M.</b> <span>Hain</span></div>"
    assert own(below) == {}
    assert own(f"<p>Anna Rossi</p><div>{marks}</div><p>{SAID}</p>") == {}
    assert own(f"<div>{marks}</div><p>{SAID}</p><h4>Anna Rossi</h4><p>Director, Mill and Sons</p>") == {}
    assert list(own(f"<div>{marks}</div><p>{SAID}</p><h2>Team</h2><h3>Anna Rossi</h3><p>Baker</p>")) == ["Anna Rossi"]


@pytest.mark.parametrize("mark", ["\u201c", '"', "\u00ab"])
def test_who_signs_below_a_lone_mark_of_quotation_is_of_the_house_with_a_role_there_only(mark: str) -> None:
    card = f"<div><span>{mark}</span></div><p>{SAID}</p><p>Anna Rossi</p>"
    assert own(f"{card}<p>Hain</p>") == {}
    assert own(f"{card}<p>Owner</p>") == {"Anna Rossi": "Owner"}


def test_four_stars_are_a_hotel_s() -> None:
    assert list(own(f"<p>★★★★</p><p>{SAID}</p><p>Anna Rossi</p>")) == ["Anna Rossi"]


@pytest.mark.parametrize("words", ["What our guests say", "Kundenstimmen", "Ce spun pacienții", "Opinie klientów"])
def test_the_line_right_above_a_heading_tells_what_stands_below_it(words: str) -> None:
    section = f"<h2>True stories</h2><div><p>{SAID}</p><p>Anna Rossi</p></div>"
    assert own(f"<p>Bread.</p></div></section><section><div><span>{words}</span>{section}") == {}
    assert list(own(f"<nav><a>{words}</a></nav>{section}")) == ["Anna Rossi"]
    menu = f"<ul><li>Start</li><li>{words}</li></ul>"
    assert list(own(f"<div><div>{menu}</div></div><div>{section}</div>")) == ["Anna Rossi"]


def test_a_name_whose_parts_the_page_sets_apart_is_a_quotation_s_too() -> None:
    html = f"<div class='testimonial-card'><p>{SAID}</p><b>Anna M.</b>\n  <span>Rossi</span></div>"
    assert own(html) == {}


def test_a_heading_below_another_and_a_sentence_is_no_role() -> None:
    cards = "<h3>{}</h3><p>We bring it to your door within the day.</p><h3>Specialist Adviser</h3><p>Ask us.</p>"
    assert own(cards.format("Hazli Teda")) == {}
    assert roles("<h3>Anna Rossi</h3><p>Since 2001</p><h4>Baker</h4>") == {"Anna Rossi": "Baker"}


def test_a_title_and_a_given_name_in_the_site_s_name_are_of_the_house() -> None:
    said = "<p>Dr. Anna Rossi has opened it with the whole family, and keeps it so.</p>"
    found = {
        url: [one.owner for one in extract_contacts(said, url, "RO").findings]
        for url in ("https://dranna.example/", "https://rosenhof.example/")
    }
    assert found == {"https://dranna.example/": [Owner.PERSON], "https://rosenhof.example/": [Owner.UNKNOWN]}


def test_a_trade_before_towns_is_nobody_s_role() -> None:
    places = "<ul><li>Dentist Alta Vista</li><li>Dentist Sierra Madre</li><li>Dentist Ridgeview</li></ul>"
    assert own(places) == {}
    lawyers = "<p>Anwalt Müller</p><p>Anwalt Hans Roth</p><p>Anwalt Schmidt</p>"
    assert own(lawyers) == {"Hans Roth": "Anwalt"}


def test_what_follows_a_degree_is_no_role() -> None:
    said = "Dr. Anna M. Rossi, DDS has been providing expert care to the whole valley for 25 years."
    assert own(f"<p>{said}</p>") == {"Anna M. Rossi": "DDS"}
    assert own("<p>Anna Rossi, DDS and owner, has been here for long.</p>") == {"Anna Rossi": "DDS and owner"}


@pytest.mark.parametrize(
    "practice",
    [
        *("Praxis Dr. Anna Berger", "Zahnarztpraxis Dr. med. dent. Anna Berger", "Physiotherapie Anna Berger"),
        *("Anwaltskanzlei Anna Berger", "Cabinet dentaire du Dr Anna Berger", "Clínica Dental Dra. Anna Berger"),
        *("Law Office of Anna Berger", "Studio legale Avv. Anna Berger", "Gabinet lek. dent. Anna Berger"),
        *("Huisartsenpraktijk Anna Berger", "Salon Anna Berger"),
    ],
)
def test_a_practice_that_the_site_is_called_after_is_of_who_bears_the_name(practice: str) -> None:
    page = "<title>{} | Hain</title><p>Welcome.</p><h1>{}</h1><p>Lindenweg 5</p>"
    assert list(own(page.format(practice, practice))) == ["Anna Berger"]


def test_whom_a_title_names_without_a_practice_is_not_of_the_house_by_that() -> None:
    page = "<title>Ein Gespräch mit Anna Berger</title><p>Wir trafen Anna Berger in Hain zu einem Gespräch.</p>"
    assert own(page) == {}
