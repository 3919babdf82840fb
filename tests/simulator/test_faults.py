import asyncio
import gzip
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from io import BytesIO
from itertools import islice
from time import monotonic
from urllib.parse import urlsplit

import aiohttp
import pytest
from tests.simulator.browser import Browser, browsing
from tests.simulator.places import host_with, served

from scrapersky.simulator import sites
from scrapersky.simulator.fault_effects import BOMB_SIZE, gzip_bomb, xml_bomb
from scrapersky.simulator.faults import HIDDEN_FROM_CLIENTS, PROFILES, Fault, Faults
from scrapersky.simulator.hosts import MUST_NEVER_BE_READ
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import World


@pytest.fixture
async def hostile() -> AsyncIterator[Simulator]:
    async with Simulator(seed=7, businesses=5_000, faults="hostile", slow_seconds=0.3) as simulator:
        yield simulator


@pytest.fixture
async def visitor(hostile: Simulator) -> AsyncIterator[Browser]:
    async with browsing(hostile) as browser:
        yield browser


def url_with(simulator: Simulator, fault: Fault, path: str = "/", *, https: bool = True) -> str:
    """An address whose site has the fault, in the form that is not redirected."""
    host = host_with(simulator.world, simulator.faults, fault, https=https)
    business = simulator.world.by_host(host)
    assert business is not None
    return f"{sites.truth(simulator.world, business).origin}{path}"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_decides_how_many_sites_have_faults(profile: str) -> None:
    world = World(7, 5_000)
    faults = Faults(7, next(known for known in PROFILES if known == profile))
    found = Counter(faults.of_site(website.host) for _, website in served(world))
    share = 1 - found[None] / found.total()

    assert (
        share
        == {"none": 0.0, "default": pytest.approx(0.1, abs=0.02), "hostile": pytest.approx(0.6, abs=0.03)}[profile]
    )
    if profile != "none":
        assert set(found) == {None, *Fault}


def test_www_and_the_bare_name_have_the_same_fault() -> None:
    faults = Faults(7, "hostile")

    assert all(faults.at(f"a-{n}.example", "/x") is faults.at(f"www.a-{n}.example", "/x") for n in range(200))


def test_a_healthy_site_has_a_bad_page_now_and_then_but_never_a_bad_start() -> None:
    faults = Faults(7, "hostile")
    host = next(name for n in range(100) if faults.of_site(name := f"a-{n}.example") is None)

    assert faults.at(host, "/") is None
    assert faults.at(host, "/robots.txt") is None
    assert 50 < sum(faults.at(host, f"/page-{n}") is not None for n in range(1000)) < 150


@pytest.mark.parametrize("fault", [Fault.NEVER_ENDING, Fault.CUT_OFF, Fault.REDIRECT_LOOP, Fault.GZIP_BOMB])
async def test_robots_txt_is_readable_where_only_pages_are_bad(
    hostile: Simulator, visitor: Browser, fault: Fault
) -> None:
    url = url_with(hostile, fault, "/robots.txt")
    business = hostile.world.by_host(url.split("/")[2])
    assert business is not None

    answer = await visitor.get(url)

    assert answer.status == sites.truth(hostile.world, business).robots.status


async def test_slow(hostile: Simulator, visitor: Browser) -> None:
    start = monotonic()

    answer = await visitor.get(url_with(hostile, Fault.SLOW))

    assert answer.status == 200
    assert monotonic() - start >= 0.3


async def test_never_ending(hostile: Simulator, visitor: Browser) -> None:
    async with visitor.session.get(url_with(hostile, Fault.NEVER_ENDING)) as response:
        read = b""
        async for piece in response.content.iter_any():
            read += piece
            if len(read) > 100_000:
                break

    assert response.status == 200
    assert b"And so on" in read


async def test_cut_off(hostile: Simulator, visitor: Browser) -> None:
    with pytest.raises(aiohttp.ClientPayloadError):
        await visitor.get(url_with(hostile, Fault.CUT_OFF))


async def test_too_many_requests_without_a_word_on_when_to_return(hostile: Simulator, visitor: Browser) -> None:
    url = url_with(hostile, Fault.TOO_MANY_REQUESTS)
    answers = [await visitor.get(url) for _ in range(5)]

    assert {answer.status for answer in answers} == {429}
    assert not any("Retry-After" in answer.headers for answer in answers)


async def test_too_many_requests_until_one_returns_often_enough(hostile: Simulator, visitor: Browser) -> None:
    url = url_with(hostile, Fault.TOO_MANY_REQUESTS_FOR_A_WHILE)
    answers = [await visitor.get(url) for _ in range(5)]

    assert answers[0].status == 429
    assert answers[0].headers["Retry-After"] == "1"
    assert answers[-1].status == 200


async def test_server_errors_that_stay_and_server_errors_that_go(hostile: Simulator, visitor: Browser) -> None:
    staying = [(await visitor.get(url_with(hostile, Fault.SERVER_ERROR))).status for _ in range(5)]
    going = [(await visitor.get(url_with(hostile, Fault.SERVER_ERROR_AT_FIRST))).status for _ in range(5)]

    assert all(status >= 500 for status in staying)
    assert going[0] >= 500
    assert going[-1] == 200


async def test_a_redirect_loop_never_ends(hostile: Simulator, visitor: Browser) -> None:
    with pytest.raises(aiohttp.TooManyRedirects):
        await visitor.session.get(url_with(hostile, Fault.REDIRECT_LOOP))


async def test_redirects_to_private_addresses_come_in_many_spellings(hostile: Simulator, visitor: Browser) -> None:
    hosts = [
        website.host
        for _, website in served(hostile.world)
        if hostile.faults.of_site(website.host) is Fault.REDIRECT_TO_PRIVATE_ADDRESS
    ]
    answers = [await visitor.get(f"http://{host}/") for host in hosts[:60]]

    assert {answer.status for answer in answers} == {302}
    assert len({answer.headers["Location"] for answer in answers}) >= 8


async def test_a_wrong_charset_spoils_what_is_not_ascii(hostile: Simulator, visitor: Browser) -> None:
    spoiled = 0
    for _, website in served(hostile.world):
        if hostile.faults.of_site(website.host) is not Fault.WRONG_CHARSET:
            continue
        url = f"{'https' if website.https else 'http'}://{website.host}/"
        while (answer := await visitor.get(url)).status == 301:
            url = answer.headers["Location"]
        try:
            answer.body.decode("utf-8")
        except UnicodeDecodeError:
            spoiled += "charset=utf-8" in answer.headers["Content-Type"]
        if spoiled:
            return
    pytest.fail("no page was spoiled")


async def test_a_wrong_length_is_too_long_or_too_short(hostile: Simulator) -> None:
    differences = set()
    host = host_with(hostile.world, hostile.faults, Fault.WRONG_LENGTH, https=False)
    for page in range(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", hostile.http_port)
        writer.write(f"GET /page-{page} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        declared = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        differences.add((declared > len(body)) - (declared < len(body)))

    assert differences == {1, -1}


async def test_an_expired_certificate_is_shown(hostile: Simulator, visitor: Browser) -> None:
    with pytest.raises(aiohttp.ClientConnectorCertificateError, match="expired"):
        await visitor.get(url_with(hostile, Fault.EXPIRED_CERTIFICATE))


async def test_behind_an_expired_certificate_http_leads_to_https(hostile: Simulator, visitor: Browser) -> None:
    host = host_with(hostile.world, hostile.faults, Fault.EXPIRED_CERTIFICATE)

    answer = await visitor.get(f"http://{host}/about")

    assert (answer.status, answer.headers["Location"]) == (301, f"https://{host}/about")


async def test_a_name_that_does_not_resolve(hostile: Simulator, visitor: Browser) -> None:
    with pytest.raises(aiohttp.ClientConnectorDNSError, match="does not resolve"):
        await visitor.get(url_with(hostile, Fault.NAME_DOES_NOT_RESOLVE))


@pytest.mark.parametrize("fault", sorted(HIDDEN_FROM_CLIENTS))
async def test_a_client_without_a_guard_reads_what_it_must_not(
    hostile: Simulator, visitor: Browser, fault: Fault
) -> None:
    assert (await visitor.get(url_with(hostile, fault))).text == MUST_NEVER_BE_READ


async def test_a_gzip_bomb_is_small_on_the_wire(hostile: Simulator) -> None:
    url = url_with(hostile, Fault.GZIP_BOMB)
    async with browsing(hostile) as browser:
        browser.session._auto_decompress = False
        answer = await browser.get(url)

    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.body) * 500 < BOMB_SIZE
    assert answer.body == gzip_bomb()


def test_the_gzip_bomb_is_a_valid_stream() -> None:
    with gzip.open(BytesIO(gzip_bomb())) as stream:
        unpacked = 0
        while piece := stream.read(1 << 24):
            unpacked += len(piece)

    assert unpacked == BOMB_SIZE


async def test_an_xml_bomb_in_place_of_a_sitemap(hostile: Simulator, visitor: Browser) -> None:
    answer = await visitor.get(url_with(hostile, Fault.XML_BOMB, "/sitemap.xml"))

    assert answer.body == xml_bomb()
    assert len(answer.body) < 2_000
    assert (await visitor.get(url_with(hostile, Fault.XML_BOMB))).headers["Content-Type"].startswith("text/html")


async def test_place_sources_fail_once_in_a_while_and_answer_when_asked_again(visitor: Browser) -> None:
    first = [(await visitor.search_text({"textQuery": f"dentist {n}"})).status for n in range(60)]
    again = [(await visitor.search_text({"textQuery": f"dentist {n}"})).status for n in range(60)]

    assert set(first) == {200, 503}
    assert set(again) == {200}


async def test_without_faults_every_site_answers(simulator: Simulator, browser: Browser) -> None:
    for _, website in islice(served(simulator.world), 50):
        url = f"{'https' if website.https else 'http'}://{website.host}/"
        while (answer := await browser.get(url)).status == 301:
            url = answer.headers["Location"]
        assert answer.status == 200


async def test_a_client_that_trusts_nobody_refuses_the_authority(simulator: Simulator) -> None:
    business, website = next(pair for pair in served(simulator.world) if pair[1].https)
    with pytest.raises(ssl.SSLCertVerificationError):
        await asyncio.open_connection(
            "127.0.0.1", simulator.https_port, ssl=ssl.create_default_context(), server_hostname=website.host
        )
    assert business.website is website


async def test_an_answer_without_end_does_not_keep_the_simulator_alive() -> None:
    simulator = Simulator(seed=7, businesses=5_000, faults="hostile")
    async with simulator:
        host = urlsplit(url_with(simulator, Fault.NEVER_ENDING, https=False)).netloc
        reader, writer = await asyncio.open_connection("127.0.0.1", simulator.http_port)
        writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        await reader.readuntil(b"And so on")
        start = monotonic()
    writer.close()

    assert monotonic() - start < 10
