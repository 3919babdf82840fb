"""WF1 Single search: place_searches -> places_staging.

A person says what to look for and where; every place that the source has there is found, beyond the number it gives at
once.
"""

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.models.place import Place
from scrapersky.models.place_search import PlaceSearch
from scrapersky.services.single_search_service import load_searches, save_search_part, search_places

single_search = Workflow(
    code="WF1",
    title="Single search",
    purpose="Find the places that a phrase means, in the area that it names.",
    curation=PlaceSearch.single_search,
    produces=Place,
    shows=(
        PlaceSearch.phrase,
        PlaceSearch.area,
        PlaceSearch.source,
        PlaceSearch.results,
        PlaceSearch.new_places,
        PlaceSearch.coverage,
        PlaceSearch.cells,
        PlaceSearch.saturated_cells,
        PlaceSearch.cost_micros,
        PlaceSearch.started_by,
        PlaceSearch.list_id,
    ),
    labels={
        "phrase": "Query",
        "area": "Location",
        "cells": "Areas searched",
        "saturated_cells": "Areas cut short",
    },
    edits=(PlaceSearch.result_limit,),
    sorts=(PlaceSearch.results, PlaceSearch.new_places, PlaceSearch.cost_micros),
    load=load_searches,
    work=search_places,
    save=save_search_part,
    schedule=Schedule(batch_size=4, concurrency=4, timeout_seconds=240),
)
