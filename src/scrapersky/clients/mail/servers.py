"""Where the mail of a domain goes, by DNS. The protocol is the seam for a simulated internet."""

from dataclasses import dataclass
from typing import Protocol

import dns.asyncresolver
import dns.exception
import dns.resolver

from scrapersky.errors import ScraperSkyError

LOOKUP_SECONDS = 8.0
MOST_REMEMBERED = 10_000


class MailLookupFailed(ScraperSkyError):
    """The name servers gave no usable answer, which says nothing about the address."""

    code = "mail_lookup"
    outcome = "dns"
    worth_retrying = True

    def __init__(self, domain: str, why: str) -> None:
        super().__init__(f"Could not find out where mail for {domain} goes: {why}. It is asked again later.")


@dataclass(frozen=True, slots=True)
class MailRoute:
    """`servers` best first. Empty for a domain that is not there, takes no mail (RFC 7505), or has nothing at all."""

    servers: tuple[str, ...] = ()
    domain_exists: bool = True
    refuses_mail: bool = False
    is_implicit: bool = False
    """No MX record, but an address: mail goes there (RFC 5321, section 5.1)."""


class MailServers(Protocol):
    """Raises MailLookupFailed where nothing can be said."""

    async def route(self, domain: str) -> MailRoute: ...


class DnsMailServers:
    """Asks the system's name servers; answers are kept as long as they allow."""

    def __init__(self, resolver: dns.asyncresolver.Resolver | None = None, *, seconds: float = LOOKUP_SECONDS) -> None:
        self._resolver = resolver
        self._seconds = seconds

    async def route(self, domain: str) -> MailRoute:
        try:
            answer = await self._ask(domain, "MX")
        except dns.resolver.NXDOMAIN:
            return MailRoute(domain_exists=False)
        except dns.resolver.NoAnswer:
            return await self._implicit_route(domain)
        records = sorted((record.preference, record.exchange.to_text(omit_final_dot=True)) for record in answer)
        servers = tuple(server for _, server in records if server not in ("", "."))
        return MailRoute(servers, refuses_mail=not servers)

    async def _implicit_route(self, domain: str) -> MailRoute:
        for kind in ("A", "AAAA"):
            try:
                await self._ask(domain, kind)
            except dns.resolver.NoAnswer:
                continue
            except dns.resolver.NXDOMAIN:
                return MailRoute(domain_exists=False)
            return MailRoute((domain,), is_implicit=True)
        return MailRoute()

    async def _ask(self, domain: str, kind: str) -> dns.resolver.Answer:
        try:
            return await self._system().resolve(domain, kind, lifetime=self._seconds)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            raise
        except (dns.exception.DNSException, OSError) as error:
            raise MailLookupFailed(domain, str(error) or type(error).__name__) from error

    def _system(self) -> dns.asyncresolver.Resolver:
        """Made when first needed: a machine without name servers may still do everything else."""
        if self._resolver is None:
            self._resolver = dns.asyncresolver.Resolver()
            self._resolver.cache = dns.resolver.LRUCache(MOST_REMEMBERED)
        return self._resolver
