"""`scrapersky bench lists`: what people ask of a large table over HTTP, beside raw SQL of the same."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import aiohttp
import asyncpg

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race
from scrapersky.bench.served import BARE_LIST, LISTED, OUR_API, Served, plant_businesses, scratch_server, serving
from scrapersky.errors import ScraperSkyError

ROWS, QUICK_ROWS = 1_000_000, 20_000
ROUNDS, QUICK_ROUNDS = 5, 1
ASKED, QUICK_ASKED = 20, 3
RAW, OVER_HTTP, LIMIT = "raw SQL", "raw SQL over HTTP", "300 ms"
CLOSE = 0.2
_PAGE = """
SELECT id, created_at, domain_extraction_curation_status, domain_extraction_processing_status, domain_extraction_state,
domain_extraction_processing_error, domain_extraction_outcome, domain_extraction_attempts, domain_extraction_updated_at,
name, website, domain, phone, city, category FROM local_businesses WHERE tenant_id = (SELECT id FROM tenants) {}
ORDER BY id DESC LIMIT 50 {}
"""
_COUNT = "SELECT count(*) FROM local_businesses WHERE tenant_id = (SELECT id FROM tenants) AND city = 'Austin'"
_FACET = "SELECT {0}, count(*) FROM local_businesses WHERE tenant_id = (SELECT id FROM tenants) GROUP BY 1"

Answer = dict[str, Any]


def _is_same_page(answer: Answer, rows: list[Any]) -> bool:
    return [item["id"] for item in answer["items"]] == [str(row["id"]) for row in rows]


def _is_close(answer: Answer, rows: list[Any]) -> bool:
    """A number over a hundred thousand is the planner's guess."""
    return bool(abs(answer["total"] - rows[0]["count"]) <= CLOSE * rows[0]["count"])


def _have_same_cities(answer: Answer, rows: list[Any]) -> bool:
    (cities,) = (facet for facet in answer["fields"] if facet["name"] == "city")
    return {each["value"] for each in cities["values"]} == {row["city"] for row in rows if "city" in row}


@dataclass(frozen=True, slots=True)
class Question:
    """`{n}` in the path is another number each time: who asks the same within a second shares an answer."""

    name: str
    path: str
    statements: tuple[str, ...]
    is_right: Callable[[Answer, list[Any]], bool]

    @property
    def key(self) -> str:
        return self.name.replace(" ", "_")


def questions(rows: int) -> list[Question]:
    page = min(rows, 100_000) // 50 - 1
    listed = f"{LISTED}/list?with_total=false"
    return [
        Question("first page", listed, (_PAGE.format("", ""),), _is_same_page),
        Question("deep page", f"{listed}&page={page}", (_PAGE.format("", f"OFFSET {(page - 1) * 50}"),), _is_same_page),
        Question("filtered", f"{listed}&search=city:Austin", (_PAGE.format("AND city = 'Austin'", ""),), _is_same_page),
        Question(
            "searched",
            f"{listed}&search=harbor+777",
            (_PAGE.format("AND search_words @@ to_tsquery('simple', 'harbor:* & 777:*')", ""),),
            _is_same_page,
        ),
        Question("counts", f"{LISTED}/list?size=1&search=city:Austin", (_COUNT,), _is_close),
        Question(
            "facets",
            f"{LISTED}/facets?page={{n}}",
            tuple(_FACET.format(column) for column in ("city", "category", "domain", "domain_extraction_outcome")),
            _have_same_cities,
        ),
    ]


@dataclass(frozen=True, slots=True)
class Asker:
    session: aiohttp.ClientSession
    served: Served
    driver: Any
    asked: int
    bare: Served
    numbers: Any

    async def our_lap(self, question: Question) -> Lap:
        began = time.perf_counter()
        answers = [await self._ask(question) for _ in range(self.asked)]
        seconds = time.perf_counter() - began
        if not question.is_right(answers[-1], await self._fetch(question)):
            raise ScraperSkyError(f"{question.path} did not answer as raw SQL does.")
        return Lap(self.asked, seconds)

    async def raw_lap(self, question: Question) -> Lap:
        began = time.perf_counter()
        for _ in range(self.asked):
            await self._fetch(question)
        return Lap(self.asked, time.perf_counter() - began)

    async def raw_lap_over_http(self, question: Question, rows: int) -> Lap:
        """By a bare FastAPI, which writes the rows with the same library as ours."""
        url, began = f"{self.bare.address}/raw/{rows}/{question.name}", time.perf_counter()
        for _ in range(self.asked):
            async with self.session.get(url) as answer:
                if answer.status != 200 or not await answer.read():
                    raise ScraperSkyError(f"{url} answered {answer.status}.")
        return Lap(self.asked, time.perf_counter() - began)

    async def _ask(self, question: Question) -> Answer:
        url = self.served.address + question.path.format(n=next(self.numbers))
        async with self.session.get(url, headers=self.served.headers) as said:
            answer: Answer = await said.json()
        if said.status != 200:
            raise ScraperSkyError(f"{question.path} answered {said.status}: {answer}")
        return answer

    async def _fetch(self, question: Question) -> list[Any]:
        return [row for statement in question.statements for row in await self.driver.fetch(statement)]


async def _limit() -> Lap:
    return Lap(1, 0.3)


async def measure(run: BenchRun) -> BenchResult:
    rows, rounds, asked = run.choose((ROWS, ROUNDS, ASKED), (QUICK_ROWS, QUICK_ROUNDS, QUICK_ASKED))
    rows = run.sizes[0] if run.sizes else rows
    asking, contenders = questions(rows), dict[str, Contender]()
    async with scratch_server() as (server, engine):
        token = await plant_businesses(server, engine, rows)
        driver = await asyncpg.connect(server.plain_address)
        async with (
            serving(server, *OUR_API, token=token) as served,
            serving(server, BARE_LIST) as bare,
            aiohttp.ClientSession() as session,
        ):
            asker = Asker(session, served, driver, asked, bare, count(1))
            for each in asking:
                contenders[each.name] = partial(asker.our_lap, each)
                contenders[_beside(each, RAW)] = partial(asker.raw_lap, each)
                contenders[_beside(each, OVER_HTTP)] = partial(asker.raw_lap_over_http, each, rows)
            contenders[LIMIT] = _limit
            await race(contenders, 1)  # to warm up
            laps = await race(contenders, rounds)
        await driver.close()
    compared = [
        Comparison(f"{peer.replace(' ', '_').lower()}_{each.key}", each.name, _beside(each, peer), goal=0.333)
        for each in asking
        for peer in (RAW, OVER_HTTP)
    ]
    compared.append(Comparison("facet_limit", "facets", LIMIT, goal=1))
    return BenchResult("lists", laps, "answers", compared, notes=[f"{rows:,} rows"])


def _beside(question: Question, peer: str) -> str:
    return f"{question.name}, {peer}"
