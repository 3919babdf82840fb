import asyncio
import socket
import threading
import time

import pytest

from scrapersky.clients.fetching.errors import AddressRefused, FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.clients.fetching.resolver import SystemResolver, dial_directly

Answers = list[tuple[int, int, int, str, tuple[str, int]]]


def answers(*addresses: str) -> Answers:
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses]


async def test_the_system_is_asked_once_per_name_and_each_address_is_given_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bytes] = []

    def getaddrinfo(host: bytes, *_arguments: object, **_options: object) -> Answers:
        asked.append(host)
        return answers("44.0.0.1", "44.0.0.2", "44.0.0.1")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    resolver = SystemResolver()
    assert await resolver.resolve("acme.test") == ["44.0.0.1", "44.0.0.2"]
    assert asked == [b"acme.test"]
    resolver.close()


async def test_a_name_server_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*_arguments: object, **_options: object) -> Answers:
        time.sleep(0.5)
        return answers("44.0.0.1")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    resolver = SystemResolver(seconds=0.05)
    with pytest.raises(socket.gaierror, match="did not answer in time"):
        await resolver.resolve("acme.test")
    resolver.close()


async def test_slow_names_do_not_hold_up_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    all_asked = threading.Barrier(8)

    def getaddrinfo(*_arguments: object, **_options: object) -> Answers:
        all_asked.wait(30)
        return answers("44.0.0.1")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    resolver = SystemResolver(threads=8)
    await asyncio.gather(*(resolver.resolve(f"{n}.test") for n in range(8)))
    resolver.close()


async def test_a_fetcher_of_a_normal_run_dials_what_it_judged_and_nothing_inward(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_options: answers("127.0.0.1", "10.0.0.1"))
    async with Fetcher(FetchPolicy()) as web:
        with pytest.raises(AddressRefused, match="leads to"):
            await web.fetch("http://acme.test/")
    assert dial_directly("44.0.0.1", 443, "acme.test") == ("44.0.0.1", 443)


async def test_a_name_server_in_trouble_is_worth_another_try(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*_arguments: object, **_options: object) -> Answers:
        raise socket.gaierror(socket.EAI_AGAIN, "temporary failure")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    async with Fetcher(FetchPolicy()) as web:
        with pytest.raises(FetchError, match="name servers did not answer") as caught:
            await web.fetch("http://acme.test/")
    assert (caught.value.reason, caught.value.worth_retrying) == ("dns", True)
