from collections.abc import AsyncIterator, Mapping
from itertools import islice

import pytest
from tests.simulator.browser import Browser, browsing
from tests.simulator.places import host_with, served

from scrapersky.simulator.faults import Fault, Faults
from scrapersky.simulator.hosts import INTERNAL_HOST, MUST_NEVER_BE_READ
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.truth import find_business, truth_about
from scrapersky.simulator.world import NoSuchBusiness, World

WORLD = World(seed=7, businesses=5_000)
HOSTILE = Faults(7, "hostile")


def facts(host: str) -> Mapping[str, object]:
    return truth_about(WORLD, find_business(WORLD, host), HOSTILE)


@pytest.mark.parametrize("fault", sorted(Fault))
def test_truth_names_the_fault_of_a_site(fault: Fault) -> None:
    told = facts(host_with(WORLD, HOSTILE, fault))

    assert told["site_fault"] == fault
    assert told["page_faults"] == {}


async def test_truth_names_the_pages_that_fail_on_a_healthy_site() -> None:
    async with (
        Simulator(seed=7, businesses=5_000, faults="hostile", slow_seconds=0) as simulator,
        browsing(simulator) as browser,
    ):
        failing = [url async for url in _always_failing(browser)]

    assert failing


async def _always_failing(browser: Browser) -> AsyncIterator[str]:
    for business, website in islice(served(WORLD), 200):
        if HOSTILE.of_site(website.host) is not None:
            continue
        faults = truth_about(WORLD, business, HOSTILE)["page_faults"]
        assert isinstance(faults, dict)
        for url in [url for url, fault in faults.items() if fault == Fault.SERVER_ERROR]:
            assert (await browser.get(url)).status >= 500
            yield url


def test_a_branch_tells_of_the_site_it_shares() -> None:
    branch = next(b for b in WORLD if b.chain_number not in (None, b.number))
    assert branch.website is not None
    told = truth_about(WORLD, branch, HOSTILE)

    assert told["name"] == branch.name
    assert told["site"] == facts(branch.website.host)["site"]


def test_a_business_without_a_website_has_no_site() -> None:
    told = truth_about(WORLD, next(b for b in WORLD if b.website is None), HOSTILE)

    assert (told["site"], told["site_fault"], told["page_faults"]) == (None, None, {})


@pytest.mark.parametrize("name", ["", "nobody", "5000", "-1", "nobody.example"])
def test_nobody_is_found_under_a_wrong_name(name: str) -> None:
    with pytest.raises(NoSuchBusiness):
        find_business(WORLD, name)


async def test_behind_the_internal_name_lies_what_must_never_be_read(browser: Browser, simulator: Simulator) -> None:
    assert (await browser.get(f"http://{INTERNAL_HOST}/")).text == MUST_NEVER_BE_READ
    assert [request.host for request in simulator.requests] == [INTERNAL_HOST]
