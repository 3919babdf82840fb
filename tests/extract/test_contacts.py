from collections.abc import Callable

import pytest
from hypothesis import given, settings
from tests.extract.page_strategies import any_text
from tests.timing import assert_quick

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Extraction, Finding, Kind, Owner, Way

SITE = "https://www.acme.example/contact"


def owners(html: str, url: str = SITE) -> dict[str, Owner]:
    channels = (Kind.EMAIL, Kind.PHONE, Kind.FAX, Kind.WHATSAPP, Kind.SOCIAL)
    found = extract_contacts(html, url, "US").findings
    return {finding.value: finding.owner for finding in found if finding.kind in channels}


def test_a_page_gives_all_its_contacts_with_evidence() -> None:
    html = """<html lang="en-US"><p>Call <a href="tel:5125550100">(512) 555-0100</a>, fax (512) 555-0101</p>
    <a href="mailto:info@acme.example">Write</a> <a href="https://wa.me/15125550102">WhatsApp</a>
    <footer><a href="https://www.facebook.com/acmedental">f</a></footer>"""
    extraction = extract_contacts(html, SITE)
    assert {(one.kind, one.value) for one in extraction.findings} == {
        (Kind.EMAIL, "info@acme.example"),
        (Kind.PHONE, "+15125550100"),
        (Kind.FAX, "+15125550101"),
        (Kind.WHATSAPP, "+15125550102"),
        (Kind.SOCIAL, "https://www.facebook.com/acmedental"),
    }
    assert extraction.region == "US"
    assert all(one.snippet and one.reason for one in extraction.findings)


def test_structured_data_is_used_and_reviewers_are_not_the_business() -> None:
    html = """<script type="application/ld+json">{"@type": "Dentist", "telephone": "512-555-0100",
    "faxNumber": "512-555-0101", "email": "mailto:hello@other.example", "address": {"addressCountry": "US"}, "sameAs": ["https://x.com/acme"],
    "review": {"author": {"email": "fan@fans.example", "telephone": "512-555-0199"}}}</script>"""
    extraction = extract_contacts(html, SITE)
    assert {(one.kind, one.value, one.way, one.owner) for one in extraction.findings} == {
        (Kind.PHONE, "+15125550100", Way.STRUCTURED, Owner.BUSINESS),
        (Kind.FAX, "+15125550101", Way.STRUCTURED, Owner.BUSINESS),
        (Kind.EMAIL, "hello@other.example", Way.STRUCTURED, Owner.BUSINESS),
        (Kind.SOCIAL, "https://x.com/acme", Way.STRUCTURED, Owner.BUSINESS),
    }


@pytest.mark.parametrize(
    "credit",
    [
        "Website by Pixel",
        "Web design: Pixel",
        "Webdesign Pixel",
        "Umsetzung: Pixel",
        "Réalisation Pixel",
        "Site créé par Pixel",
        "Diseño web: Pixel",
        "Realizzazione Pixel",
        "Desenvolvido por Pixel",
        "Website door Pixel",
        "Wykonanie: Pixel",
        "Tvorba webu Pixel",
        "Honlapkészítés Pixel",
        "Hjemmeside af Pixel",
        "Verkkosivut Pixel",
        "Создание сайта Pixel",
    ],
)
def test_the_web_designer_s_address_is_the_web_designer_s(credit: str) -> None:
    html = f"<p>Write to info@acme.example</p><footer>© Acme. {credit} hi@pixel.example</footer>"
    assert owners(html) == {"info@acme.example": Owner.BUSINESS, "hi@pixel.example": Owner.WEB_DESIGNER}


@pytest.mark.parametrize("credit", ["Website by Kobalt", "Projekt strony: Kobalt", "Webbplats av Kobalt"])
def test_a_page_that_shows_only_its_maker_s_address_does_not_make_it_the_business_s(credit: str) -> None:
    html = f"<p>About us</p><footer>© Acme. {credit}, hi@kobalt.example</footer>"
    assert owners(html) == {"hi@kobalt.example": Owner.WEB_DESIGNER}


@pytest.mark.parametrize(
    "words",
    [
        "Supervisory authority:",
        "Zuständige Aufsichtsbehörde:",
        "CNIL",
        "Our partner Bravo",
        "Hosting provider:",
        "Autoriteit Persoonsgegevens",
        "Datatilsynet",
        "Autorité de protection des données :",
        "Autoridad de protección de datos:",
        "Autorità per la protezione dei dati:",
        "Autoridade de proteção de dados:",
        "Organ nadzoru nad ochroną danych:",
    ],
)
def test_an_authority_s_or_partner_s_address_is_another_firm_s(words: str) -> None:
    assert (
        owners(f"<p>info@acme.example</p><p>{words} post@bravo.example</p>")["post@bravo.example"] is Owner.OTHER_FIRM
    )


def test_free_mail_and_sister_domains_are_the_business_s() -> None:
    found = owners("<p>acme@gmail.com, info@acme-dental.example</p>", "https://acmedental.example/")
    assert found == {"acme@gmail.com": Owner.BUSINESS, "info@acme-dental.example": Owner.BUSINESS}


def test_a_foreign_domain_is_nobody_s_while_the_page_has_an_address_of_its_own() -> None:
    assert owners("<p>info@acme.example or jo@bravo.example</p>")["jo@bravo.example"] is Owner.UNKNOWN
    assert owners("<p>Write to jo@bravo.example</p>")["jo@bravo.example"] is Owner.BUSINESS


@pytest.mark.parametrize("parted", ["<br>", ", ", " / ", "</li><li>"])
def test_a_foreign_address_right_beside_an_own_one_is_the_business_s(parted: str) -> None:
    found = owners(
        f"<p>Top: info@acme.example</p><ul><li>E-mail: info@acme.example{parted}jo@mailbox.example</li></ul>"
    )
    assert found["jo@mailbox.example"] is Owner.BUSINESS


@pytest.mark.parametrize("link", ["mailto:doe@bravo.example", "mailto: doe@bravo.example "])
def test_the_address_in_the_card_of_somebody_with_a_role_is_of_the_business(link: str) -> None:
    card = f"<div><h3>Jane Doe</h3><p>Solicitor</p><a href='{link}'>Write</a></div>"
    other = "<p>We also recommend pat@charlie.example</p>"
    assert owners(f"<p>info@acme.example</p>{card}{other}") == {
        "info@acme.example": Owner.BUSINESS,
        "doe@bravo.example": Owner.BUSINESS,
        "pat@charlie.example": Owner.UNKNOWN,
    }


def test_free_mail_named_like_the_site_is_the_business_s_beside_a_credit() -> None:
    footer = "<footer><p>Email: acme@gmail.com Powered by Pixel, pixel@gmail.com</p></footer>"
    assert owners(footer) == {"acme@gmail.com": Owner.BUSINESS, "pixel@gmail.com": Owner.WEB_DESIGNER}


def test_without_the_page_s_address_nothing_is_claimed() -> None:
    assert owners("<p>info@acme.example</p>", "") == {"info@acme.example": Owner.UNKNOWN}


def test_an_oversized_page_says_what_was_not_read() -> None:
    extraction = extract_contacts("<p>info@acme.example</p>" + "x" * 5_000_000 + "<p>last@acme.example</p>", SITE)
    assert extraction.shortened[0].startswith("Only the first 1,500,000 and the last 500,000")
    assert "info@acme.example" in extraction.values(Kind.EMAIL)


@given(any_text)
@settings(max_examples=150)
def test_any_string_is_read_twice_with_the_same_result(html: str) -> None:
    once = extract_contacts(html, html)
    assert once == extract_contacts(html, html)
    assert isinstance(once, Extraction)
    for finding in once.findings:
        assert isinstance(finding, Finding)
        assert finding.value
        assert "\n" not in finding.snippet


# Made when they are read: all of them are a hundred megabytes, and every test process would hold them.
HOSTILE = {
    "one long word": lambda: "a" * 5_000_000,
    "a million tags deep": lambda: "<div>" * 1_000_000,
    "a million formatting tags": lambda: "".join(f"<p><b id={number}>x" for number in range(300_000)),
    "at-signs": lambda: "@" * 5_000_000,
    "addresses": lambda: "info@acme.example " * 280_000,
    "different addresses": lambda: " ".join(f"a{number}@b{number}.example" for number in range(200_000)),
    "digits": lambda: "1" * 5_000_000,
    "short numbers": lambda: "1 " * 2_500_000,
    "different numbers": lambda: " ".join(f"512-{number % 1000:03}-{number % 10_000:04}" for number in range(300_000)),
    "brackets": lambda: "(at)" * 1_250_000,
    "words for the sign": lambda: "a at b dot c " * 380_000,
    "links": lambda: "<a href='https://facebook.com/acme'>x</a>" * 120_000,
    "numbers in links": lambda: "<a href='tel:512-555-0100'>x</a>" * 150_000,
    "items": lambda: "<p itemscope><b itemprop=name>x" * 150_000,
    "cards": lambda: "<p class=vcard><b class=fn>x</b></p>" * 130_000,
    "references": lambda: "".join(
        f"<p id=a{n} itemscope itemref='a{n + 1} a{n + 2}'><b itemprop=x>" for n in range(40_000)
    ),
    "open brackets in linked data": lambda: "<script type='application/ld+json'>" + "[" * 2_000_000,
    "open comments in linked data": lambda: "<script type='application/ld+json'>{" + "/* " * 600_000 + "</script>",
    "open strings in linked data": lambda: "<script type='application/ld+json'>{" + '"\\"' * 600_000 + "</script>",
    "assignments": lambda: "<script>@" + "a=[[" * 490_000 + "</script>",
    "attributes": lambda: "<a " + " ".join(f"x{number}='>'" for number in range(400_000)) + ">",
    "options": lambda: "<select>" + "<option>x" * 500_000,
    "comments": lambda: "<!--" * 1_250_000,
    "invisible characters": lambda: "\u200c" * 5_000_000,
    "numbers in one paragraph of many lines": lambda: "<p>" + "+1 512 555 0100<br>" * 300 + "x<br>" * 300_000,
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_page_takes_over_a_second(make: Callable[[], str]) -> None:
    html = make()
    assert_quick(lambda: extract_contacts(html, SITE, "US"), seconds=1)


def test_a_credit_with_a_colon_gives_its_number_to_the_maker_wherever_it_stands() -> None:
    html = (
        "<p>Tel. 512-555-0100</p><p>Webdesign: Kobalt GmbH, Tel. 512-555-0199</p><p>We do web design, 512-555-0101</p>"
    )
    owners = {one.value: one.owner for one in extract_contacts(html, "https://acme.example/", "US").findings}
    assert owners["+15125550199"] is Owner.WEB_DESIGNER
    assert owners["+15125550100"] is owners["+15125550101"] is Owner.BUSINESS
    own = extract_contacts("<h1>Webdesign: 512-555-0100</h1>", "https://kobalt-media.example/", "US")
    assert [one.owner for one in own.findings] == [Owner.BUSINESS]


def test_an_authority_s_words_reach_to_the_next_heading_only() -> None:
    theirs = "<h2>Aufsichtsbehörde</h2><p>Amt<br>Ring 1<br>10115 Berlin<br>Tel. 030 1234560</p>"
    own = "<h2>Kontakt</h2><p>Acme GmbH<br>Hauptstraße 5<br>70173 Stuttgart<br>Tel. 0711 1234560</p>"
    owners = {one.value: one.owner for one in extract_contacts(theirs + own, "https://acme.example/", "DE").findings}
    assert owners["+49301234560"] is owners["Ring 1, 10115 Berlin, DE"] is Owner.OTHER_FIRM
    assert owners["+497111234560"] is owners["Hauptstraße 5, 70173 Stuttgart, DE"] is Owner.BUSINESS


def test_a_number_is_the_business_s_unless_its_own_line_credits_the_maker_or_an_authority_precedes() -> None:
    html = """<p>Jo Roe, Partner</p><p>(512) 555-0100</p><p>Web design for everyone: (512) 555-0101</p>
    <footer><a href="https://www.facebook.com/acmedental">f</a> Website by Pixel (512) 555-0102</footer>
    <div>Supervisory authority:<br>State Office<br>1 Main Street<br>Tel: (512) 555-0103</div>"""
    assert owners(html) == {
        "+15125550100": Owner.BUSINESS,
        "+15125550101": Owner.BUSINESS,
        "+15125550102": Owner.WEB_DESIGNER,
        "+15125550103": Owner.OTHER_FIRM,
        "https://www.facebook.com/acmedental": Owner.BUSINESS,
    }
