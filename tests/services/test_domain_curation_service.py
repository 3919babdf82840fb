"""What a visit to a domain brings, site by site."""

from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import pairwise

import pytest
from aiohttp import web as server
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_tenant
from tests.clients.internet import ALLOW_ALL, Internet, Page, answering, redirecting
from tests.conftest import Sessions
from tests.domains import make_domain

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.errors import (
    AnswerBroken,
    BadStatus,
    CertificateRefused,
    FetchError,
    HostBusy,
    NameNotResolved,
)
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.models import Domain, SitemapFile
from scrapersky.services.domain_curation_service import DomainToVisit, VisitResult, save_survey, survey_domain
from scrapersky.services.domain_visits.sitemaps import MOST_CHECKED, FoundSitemap
from scrapersky.services.domain_visits.tries import INSISTING_TRIES
from scrapersky.services.domain_visits.visit import SiteVisit

HOME = '<html lang="en"><title>Acme Dental</title><body>' + "<p>We mend teeth.</p>" * 30
URLSET = "<urlset><url><loc>http://acme.test/a</loc></url></urlset>"
SOFT_404 = answering("<!doctype html><title>Oops</title><p>Nothing here.", headers={"Content-Type": "text/html"})


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start("acme.test", "www.acme.test", "other.test")
    yield pretended
    await pretended.close()


async def visit(internet: Internet, url: str = "http://acme.test/", number: int = 1) -> VisitResult:
    async with internet.fetcher() as web:
        return await survey_domain(DomainToVisit("acme.test", url, number), Clients(web))


async def test_a_home_page_tells_its_facts_and_its_sitemap(internet: Internet) -> None:
    robots = "User-agent: *\nDisallow: /private\nSitemap: /maps/one.xml\n"
    internet.site("acme.test", {"/": HOME, "/maps/one.xml": URLSET}, robots=robots)
    survey = await visit(internet)
    assert survey.sitemaps == (FoundSitemap("http://acme.test/maps/one.xml", "robots", "urlset"),)
    assert survey.outcome is None
    assert survey.facts["title"] == "Acme Dental"
    assert survey.facts["language"] == "en"
    assert (survey.facts["final_url"], survey.facts["http_status"]) == ("http://acme.test/", 200)
    assert (survey.facts["robots_state"], survey.facts["parked"]) == ("restricts", False)
    assert internet.paths("acme.test") == ["/robots.txt", "/", "/maps/one.xml"]


async def test_a_site_that_answers_a_page_for_everything_has_no_sitemap(internet: Internet) -> None:
    paths = ("/sitemap.xml", "/sitemap_index.xml", "/sitemap.txt", "/sitemap.php", "/old.xml")
    internet.site("acme.test", {"/": HOME} | dict.fromkeys(paths, SOFT_404), robots=f"{ALLOW_ALL}Sitemap: /old.xml")
    survey = await visit(internet)
    assert (survey.sitemaps, survey.outcome) == ((), "no_sitemap")
    assert survey.notes == ("the site names http://acme.test/old.xml, which is no sitemap",)
    assert survey.facts["title"] == "Acme Dental"


async def test_text_that_mentions_addresses_is_no_sitemap_where_nobody_named_it(internet: Internet) -> None:
    text = answering("Not found. See\nhttp://acme.test/\n", headers={"Content-Type": "text/plain"})
    internet.site("acme.test", {"/": HOME, "/sitemap.txt": text})
    assert (await visit(internet)).outcome == "no_sitemap"


async def test_the_usual_places_are_left_alone_once_a_sitemap_is_found(internet: Internet) -> None:
    internet.site("acme.test", {"/": HOME, "/sitemap.xml": redirecting("/maps.xml"), "/maps.xml": URLSET})
    survey = await visit(internet)
    assert survey.sitemaps == (FoundSitemap("http://acme.test/maps.xml", "known_path", "urlset"),)
    assert internet.paths("acme.test") == ["/robots.txt", "/", "/sitemap.xml", "/maps.xml"]


async def test_a_feed_does_not_end_the_search(internet: Internet) -> None:
    home = HOME + '<link rel="alternate" type="application/rss+xml" href="/feed">'
    rss = "<rss><channel><item><link>http://acme.test/a</link></item></channel></rss>"
    internet.site("acme.test", {"/": home, "/feed": rss, "/sitemap.xml": URLSET})
    assert [(each.found_by, each.format) for each in (await visit(internet)).sitemaps] == [
        ("feed_link", "rss"),
        ("known_path", "urlset"),
    ]


async def test_an_index_is_recorded_and_not_expanded(internet: Internet) -> None:
    index = "<sitemapindex><sitemap><loc>http://acme.test/1.xml</loc></sitemap></sitemapindex>"
    internet.site("acme.test", {"/": HOME, "/sitemap.xml": index, "/1.xml": URLSET})
    assert [each.format for each in (await visit(internet)).sitemaps] == ["sitemapindex"]
    assert "/1.xml" not in internet.paths("acme.test")


async def test_of_many_named_sitemaps_the_first_are_read_and_the_rest_trusted(internet: Internet) -> None:
    names = [f"/{number}.xml" for number in range(MOST_CHECKED + 30)]
    robots = ALLOW_ALL + "".join(f"Sitemap: {name}\n" for name in names)
    internet.site("acme.test", {"/": HOME} | dict.fromkeys(names, URLSET), robots=robots)
    survey = await visit(internet)
    assert [each.format for each in survey.sitemaps] == ["urlset"] * MOST_CHECKED + [None] * 30
    assert len(internet.seen) == MOST_CHECKED + 2


async def test_of_many_named_sitemaps_none_is_trusted_when_one_of_the_first_is_a_page(internet: Internet) -> None:
    names = [f"/{number}.xml" for number in range(MOST_CHECKED + 30)]
    robots = ALLOW_ALL + "".join(f"Sitemap: {name}\n" for name in names)
    pages = {"/": HOME} | dict.fromkeys(names, URLSET) | {names[3]: SOFT_404}
    internet.site("acme.test", pages, robots=robots)
    survey = await visit(internet)
    assert len(survey.sitemaps) == MOST_CHECKED - 1
    assert "30 more sitemaps are named there" in survey.notes[-1]


async def test_a_site_that_wants_no_visitors_gets_none(internet: Internet) -> None:
    internet.site("acme.test", {"/": HOME}, robots="User-agent: *\nDisallow: /\nSitemap: /sitemap.xml")
    survey = await visit(internet)
    assert (survey.outcome, survey.facts) == ("robots", {"robots_state": "forbids"})
    assert internet.paths("acme.test") == ["/robots.txt"]


async def test_a_parked_domain_is_not_searched(internet: Internet) -> None:
    internet.site("acme.test", {"/": "<title>acme.test</title><p>This domain is for sale! Buy now."})
    survey = await visit(internet)
    assert (survey.outcome, survey.facts["parked"]) == ("parked", True)
    assert internet.paths("acme.test") == ["/robots.txt", "/"]


async def test_a_domain_that_leads_to_a_network_is_no_site_of_its_own(internet: Internet) -> None:
    internet.site("acme.test", {"/": redirecting("http://www.facebook.com/acme")})
    internet.site("www.facebook.com", {"/acme": HOME})
    survey = await visit(internet)
    assert (survey.outcome, survey.sitemaps) == ("social_only", ())
    assert survey.facts["final_url"] == "http://www.facebook.com/acme"


async def test_a_site_that_moved_is_followed_and_says_so(internet: Internet) -> None:
    internet.site("acme.test", {"/": redirecting("http://other.test/")})
    internet.site("other.test", {"/": HOME, "/sitemap.xml": URLSET})
    survey = await visit(internet)
    assert [each.url for each in survey.sitemaps] == ["http://other.test/sitemap.xml"]
    assert survey.notes == ("the site is at other.test now",)


async def test_a_page_that_only_sends_the_reader_on_is_followed(internet: Internet) -> None:
    internet.site("acme.test", {"/": '<meta http-equiv="refresh" content="0; url=/en/">', "/en/": HOME})
    assert (await visit(internet)).facts["final_url"] == "http://acme.test/en/"


async def test_pages_that_send_each_other_on_end(internet: Internet) -> None:
    there, back = (f'<meta http-equiv="refresh" content="0; url=/{path}">' for path in ("b", ""))
    internet.site("acme.test", {"/": there, "/b": back})
    assert (await visit(internet)).outcome == "no_sitemap"


@pytest.mark.parametrize("url", ["http://www.acme.test/", "https://www.acme.test/"])
async def test_a_name_that_does_not_resolve_is_tried_without_its_www(internet: Internet, url: str) -> None:
    internet.site("acme.test", {"/": HOME, "/sitemap.xml": URLSET})
    survey = await visit(internet, url)
    assert survey.facts["final_url"] == url.replace("www.", "")


async def test_a_certificate_for_another_name_leads_to_the_address_it_is_for(internet: Internet) -> None:
    for host in ("www.other.test", "other.test"):
        internet.site(host, {"/": HOME})
    assert (await visit(internet, "https://www.other.test/")).facts["final_url"] == "https://other.test/"


async def test_a_certificate_that_is_for_no_address_is_tls(internet: Internet) -> None:
    to_https = redirecting("https://bad.test/")
    internet.site("bad.test", {"/": to_https, "/robots.txt": to_https}, robots=None)
    with pytest.raises(CertificateRefused) as failed:
        await visit(internet, "https://bad.test/")
    assert failed.value.outcome == "tls"


async def test_a_name_that_exists_nowhere_is_dns(internet: Internet) -> None:
    with pytest.raises(NameNotResolved) as failed:
        await visit(internet, "https://gone.test/")
    assert failed.value.outcome == "dns"
    assert "gone.test" in str(failed.value)


async def test_a_page_without_end_is_read_as_far_as_it_matters(internet: Internet) -> None:
    async def endless(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        await response.write(HOME.encode())
        while True:
            await response.write(b"<p>And so on.</p>" * 1000)

    internet.site("acme.test", {"/": endless, "/sitemap.xml": endless})
    survey = await visit(internet)
    assert (survey.facts["title"], survey.outcome) == ("Acme Dental", "no_sitemap")


async def test_who_insists_fails_when_a_sitemap_fails_for_a_while(internet: Internet) -> None:
    internet.site("acme.test", {"/": HOME, "/sitemap.xml": answering(status=503)})
    with pytest.raises(BadStatus) as failed:
        await visit(internet, number=INSISTING_TRIES)
    assert (failed.value.outcome, failed.value.worth_retrying) == ("http_503", True)


async def test_the_last_try_keeps_what_it_can_get_and_says_what_it_could_not(internet: Internet) -> None:
    robots = f"{ALLOW_ALL}Sitemap: /broken.xml\nSitemap: /good.xml"
    pages: dict[str, Page] = {"/": HOME, "/broken.xml": answering(status=500), "/good.xml": URLSET}
    internet.site("acme.test", pages, robots=robots)
    survey = await visit(internet, number=INSISTING_TRIES + 1)
    assert [each.url for each in survey.sitemaps] == ["http://acme.test/good.xml"]
    assert survey.notes == ("The site's server failed at http://acme.test/broken.xml (HTTP status 500).",)


async def hanging_up(request: server.Request) -> server.StreamResponse:
    assert request.transport is not None
    request.transport.close()
    return server.Response()


@pytest.mark.parametrize("number", [1, INSISTING_TRIES + 1])
async def test_a_host_that_stops_answering_ends_the_search(internet: Internet, number: int) -> None:
    robots = f"{ALLOW_ALL}Sitemap: /good.xml\nSitemap: /silent.xml\nSitemap: /never-asked.xml"
    internet.site("acme.test", {"/": HOME, "/good.xml": URLSET, "/silent.xml": hanging_up}, robots=robots)
    if number <= INSISTING_TRIES:
        with pytest.raises(AnswerBroken):
            await visit(internet, number=number)
    else:
        survey = await visit(internet, number=number)
        assert [each.url for each in survey.sitemaps] == ["http://acme.test/good.xml"]
        assert survey.notes[0].startswith("not every place was looked at: http://acme.test/silent.xml")
    assert "/never-asked.xml" not in internet.paths("acme.test")


async def test_sitemaps_that_could_not_be_read_are_not_called_missing(internet: Internet) -> None:
    internet.site("acme.test", {"/": HOME, "/sitemap.xml": answering(status=500)})
    survey = await visit(internet, number=INSISTING_TRIES + 1)
    assert (survey.outcome, survey.facts["title"]) == ("sitemaps_unreachable", "Acme Dental")


async def test_a_sitemap_that_breaks_off_is_judged_by_what_came(internet: Internet) -> None:
    async def broken(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse(headers={"Content-Type": "text/xml"})
        response.content_length = 10_000
        await response.prepare(request)
        await response.write(URLSET[:-20].encode())
        assert request.transport is not None
        request.transport.close()
        return response

    internet.site("acme.test", {"/": HOME, "/sitemap.xml": broken})
    assert [each.format for each in (await visit(internet)).sitemaps] == ["urlset"]


async def test_a_robots_txt_cannot_send_us_inwards(internet: Internet) -> None:
    inward = "http://10.0.0.5/s.xml", "http://localhost/s.xml", "http://rebound.test/s.xml"
    internet.addresses["rebound.test"] = [["192.168.0.7"]]
    internet.site("acme.test", {"/": HOME}, robots=ALLOW_ALL + "".join(f"Sitemap: {url}\n" for url in inward))
    survey = await visit(internet)
    assert survey.outcome == "no_sitemap"
    assert len(survey.notes) == 3
    assert {address for address, _ in internet.dialled} == {"44.0.0.1"}


async def test_a_slow_site_is_waited_for_in_one_visit_and_never_hurried(internet: Internet) -> None:
    robots = "User-agent: *\nCrawl-delay: 0.2\nSitemap: /a.xml\nSitemap: /b.xml"
    internet.site("acme.test", {"/": redirecting("/home"), "/home": HOME, "/a.xml": URLSET, "/b.xml": URLSET})
    internet.pages["acme.test", "/robots.txt"] = robots
    # No request may wait for its turn on its own, as none may for ten seconds in earnest.
    policy = FetchPolicy(pace=Pace(interval=0.2), patience=0.05)
    async with internet.fetcher(policy) as web:
        survey = await survey_domain(DomainToVisit("acme.test", "http://acme.test/"), Clients(web))
    assert len(survey.sitemaps) == 2
    assert internet.paths("acme.test") == ["/robots.txt", "/", "/home", "/a.xml", "/b.xml"]
    assert min(later.moment - earlier.moment for earlier, later in pairwise(internet.seen)) > 0.19


async def test_a_redirect_between_schemes_of_a_slow_site_comes_to_an_end(internet: Internet) -> None:
    internet.site("acme.test", {"/": HOME})

    async def by_scheme(request: server.Request) -> server.StreamResponse:
        if request.scheme == "http":
            return server.Response(status=301, headers={"Location": "https://acme.test/"})
        return server.Response(body=HOME, content_type="text/html")

    internet.pages["acme.test", "/"] = by_scheme
    policy = FetchPolicy(pace=Pace(interval=0.15), patience=0.05)
    async with internet.fetcher(policy) as web:
        survey = await survey_domain(DomainToVisit("acme.test", "http://acme.test/"), Clients(web))
    assert survey.facts["final_url"] == "https://acme.test/"


async def test_patience_is_for_all_waits_together(internet: Internet) -> None:
    internet.site("acme.test", {"/": HOME})
    policy = FetchPolicy(pace=Pace(interval=0.3), patience=0.05)
    async with internet.fetcher(policy) as web:
        visit = SiteVisit(web, patience=timedelta(seconds=0.5))
        async with visit.open("http://acme.test/", FetchLimits()):
            pass
        with pytest.raises(HostBusy):
            async with visit.open("http://acme.test/", FetchLimits()):
                pass
    assert internet.paths("acme.test") == ["/robots.txt", "/"]


@pytest.mark.parametrize("status", [401, 403, 404, 410])
async def test_a_home_page_that_is_refused_or_gone_is_an_error_that_says_so(internet: Internet, status: int) -> None:
    internet.site("acme.test", {"/": answering(status=status)})
    with pytest.raises(FetchError) as failed:
        await visit(internet)
    assert failed.value.outcome == ("blocked" if status in {401, 403} else f"http_{status}")
    assert not failed.value.worth_retrying


SURVEY = VisitResult(
    {"final_url": "http://acme.test/", "http_status": 200, "title": "Acme", "technologies": ["nginx"], "parked": False},
    (
        FoundSitemap("http://acme.test/a.xml", "robots", "urlset"),
        FoundSitemap("http://acme.test/b.xml", "robots", None),
    ),
    notes=("one", "two"),
)


async def saved(sessions: Sessions, survey: VisitResult, domain: Domain) -> tuple[int, str | None, str | None]:
    async with sessions.begin() as session:
        result = await save_survey(session, domain, survey)
    return result.produced, result.outcome, result.note


async def planted(session: AsyncSession) -> Domain:
    tenant_id = await make_tenant(session)
    return await session.get_one(Domain, await make_domain(session, tenant_id, name="acme.test"))


async def test_saving_twice_changes_nothing(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        domain = await planted(session)
    for _ in range(2):
        assert await saved(sessions, SURVEY, domain) == (2, None, "one; two")
    async with sessions() as session:
        (kept,) = await session.scalars(select(Domain))
        sitemaps = list(await session.scalars(select(SitemapFile).order_by(SitemapFile.url)))
    assert (kept.title, kept.technologies, kept.sitemaps_found) == ("Acme", ["nginx"], 2)
    assert kept.checked_at is not None
    assert [(each.url, each.found_by, each.kind, each.depth) for each in sitemaps] == [
        ("http://acme.test/a.xml", "robots", "urlset", 0),
        ("http://acme.test/b.xml", "robots", None, 0),
    ]


async def test_a_visit_overwrites_neither_corrections_nor_an_analysis(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        domain = await planted(session)
        await session.execute(update(Domain).values(title="The real Acme", edited_fields=["title"]))
    await saved(sessions, SURVEY, domain)
    async with sessions.begin() as session:
        await session.execute(update(SitemapFile).values(kind="sitemapindex", url_count=7))
    await saved(sessions, SURVEY, domain)
    async with sessions() as session:
        (kept,) = await session.scalars(select(Domain))
        assert (kept.title, kept.http_status) == ("The real Acme", 200)
        assert {(each.kind, each.url_count) for each in await session.scalars(select(SitemapFile))} == {
            ("sitemapindex", 7)
        }


async def test_facts_that_a_visit_did_not_learn_are_kept(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        domain = await planted(session)
    await saved(sessions, SURVEY, domain)
    refused = VisitResult({"robots_state": "forbids"}, outcome="robots", notes=("no",))
    assert await saved(sessions, refused, domain) == (0, "robots", "no")
    async with sessions() as session:
        (kept,) = await session.scalars(select(Domain))
    assert (kept.title, kept.robots_state, kept.sitemaps_found) == ("Acme", "forbids", 0)


async def test_a_person_reads_the_first_few_notes_each_once(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        domain = await planted(session)
    many = VisitResult({}, outcome="no_sitemap", notes=("same", "same", *(f"note {number}" for number in range(9))))
    _, _, note = await saved(sessions, many, domain)
    assert note == "same; note 0; note 1; note 2; note 3; and 5 more"
