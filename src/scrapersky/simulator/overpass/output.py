"""Prints what a query found, as JSON or XML."""

from datetime import UTC, datetime
from xml.sax.saxutils import quoteattr

import orjson

from scrapersky.simulator.exchange import SiteResponse
from scrapersky.simulator.json_values import JsonObject, JsonValue, json_response
from scrapersky.simulator.overpass.elements import OverpassElement
from scrapersky.simulator.overpass.evaluation import Evaluation
from scrapersky.simulator.overpass.statements import Out

GENERATOR = "Overpass API 0.7.62.8 e802775f"
_COPYRIGHT = "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."
_WITH_COORDINATES = frozenset({"skel", "body", "meta"})
_WITH_TAGS = frozenset({"body", "tags", "meta"})


def print_answer(evaluation: Evaluation, remark: str | None, map_time: float) -> SiteResponse:
    elements = [_printed(item, out) for out, items in evaluation.printed for item in _counted(items, out)]
    base = datetime.fromtimestamp(map_time // 60 * 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if evaluation.program.format == "xml":
        return _as_xml(elements, remark, base)
    answer: JsonObject = {
        "version": 0.6,
        "generator": GENERATOR,
        "osm3s": {"timestamp_osm_base": base, "copyright": _COPYRIGHT},
        "elements": list[JsonValue](elements),
    }
    if remark:
        answer["remark"] = remark
    return json_response(answer, headers={"Content-Type": "application/json"})


def _counted(elements: list[OverpassElement], out: Out) -> list[OverpassElement]:
    """The elements, or the one element that says how many there are."""
    if out.verbosity != "count":
        return elements
    kinds = [element.type for element in elements]
    counts = {f"{kind}s": str(kinds.count(kind)) for kind in ("node", "way", "relation", "area")}
    return [OverpassElement("area", 0, 0.0, 0.0, counts | {"total": str(len(elements))})]


def _printed(element: OverpassElement, out: Out) -> JsonObject:
    if out.verbosity == "count":
        return {"type": "count", "id": 0, "tags": dict[str, JsonValue](element.tags)}
    printed: JsonObject = {"type": element.type, "id": element.id}
    if element.type == "node" and (out.verbosity in _WITH_COORDINATES or out.geometry):
        printed |= _coordinates(element.latitude, element.longitude)
    if out.verbosity == "meta":
        printed |= {"timestamp": "2026-01-02T03:04:05Z", "version": 1, "changeset": 1, "user": "mapper", "uid": 1}
    if element.type != "node" and out.geometry:
        printed |= _geometry(element, out)
    if element.type == "way" and out.verbosity in _WITH_COORDINATES:
        printed["nodes"] = list[JsonValue](element.corner_ids)
    if element.type == "relation" and out.verbosity in _WITH_COORDINATES:
        printed["members"] = [{"type": "way", "ref": element.id, "role": "outer"}]
    if out.verbosity in _WITH_TAGS:
        printed["tags"] = dict[str, JsonValue](element.tags)
    return printed


def _coordinates(latitude: float, longitude: float) -> JsonObject:
    return {"lat": latitude, "lon": longitude}


def _geometry(element: OverpassElement, out: Out) -> JsonObject:
    if out.geometry == "center":
        return {"center": _coordinates(element.latitude, element.longitude)}
    latitudes, longitudes = zip(*_outline(element), strict=True)
    bounds: JsonObject = {
        "minlat": min(latitudes),
        "minlon": min(longitudes),
        "maxlat": max(latitudes),
        "maxlon": max(longitudes),
    }
    if out.geometry == "bb" or element.type != "way":
        return {"bounds": bounds}
    return {"bounds": bounds, "geometry": [_coordinates(*corner) for corner in element.corners]}


def _outline(element: OverpassElement) -> list[tuple[float, float]]:
    city = element.city
    if city is None:
        return element.corners
    return [
        (city.latitude - city.half_height, city.longitude - city.half_width),
        (city.latitude + city.half_height, city.longitude + city.half_width),
    ]


def _as_xml(elements: list[JsonObject], remark: str | None, base: str) -> SiteResponse:
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<osm version="0.6" generator="{GENERATOR}">',
        f"<note>{_COPYRIGHT}</note>",
        f'<meta osm_base="{base}"/>',
        *map(_element_xml, elements),
        *([f"<remark> {remark} </remark>"] if remark else []),
        "</osm>",
    ]
    return SiteResponse(200, {"Content-Type": "application/osm3s+xml"}, "\n".join(parts).encode())


def _element_xml(element: JsonObject) -> str:
    children = []
    attributes = ""
    for name, value in element.items():
        if name == "tags" and isinstance(value, dict):
            children += [f"<tag k={quoteattr(key)} v={quoteattr(str(text))}/>" for key, text in value.items()]
        elif name in ("center", "bounds") and isinstance(value, dict):
            children.append(f"<{name}{_attributes(value)}/>")
        elif name == "nodes" and isinstance(value, list):
            children += [f'<nd ref="{node}"/>' for node in value]
        elif name == "members" and isinstance(value, list):
            children += [f"<member{_attributes(member)}/>" for member in value if isinstance(member, dict)]
        elif name not in ("type", "geometry"):
            attributes += _attributes({name: value})
    kind = element["type"]
    return f"<{kind}{attributes}>{''.join(children)}</{kind}>"


def _attributes(values: JsonObject) -> str:
    return "".join(
        f" {name}={quoteattr(value if isinstance(value, str) else orjson.dumps(value).decode())}"
        for name, value in values.items()
    )
