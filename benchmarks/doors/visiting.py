"""Goes through doors, some at once, and tells what went wrong: what fails on our side, and what takes long."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx
import orjson
from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from yarl import URL

from benchmarks.doors.listed import FROM_ANYWHERE, OF_STRANGERS, REMOVED, Door

SLOW, STREAM = 5.0, "text/event-stream"
TOO_OFTEN = 429  # is no answer to the text, which comes again
REFUSED = range(400, 500)
MOST_LOOKS, SECONDS_BETWEEN = 1200, 0.5
EXPORTS_AT_ONCE = 15  # a tenant has twenty that wait, which are written one after another
PATIENCE = ClientTimeout(600)
LINES_KEPT = 2.0  # seconds; the server keeps a line that says nothing for five, and ends it while one writes


@dataclass(frozen=True)
class Heard:
    status: int
    text: str
    retry_after: int


class Visit:
    """Of one person. Whoever tries passwords comes each time from another address, as a crowd would.

    `client` is for what is asked beside the doors; through them goes `lines`, which takes a fifth of its time.
    """

    def __init__(self, client: httpx.AsyncClient, lines: ClientSession, at_once: int) -> None:
        self.client, self._lines, self._places, self._callers = client, lines, asyncio.Semaphore(at_once), 0
        self._exports, self.is_alone = asyncio.Semaphore(EXPORTS_AT_ONCE), False
        self.statuses: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: defaultdict[str, float] = defaultdict(float)
        self.slow: list[Door] = []
        self.wrong: list[str] = []

    async def go_through_all(self, doors: Iterable[Door]) -> None:
        await asyncio.gather(*(self.go_through(*door) for door in doors))

    async def go_through_several(self, name: str, texts: list[str], door_of: Callable[[list[str]], Door]) -> None:
        """What is refused comes again in halves, until each text was judged without one that is worse."""
        status = await self.go_through(*door_of(texts), count=len(texts))
        if status in REFUSED and len(texts) > 1:
            middle = len(texts) // 2
            await self.go_through_several(name, texts[:middle], door_of)
            await self.go_through_several(name, texts[middle:], door_of)

    async def go_through(self, name: str, method: str, path: str, sent: dict[str, Any], *, count: int = 1) -> int:
        """Says what the status was, 0 if it could not be sent. Counts texts, unless several were refused together."""
        async with self._exports if name == "export" else nullcontext():
            try:
                async with self._places:
                    began = time.monotonic()
                    answer = await self._asked(name, method, path, sent)
                    took = time.monotonic() - began
            except (ValueError, UnicodeEncodeError):  # of a header
                self.statuses[name]["not sent"] += 1
                return 0
            if name in REMOVED and answer.status in {201, 202}:
                await self._remove(name, f"{REMOVED[name]}/{orjson.loads(answer.text)['id']}")
        if answer.status == TOO_OFTEN:
            self.statuses[name][str(answer.status)] += 1
            await asyncio.sleep(answer.retry_after)
            return await self.go_through(name, method, path, sent, count=count)
        is_parted = answer.status in REFUSED and count > 1
        self.statuses[name]["refused together" if is_parted else str(answer.status)] += 1 if is_parted else count
        self.slowest[name] = max(self.slowest[name], took)
        is_slow = took > SLOW and "rows." not in name
        if answer.status >= 500 or (is_slow and self.is_alone):
            self.wrong.append(f"{name}: {answer.status} after {took:.1f} s, {answer.text[:200]!r}, {str(sent)[:200]}")
        elif is_slow:
            self.slow.append((name, method, path, sent))
        return answer.status

    async def again_alone(self) -> None:
        """What took long beside others, one after another: only what does so by itself is wrong."""
        self.is_alone = True
        for door in self.slow:
            await self.go_through(*door)

    async def _remove(self, name: str, path: str) -> None:
        """An export only when it is written, so that its search was carried out."""
        if name == "export":
            await self._written(path)
        removed = await self._sent(self._lines, "DELETE", path, {})
        self.statuses[f"{name}, removed"][str(removed.status)] += 1

    async def _written(self, path: str) -> None:
        state = "waiting"
        for _ in range(MOST_LOOKS):
            if state not in {"waiting", "running"}:
                break
            await asyncio.sleep(SECONDS_BETWEEN)
            state = orjson.loads((await self._sent(self._lines, "GET", path, {})).text)["state"]
        self.statuses["export, written"][state] += 1
        if state != "ready":
            self.wrong.append(f"{path}: {state}")

    async def _asked(self, name: str, method: str, path: str, sent: dict[str, Any]) -> Heard:
        if name not in FROM_ANYWHERE:
            return await self._sent(self._lines, method, path, sent)
        self._callers += 1
        high, low = divmod(self._callers, 250)
        address = TCPConnector(local_addr=(f"127.7.{high}.{low + 1}", 0), force_close=True)
        headers = {"Origin": self._lines.headers["Origin"]} if name in OF_STRANGERS else self._lines.headers
        async with ClientSession(connector=address, headers=headers, timeout=PATIENCE) as caller:
            return await self._sent(caller, method, path, sent)

    async def _sent(self, lines: ClientSession, method: str, path: str, sent: dict[str, Any]) -> Heard:
        """Of a stream that does not end, what it begins with is not read."""
        url = URL(f"{self._lines.headers['Origin']}{path}{_question(sent)}", encoded=True)
        headers, body = _written(sent)
        async with lines.request(method, url, headers=headers, data=body, allow_redirects=False) as answer:
            text = "" if answer.content_type == STREAM else await answer.text(errors="replace")
            return Heard(answer.status, text, int(answer.headers.get("Retry-After", 1)))

    def tell(self) -> None:
        for name, statuses in self.statuses.items():
            print(f"{name}: {dict(statuses)}, slowest {self.slowest[name]:.2f} s")
        print(f"{len(self.slow)} requests took long beside others, and were sent again alone unless it was broken off")
        print(f"{len(self.wrong)} requests went wrong", *self.wrong[:20], sep="\n  ", flush=True)


def _question(sent: dict[str, Any]) -> str:
    return f"?{urlencode(sent['params'])}" if "params" in sent else ""


def _written(sent: dict[str, Any]) -> tuple[dict[str, str], bytes | None]:
    headers = {name: _as_text(value) for name, value in sent.get("headers", {}).items()}
    if "json" in sent:
        return headers | {"Content-Type": "application/json"}, orjson.dumps(sent["json"])
    if "files" in sent:
        form = httpx.Request("POST", "http://a.example", files=sent["files"], data=sent["data"])
        return headers | {"Content-Type": form.headers["Content-Type"]}, form.read()
    return headers, sent.get("content")


def _as_text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


@asynccontextmanager
async def visit_of(address: str, who: dict[str, str], at_once: int) -> AsyncIterator[Visit]:
    async with httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=600) as client:
        signed_in = (await client.post("/api/v3/auth/login", json=who)).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {signed_in['access_token']}"
        own = {"Origin": address, "Authorization": client.headers["Authorization"]}
        used_again = TCPConnector(keepalive_timeout=LINES_KEPT)
        async with ClientSession(
            connector=used_again, headers=own, timeout=PATIENCE, cookie_jar=DummyCookieJar()
        ) as lines:
            visit = Visit(client, lines, at_once)
            try:
                yield visit
                await visit.again_alone()
            finally:  # also of one that was broken off
                visit.tell()
