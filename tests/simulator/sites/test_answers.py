"""Redirects, validators and methods follow HTTP."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from tests.simulator.sites.visiting import Visit, all_sites, visits

from scrapersky.simulator import sites
from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.sites import NoWebsite
from scrapersky.simulator.world import World


@given(visits)
@settings(max_examples=20, deadline=None)
def test_an_unchanged_page_is_answered_with_304_and_nothing_else(visit: Visit) -> None:
    for page in visit.truth.pages[:5]:
        headers = visit.ask(page.url).headers
        if tag := headers.get("ETag"):
            for sent in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
                unchanged = visit.ask(page.url, if_none_match=sent)
                assert (unchanged.status, unchanged.body, unchanged.headers["ETag"]) == (304, b"", tag)
            assert visit.ask(page.url, if_none_match='"other"').status == 200
        if moment := headers.get("Last-Modified"):
            assert visit.ask(page.url, if_modified_since=moment).status == 304
            assert visit.ask(page.url, if_modified_since="Sat, 01 Jan 2000 00:00:00 GMT").status == 200
            assert visit.ask(page.url, if_modified_since="yesterday").status == 200
            # A tag that does not match decides, whatever the date says.
            assert visit.ask(page.url, if_none_match='"other"', if_modified_since=moment).status == 200


@given(visits)
@settings(max_examples=20, deadline=None)
def test_a_page_without_validators_is_always_sent(visit: Visit) -> None:
    response = visit.ask("/")
    if "ETag" not in response.headers and "Last-Modified" not in response.headers:
        now = visit.ask("/", if_none_match="*", if_modified_since="Fri, 01 Jan 2100 00:00:00 GMT")
        assert now.status == 200


def test_all_sorts_of_validators_occur() -> None:
    headers = [visit.ask("/").headers for visit in all_sites()[:300]]
    assert {("ETag" in each, "Last-Modified" in each) for each in headers} == {
        (False, False), (True, False), (False, True), (True, True),
    }  # fmt: skip
    assert any(each.get("ETag", "").startswith("W/") for each in headers)


@given(visits)
@settings(max_examples=20, deadline=None)
def test_head_has_the_headers_of_get_and_no_body(visit: Visit) -> None:
    for url in (visit.truth.pages[-1].url, "/robots.txt", "/no-such-page-1"):
        got, head = visit.ask(url), visit.ask(url, "HEAD")
        assert isinstance(got.body, bytes)
        assert head.status == got.status
        assert head.body == b""
        assert dict(head.headers) == {**got.headers, "Content-Length": str(len(got.body))}


@given(visits)
@settings(max_examples=20, deadline=None)
def test_each_page_is_kept_under_one_address_and_others_lead_there(visit: Visit) -> None:
    truth = visit.truth
    url = truth.pages[min(1, len(truth.pages) - 1)].url
    address = urlsplit(url)
    bare = truth.host.removeprefix("www.")
    target = url.removeprefix(truth.origin)
    tracked = f"{target}{'&' if address.query else '?'}utm_source=x"
    assert visit.ask(tracked).status == 200
    for host in {bare, f"www.{bare}"} - {truth.host}:
        moved = visit.ask(f"{address.scheme}://{host}{tracked}")
        assert (moved.status, moved.headers["Location"]) == (301, truth.origin + tracked)
    if address.scheme == "https":
        assert visit.ask(f"http://{truth.host}{target}").headers["Location"] == url
    if address.path != "/" and not address.query:
        other = address.path[:-1] if address.path.endswith("/") else f"{address.path}/"
        assert visit.ask(other).headers["Location"] == url


def test_other_methods_are_refused() -> None:
    visit = all_sites()[0]
    response = visit.ask("/", "POST")
    assert (response.status, response.headers["Allow"]) == (405, "GET, HEAD")


def test_a_business_without_a_site_of_its_own_says_so() -> None:
    world = World(2, 200)
    business = next(business for business in world if business.website is None)
    with pytest.raises(NoWebsite, match="has no website of its own"):
        sites.respond(world, business, SiteRequest("GET", "nobody.example", "/"))
    with pytest.raises(NoWebsite):
        sites.truth(world, business)
