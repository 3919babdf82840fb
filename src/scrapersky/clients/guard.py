"""Which URLs may be fetched at all: judged before anything is sent, at the first URL and at every redirect.

The address a *name* leads to is judged where the connection is opened, in `connector.py`.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import yarl
from ada_url import URL

from scrapersky.clients.errors import AddressRefused, BadUrl, CredentialsRefused, PortRefused, SchemeRefused
from scrapersky.extract.urls import parse_url, refusal_of_url

WEB_PORTS: AbstractSet[int] = frozenset({80, 443})
_DEFAULT_PORTS = {"http:": 80, "https:": 443}


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that passed the guard, in the one spelling that is also what goes over the wire."""

    href: str
    origin: str
    host: str
    port: int
    wire: yarl.URL


def judge(url: str, *, base: str | None = None, ports: AbstractSet[int] = WEB_PORTS) -> Target:
    """Parse by the WHATWG rules, as browsers do, and refuse what is not a plain public web address."""
    parsed = parse_url(url, base)
    if parsed is None:
        raise BadUrl(url, "no browser would take it for one, or it is too long")
    if parsed.protocol not in _DEFAULT_PORTS:
        raise SchemeRefused(url, parsed.protocol.removesuffix(":")[:20])
    if parsed.username or parsed.password:
        raise CredentialsRefused(f"{parsed.origin}{parsed.pathname}")
    href = parsed.href.partition("#")[0]
    port = int(parsed.port) if parsed.port else _DEFAULT_PORTS[parsed.protocol]
    if port not in ports:
        raise PortRefused(href, port)
    host = _judged_host(href, parsed)
    wire = yarl.URL(href, encoded=True)
    if wire.raw_host != host or wire.port != port:
        raise BadUrl(url, "its host can be read in two ways")
    return Target(href=href, origin=parsed.origin, host=host, port=port, wire=wire)


def _judged_host(href: str, parsed: URL) -> str:
    host = parsed.hostname.removeprefix("[").removesuffix("]")
    if len(host) > 254 or not all(0 < len(label) < 64 for label in host.removesuffix(".").split(".")):
        raise BadUrl(href, "its host name has an empty or overlong part")
    if refusal := refusal_of_url(f"http://{parsed.hostname}/"):
        raise AddressRefused(href, host, refusal)
    return host
