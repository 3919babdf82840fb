"""Registrable domains and unwrapped redirects."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.extract.domains import domain_of_host, registrable_domain, unicode_domain, unwrap_redirect


@pytest.mark.parametrize(
    ("written", "domain"),
    [
        ("https://www.acme.co.uk/path?x=1", "acme.co.uk"),
        ("awww.site.com", "site.com"),
        ("user:pw@shop.acme.com:8443/a", "acme.com"),
        ("//cdn.acme.com/x.js", "acme.com"),
        ("ACME.Com.", "acme.com"),
        ("acme.blogspot.com", "acme.blogspot.com"),
        ("www.acme.wixsite.com", "acme.wixsite.com"),
        ("http://www.bücher.example/", "bücher.example"),
        ("http://www.xn--bcher-kva.example/", "xn--bcher-kva.example"),
        ("http;//acme.com", "acme.com"),
        ("http//acme.com", "acme.com"),
        ("https:/acme.com", "acme.com"),
    ],
)
def test_the_registered_name_is_found_however_it_is_written(written: str, domain: str) -> None:
    assert registrable_domain(written) == domain


@pytest.mark.parametrize(
    "written", ["", "com", "co.uk", "localhost", "127.0.0.1", "http://[::1]/", ".acme.com", "a..com", "tel:+1"]
)
def test_what_nobody_registered_is_none(written: str) -> None:
    assert registrable_domain(written) is None


@pytest.mark.parametrize(
    "wrapped",
    [
        "https://www.google.com/url?sa=t&url=https%3A%2F%2Facme.example%2Fa",
        "https://www.google.co.uk/url?q=https://acme.example/a",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Facme.example%2Fa&h=AT",
        "https://l.instagram.com/?u=https%3A%2F%2Facme.example%2Fa",
        "https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Facme.example%2Fa",
        "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Facme.example%2Fa",
        "https://www.yelp.com/biz_redir?url=https%3A%2F%2Facme.example%2Fa&website_link_type=website",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Facme.example%252Fa",
    ],
)
def test_a_tracking_redirect_is_unwrapped(wrapped: str) -> None:
    assert unwrap_redirect(wrapped) == "https://acme.example/a"


@pytest.mark.parametrize(
    "url",
    [
        "https://acme.example/?u=https://other.example/",
        "https://www.google.com/maps?q=acme",
        "https://l.facebook.com/l.php?u=javascript:x",
    ],
)
def test_what_is_no_redirect_stays_as_it_is(url: str) -> None:
    assert unwrap_redirect(url) == url


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_has_a_domain_or_none_and_the_domain_is_its_own_domain(text: str) -> None:
    domain = registrable_domain(text)
    assert unwrap_redirect(text) is not None
    if domain is not None:
        assert registrable_domain(domain) == domain
        assert "." in domain


@settings(deadline=None)
@given(st.from_regex(r"\A[a-z\u00e4\u4e2d]{1,8}\.[a-z]{2,6}\.(?:com|de|co\.uk)\Z"))
def test_a_domain_reads_the_same_in_both_scripts(host: str) -> None:
    written = registrable_domain(host)
    assert written is not None
    ascii_form = domain_of_host(host.encode("idna").decode()) if "\u4e2d" not in host else None
    assert ascii_form is None or unicode_domain(ascii_form) == written
