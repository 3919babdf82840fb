"""`scrapersky search`: a phrase, and the places it means."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
import typer

from scrapersky.accounts.users import tenant_for_new_user, tenant_named
from scrapersky.app.internet import Internet, open_clients, refuse_unready_source
from scrapersky.app.product import open_product
from scrapersky.cli.commands.search import USUAL_SOURCE
from scrapersky.cli.running import read_settings, run, say, say_what_starts
from scrapersky.cli.searching import Searching, SearchSummary
from scrapersky.cli.simulated import NO_COST, SIMULATOR, ChosenSource, say_if_usual
from scrapersky.clients.places.errors import EmptyPhrase
from scrapersky.clients.places.prices import in_dollars
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.plurals import plural
from scrapersky.services.searches.requests import NewSearch

_FIELDS = {"phrase", "source", "area", "radius", "category", "limit", "list_name"}


def search(
    *,
    phrase: str | None,
    source: str | None,
    seed: int,
    businesses: int,
    area: str | None,
    radius: float | None,
    category: str | None,
    limit: int | None,
    list_name: str | None,
    queue: bool,
    tenant: str | None,
    as_json: bool,
    jsonl: bool,
) -> None:
    given = NewSearch(phrase or "", source or "", area, radius, (), category, limit, list_name)
    orders = _from_somewhere(list(_orders(given)) if jsonl else [given])
    for asked in orders:
        asked.columns()
    world = _world(orders)

    settings = world.settings(read_settings())

    async def work() -> list[SearchSummary]:
        for asked in orders:
            await refuse_unready_source(settings, Internet(), asked.source)
        say_what_starts(settings)
        async with (
            world.internet(seed, businesses) as internet,
            open_product(settings, None, internet) as product,
            open_clients(product.settings, product.engine, product.internet) as clients,
        ):
            async with product.sessions.begin() as session:
                owner = await (tenant_named(session, tenant) if tenant else tenant_for_new_user(session, None))
            chosen = [replace(asked, source=ChosenSource(asked.source).of(product.internet)) for asked in orders]
            searching = Searching(product, clients, Actor(owner.id, "scrapersky search"), is_quiet=as_json)
            shown = ReportStyle(as_json=as_json, is_simulated=world.is_simulated)
            return [await _search_one(searching, asked, shown, queue=queue) for asked in chosen]

    reports = run(work())
    if any(report.state != "Complete" for report in reports):
        raise typer.Exit(1)


def _from_somewhere(orders: Sequence[NewSearch]) -> Sequence[NewSearch]:
    if all(asked.source for asked in orders):
        return orders
    say_if_usual(None)
    usual = USUAL_SOURCE
    return [replace(asked, source=asked.source or usual) for asked in orders]


def _world(orders: Sequence[NewSearch]) -> ChosenSource:
    """Where the searches happen: what is asked of the simulator must not be answered by the world, nor the reverse."""
    chosen = [ChosenSource(asked.source) for asked in orders]
    simulated = [source.is_simulated for source in chosen]
    if any(simulated) and not all(simulated):
        raise EmptyPhrase("Searches of the simulator and of other sources cannot be mixed; start them apart.")
    return ChosenSource(SIMULATOR) if any(simulated) else ChosenSource("")


def _orders(given: NewSearch) -> Iterator[NewSearch]:
    """Options hold for every line that does not say otherwise."""
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            values: Any = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise EmptyPhrase(f"Line {number} is no JSON: {error}.") from error
        if not isinstance(values, dict) or not set(values) <= _FIELDS:
            raise EmptyPhrase(f"Line {number}: write an object with some of {', '.join(sorted(_FIELDS))}.")
        chosen: dict[str, Any] = {name: getattr(given, name) for name in _FIELDS} | values
        yield NewSearch(**chosen)


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """How a report is printed."""

    as_json: bool
    is_simulated: bool


async def _search_one(searching: Searching, asked: NewSearch, shown: ReportStyle, *, queue: bool) -> SearchSummary:
    report = await searching.run(asked)
    queued = await searching.queue_places(report.id) if queue and report.state == "Complete" else 0
    if shown.as_json:
        async for place in searching.places(report.id):
            sys.stdout.write(orjson.dumps(place, default=str).decode() + "\n")
        sys.stdout.write(orjson.dumps(report, default=str).decode() + "\n")
    else:
        _print(report, queued, NO_COST if shown.is_simulated else in_dollars(report.cost_micros))
    return report


def _print(report: SearchSummary, queued: int, cost: str) -> None:
    share = "" if report.coverage is None else f", about {report.coverage:.0%} of what there is"
    say(f"{report.phrase}: {plural(report.results, 'place')}{share}; {plural(report.new_places, 'is', 'are')} new.")
    say(f"{plural(report.cells, 'cell')}, {report.saturated_cells:,} still saturated; cost so far: {cost}.")
    if queued:
        say(f"{plural(queued, 'place is', 'places are')} queued for a deep scan.")
    if report.message:
        say(f"{report.state}: {report.message}")
