"""With each filter by tenant taken out of the application in turn: does the database still refuse what is another's?

    python -m benchmarks.tenant_filters [--only PLACE] [--without-second-line]
    python -m benchmarks.tenant_filters --tests tests/services tests/workflows …

Every operation of the API is tried to learn which filters its statements have, and then without each of them, on what
another tenant has and on what the person's own tenant has: nothing of the other may be told or changed. Without the
second line much crosses, so this can fail. Filters that no operation reaches are named; with --tests these are run
instead, and it is told for each filter whether the statements that had it were bound to a tenant.
"""

import argparse
import asyncio
import itertools
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from benchmarks.filter_marks import IN_PYTHON, Seen, every_filter, watched  # before what is marked by it

# isort: split
from tests.filters import without_filters
from tests.product import add_person, product_on, product_on_copy
from tests.routers.test_second_line import ACROSS_TENANTS
from tests.routers.test_tenants import _UUID as UUIDS
from tests.routers.test_tenants import (
    OURS,
    TABLES,
    THEIRS,
    Call,
    Operation,
    World,
    add_estate,
    edited,
    ids_in,
    make_world,
    of_each_kind,
    operations_of,
    reachable,
    text_of,
)
from tests.tenant_actions import ACTIONS, Action, Own, clients_on
from tests.tenants import picture_of

from scrapersky.app.extensions import apply_all_schemas, load_extensions
from scrapersky.app.product import Product
from scrapersky.clients.clients import Clients
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.models import Role

described = cache(reachable)
# What the tests do not send to each operation, since it leads to filters that nothing else has.
CONTACT = {"kind": "email", "value": "ana@cedar.example", "dry_run": False}
PERSON = {"kind": "person", "value": "Ana", "dry_run": True}
RULE = {"name": "Best", "when": "score > 0", "at_most": 3, "per": "domain", "after": ["domain_curation"]}
MORE: dict[str, tuple[Call, ...]] = {
    "GET /api/v3/{tab}/list": (
        Call(None, ({"search": f"tag:{THEIRS}"}, {"search": "batch:{batch}"}, {"search": f"by:{THEIRS}"})),
    ),
    "GET /api/v3/insight/{table}/{row_id}": (
        Call(None, path={"table": "page_contents", "row_id": "{contact-curation}"}),
    ),
    "POST /api/v3/duplicates/decide": (Call(None, body={"decision": "apart", "at_least": 0.5}),),
    "POST /api/v3/erasures": (Call(None, body=CONTACT), Call(None, body=PERSON)),
    "POST /api/v3/imports": (
        Call(None, file=f"place_id,name\n{{place_id}},{THEIRS}\n", form={"into": "places", "list_name": THEIRS}),
    ),
    "POST /api/v3/rules/preview": (Call(None, body={"rules": {"page_curation": [RULE]}}),),
    "PUT /api/v3/{tab}/status": (
        Call(None, body={"status": "Skipped", "ids": ["{row}", *(str(UUID(int=n)) for n in range(10_001))]}),
    ),
}


@dataclass(frozen=True)
class Question:
    """One request about what somebody has. `kind` is the same for all tabs."""

    operation: Operation
    call: int
    number: int
    about: str

    @property
    def kind(self) -> str:
        return f"{self.operation.key} {self.call}.{self.number} about {self.about}"

    @property
    def uses_up(self) -> bool:
        """Some of the person's own, so that the next one needs another tenant."""
        return self.about == OURS and self.operation.method != "GET"

    def request(self, world: World) -> dict[str, Any]:
        estate = world.theirs if self.about == THEIRS else world.ours
        call = calls_of(self.operation)[self.call]
        sent = list(self.operation.requests(estate, edited(self.operation, described()), call))[self.number]
        filled: dict[str, Any] = json.loads(json.dumps(sent).replace(THEIRS, estate.word))
        return filled


def calls_of(operation: Operation) -> tuple[Call, ...]:
    return operation.call, *MORE.get(operation.key, ())


def questions() -> list[Question]:
    """Of what every tab has, only one tab's requests change the person's own."""
    description = described()
    once = of_each_kind(description)
    found = [
        Question(operation, place, number, about)
        for operation in operations_of(description)
        for place, call in enumerate(calls_of(operation))
        for number in range(len(call.queries))
        for about in (THEIRS, OURS)
        if operation.key not in ACROSS_TENANTS and operation.tab not in TABLES
    ]
    return [each for each in found if not each.uses_up or each.operation in once]


@dataclass
class Trial:
    world: World
    their_ids: set[str]
    browser: httpx.AsyncClient
    numbers: Iterator[int] = field(default_factory=itertools.count)

    async def ask(self, question: Question) -> tuple[dict[str, Any], httpx.Response]:
        world = await self._with_another_tenant() if question.uses_up else self.world
        request = question.request(world)
        return request, await world.ask(self.browser, "our admin", request)

    async def _with_another_tenant(self) -> World:
        name, product = f"{OURS}{next(self.numbers)}", self.world.product
        person = await add_person(product, name, Role.OPERATOR, name)
        return replace(self.world, people={"our admin": person}, ours=await add_estate(product, person, name))

    async def crosses(self, question: Question, place: str) -> str | None:
        """What of the other tenant was told or changed without the filters of that place."""
        before = await self.world.picture()
        with without_filters(place):
            request, answer = await self.ask(question)
        told, after = text_of(answer), await self.world.picture()
        if changed := [name for name in before if before[name] != after[name]]:
            return f"changed {', '.join(changed)}"
        has_word = question.operation.method == "GET" and THEIRS in told and THEIRS not in str(request)
        if has_word or set(UUIDS.findall(told)) & self.their_ids - set(UUIDS.findall(str(request))):
            return "told"
        return f"failed: {answer.text[:200]}" if answer.status_code >= 500 else None

    async def act(self, action: Action, clients: Clients, place: str | None = None) -> str | None:
        """What crossed to the tenant that it was done for, or was changed of the other's, without those filters."""
        world, before = await self._with_another_tenant(), await self.world.picture()
        with without_filters(place) if place else nullcontext():
            told = await action(Own(world, self.browser, clients))
        after = await self.world.picture()
        async with world.product.sessions() as session:
            told += str(await picture_of(session, world.people["our admin"].tenant_id))
        if changed := [name for name in before if before[name] != after[name]]:
            return f"changed {', '.join(changed)}"
        return "told" if THEIRS in told or set(UUIDS.findall(told)) & self.their_ids else None


async def reached_by(trial: Trial, asked: list[Question]) -> dict[str, dict[str, Question]]:
    """For each filter a question of each kind whose statements have it."""
    found: dict[str, dict[str, Question]] = defaultdict(dict)
    for question in asked:
        with watched() as seen:
            await trial.ask(question)
        for place, bound in seen.items():
            if bound[False] and place not in found:
                print(f"  {place} is asked by {question.kind} without being bound", flush=True)
            found[place].setdefault(question.kind, question)
    return found


async def try_each(product: Product, only: str, folder: Path) -> None:
    """Questions that change nothing come first: the others leave words of the other tenant in the person's own."""
    world, places = await make_world(product), every_filter()
    their_ids = {str(row_id) for row_id in ids_in(await world.picture())}
    reached, crossed, asked = set[str](), set[str](), 0
    async with world.browser() as browser:
        trial = Trial(world, their_ids, browser)
        for is_reading in (True, False):
            found = await reached_by(
                trial, [each for each in questions() if (each.operation.method == "GET") is is_reading]
            )
            reached |= found.keys()
            for place in [place for place in found if only in place]:
                for question in found[place].values():
                    asked += 1
                    if what := await trial.crosses(question, place):
                        crossed.add(place)
                        print(f"  {place} {places[place]}: {question.kind} {what}", flush=True)
        print(f"{len(places)} filters, {len(reached)} reached by requests, {asked} of these without one", flush=True)
        by_actions = await act_without(trial, {place for place in places if only in place} - reached, folder)
    crossed |= {place for place, what in by_actions.items() if what}
    print(f"{len(by_actions)} reached by actions alone; something crossed without {len(crossed)} of all")
    for place in sorted(places.keys() - reached - by_actions.keys()):
        print(f"  not reached: {place} {places[place]}{', in Python' if place in IN_PYTHON else ''}")


async def act_without(trial: Trial, places: set[str], folder: Path) -> dict[str, str | None]:
    """Of these filters, those that actions reach, with what crossed without them."""
    found: dict[str, str | None] = {}
    async with clients_on(trial.world.product, folder) as clients:
        for name, action in ACTIONS.items():
            with watched() as seen:
                wrong = await trial.act(action, clients)
            print(f"{name}: {len(seen.keys() & places)} more filters{f', {wrong} WITH all of them' if wrong else ''}")
            for place in sorted(seen.keys() & places):
                what = await trial.act(action, clients, place)
                bound = "bound" if not seen[place][False] else "as the login" if not seen[place][True] else "both"
                print(f"  {place}: {bound}, {what or 'nothing crossed'}", flush=True)
                found[place] = found.get(place) or what
    return found


async def on_new_database(address: str, folder: Path, chosen: argparse.Namespace) -> None:
    engine = make_engine(address)
    await apply_all_schemas(engine, load_extensions())
    await engine.dispose()
    async with product_on(address, folder) as sound:
        line = None if chosen.without_second_line else sound.second_line
        async with product_on_copy(replace(sound, second_line=line), address, folder) as product:
            await try_each(product, chosen.only, folder)


def run_tests(names: list[str]) -> None:
    with watched() as seen:
        ignored = "ignore::pytest.PytestAssertRewriteWarning"
        pytest.main(["-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "-W", ignored, *names])
    tell(seen)


def tell(seen: Seen) -> None:
    for place, written in every_filter().items():
        print(f"{place} {written}: {seen[place][True]} bound, {seen[place][False]} not")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="filters whose place has this in it")
    parser.add_argument("--without-second-line", action="store_true")
    parser.add_argument("--tests", nargs="+")
    options = parser.parse_args()
    if options.tests:
        run_tests(options.tests)
        sys.exit()
    with tempfile.TemporaryDirectory(prefix="scrapersky-filters-") as temporary:
        server = EmbeddedServer(Path(temporary) / "postgres")
        try:
            asyncio.run(on_new_database(server.start(), Path(temporary) / "data", options))
        finally:
            server.stop()
