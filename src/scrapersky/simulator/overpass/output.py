"""Prints what a query found, as `out center tags` does."""

from datetime import UTC, datetime

from scrapersky.simulator.exchange import SiteResponse
from scrapersky.simulator.json_values import JsonObject, JsonValue, json_response
from scrapersky.simulator.overpass.elements import OverpassElement

GENERATOR = "Overpass API 0.7.62.8 e802775f"
_COPYRIGHT = "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."


def print_answer(elements: list[OverpassElement], remark: str | None, map_time: float) -> SiteResponse:
    base = datetime.fromtimestamp(map_time // 60 * 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    answer: JsonObject = {
        "version": 0.6,
        "generator": GENERATOR,
        "osm3s": {"timestamp_osm_base": base, "copyright": _COPYRIGHT},
        "elements": [_printed(element) for element in elements],
    }
    if remark:
        answer["remark"] = remark
    return json_response(answer, headers={"Content-Type": "application/json"})


def _printed(element: OverpassElement) -> JsonObject:
    place: JsonObject = {"lat": element.latitude, "lon": element.longitude}
    where: JsonObject = place if element.type == "node" else {"center": place}
    tags: JsonValue = dict[str, JsonValue](element.tags)
    return {"type": element.type, "id": element.id, **where, "tags": tags}
