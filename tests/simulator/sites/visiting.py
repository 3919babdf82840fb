"""A visitor of simulated sites, and the businesses to visit."""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from urllib.parse import unquote, urljoin, urlsplit

from hypothesis import strategies as st
from tests.simulator.sites.reading import Reading, declared_charset

from scrapersky.simulator import sites
from scrapersky.simulator.business import Platform, SimulatedBusiness
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.world import World

WORLD_SIZE = 2_000


@dataclass(frozen=True)
class Visit:
    world: World
    business: SimulatedBusiness

    @cached_property
    def truth(self) -> sites.SiteTruth:
        return sites.truth(self.world, self.business)

    def ask(self, url: str, method: str = "GET", **headers: str) -> SiteResponse:
        """One request; header names are written with underscores."""
        address = urlsplit(urljoin(self.truth.origin + "/", url))
        asked = {name.replace("_", "-"): value for name, value in headers.items()}
        request = SiteRequest(
            method,
            str(address.hostname),
            unquote(address.path) or "/",
            address.query,
            asked,
            https=address.scheme == "https",
        )
        return sites.respond(self.world, self.business, request)

    def get(self, url: str) -> SiteResponse:
        """Follows redirects, at most three."""
        response = self.ask(url)
        for _ in range(3):
            if response.status != 301:
                break
            response = self.ask(response.headers["Location"])
        return response

    def settled(self, url: str) -> str:
        """The address that a link to this site ends at."""
        if not url.startswith(self.truth.origin):
            return url
        response = self.ask(url)
        return response.headers["Location"] if response.status == 301 else url

    def body(self, url: str) -> bytes:
        body = self.get(url).body
        assert isinstance(body, bytes)
        return body

    def page(self, url: str) -> str:
        response, body = self.get(url), self.body(url)
        return body.decode(declared_charset(response.headers["Content-Type"], body))

    def read(self, url: str) -> Reading:
        return Reading(self.page(url), self.business.country)


def with_site(world: World, number: int) -> Visit:
    """The first business from the number on that has a site of its own."""
    for candidate in range(number, number + len(world)):
        business = world.business(candidate % len(world))
        if business.website and business.website.host:
            return Visit(world, business)
    raise AssertionError("Nobody in this world has a website.")


@cache
def all_sites() -> list[Visit]:
    """Every site of one world once, also where a chain shares it; what is true of each is found out once."""
    world = World(9, 4_000)
    leads = (b for b in world if b.website and b.website.host and b.chain_number in {None, b.number})
    return [Visit(world, business) for business in leads]


def made_over(visit: Visit, platform: Platform, pages: int) -> Visit:
    """The same business with another kind of site."""
    assert visit.business.website
    website = replace(visit.business.website, platform=platform, pages=pages)
    return Visit(visit.world, replace(visit.business, website=website, chain_number=None))


visits = st.builds(
    with_site,
    st.builds(World, st.integers(0, 2**32), st.just(WORLD_SIZE)),
    st.integers(0, WORLD_SIZE - 1),
)
