"""Names of a small firm's page that are nobody's of the firm: of evenings, reviews, chronicles, streets, offices."""

import pytest
from tests.extract.test_people_evidence import own

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner

TEAM = "<h2>Team</h2><p>Jana Roth, Inhaberin</p>"


@pytest.mark.parametrize(
    "ago",
    [
        *("vor 2 Monaten", "2 months ago", "il y a 3 mois", "hace un año", "2 mesi fa", "3 maanden geleden"),
        *("2 miesiące temu", "před 2 měsíci", "for 2 måneder siden", "2 hónapja", "acum 2 luni", "2 месяца назад"),
        *("Local Guide · 12 reviews", "Google Rezension", "via Google"),
    ],
)
def test_who_wrote_some_time_ago_is_a_reviewer(ago: str) -> None:
    assert own(f"<div><h4>Uwe Lang</h4><p>{ago}</p><p>Sehr freundlich.</p></div>") == {}
    assert own(f"{TEAM}<h4>Jana Roth</h4><p>{ago}</p>") == {"Jana Roth": "Inhaberin"}


def test_five_stars_above_an_exclamation_are_a_review() -> None:
    assert own("<p>Uwe Lang</p><p>★★★★★</p><p>Super Beratung!</p>") == {}


@pytest.mark.parametrize(
    "event",
    [
        "<li>12.05.2024 Uwe Lang \u2013 Lesung</li>",
        "<li>Fri 12 May: Uwe Lang (live music)</li>",
        "<li>12. Mai: Konzert mit Uwe Lang</li>",
        "<li>May 12, 2024: Talk with author Uwe Lang</li>",
        "<p>Fr 12.05. 20:00 Uhr</p><h3>Uwe Lang</h3><p>Jazz</p>",
        "<h2>Ausstellung</h2><p>Uwe Lang \u2013 Malerei</p>",
        "<h2>Upcoming exhibitions</h2><h3>Uwe Lang</h3><p>Paintings</p>",
        "<h2>Nos marques</h2><ul><li>Uwe Lang</li><li>Anna Berger</li></ul>",
    ],
)
def test_who_comes_on_a_day_or_is_shown_there_is_of_no_house(event: str) -> None:
    assert own(f"{TEAM}<div>{event}</div>") == {"Jana Roth": "Inhaberin"}


@pytest.mark.parametrize(
    "line",
    ["2. Vorsitzender: Uwe Lang", "1. Vorstand: Uwe Lang", "Kontakt: Uwe Lang, 12.05.2024"],
)
def test_a_number_that_is_no_day_makes_no_event(line: str) -> None:
    assert set(own(f"<p>{line}</p>")) == set(own(f"<p>{line.partition(' ')[2]}</p>")) == {"Uwe Lang"}


def test_who_can_be_reached_below_a_heading_of_events_is_of_the_house() -> None:
    page = "<h2>Veranstaltungen</h2><p>Uwe Lang<br>uwe.lang@acme.example</p>"
    assert set(own(page)) == {"Uwe Lang"}


@pytest.mark.parametrize(
    "past",
    [
        "Gegründet 1921 von Karl Roth, wird der Betrieb heute in vierter Generation geführt.",
        "Founded in 1921 by Karl Roth, the shop is still family run.",
        "Fondée en 1921 par Karl Roth, la maison perpétue la tradition.",
        "Fondata nel 1921 da Karl Roth",
        "V roce 1921 založil Karl Roth truhlářství.",
        "1921: Gründung durch Karl Roth",
        "1921 \u2013 Karl Roth opens the shop",
        "Karl Roth (1921\u20131987), Gründer",
    ],
)
def test_a_founder_of_long_ago_works_there_no_more(past: str) -> None:
    assert own(f"<p>{past}</p>") == {}


@pytest.mark.parametrize(
    "line",
    [
        "Lindenweg 5, 1050 Wien, vertreten durch Karl Roth",
        "1050 Wien, Inhaber Karl Roth",
        "Gegründet 2001 von Karl Roth, Inhaber",
        "Seit 1955 führt Karl Roth, Inhaber, das Haus",
    ],
)
def test_a_postal_code_or_a_year_since_when_is_no_chronicle(line: str) -> None:
    assert set(own(f"<p>{line}</p>")) == {"Karl Roth"}


@pytest.mark.parametrize("label", ["Bauherr", "Kunde", "Schirmherr", "Musik", "Text", "Auftraggeber"])
def test_whose_house_was_built_or_who_plays_is_a_stranger(label: str) -> None:
    assert own(f"<p>{label}: Uwe Lang</p>") == {}


def test_a_mayor_of_whom_a_sentence_tells_is_of_the_firm_on_a_town_s_site_only() -> None:
    page = "<title>{}</title><p>Bürgermeister Uwe Lang übergab die Urkunde.</p>"
    assert own(page.format("Schreinerei Roth")) == {}
    assert set(own(page.format("Gemeinde Hain"))) == {"Uwe Lang"}


def test_whom_only_the_street_of_an_address_names_is_nobody() -> None:
    found = extract_contacts("<p>ул. Ивана Петрова, 12, Пермь</p>", "https://www.acme.example/", "RU").findings
    assert [one.kind for one in found if one.owner is not Owner.UNKNOWN] == [Kind.ADDRESS]
