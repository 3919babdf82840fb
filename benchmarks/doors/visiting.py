"""Goes through doors, some at once, and tells what went wrong: what fails on our side, and what takes long."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import httpx

from benchmarks.doors.listed import OF_STRANGERS, REMOVED, Door

SLOW = 5.0
TOO_OFTEN = 429  # is no answer to the text, which comes again
MOST_LOOKS, SECONDS_BETWEEN = 600, 0.5


class Visit:
    """Of one person. Strangers come each from an address of their own, as a crowd would."""

    def __init__(self, client: httpx.AsyncClient, at_once: int) -> None:
        self.client, self._places, self._strangers = client, asyncio.Semaphore(at_once), 0
        self.statuses: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: defaultdict[str, float] = defaultdict(float)
        self.wrong: list[str] = []

    async def go_through_all(self, doors: Iterable[Door]) -> None:
        await asyncio.gather(*(self.go_through(*door) for door in doors))

    async def go_through(self, name: str, method: str, path: str, sent: dict[str, Any]) -> None:
        async with self._places:
            began = time.monotonic()
            try:
                answer = await self._asked(name, method, path, sent)
            except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeEncodeError):
                self.statuses[name]["not sent"] += 1
                return
            took = time.monotonic() - began
            if name in REMOVED and answer.status_code in {201, 202}:
                await self._remove(name, f"{REMOVED[name]}/{answer.json()['id']}")
        self.statuses[name][str(answer.status_code)] += 1
        if answer.status_code == TOO_OFTEN:
            await asyncio.sleep(int(answer.headers.get("Retry-After", 1)))
            await self.go_through(name, method, path, sent)
        self.slowest[name] = max(self.slowest[name], took)
        if answer.status_code >= 500 or (took > SLOW and "rows." not in name):
            self.wrong.append(
                f"{name}: {answer.status_code} after {took:.1f} s, {answer.text[:200]!r}, {str(sent)[:200]}"
            )

    async def _remove(self, name: str, path: str) -> None:
        """An export only when it is written, so that its search was carried out."""
        if name == "export":
            await self._written(path)
        removed = await self.client.delete(path)
        self.statuses[f"{name}, removed"][str(removed.status_code)] += 1

    async def _written(self, path: str) -> None:
        state = "waiting"
        for _ in range(MOST_LOOKS):
            if state not in {"waiting", "running"}:
                break
            await asyncio.sleep(SECONDS_BETWEEN)
            state = (await self.client.get(path)).json()["state"]
        self.statuses["export, written"][state] += 1

    async def _asked(self, name: str, method: str, path: str, sent: dict[str, Any]) -> httpx.Response:
        if name not in OF_STRANGERS:
            return await self.client.request(method, path, **sent)
        self._strangers += 1
        high, low = divmod(self._strangers, 250)
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=f"127.7.{high}.{low + 1}")
        origin = {"Origin": str(self.client.base_url).rstrip("/")}
        async with httpx.AsyncClient(transport=transport, base_url=self.client.base_url, timeout=600) as stranger:
            return await stranger.request(method, path, headers=origin, **sent)

    def tell(self) -> None:
        for name, statuses in self.statuses.items():
            print(f"{name}: {dict(statuses)}, slowest {self.slowest[name]:.2f} s")
        print(f"{len(self.wrong)} requests went wrong", *self.wrong[:20], sep="\n  ", flush=True)


@asynccontextmanager
async def visit_of(address: str, who: dict[str, str], at_once: int) -> AsyncIterator[Visit]:
    async with httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=600) as client:
        signed_in = (await client.post("/api/v3/auth/login", json=who)).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {signed_in['access_token']}"
        yield Visit(client, at_once)
