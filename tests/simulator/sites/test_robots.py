"""robots.txt in every state, and the truth about it."""

from hypothesis import given, settings
from protego import Protego
from tests.simulator.sites.visiting import Visit, all_sites, visits

STATES = {
    "absent", "empty", "allow_all", "disallow_some", "disallow_all", "crawl_delay", "per_agent", "bom", "oversized",
    "html", "server_error",
}  # fmt: skip


@given(visits)
@settings(max_examples=60, deadline=None)
def test_a_reader_of_the_file_comes_to_the_same_rules_as_the_truth(visit: Visit) -> None:
    response, truth = visit.ask("/robots.txt"), visit.truth.robots
    assert response.status == truth.status
    if truth.status == 503:
        assert not any(page.allowed_by_robots for page in visit.truth.pages)
        return
    if truth.status == 404 or truth.state == "html":
        assert all(page.allowed_by_robots for page in visit.truth.pages)
        return
    rules = Protego.parse(visit.body("/robots.txt").decode("utf-8-sig"))
    assert response.headers["Content-Type"].startswith("text/plain")
    assert [rules.can_fetch(page.url, "ScraperSky") for page in visit.truth.pages] == [
        page.allowed_by_robots for page in visit.truth.pages
    ]
    assert rules.crawl_delay("ScraperSky") == truth.crawl_delay
    assert tuple(rules.sitemaps) == truth.sitemaps


def test_every_state_and_every_sort_of_sitemap_line_occurs() -> None:
    truths = [visit.truth.robots for visit in all_sites()]
    assert {truth.state for truth in truths} == STATES
    assert {truth.sitemap_lines for truth in truths} == {"none", "one", "several", "relative", "wrong"}


def test_states_are_what_they_are_called() -> None:
    by_state = {visit.truth.robots.state: visit for visit in all_sites()}
    assert by_state["bom"].body("/robots.txt").startswith(b"\xef\xbb\xbf")
    assert len(by_state["oversized"].body("/robots.txt")) > 500 * 1024
    assert by_state["empty"].body("/robots.txt").strip() == b""
    assert b"<html" in by_state["html"].body("/robots.txt").lower()
    assert by_state["html"].ask("/robots.txt").headers["Content-Type"].startswith("text/html")
    assert b"User-agent: GPTBot\nDisallow: /\n" in by_state["per_agent"].body("/robots.txt")


def test_some_owners_close_the_page_with_their_address_to_crawlers() -> None:
    closed = [
        page.kind
        for visit in all_sites()
        if visit.truth.robots.state == "disallow_some"
        for page in visit.truth.pages
        if not page.allowed_by_robots
    ]
    assert "legal" in closed


def test_a_wrong_sitemap_line_leads_nowhere() -> None:
    wrong = [v for v in all_sites() if v.truth.robots.sitemap_lines == "wrong" and not v.truth.soft_404]
    assert wrong
    assert all(visit.get(visit.truth.robots.sitemaps[0]).status == 404 for visit in wrong[:20])
