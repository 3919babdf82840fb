"""Which URLs may be fetched at all: judged before anything is sent, at the first URL and at every redirect.

The address a *name* leads to is judged where the connection is opened, in `connector.py`.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

import yarl

from scrapersky.clients.fetching.errors import AddressRefused, BadUrl, CredentialsRefused, PortRefused, SchemeRefused
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.urls import parse_url, refusal_of_url

WEB_PORTS: AbstractSet[int] = frozenset({80, 443})
# Hosts and ports that the operator named as their own: calls go there, whatever address they have, and no page's fetch.
OwnServices = AbstractSet[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class GuardedUrl:
    """A URL that passed the guard, in the one spelling that is also what goes over the wire."""

    href: str
    origin: str
    host: str
    wire: yarl.URL


class BadOwnService(ScraperSkyError):
    code = "bad_own_service"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} of OWN_SERVICES is no host with its port. Write it as n8n:5678 or 10.0.0.7:8080.")


def own_services(names: Iterable[str]) -> OwnServices:
    """A host with its port, or without it with both of the web.

    >>> sorted(own_services(["n8n:5678", "CRM.lan", "[::1]:9000"]))
    [('::1', 9000), ('crm.lan', 80), ('crm.lan', 443), ('n8n', 5678)]
    """
    parsed = [_authority(name) for name in names]
    return {(each.raw_host or "", port) for each in parsed for port in ([each.port] if each.port else WEB_PORTS)}


def _authority(name: str) -> yarl.URL:
    try:
        url = yarl.URL.build(authority=name.lower())
    except ValueError as error:
        raise BadOwnService(name) from error
    if not url.raw_host or url.raw_user is not None or "/" in name:
        raise BadOwnService(name)
    return url


def is_own_service(url: str, own: OwnServices) -> bool:
    if not own:
        return False
    wire = yarl.URL(_spelled(url, None), encoded=True)
    return (wire.raw_host, wire.port) in own


def judge(
    url: str, *, base: str | None = None, ports: AbstractSet[int] = WEB_PORTS, own: OwnServices = frozenset()
) -> GuardedUrl:
    """Parse by the WHATWG rules, as browsers do, and refuse what is not a plain public web address.

    From there on only the parser's own spelling is read, and read by the same class that aiohttp connects by: no two
    parsers can disagree about where the host ends.
    """
    wire = yarl.URL(_spelled(url, base), encoded=True)
    if wire.raw_user is not None or wire.raw_password is not None:
        raise CredentialsRefused(str(wire.with_user(None).with_query(None)))
    href, host = str(wire), wire.raw_host or ""
    is_own = (host, wire.port) in own
    if wire.port not in ports and not is_own:
        raise PortRefused(href, wire.port or 0)
    if not _is_well_formed(host):
        raise BadUrl(href, "its host name has an empty or overlong part")
    if not is_own and (refusal := _refusal_of_host(host)):
        raise AddressRefused(href, refusal, host=host)
    return GuardedUrl(href=href, origin=href[: href.index("/", len("https://"))], host=host, wire=wire)


def _spelled(url: str, base: str | None) -> str:
    parsed = parse_url(url, base)
    if parsed is None:
        raise BadUrl(url, "no browser would take it for one, or it is too long")
    href = parsed.href.partition("#")[0]
    scheme = href.partition(":")[0]
    if scheme not in {"http", "https"}:
        raise SchemeRefused(url, scheme[:20])
    return href


@lru_cache(maxsize=4_096)
def _is_well_formed(host: str) -> bool:
    return all(0 < len(label) < 64 for label in host.removesuffix(".").split("."))


@lru_cache(maxsize=4_096)
def _refusal_of_host(host: str) -> str | None:
    return refusal_of_url(f"http://[{host}]/" if ":" in host else f"http://{host}/")
