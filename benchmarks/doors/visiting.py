"""Goes through doors, some at once, and tells what went wrong: what fails on our side, and what takes long."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import httpx

from benchmarks.doors.listed import FROM_ANYWHERE, OF_STRANGERS, REMOVED, Door

SLOW, STREAM = 5.0, "text/event-stream"
TOO_OFTEN = 429  # is no answer to the text, which comes again
MOST_LOOKS, SECONDS_BETWEEN = 200, 3
EXPORTS_AT_ONCE = 15  # a tenant has twenty that wait, which are written one after another


class Visit:
    """Of one person. Whoever tries passwords comes each time from another address, as a crowd would."""

    def __init__(self, client: httpx.AsyncClient, at_once: int) -> None:
        self.client, self._places, self._callers = client, asyncio.Semaphore(at_once), 0
        self._exports = asyncio.Semaphore(EXPORTS_AT_ONCE)
        self.statuses: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: defaultdict[str, float] = defaultdict(float)
        self.wrong: list[str] = []

    async def go_through_all(self, doors: Iterable[Door]) -> None:
        await asyncio.gather(*(self.go_through(*door) for door in doors))

    async def go_through(self, name: str, method: str, path: str, sent: dict[str, Any]) -> None:
        async with self._exports if name == "export" else nullcontext():
            try:
                async with self._places:
                    began = time.monotonic()
                    answer = await self._asked(name, method, path, sent)
                    took = time.monotonic() - began
            except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeEncodeError):
                self.statuses[name]["not sent"] += 1
                return
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
        if state != "ready":
            self.wrong.append(f"{path}: {state}")

    async def _asked(self, name: str, method: str, path: str, sent: dict[str, Any]) -> httpx.Response:
        if name not in FROM_ANYWHERE:
            return await answered(self.client, self.client.build_request(method, path, **sent))
        self._callers += 1
        high, low = divmod(self._callers, 250)
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=f"127.7.{high}.{low + 1}")
        origin = {"Origin": str(self.client.base_url).rstrip("/")}
        headers = origin if name in OF_STRANGERS else dict(self.client.headers)
        async with httpx.AsyncClient(transport=transport, base_url=self.client.base_url, timeout=600) as caller:
            return await caller.request(method, path, headers=headers, **sent)

    def tell(self) -> None:
        for name, statuses in self.statuses.items():
            print(f"{name}: {dict(statuses)}, slowest {self.slowest[name]:.2f} s")
        print(f"{len(self.wrong)} requests went wrong", *self.wrong[:20], sep="\n  ", flush=True)


async def answered(client: httpx.AsyncClient, request: httpx.Request) -> httpx.Response:
    """Of a stream that does not end, what it begins with."""
    answer = await client.send(request, stream=True)
    if answer.headers.get("Content-Type", "").startswith(STREAM):
        await answer.aclose()
        return httpx.Response(answer.status_code)
    await answer.aread()
    return answer


@asynccontextmanager
async def visit_of(address: str, who: dict[str, str], at_once: int) -> AsyncIterator[Visit]:
    async with httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=600) as client:
        signed_in = (await client.post("/api/v3/auth/login", json=who)).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {signed_in['access_token']}"
        visit = Visit(client, at_once)
        try:
            yield visit
        finally:  # also of one that was broken off
            visit.tell()
