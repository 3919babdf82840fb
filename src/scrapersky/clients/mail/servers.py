"""Where the mail of a domain goes, by DNS. The protocol is the seam for a simulated internet."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from scrapersky.errors import ScraperSkyError
from scrapersky.extract.networks import refusal_of_address

if TYPE_CHECKING:
    import dns.asyncresolver

LOOKUP_SECONDS = 8.0
MOST_REMEMBERED = 10_000
MOST_LOOKED_UP = 5


class MailLookupFailed(ScraperSkyError):
    """The name servers gave no usable answer, which says nothing about the address."""

    code = "mail_lookup"
    outcome = "dns"
    worth_retrying = True

    def __init__(self, domain: str, why: str) -> None:
        super().__init__(f"Could not find out where mail for {domain} goes: {why}. It is asked again later.")


@dataclass(frozen=True, slots=True)
class MailRoute:
    """`servers` best first: those that are on the internet. Empty for a domain that is not there, takes no mail
    (RFC 7505), or has nothing at all. `unusable` are named and do not exist, or have private addresses only."""

    servers: tuple[str, ...] = ()
    domain_exists: bool = True
    refuses_mail: bool = False
    is_implicit: bool = False
    """No MX record, but an address: mail goes there (RFC 5321, section 5.1)."""
    unusable: tuple[str, ...] = ()


class MailServers(Protocol):
    """Raises MailLookupFailed where nothing can be said."""

    async def route(self, domain: str) -> MailRoute: ...


class _NoSuchName(Exception):
    pass


class _NoSuchRecord(Exception):
    pass


class DnsMailServers:
    """Asks the system's name servers; answers are kept as long as they allow. The library is loaded for the first."""

    def __init__(
        self, resolver: "dns.asyncresolver.Resolver | None" = None, *, seconds: float = LOOKUP_SECONDS
    ) -> None:
        self._resolver = resolver
        self._seconds = seconds

    async def route(self, domain: str) -> MailRoute:
        try:
            answer = await self._ask(domain, "MX")
        except _NoSuchName:
            return MailRoute(domain_exists=False)
        except _NoSuchRecord:
            return await self._implicit_route(domain)
        records = sorted((record.preference, record.exchange.to_text(omit_final_dot=True)) for record in answer)
        named = tuple(server for _, server in records if server not in ("", "."))
        if not named:
            return MailRoute(refuses_mail=True)
        return await self._usable(domain, named)

    async def _usable(self, domain: str, named: tuple[str, ...]) -> MailRoute:
        """A server that cannot be judged now is not held against the domain while another is there."""
        judged: dict[str, bool | MailLookupFailed] = {}
        for server in named[:MOST_LOOKED_UP]:
            try:
                judged[server] = await self._is_on_the_internet(server)
            except MailLookupFailed as error:
                judged[server] = error
        servers = tuple(server for server in named if judged.get(server, True) is True)
        failures = [error for error in judged.values() if isinstance(error, MailLookupFailed)]
        if not servers and failures:
            raise MailLookupFailed(domain, f"its mail server {named[0]} could not be looked up") from failures[0]
        return MailRoute(servers, unusable=tuple(server for server in named if judged.get(server) is False))

    async def _is_on_the_internet(self, server: str) -> bool:
        addresses: list[str] = []
        for kind in ("A", "AAAA"):
            try:
                addresses += [record.address for record in await self._ask(server, kind)]
            except _NoSuchName:
                return False
            except _NoSuchRecord:
                continue
        return any(refusal_of_address(address) is None for address in addresses)

    async def _implicit_route(self, domain: str) -> MailRoute:
        try:
            is_there = await self._is_on_the_internet(domain)
        except MailLookupFailed as error:
            raise MailLookupFailed(domain, "its address could not be looked up") from error
        if is_there:
            return MailRoute((domain,), is_implicit=True)
        return MailRoute()

    async def _ask(self, domain: str, kind: str) -> list[Any]:
        import dns.exception  # noqa: PLC0415  it takes long to load
        import dns.resolver  # noqa: PLC0415

        try:
            return list(await self._system().resolve(domain, kind, lifetime=self._seconds))
        except dns.resolver.NXDOMAIN as error:
            raise _NoSuchName from error
        except dns.resolver.NoAnswer as error:
            raise _NoSuchRecord from error
        except (dns.exception.DNSException, OSError) as error:
            raise MailLookupFailed(domain, str(error) or type(error).__name__) from error

    def _system(self) -> "dns.asyncresolver.Resolver":
        """Made when first needed: a machine without name servers may still do everything else."""
        import dns.asyncresolver  # noqa: PLC0415

        if self._resolver is None:
            self._resolver = dns.asyncresolver.Resolver()
            self._resolver.cache = dns.resolver.LRUCache(MOST_REMEMBERED)
        return self._resolver
