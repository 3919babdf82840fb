"""An address that a person handed in: whose it is, and in which form it is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scrapersky.extract.domains import parse_host, unwrap_redirect
from scrapersky.extract.own_sites import NotOwnSite, OwnSite, website_of
from scrapersky.extract.urls import normalise_url, refusal_of_url

LONGEST_URL = 2000


@dataclass(frozen=True, slots=True)
class SubmittedAddress:
    """An address that can be kept, and the domain it belongs to."""

    domain: str
    home_url: str
    url: str


def read_domain(cells: Mapping[str, str], columns: Sequence[str]) -> SubmittedAddress | str:
    """The domain of any of its addresses, or why it is none.

    >>> read_domain({"domain": "www.Acme.example/about"}, ["domain"])
    SubmittedAddress(domain='acme.example', home_url='http://www.acme.example/', url='http://www.acme.example/')
    >>> read_domain({"domain": "facebook.com/acme"}, ["domain"])
    'is only a Facebook page'
    """
    written = _written(cells, columns)
    site = _site_of(written)
    return site if isinstance(site, str) else SubmittedAddress(site.domain, site.home_url, site.home_url)


def read_page(cells: Mapping[str, str], columns: Sequence[str]) -> SubmittedAddress | str:
    """A page's address and its own domain."""
    written = _written(cells, columns)
    return _address(written, written)


def read_sitemap(cells: Mapping[str, str], columns: Sequence[str]) -> SubmittedAddress | str:
    """A sitemap's address. It may be kept at another firm's; a column `domain` then says whose it is."""
    written = _written(cells, columns)
    return _address(written, cells.get("domain") or written)


def _written(cells: Mapping[str, str], columns: Sequence[str]) -> str:
    return next((cells[column] for column in columns if cells.get(column, "").strip()), "")


def _address(written: str, owner: str) -> SubmittedAddress | str:
    site = _site_of(owner)
    if isinstance(site, str):
        return site
    parsed = parse_host(unwrap_redirect(written.strip()))
    url = normalise_url(parsed.href) if parsed else None
    if url is None or refusal_of_url(url) is not None:
        return "is not a web address that can be fetched"
    if len(url) > LONGEST_URL:
        return f"has {len(url):,} characters; at most {LONGEST_URL:,} are kept"
    return SubmittedAddress(site.domain, site.home_url, url)


def _site_of(written: str) -> OwnSite | str:
    if not written.strip():
        return "has no address"
    site = website_of(written)
    if isinstance(site, NotOwnSite):
        return "is not a web address" if site.reason == "not_a_web_address" else f"is {site.words}"
    return site if len(site.home_url) <= LONGEST_URL else f"is longer than {LONGEST_URL:,} characters"
