"""All that one page tells: people, addresses and hours beside the channels, and whose each is."""

import pytest
from hypothesis import given, settings
from tests.extract.page_strategies import any_text

from scrapersky.extract.contacts.cards import page_contacts
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Finding, Kind, Owner, Way

SITE = "https://www.acme-dental.example/contact"


def found(html: str, kind: Kind, region: str | None = "US") -> list[Finding]:
    return [one for one in extract_contacts(html, SITE, region).findings if one.kind is kind]


def owners(html: str, region: str = "US") -> dict[str, Owner]:
    return {one.value: one.owner for one in extract_contacts(html, SITE, region).findings}


def test_address_person_and_hours_of_a_page_are_found_with_their_evidence() -> None:
    html = "<p>12 Oak Street<br>Austin, TX 78701</p><h3>Jane Doe</h3><p>Owner</p><p>Mo-Fr 9:00-17:00</p>"
    (address,), (person,), (hours,) = (found(html, kind) for kind in (Kind.ADDRESS, Kind.PERSON, Kind.OPENING_HOURS))
    assert (address.value, address.owner) == ("12 Oak Street, Austin, TX 78701, US", Owner.BUSINESS)
    assert (person.value, person.fact("role"), person.owner) == ("Jane Doe", "owner", Owner.PERSON)
    assert hours.value == "Mo-Fr 09:00-17:00"
    assert all(one.snippet and one.reason for one in (address, person, hours))


@pytest.mark.parametrize(
    ("name", "site", "is_person"),
    [
        ("Austin Coffee", "https://austin-coffee-24.example/", False),
        ("Zurblat Grün", "https://www.zurblat-gruen.example/", False),
        ("Zurblat Grün", "https://www.acme.example/", True),
        ("Jane Roe", "https://jane-roe.example/", True),
    ],
)
def test_the_site_s_own_name_is_a_person_s_only_with_a_given_name_or_a_role(
    name: str, site: str, is_person: bool
) -> None:
    mail = f"{name.split(maxsplit=1)[0].lower()}@mailbox.example"
    shown = f"<h3>{name}</h3><p>{mail}</p>"
    people = [one.value for one in extract_contacts(shown, site, "US").findings if one.kind is Kind.PERSON]
    assert people == ([name] if is_person else [])
    with_role = extract_contacts(f"<h3>{name}</h3><p>Owner</p><p>{mail}</p>", site, "US").findings
    assert [one.value for one in with_role if one.kind is Kind.PERSON] == [name]


@pytest.mark.parametrize(
    ("name", "address", "is_person"),
    [
        ("Rose Miller", "rose@rosemiller.example", True),
        ("Xiomara Ledezma", "xiomara@xiomaraledezma.example", True),
        ("Xiomara Ledezma", "ledezma@xiomaraledezma.example", False),
        ("Austin Coffee", "austin@austincoffee.example", False),
        ("Austin Coffee", "info@austincoffee.example", False),
        ("Eken Tak", "tak@ekentak.example", False),
        ("Eken Tak", "ekentak@ekentak.example", False),
        ("Versicherungen Graz", "versicherungen@versicherungengraz.example", False),
        ("Gasthaus Linden", "gasthaus@gasthauslinden.example", False),
        ("Zahnarztpraxis Groß", "zahnarztpraxis@zahnarztpraxisgross.example", False),
    ],
)
def test_who_works_under_their_own_name_keeps_it_and_a_firm_is_nobody(name: str, address: str, is_person: bool) -> None:
    page = f"<h1>{name}</h1><p>{address}</p>"
    (card,) = page_contacts(extract_contacts(page, f"https://www.{address.partition('@')[2]}/", "US")).cards
    assert card.name == (name if is_person else None)


def test_a_provider_of_web_mail_is_no_web_designer() -> None:
    html = "<footer>acme.office@webmail.example hi@webfabrik.example</footer>"
    assert owners(html) == {"acme.office@webmail.example": Owner.BUSINESS, "hi@webfabrik.example": Owner.WEB_DESIGNER}


def test_what_a_page_describes_to_machines_is_joined_with_what_it_shows() -> None:
    html = """<script type="application/ld+json">{"@type": "Dentist", "openingHours": "Mo-Fr 09:00-17:00",
    "address": {"@type": "PostalAddress", "streetAddress": "12 Oak Street", "addressLocality": "Austin",
    "addressRegion": "TX", "postalCode": "78701", "addressCountry": "US"},
    "employee": {"@type": "Person", "name": "Jane Doe", "jobTitle": "Owner",
    "email": "jane@acme-dental.example"}}</script>
    <p>12 Oak Street<br>Austin, TX 78701</p><h3>Jane Doe</h3>"""
    (address,), (person,), (hours,) = (found(html, kind) for kind in (Kind.ADDRESS, Kind.PERSON, Kind.OPENING_HOURS))
    assert (address.value, address.way) == ("12 Oak Street, Austin, TX 78701, US", Way.STRUCTURED)
    assert (person.fact("email"), person.fact("role_raw"), person.way) == (
        "jane@acme-dental.example",
        "Owner",
        Way.STRUCTURED,
    )
    assert (hours.value, hours.way) == ("Mo-Fr 09:00-17:00", Way.STRUCTURED)


def test_a_site_s_own_data_tells_its_numbers_people_and_profiles() -> None:
    html = """<script type="application/json">{"company": {"name": "Acme", "telephone": "512-555-0100",
    "sameAs": ["https://www.facebook.com/acmedental"]}, "people": [{"name": "Jane Doe", "role": "Owner",
    "phone": "(512) 555-0101"}], "strings": {"form": {"phone": "512-555-0177"}}}</script>"""
    assert owners(html) == {
        "+15125550100": Owner.BUSINESS,
        "+15125550101": Owner.BUSINESS,
        "https://www.facebook.com/acmedental": Owner.BUSINESS,
        "Jane Doe": Owner.PERSON,
    }


@pytest.mark.parametrize(
    "line",
    [
        "Our partner: Castell Group, info@castell.example, (512) 555-0177",
        "Unser Partner: Castell Group, (512) 555-0177",
        "Notre partenaire Castell, info@castell.example, (512) 555-0177",
    ],
)
def test_a_number_in_another_firm_s_line_is_theirs(line: str) -> None:
    assert owners(f"<p>(512) 555-0100</p><p>{line}</p>")["+15125550177"] is Owner.OTHER_FIRM


def test_a_partner_of_the_firm_keeps_the_number_beside_the_name() -> None:
    assert owners("<p>Jane Doe, Partner, (512) 555-0101</p>")["+15125550101"] is Owner.BUSINESS


def test_an_address_in_a_block_that_is_switched_off_is_a_trap() -> None:
    hidden = "<div style='display:none'><a href='mailto:x77@acme-dental.example'>x</a></div>"
    extraction = extract_contacts(f"<p>info@acme-dental.example</p>{hidden}", SITE)
    assert extraction.values(Kind.EMAIL) == ["info@acme-dental.example"]
    assert "no visitor sees it" in next(one.reason for one in extraction.rejected if one.raw.startswith("x77"))


def test_an_address_that_is_hidden_here_and_shown_there_is_shown() -> None:
    hidden = "<div style='display:none'><a href='mailto:info@acme-dental.example'>x</a></div>"
    shown = "<a href='mailto:info@acme-dental.example'>Write</a>"
    for html in (hidden + shown, shown + hidden):
        assert extract_contacts(html, SITE).values(Kind.EMAIL) == ["info@acme-dental.example"]


def test_a_provider_s_address_that_is_named_like_the_site_is_the_business_s() -> None:
    html = "<p>info@acme-dental.example, acme.dental.58@provider.example</p><p>Ask jo@provider.example</p>"
    found_owners = owners(html)
    assert found_owners["acme.dental.58@provider.example"] is Owner.BUSINESS
    assert found_owners["jo@provider.example"] is Owner.UNKNOWN


def test_a_site_builder_s_profile_is_not_its_customer_s() -> None:
    assert owners("<a href='https://www.facebook.com/wix'>Wix</a>") == {
        "https://www.facebook.com/wix": Owner.WEB_DESIGNER
    }


def test_the_tail_of_a_register_number_is_no_phone_number() -> None:
    assert found("<p>Handelsregister: 627 863 023 00063</p>", Kind.PHONE, "DE") == []


def test_people_get_the_address_that_spells_their_name() -> None:
    html = """<h3>Jane Doe</h3><p>Owner</p><h3>John Roe</h3><p>Dentist</p>
    <p>j.roe@acme-dental.example info@acme-dental.example</p>"""
    cards = {card.identity: card.name for card in page_contacts(extract_contacts(html, SITE, "US")).cards}
    assert cards == {
        "email:j.roe@acme-dental.example": "John Roe",
        "email:info@acme-dental.example": None,
        "person:jane doe": "Jane Doe",
    }


def test_an_umlaut_is_spelled_out_in_an_address() -> None:
    html = "<h3>Jürgen Müller</h3><p>Inhaber</p><footer>j.mueller@acme-dental.example</footer>"
    (card,) = page_contacts(extract_contacts(html, SITE, "DE")).cards
    assert (card.identity, card.name) == ("email:j.mueller@acme-dental.example", "Jürgen Müller")


def test_a_name_alone_is_no_contact() -> None:
    contacts = page_contacts(extract_contacts("<blockquote>Lovely!<cite>Mary Young</cite></blockquote>", SITE, "US"))
    assert contacts.cards == ()


def test_a_number_that_several_people_share_is_the_business_s() -> None:
    card = "<div><h3>{}</h3><p>Dentist</p><p>(512) 555-0100</p></div>"
    contacts = page_contacts(extract_contacts(card.format("Jane Doe") + card.format("John Roe"), SITE, "US"))
    assert {one.identity for one in contacts.cards} == {"person:jane doe", "person:john roe"}
    assert [one.value for one in contacts.shared] == ["+15125550100"]


@given(any_text)
@settings(max_examples=100, deadline=None)
def test_the_contacts_of_any_string_are_found_without_complaint(html: str) -> None:
    contacts = page_contacts(extract_contacts(html, SITE))
    assert len({card.identity for card in contacts.cards}) == len(contacts.cards)
    assert all(card.sightings for card in contacts.cards)


@pytest.mark.parametrize(
    ("html", "number"),
    [
        ("<p>12 High Street, Leeds LS1 4AB</p><p>Tel: 0113 496 0123</p>", "+441134960123"),
        ("<p>Hauptstraße 5, 70173 Stuttgart</p><p>Telefon 0711 / 123 45 60</p>", "+497111234560"),
    ],
)
def test_numbers_are_read_by_the_country_of_the_address_when_nothing_else_tells_one(html: str, number: str) -> None:
    assert [one.value for one in found(html, Kind.PHONE, None)] == [number]


@pytest.mark.parametrize("call", ["Call (212) 555-0100", "<a href='tel:2125550100'>Call</a>"])
@pytest.mark.parametrize(
    "address",
    [
        "Muster Hosting GmbH<br>Industriestr. 25, 91710 Gunzenhausen, Germany",
        "Our supplier: Muster, Musterstraße 29, 33332 Gütersloh, Germany",
        "12 High Street, London SW1A 1AA, United Kingdom",
    ],
)
def test_an_address_abroad_does_not_make_an_american_number_foreign(call: str, address: str) -> None:
    assert [one.value for one in found(f"<p>{call}</p><p>{address}</p>", Kind.PHONE, None)] == ["+12125550100"]


def test_an_address_of_another_firm_does_not_tell_the_country() -> None:
    supplier = "<p>Our supplier: Muster, Musterstraße 29, 33332 Gütersloh, Germany</p>"
    assert found(f"<p>Telefon 0711 / 123 45 60</p>{supplier}", Kind.PHONE, None) == []


def test_accounts_in_a_pages_own_data_are_profiles() -> None:
    data = (
        '{"site": {"socialLinks": [{"name": "x", "url": "https://www.instagram.com/acme"}],'
        ' "facebookUrl": "https://www.facebook.com/acme", "twitter": ""}}'
    )
    html = f'<script type="application/json">{data}</script>'
    assert [one.value for one in found(html, Kind.SOCIAL)] == [
        "https://www.instagram.com/acme",
        "https://www.facebook.com/acme",
    ]


@pytest.mark.parametrize(
    ("words", "address"),
    [("logo@2x.png", None), ("you@example.com", None), ("ruth@2x.png ruth@acme.example", "ruth@acme.example")],
)
def test_nobody_has_an_address_that_was_not_taken(words: str, address: str | None) -> None:
    (person,) = found(f"<p>Ruth Miller, Owner</p><p>{words}</p>", Kind.PERSON)
    assert person.fact("email") == address
