"""Connections only to addresses that were judged: what is judged is what is dialled, with no lookup in between."""

import socket
import ssl
from collections.abc import Sequence
from functools import partial
from typing import cast

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.client_proto import ResponseHandler

from scrapersky.clients.fetching.routes import Route
from scrapersky.clients.fetching.tidied_heads import TidyingHandler


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
