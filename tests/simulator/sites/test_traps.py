"""Traps are really on the page, and never true."""

import re
from html import unescape

import phonenumbers
from hypothesis import given, settings
from tests.simulator.sites.visiting import Visit, all_sites, visits

from scrapersky.simulator.sites.contacts.planting import Planting, Plot
from scrapersky.simulator.sites.site import site_of
from scrapersky.simulator.sites.site_truth import TrapTruth
from scrapersky.simulator.sites.traps import set_traps


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def is_written(trap: TrapTruth, page: str) -> bool:
    plain = unescape(page)
    if trap.value.startswith("+"):
        national = str(phonenumbers.parse(trap.value).national_number)
        return national in digits(plain)
    return trap.value in plain


@given(visits)
@settings(max_examples=40, deadline=None)
def test_every_trap_is_on_its_pages(visit: Visit) -> None:
    if visit.truth.software == "client-rendered":
        return
    pages: dict[str, str] = {}
    for trap in visit.truth.traps:
        for url in trap.urls:
            assert is_written(trap, pages.setdefault(url, visit.page(url))), (trap, url)


@given(visits)
@settings(max_examples=100, deadline=None)
def test_no_trap_is_a_true_value(visit: Visit) -> None:
    business = visit.business
    true_values = {planted.value for planted in visit.truth.planted} | set(business.emails)
    true_digits = {digits(planted.value) for planted in visit.truth.planted if planted.kind in {"phone", "fax"}}
    for trap in visit.truth.traps:
        assert trap.value not in true_values
        assert digits(trap.value) not in true_digits - {""}
        at_home = trap.value.endswith(f"@{visit.truth.host.removeprefix('www.')}")
        assert at_home == (trap.why == "an invisible address that catches robots")


@given(visits)
@settings(max_examples=20, deadline=None)
def test_what_would_be_a_trap_elsewhere_is_none_where_it_is_true(visit: Visit) -> None:
    setting = site_of(visit.world, visit.business).setting
    for trap in visit.truth.traps:
        plot = Plot(plantings=[Planting(trap.kind, trap.value, "text", ())])
        set_traps(plot, setting)
        assert trap.value not in {left.value for left in plot.traps}


def test_every_trap_occurs() -> None:
    reasons = {(trap.kind, trap.why) for visit in all_sites() for trap in visit.truth.traps}
    assert reasons == {
        ("email", "the web designer's address"),
        ("email", "the name of an image"),
        ("email", "the key of an error tracker"),
        ("email", "an id of the site builder"),
        ("email", "a placeholder in a form"),
        ("phone", "a placeholder in a form"),
        ("person", "a placeholder in a form"),
        ("email", "an address in a comment"),
        ("email", "an invisible address that catches robots"),
        ("person", "a customer who is quoted"),
        ("phone", "an order number"),
        ("phone", "a tax number"),
        ("phone", "a register number"),
        ("phone", "a bank account"),
        ("email", "another firm's address"),
        ("phone", "another firm's number"),
        ("email", "the supervisory authority's address"),
        ("phone", "the supervisory authority's number"),
        ("social", "a link to share the page"),
        ("social", "the site builder's own profile"),
    }
