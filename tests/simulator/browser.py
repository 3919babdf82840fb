"""A plain client for tests: dials loopback by the simulator's resolver, and trusts its authority."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from socket import AF_INET, AddressFamily

from aiohttp import ClientSession, ClientTimeout, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from multidict import CIMultiDictProxy
from tests.simulator.remote import RemoteSimulator

from scrapersky.simulator.google.service import VALID_KEY
from scrapersky.simulator.resolver import SimulatedResolver
from scrapersky.simulator.simulator import Simulator

NAMED = {"User-Agent": "simulator-tests/1.0 (tests@scrapersky.example)"}


class LoopbackNames(AbstractResolver):
    """Believes every name, judges no address: what a client without a guard would do."""

    def __init__(self, resolver: SimulatedResolver) -> None:
        self._resolver = resolver

    async def resolve(self, host: str, port: int = 0, family: AddressFamily = AF_INET) -> list[ResolveResult]:
        await self._resolver.resolve(host)
        address, real_port = self._resolver.dial(host, port)
        return [{"hostname": host, "host": address, "port": real_port, "family": AF_INET, "proto": 0, "flags": 0}]

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: CIMultiDictProxy[str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True, slots=True)
class Browser:
    session: ClientSession

    async def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        json: object = None,
        data: object = None,
    ) -> Answer:
        async with self.session.request(
            method, url, headers=dict(headers or {}), allow_redirects=False, json=json, data=data
        ) as response:
            return Answer(response.status, response.headers, await response.read())

    async def get(self, url: str, **headers: str) -> Answer:
        return await self.ask("GET", url, headers={name.replace("_", "-"): value for name, value in headers.items()})

    async def google(
        self, method: str, path: str, mask: str | None, json: object = None, key: str = VALID_KEY
    ) -> Answer:
        headers = {"X-Goog-Api-Key": key} | ({"X-Goog-FieldMask": mask} if mask is not None else {})
        return await self.ask(method, f"https://places.googleapis.com/v1/{path}", headers=headers, json=json)

    async def search_text(self, body: Mapping[str, object], mask: str = "places.id,nextPageToken") -> Answer:
        return await self.google("POST", "places:searchText", mask, body)


@asynccontextmanager
async def browsing(internet: Simulator | RemoteSimulator) -> AsyncIterator[Browser]:
    connector = TCPConnector(resolver=LoopbackNames(internet.resolver), ssl=internet.trust, use_dns_cache=False)
    async with ClientSession(
        connector=connector, headers=NAMED, timeout=ClientTimeout(total=20), auto_decompress=True
    ) as session:
        yield Browser(session)
