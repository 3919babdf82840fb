"""Whose site a business's website is."""

import re
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.extract.own_sites import NO_WEBSITE, NOT_A_WEB_ADDRESS, NotOwnSite, OwnSite, website_of


@pytest.mark.parametrize(
    ("written", "domain", "home"),
    [
        ("acme.com", "acme.com", "http://acme.com/"),
        ("https://www.acme.com/austin/?utm_source=gmb#x", "acme.com", "https://www.acme.com/"),
        ("http://user@acme.com:8080/", "acme.com", "http://acme.com:8080/"),
        ("http://bücher.de/", "xn--bcher-kva.de", "http://xn--bcher-kva.de/"),
        ("info@acme.com", "acme.com", "http://acme.com/"),
        ("https://acme.weebly.com/", "acme.weebly.com", "https://acme.weebly.com/"),
        ("https://www.acme.business.site/", "acme.business.site", "https://www.acme.business.site/"),
        ("https://acme.wixsite.com/home", "acme.wixsite.com", "https://acme.wixsite.com/"),
        ("https://www.google.com/url?q=https://acme.com/x", "acme.com", "https://acme.com/"),
        ("https://notfacebook.com/", "notfacebook.com", "https://notfacebook.com/"),
        ("https://facebook.com.acme.com/", "acme.com", "https://facebook.com.acme.com/"),
    ],
)
def test_a_site_of_its_own_gives_domain_and_home(written: str, domain: str, home: str) -> None:
    assert website_of(written) == OwnSite(domain, home)


@pytest.mark.parametrize(
    ("written", "reason", "words"),
    [
        ("https://www.facebook.com/acme", "social_only", "only a Facebook page"),
        ("https://de-de.facebook.com/acme", "social_only", "only a Facebook page"),
        ("http://instagram.com/acme/", "social_only", "only an Instagram page"),
        ("https://wa.me/15125550100", "social_only", "only a WhatsApp contact"),
        ("https://linktr.ee/acme", "link_page_only", "only a Linktree link page"),
        ("https://www.yelp.com/biz/acme", "directory_only", "only an entry at Yelp"),
        ("https://www.google.com/maps/place/acme", "map_only", "only a map entry at Google Maps"),
        ("https://www.etsy.com/shop/acme", "marketplace_only", "only a shop at Etsy"),
        ("https://acme.booksy.com/", "booking_only", "only a booking page at Booksy"),
        ("https://bit.ly/3abc", "short_link", "a short link at Bitly; open it and enter where it leads"),
        ("acme@gmail.com", "mail_host", "an e-mail address at Gmail, not a site"),
        ("https://apps.apple.com/app/acme", "app_only", "only an app at the App Store"),
        (
            "https://sites.google.com/view/acme",
            "shared_site",
            "a page within Google Sites, without a domain of its own",
        ),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Finstagram.com%2Facme", "social_only", "only an Instagram page"),
    ],
)
def test_a_page_at_a_platform_gives_the_reason_instead_of_a_domain(written: str, reason: str, words: str) -> None:
    found = website_of(written)
    assert isinstance(found, NotOwnSite)
    assert (found.reason, found.words) == (reason, words)


@pytest.mark.parametrize("written", [None, "", "  \n"])
def test_no_website_is_said_so(written: str | None) -> None:
    assert website_of(written) == NO_WEBSITE


@pytest.mark.parametrize(
    "written",
    ["n/a", "tel:+15125550100", "javascript:alert(1)", "http://192.168.0.1/", "localhost", "ftp://acme.com/", "co.uk"],
)
def test_what_is_no_web_address_is_said_so(written: str) -> None:
    assert website_of(written) == NOT_A_WEB_ADDRESS


@settings(deadline=None)
@given(st.text(max_size=100))
def test_any_text_is_judged_and_a_home_is_its_own_home(text: str) -> None:
    found = website_of(text)
    if isinstance(found, OwnSite):
        assert website_of(found.home_url) == found
        assert found.domain.isascii()
        assert found.domain_for_people
    else:
        assert found.reason
        assert found.words


def listed_hosts() -> list[str]:
    kinds = tomllib.loads(files("scrapersky.extract.vocabulary").joinpath("own_sites.toml").read_text(encoding="utf-8"))
    return [host for kind in kinds.values() for host in kind["hosts"]]


def test_every_listed_host_is_nobodys_own_site() -> None:
    hosts = listed_hosts()
    assert len(hosts) > 500
    assert [host for host in hosts if isinstance(website_of(f"https://www.{host}/"), OwnSite)] == []


def test_no_host_is_listed_twice_and_all_are_spelled_plainly() -> None:
    hosts = listed_hosts()
    assert sorted({host for host in hosts if hosts.count(host) > 1}) == []
    assert [host for host in hosts if not re.fullmatch(r"[a-z0-9.-]+\.[a-z]{2,}(/[a-z]+)?", host)] == []
    assert [host for host in hosts if host.startswith("www.")] == []
