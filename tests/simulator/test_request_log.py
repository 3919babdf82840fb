import asyncio
import json

import pytest
from tests.simulator.browser import Browser, browsing
from tests.simulator.places import served

from scrapersky.simulator.request_log import RequestLog
from scrapersky.simulator.simulator import Simulator

HOST = "simulator.example"


async def test_a_request_is_logged_with_its_headers_and_its_status(browser: Browser, simulator: Simulator) -> None:
    _, website = next(served(simulator.world))
    scheme = "https" if website.https else "http"

    answer = await browser.get(f"{scheme}://{website.host}/no-such-page?x=1", If_None_Match='"abc"')

    (logged,) = simulator.requests.to(website.host)
    assert (logged.scheme, logged.method, logged.target) == (scheme, "GET", "/no-such-page?x=1")
    assert logged.status == answer.status
    assert logged.header("if-none-match") == '"abc"'
    assert logged.header("user-agent") == "simulator-tests/1.0 (tests@scrapersky.example)"
    assert logged.header("cookie") is None
    assert logged.ended is not None
    assert logged.ended >= logged.at


async def test_requests_at_once_are_counted_by_host() -> None:
    async with Simulator(seed=7, businesses=5_000, faults="none", latency_seconds=0.3) as simulator:
        host = next(served(simulator.world))[1].host
        async with browsing(simulator) as visitor:
            await asyncio.gather(*(visitor.get(f"http://{host}/") for _ in range(5)))
            await visitor.get(f"http://{host}/")
            await visitor.get(f"http://{HOST}/")

        assert [request.concurrent for request in simulator.requests.to(host)] == [1, 2, 3, 4, 5, 1]
        assert simulator.requests.most_at_once(host) == 5
        assert simulator.requests.most_at_once(HOST) == 1
        pause = simulator.requests.shortest_pause(host)
        assert pause is not None
        assert 0 <= pause < 0.3


async def test_the_log_can_be_read_and_emptied_from_outside(browser: Browser) -> None:
    await browser.get("https://nominatim.openstreetmap.org/search?q=Austin")

    read = json.loads((await browser.get(f"http://{HOST}/requests?host=nominatim.openstreetmap.org")).body)
    emptied = await browser.ask("DELETE", f"http://{HOST}/requests")
    left = json.loads((await browser.get(f"http://{HOST}/requests")).body)

    assert (read["total"], read["requests"][0]["target"]) == (1, "/search?q=Austin")
    assert ["User-Agent", "simulator-tests/1.0 (tests@scrapersky.example)"] in read["requests"][0]["headers"]
    assert emptied.status == 204
    assert [request["target"] for request in left["requests"]] == ["/requests"]


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/requests?limit=x", 400), ("/truth/nobody", 404), ("/nothing", 404)]
)
async def test_the_control_host_answers_clearly(browser: Browser, path: str, status: int) -> None:
    answer = await browser.get(f"http://{HOST}{path}")

    assert answer.status == status
    assert isinstance(json.loads(answer.body), dict)


async def test_the_control_host_hands_out_truth_and_trust(browser: Browser, simulator: Simulator) -> None:
    business = simulator.world.business(0)

    truth = json.loads((await browser.get(f"http://{HOST}/truth/{business.id}")).body)
    authority = await browser.get(f"http://{HOST}/certificate-authority.pem")

    assert truth["name"] == business.name
    assert authority.body == simulator.certificate_authority.pem


def test_the_log_is_bounded_and_says_what_it_let_go() -> None:
    log = RequestLog(kept=3)
    for number in range(5):
        with log.record("http", "GET", "a.example", f"/{number}", ()):
            pass

    assert [request.target for request in log] == ["/2", "/3", "/4"]
    assert log.dropped == 2
    assert log.shortest_pause("b.example") is None
