"""Whether a business's website is a site of its own, or only a page at a network, directory or platform."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from ada_url import URL

from scrapersky.extract.domains import domain_of_host, parse_host, unicode_domain, unwrap_redirect
from scrapersky.extract.urls import WEB_SCHEMES, hostname, refusal_of_url

NO_HOSTS: frozenset[str] = frozenset()
_SITE_BUILDER = "site_builder"


@dataclass(frozen=True, slots=True)
class OwnSite:
    """A website that belongs to the business: its domain in ASCII and the address of its home page."""

    domain: str
    home_url: str

    @property
    def domain_for_people(self) -> str:
        """The domain in its own script."""
        return unicode_domain(self.domain)


@dataclass(frozen=True, slots=True)
class NotOwnSite:
    """Why a business has no domain: a reason for filters, and words for the person curating."""

    reason: str
    words: str
    network: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class SharedHost:
    """A host that is nobody's own site."""

    host: str
    name: str
    kind: str
    reason: str
    words: str


NO_WEBSITE = NotOwnSite("no_website", "no website given")
NOT_A_WEB_ADDRESS = NotOwnSite("not_a_web_address", "what is given as the website is not a web address")


def website_of(url: str | None, site_builders: frozenset[str] = NO_HOSTS) -> OwnSite | NotOwnSite:
    """Judge what a place source or a person gave as a business's website.

    `site_builders` are hosts, beside those on the list, whose customers have sites of their own under them.

    >>> website_of("http://www.acme-dental.com:8080/austin?utm_source=gmb")
    OwnSite(domain='acme-dental.com', home_url='http://www.acme-dental.com:8080/')
    >>> website_of("https://m.facebook.com/acmedental").words
    'only a Facebook page'
    >>> website_of("https://acme.builder.example/", frozenset({"builder.example"}))
    OwnSite(domain='acme.builder.example', home_url='https://acme.builder.example/')
    """
    if url is None or not url.strip():
        return NO_WEBSITE
    parsed = parse_host(unwrap_redirect(url.strip()))
    if parsed is None or parsed.protocol not in WEB_SCHEMES:
        return NOT_A_WEB_ADDRESS
    shared = shared_host(parsed, site_builders)
    if shared is not None:
        return NotOwnSite(shared.reason, shared.words, shared.name, shared.kind)
    return _own_site(parsed, site_builders)


def is_page_of(url: str, domain: str, home: str | None) -> bool:
    """Whether a page is of the domain, or of the one to which its site moved: `home` is where its home page was found.

    >>> [is_page_of(f"https://{host}/a", "acme.com", "https://acme.dental/") for host in ("www.acme.com", "acme.org")]
    [True, False]
    >>> is_page_of("https://acme.dental/a", "acme.com", "https://acme.dental/")
    True
    """
    site = _site_of_host(hostname(url) or "")
    return site is not None and site in (domain, home and _site_of_host(hostname(home) or ""))


@lru_cache(maxsize=1024)
def _site_of_host(host: str) -> str | None:
    """As domains are named: the customer's name at a site builder, the registered one elsewhere."""
    site = website_of(host)
    return site.domain if isinstance(site, OwnSite) else None


def shared_host(parsed: URL, site_builders: frozenset[str] = NO_HOSTS) -> SharedHost | None:
    """Return the entry of the list this URL falls under; names before a site builder's host fall under none."""
    listed = _shared_hosts(site_builders)
    for place in _places(parsed):
        host = listed.get(place)
        if host is None:
            continue
        is_customer = host.kind == _SITE_BUILDER and _without_www(parsed.hostname) != host.host
        return None if is_customer else host
    return None


def _own_site(parsed: URL, site_builders: frozenset[str]) -> OwnSite | NotOwnSite:
    host = parsed.hostname.removesuffix(".")
    domain = _site_of(host, site_builders)
    origin = f"{parsed.protocol}//{host}" + (f":{parsed.port}" if parsed.port else "")
    if domain is None or refusal_of_url(f"{parsed.protocol}//{host}/") is not None:
        return NOT_A_WEB_ADDRESS
    return OwnSite(domain, f"{origin}/")


def _site_of(host: str, site_builders: frozenset[str]) -> str | None:
    return _customer_domain(host.removesuffix("."), site_builders) or domain_of_host(host)


def _customer_domain(host: str, site_builders: frozenset[str]) -> str | None:
    """Return the customer's name before a site builder's host, as the public suffix list would for those it knows."""
    labels = host.split(".")
    for start in range(1, len(labels) - 1):
        listed = _shared_hosts(site_builders).get(".".join(labels[start:]))
        if listed is not None and listed.kind == _SITE_BUILDER:
            return ".".join(labels[start - 1 :])
    return None


def _places(parsed: URL) -> Iterator[str]:
    """Yield where the list may know this URL from, the most exact first: host and path, host, then its parents."""
    host = _without_www(parsed.hostname)
    first_segment = parsed.pathname.split("/")[1:2]
    labels = host.split(".")
    for start in range(max(0, len(labels) - 8), len(labels) - 1):
        parent = ".".join(labels[start:])
        yield f"{parent}/{first_segment[0].lower() if first_segment else ''}"
        yield parent


def _without_www(host: str) -> str:
    return host.removesuffix(".").removeprefix("www.")


def _sentence(template: str, name: str) -> str:
    article = "an" if name[0] in "AEIOUaeiou" or name == "X" else "a"
    return template.format(name=name, a=article)


@lru_cache(maxsize=8)
def _shared_hosts(site_builders: frozenset[str]) -> dict[str, SharedHost]:
    kinds = tomllib.loads(files("scrapersky.extract.vocabulary").joinpath("own_sites.toml").read_text(encoding="utf-8"))
    kinds[_SITE_BUILDER]["hosts"] |= {host.lower(): host for host in site_builders}
    return {
        host: SharedHost(host.partition("/")[0], name, kind, entry["reason"], _sentence(entry["words"], name))
        for kind, entry in kinds.items()
        for host, name in entry["hosts"].items()
    }
