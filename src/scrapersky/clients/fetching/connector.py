"""Connections only to addresses that were judged: what is judged is what is dialled, with no lookup in between."""

import socket
import ssl
import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Protocol, cast

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.client_proto import ResponseHandler

from scrapersky.clients.fetching.resolver import Dialer, Resolver
from scrapersky.clients.fetching.tidied_heads import TidyingHandler
from scrapersky.extract.networks import refusal_of_address

MOST_ADDRESSES = 4
_REMEMBERED_SECONDS = 60.0
_REMEMBERED_NAMES = 4_096


class NoPublicAddress(Exception):
    """A name led only to addresses that are refused. Becomes AddressRefused where the URL is known."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Route(Protocol):
    """Where to connect to for a host and port."""

    async def __call__(self, host: str, port: int) -> list[tuple[str, int]]: ...


class DirectRoute:
    """Resolves a name, drops every address that is not public, and asks the dialer how to reach the rest."""

    def __init__(self, resolver: Resolver, dialer: Dialer, clock: Callable[[], float] = time.monotonic) -> None:
        self._resolver, self._dialer, self._clock = resolver, dialer, clock
        self._remembered: dict[str, tuple[float, list[str]]] = {}

    async def __call__(self, host: str, port: int) -> list[tuple[str, int]]:
        return [self._dialer(address, port, host) for address in await self._public_addresses(host)]

    async def _public_addresses(self, host: str) -> list[str]:
        expires, addresses = self._remembered.get(host, (0.0, []))
        if expires < self._clock():
            addresses = _only_public(await self._looked_up(host))[:MOST_ADDRESSES]
            self._remember(host, addresses)
        return addresses

    async def _looked_up(self, host: str) -> Sequence[str]:
        if _is_literal(host):
            return [host]
        addresses = await self._resolver.resolve(host.removesuffix("."))
        if not addresses:
            raise socket.gaierror(socket.EAI_NONAME, "the name has no address")
        return addresses

    def _remember(self, host: str, addresses: list[str]) -> None:
        if len(self._remembered) >= _REMEMBERED_NAMES:
            self._remembered.clear()
        self._remembered[host] = (self._clock() + _REMEMBERED_SECONDS, addresses)


class KnownRoute:
    """Leads to what the operator named, a proxy or services of their own, and nowhere else: no address is judged."""

    def __init__(self, known: AbstractSet[tuple[str, int]], resolver: Resolver, otherwise: str) -> None:
        self._known, self._resolver, self._otherwise = known, resolver, otherwise

    async def __call__(self, host: str, port: int) -> list[tuple[str, int]]:
        if (host, port) not in self._known:
            raise NoPublicAddress(self._otherwise)
        addresses = [host] if _is_literal(host) else await self._resolver.resolve(host)
        return [(address, port) for address in addresses]


class GuardedConnector(aiohttp.TCPConnector):
    """aiohttp's connector with one way out: its route."""

    def __init__(self, route: Route, trust: ssl.SSLContext | None, *, keepalive_seconds: float) -> None:
        self._route = route
        super().__init__(
            # Should aiohttp ever stop calling the method below, names still go through the route.
            resolver=_RouteAsResolver(route),
            ssl=True if trust is None else trust,  # aiohttp has read what this machine believes: again takes as long
            use_dns_cache=False,
            limit=0,
            keepalive_timeout=keepalive_seconds,
        )
        self._factory = cast("partial[ResponseHandler]", partial(TidyingHandler, loop=self._loop))

    async def _resolve_host(self, host: str, port: int, traces: object = None) -> list[ResolveResult]:  # noqa: ARG002
        """Replaces aiohttp's, which would dial a literal address without asking any resolver."""
        return _resolved(host, await self._route(host, port))


class _RouteAsResolver(AbstractResolver):
    def __init__(self, route: Route) -> None:
        self._route = route

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_UNSPEC,  # noqa: ARG002  the address itself says which
    ) -> list[ResolveResult]:
        return _resolved(host, await self._route(host, port))

    async def close(self) -> None:
        """Nothing to release: the route belongs to who made it."""


def _resolved(host: str, endpoints: Sequence[tuple[str, int]]) -> list[ResolveResult]:
    return [
        ResolveResult(
            hostname=host,
            host=address,
            port=port,
            family=socket.AF_INET6 if ":" in address else socket.AF_INET,
            proto=socket.IPPROTO_TCP,
            flags=socket.AI_NUMERICHOST,
        )
        for address, port in endpoints
    ]


def _is_literal(host: str) -> bool:
    """True for what the WHATWG parser leaves as an address: dotted numbers, or anything with a colon."""
    return ":" in host or host.replace(".", "").isdigit()


def _only_public(addresses: Sequence[str]) -> list[str]:
    refusals = {address: refusal_of_address(address) for address in addresses}
    if public := [address for address, refusal in refusals.items() if refusal is None]:
        return public
    address, why = next(iter(refusals.items()))
    raise NoPublicAddress(f"it leads to {address}, a {why} address")
