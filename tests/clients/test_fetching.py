import asyncio

import pytest
from aiohttp import web as server
from multidict import CIMultiDict
from tests.clients.internet import UNPACED, Internet, Page, answering, redirecting

from scrapersky.clients.fetching.document import FetchedDocument, NotModified, Validators
from scrapersky.clients.fetching.errors import BadRedirect, BadStatus, CertificateRefused, FetchError, WrongContent
from scrapersky.clients.fetching.fetcher import PAGES, Fetcher
from scrapersky.clients.fetching.policy import FetchPolicy


async def test_a_page_is_brought_whole(internet: Internet, web: Fetcher) -> None:
    headers = {"Content-Type": "Text/HTML; charset=utf-8", "ETag": '"1"', "Last-Modified": "yesterday"}
    internet.site("acme.test", {"/about?x=1": answering("<p>Hello</p>", headers=headers)})

    document = await web.fetch("HTTP://Acme.Test:80/a/../about?x=1#top", accept=PAGES)

    assert document.url == "http://acme.test/about?x=1"
    assert document.requested_url == "HTTP://Acme.Test:80/a/../about?x=1#top"
    assert (document.status, document.body, document.content_type) == (200, b"<p>Hello</p>", "text/html")
    assert (document.etag, document.last_modified, document.redirects) == ('"1"', "yesterday", ())
    assert document.headers["content-type"] == "Text/HTML; charset=utf-8"
    assert 0 < document.elapsed < 5


async def test_a_page_is_brought_over_tls_from_a_host_whose_certificate_we_trust(
    internet: Internet, web: Fetcher
) -> None:
    internet.site("acme.test", {"/": "secure"})
    assert (await web.fetch("https://acme.test/")).body == b"secure"
    assert (internet.dialled[0][1], len(internet.lookups)) == (443, 1)


async def test_a_certificate_for_another_name_is_refused(internet: Internet, web: Fetcher) -> None:
    internet.site("stranger.test", {"/": "secure"})
    with pytest.raises(CertificateRefused, match=r"stranger\.test") as caught:
        await web.fetch("https://stranger.test/")
    assert (caught.value.reason, caught.value.worth_retrying) == ("tls", False)
    assert internet.seen == []


async def test_a_certificate_of_an_unknown_authority_is_refused(internet: Internet) -> None:
    internet.site("acme.test", {"/": "secure"})
    async with Fetcher(UNPACED, resolver=internet, dialer=internet.dial) as web:
        with pytest.raises(CertificateRefused, match="certificate"):
            await web.fetch("https://acme.test/")


@pytest.mark.parametrize("status", [301, 302, 303, 308])
async def test_redirects_are_followed_and_reported(internet: Internet, web: Fetcher, status: int) -> None:
    internet.site("acme.test", {"/": redirecting("https://www.acme.test/home", status)})
    internet.site("www.acme.test", {"/home": redirecting("/start", 307), "/start": "here"})

    document = await web.fetch("http://acme.test/")

    assert (document.url, document.body) == ("https://www.acme.test/start", b"here")
    assert document.redirects == ("http://acme.test/", "https://www.acme.test/home")


async def test_a_redirect_to_a_path_in_raw_utf8_is_followed(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": redirecting("/über"), "/%C3%BCber": "here"})
    assert (await web.fetch("http://acme.test/")).url == "http://acme.test/%C3%BCber"


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        ({"/": redirecting("/b"), "/b": redirecting("/")}, "in a circle"),
        ({"/": redirecting("#top")}, "in a circle"),
        ({"/": answering(status=302)}, "without saying where to"),
        ({f"/{n or ''}": redirecting(f"/{n + 1}") for n in range(30)}, "more than 20 times"),
    ],
)
async def test_redirects_that_lead_nowhere_are_refused(
    internet: Internet, web: Fetcher, pages: dict[str, Page], message: str
) -> None:
    internet.site("acme.test", pages)
    with pytest.raises(BadRedirect, match=message) as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == "bad_redirect"
    assert len(internet.paths("acme.test")) <= 22


@pytest.mark.parametrize(
    ("status", "reason", "is_worth_retrying"),
    [
        (304, "http_304", False),
        (401, "blocked", False),
        (403, "blocked", False),
        (404, "http_404", False),
        (410, "http_410", False),
        (500, "http_500", True),
        (503, "http_503", True),
    ],
)
async def test_an_error_status_is_an_error_with_its_reason(
    internet: Internet, web: Fetcher, status: int, reason: str, is_worth_retrying: bool
) -> None:
    internet.site("acme.test", {"/": answering(status=status)})
    with pytest.raises(BadStatus, match=str(status)) as caught:
        await web.fetch("http://acme.test/")
    assert (caught.value.reason, caught.value.worth_retrying) == (reason, is_worth_retrying)
    assert (caught.value.status, caught.value.url) == (status, "http://acme.test/")


async def test_a_challenge_page_is_a_block_whatever_its_status(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": answering(status=503, headers={"cf-mitigated": "challenge"})})
    with pytest.raises(BadStatus) as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == "blocked"


async def test_a_pdf_is_not_taken_for_a_page(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": answering(b"%PDF", headers={"Content-Type": "application/pdf"})})
    with pytest.raises(WrongContent, match="application/pdf, not a web page") as caught:
        await web.fetch("http://acme.test/", accept=PAGES)
    assert caught.value.reason == "not_html"
    assert (await web.fetch("http://acme.test/")).body == b"%PDF"


async def test_an_unchanged_document_is_not_brought_again(internet: Internet, web: Fetcher) -> None:
    async def page(request: server.Request) -> server.StreamResponse:
        unchanged = request.headers.get("If-None-Match") == '"1"'
        return server.Response(status=304 if unchanged else 200, headers={"ETag": '"1"', "Last-Modified": "then"})

    internet.site("acme.test", {"/": page})
    first = await web.fetch("http://acme.test/")
    assert isinstance(first, FetchedDocument)
    assert first.validators == Validators('"1"', "then")
    second = await web.fetch("http://acme.test/", validators=first.validators)
    assert second == NotModified(url="http://acme.test/", requested_url="http://acme.test/", redirects=())
    assert internet.seen[-1].headers["If-Modified-Since"] == "then"
    assert isinstance(await web.fetch("http://acme.test/", validators=Validators('"0"')), FetchedDocument)


async def test_what_a_304_says_of_the_body_it_does_not_have_is_no_reason_to_refuse_it(
    internet: Internet, web: Fetcher
) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999999\r\nContent-Encoding: br\r\n\r\n")

    await internet.raw_site("acme.test", serve)
    answer = await web.fetch("http://acme.test/robots.txt", validators=Validators('"1"'))
    assert isinstance(answer, NotModified)


async def test_a_stored_validator_with_a_line_break_is_not_sent(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": "new"})
    await web.fetch("http://acme.test/", validators=Validators('"1"\r\nX-Injected: yes', "\ud800"))
    assert not {"X-Injected", "If-None-Match", "If-Modified-Since"} & set(internet.seen[-1].headers)


async def test_we_say_who_we_are_and_how_to_reach_us(internet: Internet) -> None:
    internet.site("acme.test", {"/": "hello"})
    async with internet.fetcher(FetchPolicy(contact="mailto:me@example.com\r\nX: y", version="9.9")) as web:
        await web.fetch("http://acme.test/")
    assert internet.seen[-1].headers["User-Agent"] == "ScraperSky/9.9 (+mailto:me@example.comX: y)"
    assert internet.seen[-1].headers["Accept-Encoding"] == "gzip, deflate"


async def test_cookies_are_not_carried_from_one_fetch_to_the_next(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": answering(headers={"Set-Cookie": "id=1"})})
    await web.fetch("http://acme.test/")
    await web.fetch("http://acme.test/")
    assert "Cookie" not in internet.seen[-1].headers


async def test_a_site_that_redirects_until_its_cookie_comes_back_is_read(internet: Internet, web: Fetcher) -> None:
    async def wall(request: server.Request) -> server.StreamResponse:
        if request.headers.get("Cookie") == "seen=yes":
            return server.Response(text="welcome")
        return server.Response(status=302, headers={"Location": "/", "Set-Cookie": "seen=yes; Path=/; HttpOnly"})

    internet.site("acme.test", {"/": wall})
    assert (await web.fetch("http://acme.test/")).body == b"welcome"


@pytest.mark.parametrize("values", [["x" * 3000, "y" * 3000], ["\u4e2d"]])
async def test_cookies_that_are_too_much_or_no_plain_text_are_not_sent_back(
    internet: Internet, web: Fetcher, values: list[str]
) -> None:
    given = [("Set-Cookie", f"key{number}={value}") for number, value in enumerate(values)]
    internet.site("acme.test", {"/": answering(status=302, headers=CIMultiDict([("Location", "/b"), *given]))})
    internet.site("acme.test", {"/b": "here"})
    await web.fetch("http://acme.test/")
    assert "Cookie" not in internet.seen[-1].headers


async def test_a_cookie_is_not_shown_to_another_site(internet: Internet, web: Fetcher) -> None:
    cookies = {"Location": "http://other.test/", "Set-Cookie": "id=1; Domain=other.test"}
    internet.site("acme.test", {"/": answering(status=302, headers=cookies)})
    internet.site("other.test", {"/": redirecting("http://acme.test/end")})
    internet.site("acme.test", {"/end": "end"})
    await web.fetch("http://acme.test/")
    assert all("Cookie" not in request.headers for request in internet.seen)


async def test_a_site_with_ever_new_cookies_is_given_up(internet: Internet, web: Fetcher) -> None:
    async def wall(_request: server.Request) -> server.StreamResponse:
        headers = {"Location": "/", "Set-Cookie": f"n={len(internet.seen)}"}
        return server.Response(status=302, headers=headers)

    internet.site("acme.test", {"/": wall})
    with pytest.raises(BadRedirect, match="more than 20 times"):
        await web.fetch("http://acme.test/")


async def test_headers_that_are_not_text_can_still_be_stored(internet: Internet, web: Fetcher) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nETag: caf\xe9 \xc3\xa9\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    await internet.raw_site("acme.test", serve)
    document = await web.fetch("http://acme.test/")
    assert document.etag == "caf\ufffd é"


async def test_a_call_gives_any_status_and_its_body(internet: Internet, web: Fetcher) -> None:
    async def api(request: server.Request) -> server.StreamResponse:
        return server.json_response({"sent": (await request.read()).decode()}, status=429, headers={"Retry-After": "1"})

    internet.site("acme.test", {"/v1/search": api}, robots="User-agent: *\nDisallow: /")
    answer = await web.call("https://acme.test/v1/search", headers={"X-Key": "k"}, body=b"query")
    assert (answer.status, answer.body) == (429, b'{"sent": "query"}')
    assert internet.paths("acme.test") == ["/v1/search"]
    assert (internet.seen[0].method, internet.seen[0].headers["X-Key"]) == ("POST", "k")


async def test_a_call_is_never_redirected_with_its_key(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/v1": redirecting("https://other.test/steal")})
    internet.site("other.test", {"/steal": "thanks"})
    assert (await web.call("https://acme.test/v1", headers={"X-Key": "k"})).status == 302
    assert internet.paths("other.test") == []


async def test_each_fetch_is_heard_of_once_by_its_outcome(internet: Internet) -> None:
    heard: list[str] = []
    internet.site("acme.test", {"/": "here"})
    async with Fetcher(UNPACED, resolver=internet, dialer=internet.dial, fetched=heard.append) as web:
        await web.fetch("http://acme.test/")
        for url in ("http://acme.test/gone", "ftp://acme.test/"):
            with pytest.raises(FetchError):
                await web.fetch(url)
        async with web.stream("http://acme.test/") as streamed:
            await streamed.read()
        await web.call("http://acme.test/")
    assert heard == ["ok", "http_404", "scheme", "ok", "ok"]
