"""places.googleapis.com: checks key, quota and mask, then answers a search or the details of a place."""

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import time
from urllib.parse import parse_qs

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.dice import keyed_hash
from scrapersky.simulator.exchange import JsonObject, SiteRequest, SiteResponse, json_response
from scrapersky.simulator.google.errors import GoogleError, error_reason, invalid_argument
from scrapersky.simulator.google.place import place_json
from scrapersky.simulator.google.searches import MOST_RESULTS, read_text_search, text_search_results
from scrapersky.simulator.google.tiers import FieldMask, Method, billed_tier, read_mask, sku
from scrapersky.simulator.identity import looks_like_place_id
from scrapersky.simulator.world import World

PROJECT_NUMBER = "481516234200"
_PACIFIC = -8 * 3600
_MINUTE, _DAY = 60, 86_400


@dataclass(frozen=True, slots=True)
class Quota:
    per_minute: int
    per_day: int


@dataclass(frozen=True, slots=True)
class GoogleQuotas:
    """What a project may ask. The defaults are those of a new project."""

    search_text: Quota = Quota(600, 75_000)
    get_place: Quota = Quota(600, 125_000)

    def of(self, method: Method) -> Quota:
        return self.search_text if method == "SearchText" else self.get_place


@dataclass(slots=True)
class QuotaMeter:
    """Counts requests in fixed windows, as the real quotas do."""

    quotas: GoogleQuotas = field(default_factory=GoogleQuotas)
    clock: Callable[[], float] = time
    _counts: dict[tuple[Method, int], tuple[int, int]] = field(default_factory=dict)
    """For each method and window length: the window that was last asked in, and how often."""

    def charge(self, method: Method) -> None:
        """Count one request; raises RESOURCE_EXHAUSTED when its minute or its day is used up."""
        quota = self.quotas.of(method)
        now = self.clock()
        counts = {}
        for length, limit, offset in ((_DAY, quota.per_day, _PACIFIC), (_MINUTE, quota.per_minute, 0)):
            window = int((now + offset) // length)
            known, count = self._counts.get((method, length), (window, 0))
            count = count if known == window else 0
            if count >= limit:
                raise _exceeded(method, length, limit, window * length - offset)
            counts[method, length] = (window, count + 1)
        self._counts |= counts


def _exceeded(method: Method, length: int, limit: int, window_start: int) -> GoogleError:
    word, unit, sign = ("minute", "Minute", "m") if length == _MINUTE else ("day", "Day", "d")
    name = f"{method}Request"
    message = (
        f"Quota exceeded for quota metric '{name}' and limit '{name} per {word}' of service 'places.googleapis.com'"
        f" for consumer 'project_number:{PROJECT_NUMBER}'."
    )
    reason = error_reason(
        "RATE_LIMIT_EXCEEDED",
        quota_metric=f"places.googleapis.com/{name}",
        quota_limit=f"{name}Per{unit}PerProject",
        quota_limit_value=str(limit),
        quota_unit=f"1/{sign}/{{project}}",
        quota_location="global",
        consumer=f"projects/{PROJECT_NUMBER}",
        window_start_time=datetime.fromtimestamp(window_start, UTC).isoformat(),
    )
    return GoogleError("RESOURCE_EXHAUSTED", message, (reason,))


BILLED_HEADER = "X-Simulator-Billed"
"""Names the SKU an answer would be billed under. The real API has no such header."""

_FORM = re.compile(r"AIza[A-Za-z0-9_-]{35}")
_DETAILS_PATH = re.compile(r"/v1/places/([^/]{1,300})")


def _key(name: str) -> str:
    return "AIza" + name.ljust(35, "-")


# Any of the right form is taken; those of the lines below are refused, each in its own way.
VALID_KEY = _key("simulated")
KEY_WITH_SERVICE_DISABLED = _key("service-disabled")
KEY_WITH_BILLING_DISABLED = _key("billing-disabled")
KEY_WITH_SERVICE_BLOCKED = _key("service-blocked")
KEY_OF_SUSPENDED_CONSUMER = _key("consumer-suspended")


def check_key(key: str | None, method: Method) -> None:
    """Raise what Google answers to a missing, wrong or powerless key."""
    if not key:
        raise GoogleError(
            "PERMISSION_DENIED",
            "Method doesn't allow unregistered callers (callers without established identity)."
            " Please use API Key or other form of API consumer identity to call this API.",
        )
    if _FORM.fullmatch(key) is None:
        raise GoogleError(
            "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", (error_reason("API_KEY_INVALID"),)
        )
    refusal = _refusals(method).get(key)
    if refusal is not None:
        reason, message = refusal
        raise GoogleError("PERMISSION_DENIED", message, (error_reason(reason, consumer=f"projects/{PROJECT_NUMBER}"),))


def _refusals(method: Method) -> dict[str, tuple[str, str]]:
    return {
        KEY_WITH_SERVICE_DISABLED: (
            "SERVICE_DISABLED",
            f"Places API (New) has not been used in project {PROJECT_NUMBER} before or it is disabled.",
        ),
        KEY_WITH_BILLING_DISABLED: (
            "BILLING_DISABLED",
            f"This API method requires billing to be enabled. Please enable billing on project #{PROJECT_NUMBER}.",
        ),
        KEY_WITH_SERVICE_BLOCKED: (
            "API_KEY_SERVICE_BLOCKED",
            f"Requests to this API places.googleapis.com method google.maps.places.v1.Places.{method} are blocked.",
        ),
        KEY_OF_SUSPENDED_CONSUMER: (
            "CONSUMER_SUSPENDED",
            f"Permission denied: Consumer 'project_number:{PROJECT_NUMBER}' has been suspended.",
        ),
    }


@dataclass(frozen=True, slots=True)
class SimulatedGooglePlaces:
    world: World
    quotas: QuotaMeter = field(default_factory=QuotaMeter)

    def answer(self, request: SiteRequest) -> SiteResponse:
        is_search = (request.method, request.path) == ("POST", "/v1/places:searchText")
        if not is_search and not (request.method == "GET" and _DETAILS_PATH.fullmatch(request.path)):
            return _not_found(request)
        method: Method = "SearchText" if is_search else "GetPlace"
        try:
            check_key(request.headers.get("x-goog-api-key"), method)
            self.quotas.charge(method)
            return self._search_text(request) if is_search else self._details(request)
        except GoogleError as error:
            return error.response()

    @staticmethod
    def busy(_: SiteRequest) -> SiteResponse:
        return GoogleError("UNAVAILABLE", "The service is currently unavailable.").response()

    def _search_text(self, request: SiteRequest) -> SiteResponse:
        mask = read_mask(request.headers.get("x-goog-fieldmask"), prefix="places.")
        search = read_text_search(request.body)
        offset = read_token(self.world.seed, search.unchanging, search.page_token)
        found = text_search_results(self.world, search)
        end = min(offset + search.most, MOST_RESULTS)
        answer = self._places(found[offset:end], mask, search.language_code)
        if end < len(found) and mask.with_next_page:
            answer["nextPageToken"] = make_token(self.world.seed, search.unchanging, end)
        return _billed(answer, "SearchText", mask)

    def _details(self, request: SiteRequest) -> SiteResponse:
        mask = read_mask(request.headers.get("x-goog-fieldmask"))
        business = self._find(request.path.removeprefix("/v1/places/"))
        language = parse_qs(request.query).get("languageCode", ["en"])[-1]
        place = place_json(self.world.seed, business, language)
        return _billed(mask.applied_to(place), "GetPlace", mask)

    def _places(self, found: list[SimulatedBusiness], mask: FieldMask, language: str) -> JsonObject:
        if not found or not mask.place_fields:
            return {}
        return {"places": [mask.applied_to(place_json(self.world.seed, business, language)) for business in found]}

    def _find(self, identifier: str) -> SimulatedBusiness:
        business = self.world.by_place_id(identifier)
        if business is None and looks_like_place_id(identifier):
            raise GoogleError("NOT_FOUND", "The Place ID is no longer valid. Please refresh cached Place IDs.")
        if business is None:
            raise invalid_argument(f"Not a valid Place ID: {identifier}")
        return business


def _billed(answer: JsonObject, method: Method, mask: FieldMask) -> SiteResponse:
    tier = billed_tier(method, mask.place_fields)
    return json_response(answer, headers={BILLED_HEADER: sku(method, tier)})


def _not_found(request: SiteRequest) -> SiteResponse:
    text = f"The requested URL {request.path} was not found on this server."
    return SiteResponse(404, {"Content-Type": "text/html; charset=UTF-8"}, f"<title>Error 404</title>{text}".encode())


def make_token(seed: int, search: bytes, offset: int) -> str:
    proof = keyed_hash(seed, "page token", search.hex(), offset)
    return base64.urlsafe_b64encode(offset.to_bytes(2, "big") + proof.to_bytes(8, "big") * 4).decode().rstrip("=")


def read_token(seed: int, search: bytes, token: str) -> int:
    """The offset a token stands for. It is refused for any search but the one it was made for."""
    if not token:
        return 0
    try:
        content = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid_argument("Request contains an invalid argument.") from error
    offset = int.from_bytes(content[:2], "big")
    if make_token(seed, search, offset) != token:
        raise invalid_argument(
            "Request parameters must be the same as in the request that returned the page_token,"
            " except for page_size, max_result_count and page_token."
        )
    return offset
