"""Everything that `work` may reach the outside world with."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from uuid import UUID

from scrapersky.clients.delivery import DeliveryTarget
from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.extensions.extractors import Extractors
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.html.store import HtmlStores
from scrapersky.clients.mail.servers import DnsMailServers, MailServers
from scrapersky.clients.mail.verifier import MailVerifier
from scrapersky.clients.places.payer import PaidCalls
from scrapersky.clients.places.source import PlaceSources
from scrapersky.clients.reading.readers import Readers
from scrapersky.clients.rendering.browser import Renderer

# Each with whose row it is: why a contact may not leave after all, why a host is left alone, and where contacts go.
LastLook = Callable[[UUID, OutgoingContact], Awaitable[str | None]]
SparedHosts = Callable[[UUID, str], Awaitable[str | None]]
TenantTargets = Callable[[UUID], Awaitable[tuple[DeliveryTarget, ...]]]


async def no_objection(_: UUID, __: OutgoingContact) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Clients:
    """Built once per process by the composition root, and closed by it.

    `targets` are the installation's, and `own_targets` gives those that serve a tenant, its own among them. `spared`
    says which hosts a tenant leaves alone, and why. `left_out` says what of installed packages could not be
    used, and why. `simulated` clients cost nothing, whatever their prices say. `paid` is
    where what is paid for is written before it is asked for.
    """

    web: Fetcher
    _: KW_ONLY
    places: PlaceSources | None = None
    mail_servers: MailServers = field(default_factory=DnsMailServers)
    mail_verifier: MailVerifier | None = None
    paid: PaidCalls | None = None
    targets: tuple[DeliveryTarget, ...] = ()
    own_targets: TenantTargets | None = None
    last_look: LastLook = no_objection
    extractors: Extractors = field(default_factory=Extractors)
    left_out: Mapping[str, str] = field(default_factory=dict)
    html: HtmlStores = field(default_factory=HtmlStores)
    browser: Renderer | None = None
    readers: Readers = field(default_factory=Readers)
    site_builders: frozenset[str] = frozenset()
    simulated: bool = False
    spared: SparedHosts | None = None

    async def targets_of(self, tenant_id: UUID) -> tuple[DeliveryTarget, ...]:
        return self.targets if self.own_targets is None else await self.own_targets(tenant_id)

    def of_tenant(self, tenant_id: UUID) -> "Clients":
        """With a fetcher that leaves alone whom the tenant does."""
        if self.spared is None:
            return self
        return replace(self, web=self.web.sparing(partial(self.spared, tenant_id)))
