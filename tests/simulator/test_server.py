import asyncio
import socket
import ssl
from collections.abc import Iterator
from itertools import islice

import psutil
import pytest
from tests.simulator.browser import Browser, browsing
from tests.simulator.places import served

from scrapersky.simulator import sites
from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.certificates import CertificateAuthority
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.fault_effects import FaultEffects
from scrapersky.simulator.faults import Faults
from scrapersky.simulator.request_log import RequestLog
from scrapersky.simulator.server import Front, Listeners, SimulatorPortTaken
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import World


async def test_the_server_sends_exactly_what_the_site_answers(browser: Browser, simulator: Simulator) -> None:
    for business, _ in islice(served(simulator.world), 20):
        truth = sites.truth(simulator.world, business)
        answer = await browser.get(f"{truth.origin}/", Accept_Encoding="identity")
        expected = sites.respond(
            simulator.world, business, SiteRequest("GET", truth.host, "/", https=truth.origin.startswith("https"))
        )

        assert (answer.status, answer.body) == (200, expected.body)
        assert answer.headers["Content-Length"] == str(len(answer.body))


async def test_http_and_https_and_www_lead_to_one_address(browser: Browser, simulator: Simulator) -> None:
    _, website = next(pair for pair in served(simulator.world) if pair[1].https and pair[1].kind == "own")
    ends = set()
    for scheme in ("http", "https"):
        for host in (website.host, f"www.{website.host}"):
            url = f"{scheme}://{host}/"
            while (answer := await browser.get(url)).status == 301:
                url = answer.headers["Location"]
            ends.add((url, answer.status))

    assert len(ends) == 1
    assert ends.pop()[1] == 200


async def test_head_has_the_length_and_no_body(browser: Browser, simulator: Simulator) -> None:
    business, _ = next(served(simulator.world))
    url = f"{sites.truth(simulator.world, business).origin}/"

    whole, head = await browser.get(url, Accept_Encoding="identity"), await browser.ask("HEAD", url)

    assert head.body == b""
    assert head.headers["Content-Length"] == str(len(whole.body))


async def test_an_unknown_host_is_told_so(simulator: Simulator) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", simulator.http_port)
    writer.write(b"GET / HTTP/1.1\r\nHost: nobody.example\r\nConnection: close\r\n\r\n")
    answer = (await reader.read()).decode()
    writer.close()

    assert answer.startswith("HTTP/1.1 404")
    assert "There is no host 'nobody.example' here." in answer


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [(b"GET / HTTP/1.1\r\n\r\n", b"400"), (b"nonsense\r\n\r\n", b"400"), (b"\x16\x03\x01\x02\r\n\r\n", b"400")],
)
async def test_a_broken_request_gets_an_answer_and_the_next_one_is_served(
    simulator: Simulator, browser: Browser, request_bytes: bytes, status: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", simulator.http_port)
    writer.write(request_bytes)
    assert (await reader.readline()).split()[1] == status
    writer.close()

    assert (await browser.get("http://simulator.example/")).status == 200


async def test_it_listens_on_loopback_only(simulator: Simulator) -> None:
    listening = {
        connection.laddr.ip
        for connection in psutil.Process().net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
        and connection.laddr.port in (simulator.http_port, simulator.https_port)
    }

    assert listening == {"127.0.0.1"}


async def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SimulatorPortTaken, match=str(port)):
            async with Simulator(businesses=10, port=port):
                pass


async def test_when_the_second_port_is_taken_the_first_is_given_back() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SimulatorPortTaken):
        async with Simulator(businesses=10, port=port, https_port=taken.getsockname()[1]):
            pass
    async with Simulator(businesses=10, port=port) as simulator:
        assert simulator.http_port == port


async def test_two_simulators_live_side_by_side() -> None:
    async with Simulator(seed=1, businesses=100) as first, Simulator(seed=2, businesses=100) as second:
        assert first.http_port != second.http_port
        async with browsing(first) as browser:
            assert b'"seed": 1' in (await browser.get("http://simulator.example/")).body


async def test_a_body_that_comes_in_pieces_is_sent_in_pieces() -> None:
    def site(world: World, business: SimulatedBusiness, request: SiteRequest) -> SiteResponse:
        pieces: Iterator[bytes] = iter([b"one ", b"two ", b"three"])
        return SiteResponse(200, {"Content-Type": "text/plain"}, pieces)

    world = World(1, 100)
    front = Front(world, FaultEffects(Faults(1, "none"), 1.0), RequestLog(), {}, site, when_busy={})
    listeners = Listeners(front)
    port, _ = await listeners.listen(0, 0, CertificateAuthority(bool, lambda _: False).server_context())
    _, website = next(served(world))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET / HTTP/1.1\r\nHost: {website.host}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await listeners.close()

    assert b"Transfer-Encoding: chunked" in answer
    assert answer.endswith(b"4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n")


async def test_some_servers_compress_for_clients_that_take_it(browser: Browser, simulator: Simulator) -> None:
    encodings = set()
    for business, _ in islice(served(simulator.world), 40):
        truth = sites.truth(simulator.world, business)
        plain = await browser.get(f"{truth.origin}/", Accept_Encoding="identity")
        packed = await browser.get(f"{truth.origin}/", Accept_Encoding="gzip")
        encodings.add(packed.headers.get("Content-Encoding"))
        assert "Content-Encoding" not in plain.headers
        assert packed.body == plain.body

    assert encodings == {None, "gzip"}


async def test_a_builder_has_a_site_and_so_have_its_customers(browser: Browser, simulator: Simulator) -> None:
    _, customer = next(pair for pair in served(simulator.world) if pair[1].kind == "builder")

    assert (await browser.get("https://sitebuilder.example/")).status == 200
    assert (await browser.get("https://sitebuilder.example/about")).status == 404
    assert (await browser.get("https://hooks.example/")).status == 405
    assert customer.host.endswith(".sitebuilder.example")
    assert (await browser.get(f"https://{customer.host}/")).status == 200


async def test_no_certificate_is_made_for_a_name_that_nobody_serves(simulator: Simulator) -> None:
    trust = simulator.trust

    with pytest.raises(ssl.SSLCertVerificationError, match="nobody"):
        await asyncio.open_connection("127.0.0.1", simulator.https_port, ssl=trust, server_hostname="nobody.example")
