"""The simulator's own host: where a program outside reads the request log and fetches what it needs to connect."""

from dataclasses import asdict, dataclass
from urllib.parse import parse_qs

import orjson

from scrapersky.simulator.certificates import CertificateAuthority
from scrapersky.simulator.exchange import JsonValue, SiteRequest, SiteResponse, json_response
from scrapersky.simulator.faults import Profile
from scrapersky.simulator.request_log import LoggedRequest, RequestLog
from scrapersky.simulator.resolver import SimulatedResolver
from scrapersky.simulator.truth import truth_about

_MOST_LISTED = 1_000


@dataclass(frozen=True, slots=True)
class About:
    """Which world this is, where it is served, and what else can be asked for here."""

    seed: int
    businesses: int
    faults: Profile
    http_port: int
    https_port: int
    requests: str = "/requests?host=NAME&limit=1000 (DELETE empties the log)"
    certificate_authority: str = "/certificate-authority.pem"
    truth: str = "/truth/PLACE_ID"


class Control:
    def __init__(self, resolver: SimulatedResolver, log: RequestLog, authority: CertificateAuthority) -> None:
        self._resolver = resolver
        self._world = resolver.world
        self._faults = resolver.faults
        self._log = log
        self._authority = authority

    def answer(self, request: SiteRequest) -> SiteResponse:
        if request.path == "/requests" and request.method == "DELETE":
            self._log.clear()
            return SiteResponse(204)
        if request.path == "/requests":
            return self._requests(request)
        if request.path == "/certificate-authority.pem":
            return SiteResponse(200, {"Content-Type": "application/x-pem-file"}, self._authority.pem)
        if request.path.startswith("/truth/"):
            return self._truth(request.path.removeprefix("/truth/"))
        if request.path == "/":
            return json_response(asdict(self._about()))
        return json_response({"error": f"There is no {request.path} here."}, status=404)

    def _about(self) -> About:
        resolver = self._resolver
        return About(
            self._world.seed, self._world.businesses, self._faults.profile, resolver.http_port, resolver.https_port
        )

    def _requests(self, request: SiteRequest) -> SiteResponse:
        parameters = parse_qs(request.query)
        host = parameters.get("host", [""])[0]
        limit = parameters.get("limit", [str(_MOST_LISTED)])[0]
        if not limit.isdecimal():
            return json_response({"error": f"limit must be a whole number, not {limit!r}."}, status=400)
        found = self._log.to(host) if host else list(self._log)
        newest = found[-min(int(limit), _MOST_LISTED) or len(found) :] if int(limit) else []
        listed: list[JsonValue] = [_listed(logged) for logged in newest]
        return json_response({"total": len(found), "dropped": self._log.dropped, "requests": listed})

    def _truth(self, place_id: str) -> SiteResponse:
        business = self._world.by_place_id(place_id)
        if business is None:
            return json_response({"error": f"Nobody here has the id {place_id!r}."}, status=404)
        return SiteResponse(
            200, {"Content-Type": "application/json"}, orjson.dumps(truth_about(self._world, business, self._faults))
        )


def _listed(logged: LoggedRequest) -> JsonValue:
    return {**asdict(logged), "headers": [list(pair) for pair in logged.headers]}
