"""What is true about a business, for people and programs to compare with what was found."""

from dataclasses import asdict
from urllib.parse import unquote, urlsplit

from scrapersky.simulator import sites
from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.faults import Faults
from scrapersky.simulator.identity import number_in_place_id
from scrapersky.simulator.world import NoSuchBusiness, World


def truth_about(world: World, business: SimulatedBusiness, faults: Faults) -> dict[str, object]:
    """Every fact.

    `site` is what is on the website, `site_fault` what is wrong with all of it, `page_faults` what is wrong with single
    pages of an otherwise healthy one.
    """
    facts: dict[str, object] = {**asdict(business), "site_fault": None, "site": None, "page_faults": {}}
    owner = world.by_host(business.website.host) if business.website and business.website.host else None
    if owner is not None and owner.website is not None:
        facts["site_fault"] = faults.of_site(owner.website.host)
        site = sites.truth(world, owner)
        facts["site"] = site.as_json()
        facts["page_faults"] = _page_faults(site, faults)
    return facts


def _page_faults(site: sites.SiteTruth, faults: Faults) -> dict[str, str]:
    if faults.of_site(site.host) is not None:
        return {}
    found = ((page.url, faults.at(site.host, unquote(urlsplit(page.url).path))) for page in site.pages)
    return {url: fault.value for url, fault in found if fault is not None}


def find_business(world: World, name: str) -> SimulatedBusiness:
    """The business a person means by a number, a place id or a host; raises `NoSuchBusiness`."""
    if name.isdecimal():
        return world.business(int(name))
    business = world.by_place_id(name) or world.by_host(name.lower())
    if business is not None:
        return business
    hint = " It belongs to a larger world." if number_in_place_id(world.seed, name) is not None else ""
    raise NoSuchBusiness(f"Nobody in this world of {world.businesses:,} (seed {world.seed}) is {name!r}.{hint}")
