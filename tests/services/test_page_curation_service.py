"""A page is read once, kept whole, and read again only when it has changed."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import undefer
from tests.conftest import Sessions
from tests.pages import PlantedPage, make_page
from tests.simulated import Internet, simulated_internet
from tests.sitemaps import sites_of

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.document import FetchedDocument, Validators
from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.html.folder import HtmlFolder
from scrapersky.clients.html.store import HtmlStores, KeptHtml
from scrapersky.clients.reading.page_bodies import compressed, uncompressed
from scrapersky.clients.rendering.browser import RenderFailed
from scrapersky.curation_sdk import Nothing, Saved
from scrapersky.extract.pages.facts import read_page_facts
from scrapersky.models import Page, PageContent
from scrapersky.services.contact_curation_service import find_contacts, load_stored_pages
from scrapersky.services.page_contents import NEEDS_BROWSER, PageReading, Unchanged, save_page_content
from scrapersky.services.page_curation_service import PageToRead, load_earlier_readings, read_page

URL = "https://acme.example/contact"
HTML = """<html lang="en"><title>Contact \x00 Acme</title><nav><a href="/">Home</a></nav><h1>Find us</h1>
<p>We fix roofs.</p><script type="application/ld+json">{"@type": "Dentist", "name": "Ac\\u0000me"}</script>"""


def reading_of(html: str, url: str = URL) -> PageReading:
    return PageReading(
        final_url=url,
        http_status=200,
        encoding="utf-8",
        content_hash=str(hash(html)),
        etag='"1"',
        last_modified=None,
        kept=KeptHtml(compressed(html.encode())),
        facts=read_page_facts(html, url),
    )


async def planted(sessions: Sessions, **values: Any) -> PlantedPage:
    async with sessions.begin() as session:
        return await make_page(session, URL, **values)


async def save(sessions: Sessions, page_id: UUID, reading: PageReading | Unchanged) -> Saved:
    async with sessions.begin() as session:
        return await save_page_content(session, await session.get_one(Page, page_id), reading)


async def contents(sessions: Sessions) -> list[PageContent]:
    async with sessions() as session:
        wanted = select(PageContent).options(
            undefer(PageContent.html),
            undefer(PageContent.body_text),
            undefer(PageContent.links),
            undefer(PageContent.structured),
        )
        return list(await session.scalars(wanted))


async def test_what_a_page_says_is_kept_with_its_html(sessions: Sessions) -> None:
    page = await planted(sessions, kind="contact")
    assert await save(sessions, page.page_id, reading_of(HTML)) == Saved(1)
    (kept,) = await contents(sessions)
    assert (kept.title, kept.language, kept.kind) == ("Contact \ufffd Acme", "en", "contact")
    assert (kept.body_text, kept.headings, kept.words) == ("Find us\nWe fix roofs.", ["Find us"], 5)
    assert kept.links == [{"url": "https://acme.example/", "text": "Home"}]
    assert kept.structured == {"name": ["Acme"]}
    assert kept.html is not None
    assert uncompressed(kept.html).decode() == HTML
    async with sessions() as session:
        row = await session.get_one(Page, page.page_id)
    assert (row.title, row.words) == ("Contact \ufffd Acme", 5)


async def test_reading_the_same_page_twice_keeps_one_content(sessions: Sessions) -> None:
    page = await planted(sessions)
    await save(sessions, page.page_id, reading_of(HTML))
    (first,) = await contents(sessions)
    await save(sessions, page.page_id, reading_of(HTML))
    (second,) = await contents(sessions)
    assert (first.id, first.content_hash, first.html) == (second.id, second.content_hash, second.html)


async def test_a_page_that_changed_replaces_what_it_said(sessions: Sessions) -> None:
    page = await planted(sessions)
    await save(sessions, page.page_id, reading_of(HTML))
    await save(sessions, page.page_id, reading_of("<title>Moved</title><p>Gone"))
    (kept,) = await contents(sessions)
    assert (kept.title, kept.body_text, kept.headings) == ("Moved", "Gone", [])


async def test_a_person_s_title_survives_another_reading(sessions: Sessions) -> None:
    page = await planted(sessions, title="Mine", edited_fields=["title"])
    await save(sessions, page.page_id, reading_of(HTML))
    async with sessions() as session:
        row = await session.get_one(Page, page.page_id)
    assert (row.title, row.words) == ("Mine", 5)


async def test_an_unchanged_page_is_said_to_be_so_and_nothing_is_written(sessions: Sessions) -> None:
    page = await planted(sessions)
    await save(sessions, page.page_id, reading_of(HTML))
    saved = await save(sessions, page.page_id, Unchanged())
    assert (saved.produced, saved.outcome) == (0, "unchanged")
    assert len(await contents(sessions)) == 1


async def test_a_page_that_scripts_build_is_kept_and_said_to_need_a_browser(sessions: Sessions) -> None:
    page = await planted(sessions)
    saved = await save(sessions, page.page_id, reading_of('<div id="root"></div><script src="/app.js"></script>'))
    assert (saved.produced, saved.outcome) == (1, "needs_browser")
    (kept,) = await contents(sessions)
    assert kept.needs_browser


class PretendBrowser:
    """Builds every page to the same words, or fails with an error it was given."""

    def __init__(self, error: RenderFailed | None = None) -> None:
        self.error, self.asked = error, list[str]()

    async def render(self, document: FetchedDocument, web: Fetcher | None = None) -> str:
        self.asked.append(document.url)
        if self.error:
            raise self.error
        return f"<title>Built</title><p>{'We fix roofs. ' * 30}info@acme.example</p>"

    async def close(self) -> None:
        pass


def first_app(internet: Internet) -> str:
    apps = [site for site in sites_of(internet.simulator.world) if site.platform == "spa"]
    return next(site.pages[0].url for site in apps if site.robots.state not in ("disallow_all", "server_error"))


async def test_a_page_that_scripts_build_is_kept_as_a_browser_shows_it(sessions: Sessions) -> None:
    page, browser = await planted(sessions), PretendBrowser()
    async with simulated_internet(seed=4, businesses=60) as internet:
        clients = replace(internet.clients, browser=browser)
        reading = await read_page(PageToRead(first_app(internet)), clients)
        assert isinstance(reading, PageReading)
        assert await save(sessions, page.page_id, reading) == Saved(1)
        await read_page(PageToRead(first_readable(internet)), clients)
        (kept,) = await contents(sessions)
        assert (kept.title, kept.needs_browser, kept.rendered, kept.encoding) == ("Built", False, True, "utf-8")
        assert b"info@acme.example" in uncompressed(kept.html or b"")
        async with sessions() as session:
            row = await session.get_one(Page, page.page_id)
            again = (await load_earlier_readings(session, [row]))[page.page_id]
        assert isinstance(await read_page(replace(again, url=reading.final_url), clients), PageReading)
    assert browser.asked == [reading.final_url] * 2, "the app each time, the page that needs no browser never"


async def test_a_page_that_the_browser_cannot_read_is_kept_as_it_came_and_says_why(sessions: Sessions) -> None:
    page, browser = await planted(sessions), PretendBrowser(RenderFailed("It ran too long."))
    async with simulated_internet(seed=4, businesses=60) as internet:
        reading = await read_page(PageToRead(first_app(internet)), replace(internet.clients, browser=browser))
    assert isinstance(reading, PageReading)
    saved = await save(sessions, page.page_id, reading)
    assert (saved.outcome, saved.note) == ("needs_browser", f"{NEEDS_BROWSER}. It ran too long.")
    (kept,) = await contents(sessions)
    assert (kept.needs_browser, kept.rendered) == (True, False)


def first_readable(internet: Internet) -> str:
    for site in sites_of(internet.simulator.world):
        if site.robots.state not in ("disallow_all", "error") and site.platform != "spa":
            return next(page.url for page in site.pages if page.allowed_by_robots)
    raise AssertionError("the world has no readable site")


async def test_a_page_asked_for_again_is_unchanged_by_its_validators_and_by_its_hash() -> None:
    async with simulated_internet(seed=4, businesses=60) as internet:
        url = first_readable(internet)
        reading = await read_page(PageToRead(url), internet.clients)
        assert isinstance(reading, PageReading)
        validators = Validators(reading.etag, reading.last_modified)
        by_hash = PageToRead(url, content_hash=reading.content_hash)
        assert await read_page(by_hash, internet.clients) == Unchanged()
        if reading.etag or reading.last_modified:
            assert await read_page(PageToRead(url, validators), internet.clients) == Unchanged()


async def test_html_that_is_kept_in_a_folder_is_found_there_again(sessions: Sessions, tmp_path: Path) -> None:
    page, folder = await planted(sessions), HtmlStores(HtmlFolder(tmp_path))
    async with simulated_internet(seed=4, businesses=60) as internet:
        clients = replace(internet.clients, html=folder)
        reading = await read_page(PageToRead(first_readable(internet)), clients)
        assert isinstance(reading, PageReading)
        await save(sessions, page.page_id, reading_of(HTML))
        await save(sessions, page.page_id, reading)
        async with sessions() as session:
            earlier = await load_earlier_readings(session, [await session.get_one(Page, page.page_id)])
            (content,) = await session.scalars(select(PageContent).options(undefer(PageContent.html)))
            stored = await load_stored_pages(session, [content])
        assert (content.html, content.html_place) == (None, reading.kept.place)
        assert (content.html_place or "").startswith("folder:")
        assert earlier[page.page_id].content_hash == reading.content_hash
        found = await find_contacts(stored[content.id], clients)
    assert found.found.cards


async def test_validators_come_from_a_reading_whose_html_is_there(sessions: Sessions) -> None:
    page = await planted(sessions)
    await save(sessions, page.page_id, reading_of(HTML))
    async with sessions.begin() as session:
        row = await session.get_one(Page, page.page_id)
        known = await load_earlier_readings(session, [row])
        assert known[page.page_id] == PageToRead(URL, Validators('"1"', None), str(hash(HTML)))
        (content,) = await session.scalars(select(PageContent))
        content.html = None
        await session.flush()
        assert await load_earlier_readings(session, [row]) == {page.page_id: PageToRead(URL)}


async def test_every_readable_page_of_the_world_is_read_in_its_own_charset(sessions: Sessions) -> None:
    read = 0
    async with simulated_internet(seed=6, businesses=40) as internet:
        for site in sites_of(internet.simulator.world)[:20]:
            for page in site.pages[:2]:
                try:
                    reading = await read_page(PageToRead(page.url), internet.clients)
                except FetchError:
                    continue
                assert isinstance(reading, PageReading)
                assert reading.facts.needs_browser == (site.platform == "spa"), page.url
                assert "\ufffd" not in reading.facts.text
                row = await _made(sessions, page.url)
                await save(sessions, row, replace(reading))
                read += 1
    assert read > 15
    async with sessions() as session:
        assert await session.scalar(select(func.count()).select_from(PageContent)) == read


async def _made(sessions: Sessions, url: str) -> UUID:
    async with sessions.begin() as session:
        return (await make_page(session, url)).page_id


async def test_a_page_that_leads_to_a_social_network_is_not_the_business_s(monkeypatch: pytest.MonkeyPatch) -> None:
    async with simulated_internet(seed=4, businesses=60) as internet:
        url = first_readable(internet)
        answer = await internet.clients.web.fetch(url)

        async def moved(*_: object, **__: object) -> object:
            return replace(answer, url="https://www.facebook.com/acme")

        monkeypatch.setattr(type(internet.clients.web), "fetch", moved)
        result = await read_page(PageToRead(url), internet.clients)
    assert isinstance(result, Nothing)
    assert result.reason == "moved_away"


class PretendWeb:
    """Answers each address with the page it was given, at the address it was given for it."""

    def __init__(self, **answers: tuple[str, str]) -> None:
        self.answers = answers

    async def fetch(self, url: str, **_: object) -> FetchedDocument:
        at, html = self.answers[url.removeprefix("https://acme.example/")]
        return FetchedDocument(at, url, 200, {}, html.encode(), "text/html", '"1"', "Sun", (), 0.1)


async def read(html: str, at: str = URL, home: str | None = None, **others: tuple[str, str]) -> PageReading | Nothing:
    web = cast("Fetcher", PretendWeb(contact=(at, html), **others))
    result = await read_page(PageToRead(URL, home=home), Clients(web))
    assert not isinstance(result, Unchanged)
    return result


@pytest.mark.parametrize(
    ("at", "home", "is_own"),
    [
        ("https://www.acme.example/kontakt", None, True),
        ("https://acme.test/contact", None, True),
        ("https://bigcorp.example/", None, False),
        ("https://bigcorp.example/", "https://www.bigcorp.example/", True),
    ],
)
async def test_what_another_website_says_is_not_the_business_s(at: str, home: str | None, is_own: bool) -> None:
    result = await read(HTML, at, home)
    if is_own:
        assert isinstance(result, PageReading)
    else:
        assert result == Nothing("moved_away", f"it leads to {at}, another website")


async def test_a_page_that_only_sends_on_is_read_where_it_leads() -> None:
    onward = '<meta http-equiv="refresh" content="0; url=/new">Moved'
    result = await read(onward, new=("https://acme.example/new", HTML))
    assert isinstance(result, PageReading)
    assert (result.final_url, result.facts.words) == ("https://acme.example/new", 5)
    assert (result.etag, result.last_modified) == (None, None), "the page that sends on is asked for next time"


async def test_pages_that_send_on_in_a_circle_are_left() -> None:
    there, back = (f'<meta http-equiv="refresh" content="0; url=/{name}">' for name in ("new", "contact"))
    result = await read(there, new=("https://acme.example/new", back))
    assert isinstance(result, PageReading)
    assert result.facts.words == 0


async def test_a_page_that_says_it_is_not_there_is_none() -> None:
    result = await read("<title>Seite nicht gefunden</title><h1>Hoppla</h1>")
    assert result == Nothing("not_found", "the site answers that there is no such page")


async def test_a_page_that_asks_for_a_password_is_kept_and_said_to(sessions: Sessions) -> None:
    page = await planted(sessions)
    saved = await save(sessions, page.page_id, reading_of("<title>Log in</title><form><input type=password></form>"))
    assert saved == Saved(1, "asks_for_login", "the page asks for a name and a password")


async def test_what_a_page_found_by_links_links_to_is_found_as_well(sessions: Sessions) -> None:
    page = await planted(sessions, found_by="home", kind="home")
    await save(sessions, page.page_id, reading_of('<a href="/kontakt">Kontakt</a>'))
    async with sessions() as session:
        linked = (await session.scalars(select(Page).where(Page.found_by == "link"))).one()
    assert (linked.kind, linked.depth, linked.url.endswith("/kontakt")) == ("contact", 1, True)
