"""The public keys that an identity provider signs with, fetched from its JWKS and kept for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from scrapersky.errors import ScraperSkyError
from scrapersky.late_modules import jwt

KEPT_SECONDS = 600.0
SECONDS_BETWEEN_LOOKS = 30.0  # a stranger may invent key after key
LARGEST = 1024 * 1024
PUBLIC_KINDS = frozenset({"RSA", "EC", "OKP"})

FetchKeys = Callable[[], Awaitable[bytes]]


class KeysAway(ScraperSkyError):
    """Nobody's token can be judged; whoever shows one may do so again."""

    http_status = 503
    code = "identity_provider_away"
    message = "The identity provider's keys cannot be read now. Try again in a moment."


def fetching_from(url: str) -> FetchKeys:
    """The operator named the address: it may be inside their network, as the database is."""

    async def fetch() -> bytes:
        import aiohttp  # noqa: PLC0415  it takes long to load, and few have a provider

        limit = aiohttp.ClientTimeout(total=10)
        try:
            async with (
                aiohttp.ClientSession(timeout=limit) as session,
                session.get(url, allow_redirects=False) as answer,
            ):
                answer.raise_for_status()
                return await answer.content.read(LARGEST)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise KeysAway from error

    return fetch


@dataclass(slots=True)
class ProviderKeys:
    """One look at a time; a key that is not known is looked for again, since providers change theirs."""

    fetch: FetchKeys
    clock: Callable[[], float] = time.monotonic
    _keys: Mapping[str, "jwt.PyJWK"] = field(default_factory=dict)
    _looked_at: float = float("-inf")
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def key(self, key_id: str) -> "jwt.PyJWK | None":
        async with self._looking:
            age = self.clock() - self._looked_at
            if age > KEPT_SECONDS or (key_id not in self._keys and age > SECONDS_BETWEEN_LOOKS):
                await self._look()
        return self._keys.get(key_id)

    async def _look(self) -> None:
        """While the provider is away, what was known of it holds."""
        try:
            self._keys = read_keys(await self.fetch())
        except KeysAway:
            if not self._keys:
                raise
        self._looked_at = self.clock()


def read_keys(body: bytes) -> "dict[str, jwt.PyJWK]":
    """Only public ones with an id: a shared key in there would let everybody who reads it sign."""
    try:
        listed: Any = orjson.loads(body)["keys"]
        return dict(_readable(each) for each in listed if each.get("kty") in PUBLIC_KINDS and each.get("kid"))
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError, jwt.PyJWTError) as error:
        raise KeysAway from error


def _readable(key: Mapping[str, Any]) -> "tuple[str, jwt.PyJWK]":
    return str(key["kid"]), jwt.PyJWK.from_dict(dict(key))
