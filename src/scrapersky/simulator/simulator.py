"""Starts and stops the small internet, inside any program that has an event loop."""

import ssl
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from time import time
from typing import Self
from urllib.parse import parse_qs

import orjson

from scrapersky.simulator import hosts
from scrapersky.simulator.certificates import CertificateAuthority
from scrapersky.simulator.exchange import JsonValue, SiteRequest, SiteResponse, json_response
from scrapersky.simulator.fault_effects import FaultEffects
from scrapersky.simulator.faults import Fault, Faults, Profile
from scrapersky.simulator.google.service import GoogleQuotas, QuotaMeter, SimulatedGooglePlaces
from scrapersky.simulator.nominatim import NominatimLimits, SimulatedNominatim
from scrapersky.simulator.overpass.service import OverpassLimits, SimulatedOverpass
from scrapersky.simulator.request_log import LoggedRequest, RequestLog
from scrapersky.simulator.resolver import SimulatedResolver
from scrapersky.simulator.server import Front, Listeners, Service
from scrapersky.simulator.sites import respond
from scrapersky.simulator.truth import truth_about
from scrapersky.simulator.world import World

PlaceService = SimulatedGooglePlaces | SimulatedOverpass | SimulatedNominatim
_MOST_LISTED = 1_000


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
            return json_response(self._about())
        return json_response({"error": f"There is no {request.path} here."}, status=404)

    def _about(self) -> JsonValue:
        """Which world this is, where it is served, and what else can be asked for here."""
        return {
            "seed": self._world.seed,
            "businesses": self._world.businesses,
            "faults": self._faults.profile,
            "http_port": self._resolver.http_port,
            "https_port": self._resolver.https_port,
            "requests": "/requests?host=NAME&limit=1000 (DELETE empties the log)",
            "certificate_authority": "/certificate-authority.pem",
            "truth": "/truth/PLACE_ID",
        }

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


@dataclass(frozen=True, slots=True)
class SimulatedLimits:
    """How much each place source lets a caller ask. The defaults are the real ones."""

    google: GoogleQuotas = field(default_factory=GoogleQuotas)
    overpass: OverpassLimits = field(default_factory=OverpassLimits)
    nominatim: NominatimLimits = field(default_factory=NominatimLimits)


class Simulator:
    """`async with Simulator(seed=1) as simulator:` serves a world on 127.0.0.1 until the block ends.

    Give it a latency to see how many requests a client has under way at once: answers that take no time never overlap.
    """

    def __init__(
        self,
        *,
        seed: int = 1,
        businesses: int = 10_000,
        faults: Profile = "default",
        port: int = 0,
        https_port: int = 0,
        limits: SimulatedLimits | None = None,
        slow_seconds: float = 2.0,
        latency_seconds: float = 0.0,
        requests_kept: int = 20_000,
        clock: Callable[[], float] = time,
    ) -> None:
        self.world = World(seed, businesses)
        self.faults = Faults(seed, faults)
        self.requests = RequestLog(requests_kept)
        self.certificate_authority = CertificateAuthority(self._is_served, self._has_expired)
        self.resolver = SimulatedResolver(self.world, self.faults, port, https_port)
        effects = FaultEffects(self.faults, slow_seconds)
        sources = self._place_sources(limits or SimulatedLimits(), clock)
        self._front = Front(
            self.world,
            effects,
            self.requests,
            self._others() | {host: source.answer for host, source in sources.items()},
            respond,
            when_busy={host: source.busy for host, source in sources.items()},
            latency_seconds=latency_seconds,
        )
        self._listeners: Listeners | None = None

    @property
    def trust(self) -> ssl.SSLContext:
        """For clients: trusts the simulator's authority and no other."""
        return self.certificate_authority.trusting_context()

    @property
    def http_port(self) -> int:
        return self.resolver.http_port

    @property
    def https_port(self) -> int:
        return self.resolver.https_port

    async def __aenter__(self) -> Self:
        context = self.certificate_authority.server_context()
        self._listeners = Listeners(self._front)
        resolver = self.resolver
        resolver.http_port, resolver.https_port = await self._listeners.listen(
            resolver.http_port, resolver.https_port, context
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listeners is not None:
            await self._listeners.close()

    def _is_served(self, host: str) -> bool:
        return host in hosts.OTHER_HOSTS or self.world.by_host(host) is not None

    def _has_expired(self, host: str) -> bool:
        return self.faults.of_site(host) is Fault.EXPIRED_CERTIFICATE and self.world.by_host(host) is not None

    def _place_sources(self, limits: SimulatedLimits, clock: Callable[[], float]) -> dict[str, PlaceService]:
        return {
            hosts.GOOGLE_PLACES_HOST: SimulatedGooglePlaces(self.world, QuotaMeter(limits.google, clock)),
            hosts.OVERPASS_HOST: SimulatedOverpass(self.world, limits.overpass, clock),
            hosts.NOMINATIM_HOST: SimulatedNominatim(limits.nominatim, clock),
        }

    def _others(self) -> dict[str, Service]:
        control = Control(self.resolver, self.requests, self.certificate_authority).answer
        return {
            hosts.BUILDER_HOST: hosts.answer_of_builder,
            hosts.HOOKS_HOST: hosts.answer_of_receiver,
            hosts.INTERNAL_HOST: hosts.answer_of_intranet,
            hosts.CONTROL_HOST: control,
            "127.0.0.1": control,
            "localhost": control,
        }
