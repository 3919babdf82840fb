"""Where connections lead: only to addresses that were judged, or that the operator named."""

import socket
import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from scrapersky.clients.fetching.resolver import Dialer, Resolver
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


def _is_literal(host: str) -> bool:
    """True for what the WHATWG parser leaves as an address: dotted numbers, or anything with a colon."""
    return ":" in host or host.replace(".", "").isdigit()


def _only_public(addresses: Sequence[str]) -> list[str]:
    refusals = {address: refusal_of_address(address) for address in addresses}
    if public := [address for address, refusal in refusals.items() if refusal is None]:
        return public
    address, why = next(iter(refusals.items()))
    raise NoPublicAddress(f"it leads to {address}, a {why} address")
