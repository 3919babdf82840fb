"""What tells people from other names: siblings, cards, roles around them, the name of the site."""

import pytest
from tests.extract.readers import extract_people

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner
from scrapersky.extract.html.document import read_document
from scrapersky.extract.people.search import people_in


def roles(html: str) -> dict[str, str]:
    return {person.name: person.role_raw for person in people_in(read_document(html).lines)}


def own(html: str, url: str = "https://www.acme.example/") -> dict[str, str]:
    found = extract_contacts(html, url).findings
    people = [one for one in found if one.kind is Kind.PERSON and one.owner is Owner.PERSON]
    return {one.value: one.fact("role_raw") or "" for one in people}


def test_a_word_that_is_mostly_none_is_a_family_name_with_a_title_or_a_role_in_a_list() -> None:
    assert roles("<p>Brenda Read</p>") == {}
    assert roles("<h3>Mrs. Linda Curry</h3><p>I have taught for years.</p>") == {"Linda Curry": ""}
    listed = "<p>Nora Harding - Manager</p><p>She came in 2011.</p><p>Brenda Read - Deputy Manager</p>"
    assert roles(listed) == {"Nora Harding": "Manager", "Brenda Read": "Deputy Manager"}


def test_what_no_list_has_is_a_role_at_the_place_of_roles() -> None:
    cards = (
        ("Anna Rossi", "Owner"),
        ("Paul Berger", "Baker"),
        ("Maria Huber", "Teigmacher"),
        ("Ute Roth", "Teigmacher"),
    )
    html = "".join(
        f"<h3>{name}</h3><p>{role}</p>" for name, role in (*cards, ("Jan Koch", "Baker"), ("Eva Lang", "Baker"))
    )
    assert roles(html)["Maria Huber"] == roles(html)["Ute Roth"] == "Teigmacher"
    dashed = "<p>Nora Harding - Manager</p><p>She came in 2011.</p><p>Olive Barrow - Key Person Room 1</p>"
    assert roles(dashed)["Olive Barrow"] == "Key Person Room 1"


def test_a_line_that_begins_with_a_role_goes_on_after_a_dash() -> None:
    html = "<h3>Hugh Charlton</h3><p>Projects Director \u2013 Leading all refurbishments, however long.</p>"
    assert roles(html) == {"Hugh Charlton": "Projects Director"}


def test_a_doubtful_name_between_sure_ones_is_one() -> None:
    items = "".join(f"<li>{name}</li>" for name in ("Walter Anker", "Mati Sorvo", "Helen Brandt"))
    assert "Mati Sorvo" in roles(f"<ul>{items}</ul>")
    assert roles("<ul><li>Opening</li><li>Mati Sorvo</li><li>Parking</li></ul>") == {}


def test_where_somebody_else_works_is_no_second_person() -> None:
    html = "<h3>Victor Chong</h3><p>DIRECTOR</p><p>Chief Financial Officer (CFO), Firestorm Asia Pacific</p>"
    assert roles(html) == {"Victor Chong": "DIRECTOR"}


def test_a_name_with_a_word_more_is_the_same_person() -> None:
    html = "<h3>Lars Hedin</h3><p>Advokat</p><p>We share a house with others.</p><p>Kontorfirma Lars Hedin</p>"
    assert roles(html) == {"Lars Hedin": "Advokat"}


def test_a_caption_of_a_number_is_no_name() -> None:
    assert roles("<p>500+</p><p>Deniz Kalan</p>") == {}
    assert roles("<p>Deniz Kalan</p>") == {"Deniz Kalan": ""}


def test_a_quotation_ends_where_the_next_card_begins() -> None:
    html = "<h3>Anna Rossi</h3><p>CFO</p><p>\u201cWe count whatever counts.\u201d</p><h3>Paul Berger</h3><p>CEO</p>"
    assert [person.is_customer for person in people_in(read_document(html).lines)] == [False, False]


@pytest.mark.parametrize(
    ("sentence", "name", "role"),
    [
        ("El titular de este sitio web es Pablo Elizondo Kranz.", "Pablo Elizondo Kranz", "titular"),
        ("Our hospital was opened by founder Dr.Simon Halder in 2014.", "Simon Halder", "founder"),
        (
            "Dr. med. Ute Brandl Fachärztin für Augenheilkunde",
            "Ute Brandl",
            "Fachärztin für Augenheilkunde",
        ),
    ],
)
def test_a_role_is_read_around_a_name(sentence: str, name: str, role: str) -> None:
    assert roles(f"<p>{sentence}</p>")[name] == role


def test_who_bears_the_name_of_the_site_is_of_the_business() -> None:
    html = "<p>Welcome to the practice, where Peter Wimbush holds the highest qualifications.</p>"
    assert own(html, "https://www.wimbushsolicitors.example/") == {"Peter Wimbush": ""}
    assert own(html) == {}


def test_a_couple_in_a_sentence_and_a_holder_of_rights_are_of_the_business() -> None:
    assert set(own("<p>In the village, at Konrad and Klara Lindner. Since 1997.</p>")) == {
        "Konrad Lindner",
        "Klara Lindner",
    }
    assert own("<footer>Pipes Ltd \u00a9 2026 Jukka Saarinen</footer>") == {"Jukka Saarinen": ""}


def test_a_street_and_a_registered_firm_are_nobody() -> None:
    assert own("<p>Contact</p><p>str. Radu Ionescu, nr. 62, Oradea</p>") == {}
    html = "<p>Prvá Plynárská</p><p>Spoľahlivý partner</p><p>Prvá Plynárská s.r.o.</p>"
    assert own(html, "https://prvaplynarska.example/") == {}


def test_a_japanese_name_without_a_gap_follows_its_role() -> None:
    (person,) = extract_people("<table><tr><td>代表者</td><td>代表取締役 堀沢健一</td></tr></table>")
    assert person.value == "堀沢健一"


def test_a_sentence_about_whom_a_heading_presents_makes_nobody_unknown() -> None:
    html = "<h1>Dr. Sonia Fairfax, Wrexhall</h1><p>Dr. Sonia C. Fairfax came here with her dogs.</p>"
    assert list(own(html)) == ["Sonia C. Fairfax"]


@pytest.mark.parametrize("words", ["is married to Dr. Clara Fairfax", "is the son of Clara Fairfax, a known attorney"])
def test_whom_somebody_is_married_to_or_comes_from_is_not_of_the_house(words: str) -> None:
    html = "<h3>Dr. Paul Fairfax</h3><p>Dentist</p><p>Dr. Fairfax came in 2001. He {} in the next valley.</p>"
    assert list(own(html.format(words))) == ["Paul Fairfax"]
    assert list(own(html.format("works with Dr. Clara Fairfax"))) == ["Paul Fairfax", "Clara Fairfax"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Soy Ana Ruiz, fotógrafa en Lugo.", "Ana Ruiz"),
        ("Olen Liisa Virtanen, valokuvaaja Oulusta.", "Liisa Virtanen"),
        ("Ciao, sono Lucia Conti, fotografa.", "Lucia Conti"),
        ("Ben Ayşe Demir, moda tasarlarim.", "Ayşe Demir"),
        ("Με λένε Μαρία Παπαδοπούλου και είμαι φωτογράφος.", "Μαρία Παπαδοπούλου"),
        ("Nama saya Dewi Lestari, fotografer.", "Dewi Lestari"),
        ("Tôi là Nguyễn Thị Lan, nhiếp ảnh gia.", "Nguyễn Thị Lan"),
        ("Jeg heter Karin Lund og er snekker.", "Karin Lund"),
        ("Mein Name ist Anna Berger, ich bin Therapeutin.", "Anna Berger"),
        ("Zovem se Ivana Horvat i fotografkinja sam.", "Ivana Horvat"),
    ],
)
def test_who_says_who_she_is_is_of_the_house_without_the_words_for_it(said: str, name: str) -> None:
    assert list(own(f"<h2>*</h2><p>{said}</p>")) == [name]


def test_two_words_of_signs_beside_a_japanese_name_are_another_one() -> None:
    cards = "<div><h3>菅原 和夫</h3></div><div><h3>{}</h3></div><p>ふたりです。</p>"
    assert set(own(cards.format("戸隅 仁"))) == {"菅原 和夫", "戸隅 仁"}
    assert set(own(cards.format("会社 概要"))) == {"菅原 和夫"}
    assert own("<h3>戸隅 仁</h3>") == {}
