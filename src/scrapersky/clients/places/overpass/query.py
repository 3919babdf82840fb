"""Questions in Overpass's language. Words from people are always quoted."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.errors import RequestRefused
from scrapersky.clients.places.phrases import singular
from scrapersky.clients.places.source import PlaceQuery

TITLE = "OpenStreetMap (Overpass)"
KEYS = ("amenity", "shop", "office", "craft", "healthcare", "tourism", "leisure")
NO_BUSINESSES = ("vacant", "disused", "abandoned", "closed", "no")
_STILL_THERE = '["disused"!="yes"]["abandoned"!="yes"][!"highway"][!"public_transport"][!"railway"]'
_SPECIAL = re.compile(r"[.\[\](){}*+?|^$\\]")
"""In the regular expressions of POSIX, which know no other escapes."""
SECONDS = 60
_MOST_BYTES = 256 * 1024 * 1024
_AREA_OFFSET = 3_600_000_000
_TAG = re.compile(r"([a-z_:]{1,40})=([a-z0-9_;:-]{1,60})")
_HEAD = f"[out:json][timeout:{SECONDS}][maxsize:{_MOST_BYTES}];"


def area_query(query: PlaceQuery, area: Area) -> str:
    """Everything of the kind within the area's box, and within its border where OpenStreetMap has one."""
    border = f"(area:{_AREA_OFFSET + area.relation})" if area.relation is not None else ""
    places = [f"({box.south:.7f},{box.west:.7f},{box.north:.7f},{box.east:.7f}){border}" for box in area.box.sides]
    wanted = "".join(f"nwr{tags}{where};" for tags in _filters(query) for where in places)
    return f"{_HEAD}({wanted});out center tags;"


def element_query(kind: str, number: int) -> str:
    return f"{_HEAD}{kind}({number});out center tags;"


def _filters(query: PlaceQuery) -> Iterator[str]:
    if query.category:
        yield _exactly(query.category)
        return
    word = singular(query.what)
    known = _words_in("osm_tags.toml").get(word)
    if known is not None:
        yield from map(_exactly, known)
        return
    value = re.sub(r"\W+", "_", word).strip("_")
    if value and value not in NO_BUSINESSES:
        yield f'[~"^({"|".join(KEYS)})$"~"^{value}$"]{_STILL_THERE}'
    yield from _businesses_called(query.what.strip(), word)


def _businesses_called(*words: str) -> Iterator[str]:
    """Streets, stops and empty shops are called after all sorts of things: a name counts only where a business is."""
    called = _quoted("|".join(_SPECIAL.sub(r"\\\g<0>", each) for each in dict.fromkeys(words)))
    for key in KEYS:
        kinds = _words_in("business_kinds.toml").get(key)
        is_business = f'~"^({"|".join(kinds)})$"' if kinds else f'!~"^({"|".join(NO_BUSINESSES)})$"'
        yield f'["{key}"]["{key}"{is_business}]["name"~{called},i]{_STILL_THERE}'


def _exactly(tag: str) -> str:
    match = _TAG.fullmatch(tag)
    if match is None:
        raise RequestRefused(TITLE, f"{tag[:60]!r} is no tag; write a category as amenity=dentist.")
    return f'["{match[1]}"="{match[2]}"]'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@cache
def _words_in(name: str) -> Mapping[str, list[str]]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))
