"""nominatim.openstreetmap.org: turns the name of a place into its box. Knows cities, regions and countries."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import time
from urllib.parse import parse_qs

from scrapersky.simulator import exchange
from scrapersky.simulator.numbering import Rectangle
from scrapersky.simulator.phrases import folded
from scrapersky.simulator.vocabulary import CITIES, COUNTRIES, City

_LICENCE = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
_KNOWN = frozenset({"q", "format", "limit", "addressdetails", "polygon_geojson", "polygon_threshold"})
_MOST_RESULTS, _USUAL_RESULTS = 40, 10


@dataclass(frozen=True, slots=True)
class NominatimLimits:
    """The usage policy: one request a second for a whole application."""

    seconds_between_requests: float = 1.0
    burst: int = 2
    """Requests that may come closer together before a caller is refused."""


class BadParameter(Exception):
    """A parameter has no meaning. The message goes to the caller."""


@dataclass(slots=True)
class SimulatedNominatim:
    limits: NominatimLimits = field(default_factory=NominatimLimits)
    clock: Callable[[], float] = time
    _allowance: float = 0.0
    _last: float = 0.0

    def __post_init__(self) -> None:
        self._allowance = float(self.limits.burst)

    def answer(self, request: exchange.SiteRequest) -> exchange.SiteResponse:
        if not exchange.names_its_caller(request):
            return _page(403, "Access blocked", "Name your application and a contact in the User-Agent header.")
        if not self._is_within_limits():
            return _page(429, "Bandwidth limit exceeded", "You have been temporarily blocked: one request a second.")
        if request.path not in ("/search", "/search.php"):
            return _page(404, "Not Found", f"There is no {request.path}.")
        parameters = {name: values[-1].strip() for name, values in parse_qs(request.query).items()}
        try:
            return exchange.json_response(_search(parameters), indented=False)
        except BadParameter as error:
            return exchange.json_response({"error": {"code": 400, "message": str(error)}}, status=400)

    @staticmethod
    def busy(_: exchange.SiteRequest) -> exchange.SiteResponse:
        return _page(503, "Service Unavailable", "The server is temporarily unable to service your request.")

    def _is_within_limits(self) -> bool:
        """A bucket that fills by one request every interval."""
        now = self.clock()
        if self.limits.seconds_between_requests <= 0:
            return True
        refill = (now - self._last) / self.limits.seconds_between_requests if self._last else 0.0
        self._allowance = min(float(self.limits.burst), self._allowance + refill)
        self._last = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True


@dataclass(frozen=True, slots=True)
class _Place:
    names: tuple[str, ...]
    kind: str
    rank: int
    city: City
    box: Rectangle


def _search(parameters: dict[str, str]) -> exchange.JsonValue:
    if parameters.get("format", "jsonv2") != "jsonv2" or not parameters.keys() <= _KNOWN:
        raise BadParameter(f"The simulator knows jsonv2 and: {', '.join(sorted(_KNOWN))}.")
    if not parameters.get("q"):
        raise BadParameter("Nothing to search for.")
    limit = parameters.get("limit", str(_USUAL_RESULTS))
    if not limit.isdecimal():
        raise BadParameter("Parameter 'limit' must be a number.")
    found = [place for place in _places() if _is_meant(place, parameters["q"])]
    with_address = parameters.get("addressdetails") == "1"
    return [_printed(place, with_address=with_address) for place in found[: min(max(1, int(limit)), _MOST_RESULTS)]]


def _places() -> Iterator[_Place]:
    for city in CITIES:
        yield _Place(city.names, "city", 16, city, _box((city,)))
    regions = {(city.country, city.region): city for city in CITIES}
    for city in regions.values():
        members = tuple(other for other in CITIES if (other.country, other.region) == (city.country, city.region))
        yield _Place((city.region_name, city.region), "state", 8, city, _box(members))
    for country in COUNTRIES.values():
        members = tuple(city for city in CITIES if city.country == country.code)
        yield _Place((country.name, country.english_name), "country", 4, members[0], _box(members))


def _box(cities: tuple[City, ...]) -> Rectangle:
    return Rectangle(
        min(city.latitude - city.half_height for city in cities),
        min(city.longitude - city.half_width for city in cities),
        max(city.latitude + city.half_height for city in cities),
        max(city.longitude + city.half_width for city in cities),
    )


def _is_meant(place: _Place, query: str) -> bool:
    """The place's name comes first, and every other word belongs to its surroundings."""
    words = folded(query)
    country = COUNTRIES[place.city.country]
    around = (place.city.region, place.city.region_name, country.name, country.english_name, country.code, "usa", "uk")
    known = {word for name in around for word in folded(name)}
    for name in place.names:
        own = folded(name)
        if words[: len(own)] == own and set(words[len(own) :]) <= known:
            return True
    return False


def _printed(place: _Place, *, with_address: bool) -> exchange.JsonObject:
    city, country = place.city, COUNTRIES[place.city.country]
    names = [place.names[0], *([city.region_name] if place.kind == "city" else []), country.name]
    box = place.box
    printed: exchange.JsonObject = {
        "place_id": city.osm_relation + place.rank,
        "licence": _LICENCE,
        "osm_type": "relation",
        "osm_id": city.osm_relation if place.kind == "city" else city.osm_relation + place.rank,
        "lat": f"{(box.south + box.north) / 2:.7f}",
        "lon": f"{(box.west + box.east) / 2:.7f}",
        "category": "boundary",
        "type": "administrative",
        "place_rank": place.rank,
        "importance": 0.7,
        "addresstype": place.kind,
        "name": place.names[0],
        "display_name": ", ".join(dict.fromkeys(names if place.kind != "country" else [country.name])),
        "boundingbox": [f"{edge:.7f}" for edge in (box.south, box.north, box.west, box.east)],
    }
    return printed | ({"address": _address(place)} if with_address else {})


def _address(place: _Place) -> exchange.JsonObject:
    city, country = place.city, COUNTRIES[place.city.country]
    address: exchange.JsonObject = {"city": city.name} if place.kind == "city" else {}
    if place.kind != "country":
        address |= {"state": city.region_name, "ISO3166-2-lvl4": f"{city.country}-{city.region}"}
    return address | {"country": country.name, "country_code": city.country.lower()}


def _page(status: int, title: str, text: str) -> exchange.SiteResponse:
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>"
    return exchange.SiteResponse(status, {"Content-Type": "text/html; charset=utf-8"}, html.encode())
