"""What the truth says is on a page can be read from that page."""

import json

from hypothesis import given, settings
from tests.simulator.sites.reading import Reading, walk
from tests.simulator.sites.visiting import Visit, all_sites, visits

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.sites.contacts.disguises import phone_spellings
from scrapersky.simulator.sites.site_truth import PlantedTruth
from scrapersky.simulator.vocabulary import COUNTRIES


def is_on_page(planted: PlantedTruth, page: Reading) -> bool:
    match planted.kind:
        case "email":
            return planted.value in page.emails(planted.way)
        case "phone" | "fax" | "whatsapp":
            return planted.value in page.numbers(planted.way)
        case "social":
            return planted.value in page.profiles(planted.way)
        case "person":
            return person_is_on_page(planted, page)
        case "address":
            return address_is_on_page(planted.value, planted.way, page)


def person_is_on_page(planted: PlantedTruth, page: Reading) -> bool:
    if planted.way in {"json_ld", "inline_json"}:
        return (planted.value, planted.detail) in page.people(planted.way)
    shapes = {f"{planted.value}, {planted.detail}", f"{planted.detail}: {planted.value}"}
    on_one_line = any(line in shapes for line in page.lines)
    on_two_lines = (planted.value, planted.detail) in list(zip(page.lines, page.lines[1:], strict=False))
    return on_one_line or on_two_lines


def address_is_on_page(value: str, way: str, page: Reading) -> bool:
    if way == "text":
        return any(f"{street}, {city}" == value for street, city in zip(page.lines, page.lines[1:], strict=False))
    return any(
        value.startswith(address["streetAddress"] + ", ")
        and address["postalCode"] in value
        and address["addressLocality"] in value
        for address in page.addresses(way)
    )


@given(visits)
@settings(max_examples=40, deadline=None)
def test_every_visible_value_is_found_where_the_truth_says(visit: Visit) -> None:
    readings: dict[str, Reading] = {}
    for planted in visit.truth.planted:
        for url in planted.urls if planted.visible_without_script else ():
            page = readings.setdefault(url, visit.read(url))
            assert is_on_page(planted, page), (planted, url)


def true_values(visit: Visit) -> set[tuple[str, str, str]]:
    """Kind, value and whose, from the world rather than from the site."""
    owner = visit.world.by_host(visit.truth.host)
    assert owner
    values = {("email", email.lower(), "business") for email in owner.emails}
    values |= {("fax", owner.fax, "business")} if owner.fax else set()
    values |= {("social", profile.url, "business") for profile in owner.socials}
    for branch in visit.world.branches(owner):
        phone = branch.phone
        values |= {("phone", phone, "business"), ("whatsapp", phone, "business")} if phone else set()
        values.add(("address", written_address(branch), "business"))
    for person in owner.people:
        values.add(("person", person.name, person.name))
        values |= {("email", person.email.lower(), person.name)} if person.email else set()
        values |= {("phone", person.phone, person.name)} if person.phone else set()
    return values


def written_address(business: SimulatedBusiness) -> str:
    country = COUNTRIES[business.country]
    street = country.street_line.format(street=business.street, house_number=business.house_number)
    city = country.city_line.format(city=business.city, region=business.region, postal_code=business.postal_code)
    return f"{street}, {city}"


@given(visits)
@settings(max_examples=60, deadline=None)
def test_nothing_is_planted_that_is_not_true_in_the_world(visit: Visit) -> None:
    assert {(planted.kind, planted.value, planted.whose) for planted in visit.truth.planted} <= true_values(visit)


@given(visits)
@settings(max_examples=20, deadline=None)
def test_what_is_on_every_page_is_also_on_numbered_ones(visit: Visit) -> None:
    everywhere = [p for p in visit.truth.planted if p.on_every_page and p.visible_without_script]
    numbered = [page.url for page in visit.truth.pages if page.kind in {"post", "product"}]
    for url in numbered[:2]:
        page = visit.read(url)
        assert all(is_on_page(planted, page) for planted in everywhere)


@given(visits)
@settings(max_examples=50, deadline=None)
def test_what_needs_a_browser_cannot_be_read_without_one(visit: Visit) -> None:
    visible = {(p.value, url) for p in visit.truth.planted if p.visible_without_script for url in p.urls}
    for planted in visit.truth.planted:
        if planted.way != "script":
            continue
        for url in planted.urls:
            if (planted.value, url) not in visible:
                local, _, domain = planted.value.partition("@")
                page = visit.page(url)
                assert planted.value not in page.lower()
                assert f"n='{local}',h='{domain.rpartition('.')[0]}'" in page


def test_an_app_without_data_in_its_pages_answers_its_script_with_the_contacts() -> None:
    apps = [visit for visit in all_sites() if visit.truth.software == "client-rendered"]
    assert len(apps) > 5
    for visit in apps[:10]:
        for planted in visit.truth.planted:
            assert planted.way == "json_endpoint"
            assert not planted.visible_without_script
            (url,) = planted.urls
            values = {str(value).lower() for _, value in walk(json.loads(visit.body(url)))}
            if planted.kind == "email":
                assert {planted.value, f"mailto:{planted.value}"} & values
            assert planted.value not in visit.page("/").lower()


def test_every_way_of_planting_occurs() -> None:
    ways = {planted.way for visit in all_sites() for planted in visit.truth.planted}
    assert ways == {
        "mailto", "mailto_subject", "mailto_percent", "text", "words", "entities_decimal", "entities_hexadecimal",
        "entities_mixed", "split_tags", "split_comments", "cloudflare_text", "cloudflare_link", "script", "tel",
        "link", "microdata", "microformat", "json_ld", "inline_json", "json_endpoint",
    }  # fmt: skip


def test_some_sites_show_their_address_on_the_contact_page_only() -> None:
    def places(visit: Visit) -> set[str]:
        return {url for planted in visit.truth.planted if planted.kind == "email" for url in planted.urls}

    kinds = [{page.kind for page in visit.truth.pages if page.url in places(visit)} for visit in all_sites()]
    assert {"contact"} in kinds
    assert {"legal"} in kinds


@given(visits)
@settings(max_examples=20, deadline=None)
def test_every_spelling_of_a_number_means_that_number(visit: Visit) -> None:
    business = visit.business
    reader = Reading("", business.country)
    for number in filter(None, (business.phone, business.fax, *(person.phone for person in business.people))):
        spellings = phone_spellings(number, business.country)
        assert {reader._e164(spelling) for spelling in spellings} == {number}
        assert len(spellings) >= 3


def test_a_chain_shows_its_branches_on_the_one_site_they_share() -> None:
    chains = [visit for visit in all_sites() if visit.business.chain_number is not None]
    shown = [visit for visit in chains if any(planted.detail.startswith(visit.business.name.partition(" (")[0])
             for planted in visit.truth.planted)]  # fmt: skip
    assert shown
    for visit in shown[:10]:
        branch = visit.world.branches(visit.business)[-1]
        assert Visit(visit.world, branch).truth == visit.truth
