import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

import pytest
from tests.clients.internet import UNPACED, Internet, answering

from scrapersky.clients.fetching.errors import AddressRefused, FetchError, ProxyFailed
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.policy import BadProxy


@dataclass
class Proxy:
    """Answers plain requests itself and tunnels TLS ones to the pretend internet's secure server."""

    tls_port: int
    asked: list[str] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)
    refuses: bool = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, where, _ = head.split(" ", 2)
            self.asked.append(f"{method} {where}")
            self.logins += [line for line in head.splitlines() if line.startswith("Proxy-Authorization")]
            if self.refuses:
                writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            elif method == "CONNECT":
                await self._tunnel(reader, writer)
            else:
                writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi")
            await writer.drain()
        writer.close()

    async def _tunnel(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward_reader, onward_writer = await asyncio.open_connection("127.0.0.1", self.tls_port)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await asyncio.gather(_pipe(reader, onward_writer), _pipe(onward_reader, writer))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while received := await reader.read(65_536):
            writer.write(received)
    writer.close()


@pytest.fixture
async def proxy(internet: Internet) -> Proxy:
    return Proxy(internet._tls_port)


@pytest.fixture
async def proxied(internet: Internet, proxy: Proxy) -> AsyncIterator[Fetcher]:
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with internet.fetcher(replace(UNPACED, proxy=f"http://me:secret@127.0.0.1:{port}")) as web:
        yield web
    listening.close()


async def test_everything_goes_through_the_proxy_and_names_resolve_there(
    internet: Internet, proxy: Proxy, proxied: Fetcher
) -> None:
    assert (await proxied.fetch("http://acme.test/page")).body == b"hi"
    assert proxy.asked == ["GET http://acme.test/robots.txt", "GET http://acme.test/page"]
    assert len(proxy.logins) == 2
    assert (internet.lookups, internet.dialled) == ([], [])


async def test_tls_is_verified_through_the_proxy(internet: Internet, proxy: Proxy, proxied: Fetcher) -> None:
    internet.site("acme.test", {"/": "secure"})
    assert (await proxied.fetch("https://acme.test/")).body == b"secure"
    assert proxy.asked[0] == "CONNECT acme.test:443"
    assert len(proxy.logins) == 1
    assert "Proxy-Authorization" not in internet.seen[0].headers
    with pytest.raises(FetchError) as caught:
        await proxied.fetch("https://stranger.test/")
    assert caught.value.reason == "tls"


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://10.0.0.1/"])
async def test_literal_addresses_and_inward_names_are_refused_with_a_proxy_too(
    proxy: Proxy, proxied: Fetcher, url: str
) -> None:
    with pytest.raises(AddressRefused):
        await proxied.fetch(url)
    assert proxy.asked == []


async def test_a_proxy_that_refuses_is_named_and_its_password_is_not(proxy: Proxy, proxied: Fetcher) -> None:
    proxy.refuses = True
    with pytest.raises(ProxyFailed, match="Check the proxy setting") as caught:
        await proxied.fetch("https://acme.test/")
    assert caught.value.reason == "proxy"
    assert "secret" not in f"{caught.value} {caught.value.__cause__}"
    assert "secret" not in repr(UNPACED.__class__(proxy="http://me:secret@proxy.test"))


async def test_a_proxy_that_wants_another_login_is_named(internet: Internet) -> None:
    internet.site("acme.test", {"/": answering(status=407)})
    async with internet.fetcher() as web:
        with pytest.raises(ProxyFailed, match="user name or password"):
            await web.fetch("http://acme.test/")


@pytest.mark.parametrize(
    "setting", ["proxy:3128", "socks5://proxy.test:1080", "http://", "proxy.test", "http://proxy:port"]
)
async def test_a_proxy_setting_that_is_no_http_url_is_told_at_once(internet: Internet, setting: str) -> None:
    with pytest.raises(BadProxy, match="http://host:3128"):
        internet.fetcher(replace(UNPACED, proxy=setting))


async def test_a_proxy_that_is_not_there_is_named(internet: Internet) -> None:
    async with internet.fetcher(replace(UNPACED, proxy="http://me:secret@127.0.0.1:9")) as web:
        with pytest.raises(ProxyFailed) as caught:
            await web.fetch("http://acme.test/")
    assert "secret" not in str(caught.value)
