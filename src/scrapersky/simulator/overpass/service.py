"""overpass-api.de: the interpreter and its status, with their slots."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from time import time
from urllib.parse import parse_qs

from scrapersky.simulator import exchange
from scrapersky.simulator.dice import keyed_hash
from scrapersky.simulator.overpass.evaluation import Evaluation, OverpassElement
from scrapersky.simulator.overpass.query import QueryError, read_query
from scrapersky.simulator.world import World

_DAY = 86_400


@dataclass(frozen=True, slots=True)
class OverpassLimits:
    """A caller has so many slots; a query holds one for its running time and a while longer."""

    slots: int = 2
    cooldown_seconds: float = 1.0
    per_day: int = 10_000
    data_age_seconds: float = 60.0
    """How far the map is behind. A mirror that stopped updating is days behind and says so nowhere else."""


@dataclass(slots=True)
class SimulatedOverpass:
    world: World
    limits: OverpassLimits = field(default_factory=OverpassLimits)
    clock: Callable[[], float] = time
    _slots_free_at: list[float] = field(default_factory=list)
    _asked_today: Counter[int] = field(default_factory=Counter)

    def answer(self, request: exchange.SiteRequest) -> exchange.SiteResponse:
        if not exchange.names_its_caller(request):
            return _page(406, "Not Acceptable: name your application and a contact in the User-Agent header.")
        if request.path == "/api/status":
            return exchange.SiteResponse(200, {"Content-Type": "text/plain"}, self._status().encode())
        if request.path != "/api/interpreter":
            return _page(404, f"The requested URL {request.path} was not found on this server.")
        return self._interpret(request)

    @staticmethod
    def busy(request: exchange.SiteRequest) -> exchange.SiteResponse:
        """What the dispatcher answers when it cannot take any more queries: a page, now and then with status 200."""
        return _page(
            200 if keyed_hash(request.body) % 3 == 0 else 504,
            "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::timeout."
            " The server is probably too busy to handle your request.",
        )

    def _interpret(self, request: exchange.SiteRequest) -> exchange.SiteResponse:
        now = self.clock()
        self._slots_free_at = [moment for moment in self._slots_free_at if moment > now]
        self._asked_today[int(now // _DAY)] += 1
        if len(self._slots_free_at) >= self.limits.slots or self._asked_today[int(now // _DAY)] > self.limits.per_day:
            return _page(
                429,
                "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::"
                "rate_limited. Please check /api/status for the quota of your IP address.",
            )
        self._slots_free_at.append(now + self.limits.cooldown_seconds)
        try:
            evaluation = Evaluation(self.world, read_query(_source(request)))
        except QueryError as error:
            return _page(400, str(error))
        elements = evaluation.run()
        return print_answer(elements, evaluation.remark, now - self.limits.data_age_seconds)

    def _status(self) -> str:
        now = self.clock()
        waiting = sorted(moment for moment in self._slots_free_at if moment > now)
        free = self.limits.slots - len(waiting)
        lines = [
            "Connected as: 2130706433",
            f"Current time: {_timestamp(now)}",
            "Announced endpoint: none",
            f"Rate limit: {self.limits.slots}",
            *([f"{free} slots available now."] if free > 0 else []),
            *(f"Slot available after: {_timestamp(at)}, in {int(at - now) + 1} seconds." for at in waiting),
            "Currently running queries (pid, space limit, time limit, start time):",
        ]
        return "\n".join(lines) + "\n"


def _source(request: exchange.SiteRequest) -> str:
    """The query: a form field of a POST, its raw body, or a parameter of the address."""
    body = request.body.decode("utf-8", "replace")
    form = parse_qs(body) if body.startswith("data=") else {}
    return form.get("data", parse_qs(request.query).get("data", [body]))[0]


def _timestamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _page(status: int, message: str) -> exchange.SiteResponse:
    html = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>OSM3S Response</title></head>\n'
        f'<body><p><strong style="color:#FF0000">Error</strong>: {escape(message, quote=False)} </p></body></html>\n'
    )
    return exchange.SiteResponse(status, {"Content-Type": "text/html; charset=utf-8"}, html.encode())


GENERATOR = "Overpass API 0.7.62.8 e802775f"
_COPYRIGHT = "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."


def print_answer(elements: list[OverpassElement], remark: str | None, map_time: float) -> exchange.SiteResponse:
    answer: exchange.JsonObject = {
        "version": 0.6,
        "generator": GENERATOR,
        "osm3s": {"timestamp_osm_base": _timestamp(map_time // 60 * 60), "copyright": _COPYRIGHT},
        "elements": [_printed(element) for element in elements],
    }
    if remark:
        answer["remark"] = remark
    return exchange.json_response(answer, headers={"Content-Type": "application/json"})


def _printed(element: OverpassElement) -> exchange.JsonObject:
    place: exchange.JsonObject = {"lat": element.latitude, "lon": element.longitude}
    where: exchange.JsonObject = place if element.type == "node" else {"center": place}
    tags: exchange.JsonValue = dict[str, exchange.JsonValue](element.tags)
    return {"type": element.type, "id": element.id, **where, "tags": tags}
