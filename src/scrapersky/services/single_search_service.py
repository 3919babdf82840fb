"""From a search phrase to places, a part at a time: what a part found is kept, whatever happens to the next."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import any_, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.payer import Payer, paying
from scrapersky.clients.places.place_files import SOURCE as FILE
from scrapersky.clients.places.source import PlaceSource
from scrapersky.curation_sdk import CurationError, Defer, Nothing, Saved
from scrapersky.curation_sdk.plurals import plural
from scrapersky.models import Place, PlaceSearch, PlaceSearchResult
from scrapersky.services.api_usage import record_calls
from scrapersky.services.places.pairs import compare_places
from scrapersky.services.places.rows import link_places, save_places
from scrapersky.services.searches import visit as visiting
from scrapersky.services.searches.survey import Survey

CELLS_PER_PART = 12


async def load_searches(session: AsyncSession, searches: Sequence[PlaceSearch]) -> Mapping[UUID, visiting.SearchInput]:
    """Places that the search found in an earlier run and whose content has not expired."""
    found = await session.execute(
        select(PlaceSearchResult.place_search_id, Place.place_id)
        .join(Place, Place.id == PlaceSearchResult.place_id)
        .where(
            PlaceSearchResult.place_search_id.in_([search.id for search in searches]),
            or_(Place.expires_at.is_(None), Place.expires_at > func.now()),
            Place.name.is_not(None),
        )
    )
    known: dict[UUID, set[str]] = {search.id: set() for search in searches}
    for search_id, place_id in found:
        known[search_id].add(place_id)
    return {search.id: visiting.SearchInput(search, frozenset(known[search.id])) for search in searches}


async def search_places(given: visiting.SearchInput, clients: Clients) -> visiting.SearchPart | Nothing:
    """Look at a dozen cells, then ask for another turn, until all were seen or enough was found."""
    search = given.search
    if search.source == FILE:
        return Nothing("imported", "These places came from a file; import it again to refresh them.")
    sources, source = visiting.configured_source(clients, search.source)
    payer = Payer(search.tenant_id, search.source, PlaceSearch.single_search.name, search.id)
    part = visiting.SearchPart(await visiting.area_of(search, sources.gazetteer), _survey(search, source), payer=payer)
    visit = visiting.CellVisits(source, given, part, sources.budget_micros)
    try:
        with paying(payer):
            for _ in range(0, CELLS_PER_PART, visiting.CELLS_AT_ONCE):
                if not part.survey.is_done:
                    await visit.look_at_some()
    except CurationError as error:
        # Pages of a listing that broke off were paid for, though nothing of them is kept.
        part.survey.cost_micros += max(0, payer.micros - part.paid_micros)
        error.kept = part
        raise
    if not part.survey.is_done:
        raise Defer(_progress_words(part.survey), outcome="searching", after=timedelta(0), kept=part)
    return part


def _survey(search: PlaceSearch, source: PlaceSource) -> Survey:
    if search.progress:
        survey = Survey.from_json(search.progress)
        survey.limit = search.result_limit
        return survey
    return Survey.begin(search.run + 1, limit=search.result_limit, cap=source.terms.cap, cost_micros=search.cost_micros)


def _progress_words(survey: Survey) -> str:
    left = len(survey.to_probe) + len(survey.to_list)
    found, seen = plural(survey.found, "place"), plural(survey.cells, "cell")
    return f"Still searching: {found} found, {seen} seen, at least {left:,} to go."


async def save_search_part(session: AsyncSession, search: PlaceSearch, part: visiting.SearchPart) -> Saved:
    """Keep the places, link them to the search, and note how far it has come. Returns how many places there were."""
    saved = await save_places(session, search.tenant_id, search.source, list(part.places.values()))
    again = await _ids_of(session, search, part.seen_again)
    ids = [*saved.ids.values(), *again]
    await link_places(session, search.tenant_id, search.id, run=part.survey.run, ids=ids, new_ids=saved.new_ids)
    await compare_places(session, search.tenant_id, list(saved.ids.values()))
    await record_calls(session, search.tenant_id, search.source, *part.unwritten)
    await session.execute(
        update(PlaceSearch).where(PlaceSearch.id == search.id).values(await _report(session, search, part))
    )
    if part.survey.is_done and not part.survey.found:
        return Saved(0, "no_results", f"Nothing was found for {search.what!r} in {part.area.name or search.area}.")
    return Saved(len(saved.ids), total=part.survey.found)


async def _ids_of(session: AsyncSession, search: PlaceSearch, place_ids: set[str]) -> list[UUID]:
    if not place_ids:
        return []
    found = await session.scalars(
        select(Place.id).where(
            Place.tenant_id == search.tenant_id,
            Place.source == search.source,
            Place.place_id == any_(literal(sorted(place_ids), ARRAY(TEXT))),
        )
    )
    return list(found)


async def _report(session: AsyncSession, search: PlaceSearch, part: visiting.SearchPart) -> dict[str, Any]:
    survey = part.survey
    mine = PlaceSearchResult.place_search_id == search.id
    is_new = (PlaceSearchResult.run == survey.run) & PlaceSearchResult.was_new
    counted = await session.execute(select(func.count(), func.count().filter(is_new)).where(mine))
    results, new_places = counted.one()
    return {
        "area_shape": part.area.as_json(),
        "run": survey.run,
        "cells": survey.cells,
        "saturated_cells": survey.saturated_left,
        "coverage": survey.coverage(),
        "results": results,
        "new_places": new_places,
        "cost_micros": survey.cost_micros,
        "progress": None if survey.is_done else survey.as_json(),
    }
