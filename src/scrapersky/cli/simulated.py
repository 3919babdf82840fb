"""The small internet as a command's outside: names, connections, certificates and mail, all of them on loopback."""

from dataclasses import dataclass

from pydantic import SecretStr

from scrapersky.clients.mail_servers import MailRoute
from scrapersky.clients.places.settings import read_place_settings
from scrapersky.outside import Outside
from scrapersky.simulator.google.keys import VALID_KEY
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.vocabulary.people import FREE_MAIL_HOSTS
from scrapersky.simulator.world import World


@dataclass(frozen=True, slots=True)
class SimulatedMailServers:
    """Mail arrives at every domain of the world, and at its free-mail hosts; no other domain exists."""

    world: World

    async def route(self, domain: str) -> MailRoute:
        is_known = domain in FREE_MAIL_HOSTS or self.world.by_host(domain) is not None
        return MailRoute((f"mx.{domain}",)) if is_known else MailRoute(domain_exists=False)


def simulated_outside(simulator: Simulator) -> Outside:
    resolver = simulator.resolver
    return Outside(
        resolver=resolver,
        dialer=resolver.dialer,
        trust=simulator.trust,
        mail_servers=SimulatedMailServers(simulator.world),
        site_builders=SITE_BUILDERS,
        place_settings=read_place_settings().model_copy(update={"google_places_api_key": SecretStr(VALID_KEY)}),
    )
