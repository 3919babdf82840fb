"""WF1 Single search: place_searches -> places_staging.

A person says what to look for and where; every place that the source has there is found, beyond the number it gives at
once.
"""

from scrapersky.clients.places.registry import SOURCE_NAMES
from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, ComputedColumn, lasted, looked_up
from scrapersky.extract.corrections import read_limit
from scrapersky.models import List, Place, PlaceSearch
from scrapersky.services import load_searches, save_search_part, search_places

single_search = Workflow(
    code="WF1",
    title="Searches",
    purpose="Find the places that a phrase means, in the area that it names.",
    curation=PlaceSearch.single_search,
    produces=Place,
    shows=(
        PlaceSearch.phrase,
        PlaceSearch.area,
        PlaceSearch.source,
        PlaceSearch.results,
        PlaceSearch.new_places,
        PlaceSearch.cost_micros,
        PlaceSearch.started_by,
        PlaceSearch.coverage,
        PlaceSearch.cells,
        PlaceSearch.saturated_cells,
    ),
    computed=(
        ComputedColumn("radius", PlaceSearch.area_shape["radius"].as_float(), after="area"),
        lasted("took_ms", PlaceSearch.single_search, after="started_by"),
        looked_up("list", List.name, by=PlaceSearch.list_id, after="took_ms"),
    ),
    labels={
        "phrase": "Query",
        "area": "Location",
        "cells": "Areas searched",
        "saturated_cells": "Areas cut short",
        "radius": "Radius (m)",
    },
    looks={
        "source": ColumnDisplay(choices=SOURCE_NAMES),
        "coverage": ColumnDisplay(hidden=True),
        "cells": ColumnDisplay(hidden=True),
        "saturated_cells": ColumnDisplay(hidden=True),
    },
    facets=("source", "list", "started_by", "results", "outcome", "cause"),
    edits=(PlaceSearch.result_limit,),
    corrections={"result_limit": read_limit},
    searches=PlaceSearch.search_words,
    sorts=(PlaceSearch.results, PlaceSearch.new_places, PlaceSearch.cost_micros),
    load=load_searches,
    work=search_places,
    save=save_search_part,
    schedule=Schedule(batch_size=4, concurrency=4, timeout_seconds=240),
)
