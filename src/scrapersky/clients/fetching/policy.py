"""How this installation behaves towards other people's sites."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version as installed_version

import yarl

from scrapersky.clients.fetching.guard import WEB_PORTS, OwnServices
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.errors import ScraperSkyError

PRODUCT = "ScraperSky"


class BadProxy(ScraperSkyError):
    """The proxy's address cannot be read. It is not repeated: it may have a password in it."""

    message = "FETCH_PROXY is no address of a proxy. Set it as http://host:3128 or http://user:password@host:3128."


def read_proxy(setting: str) -> yarl.URL:
    try:
        proxy = yarl.URL(setting)
    except ValueError as error:
        raise BadProxy from error
    if proxy.scheme not in {"http", "https"} or not proxy.raw_host:
        raise BadProxy
    return proxy


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """`contact` is a URL or an e-mail address at which a site's owner reaches who runs this.

    With a `proxy`, everything goes through it and names are resolved there, since a network that needs a proxy often
    cannot resolve public names itself. Literal addresses and inward names are still refused here; a public name that
    leads inward is for the proxy to refuse. Calls to `own_services` go to them directly.
    """

    contact: str = ""
    version: str = field(default_factory=partial(installed_version, "scrapersky"))
    pace: Pace = field(default_factory=Pace)
    longest_crawl_delay: float = 60.0
    patience: float = 5.0
    limits: FetchLimits = field(default_factory=FetchLimits)
    ports: AbstractSet[int] = WEB_PORTS
    own_services: OwnServices = frozenset()
    proxy: str | None = field(default=None, repr=False)
    connections: int = 200

    @property
    def user_agent(self) -> str:
        """
        >>> FetchPolicy(contact="https://example.com/bot", version="1.0").user_agent
        'ScraperSky/1.0 (+https://example.com/bot)'
        """
        contact = "".join(character for character in self.contact if character.isprintable() and character.isascii())
        return f"{PRODUCT}/{self.version}" + (f" (+{contact})" if contact else "")

    def pace_with_crawl_delay(self, seconds: float) -> Pace:
        """A site that asks for time between requests surely does not want two at once."""
        if seconds <= 0:
            return self.pace
        delay = min(seconds, self.longest_crawl_delay)
        return replace(self.pace, interval=max(self.pace.interval, delay), parallel=1)
