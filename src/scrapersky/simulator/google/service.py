"""places.googleapis.com: checks key, quota and mask, then answers a search or the details of a place."""

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.dice import keyed_hash
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.google.errors import GoogleError, invalid_argument
from scrapersky.simulator.google.field_masks import FieldMask, read_mask
from scrapersky.simulator.google.keys import check_key
from scrapersky.simulator.google.place import place_json
from scrapersky.simulator.google.quotas import QuotaMeter
from scrapersky.simulator.google.search_requests import read_nearby_search, read_text_search
from scrapersky.simulator.google.searches import MOST_RESULTS, nearby_search_results, text_search_results
from scrapersky.simulator.google.tiers import Method, billed_tier, sku
from scrapersky.simulator.identity import looks_like_place_id
from scrapersky.simulator.json_values import JsonObject, json_response
from scrapersky.simulator.world import World

BILLED_HEADER = "X-Simulator-Billed"
"""Names the SKU an answer would be billed under. The real API has no such header."""

_DETAILS_PATH = re.compile(r"/v1/places/([^/]{1,300})")


@dataclass(frozen=True, slots=True)
class SimulatedGooglePlaces:
    world: World
    quotas: QuotaMeter = field(default_factory=QuotaMeter)

    def answer(self, request: SiteRequest) -> SiteResponse:
        method, respond = self._route(request)
        if method is None:
            return _not_found(request)
        parameters = {name: values[-1] for name, values in parse_qs(request.query).items()}
        try:
            check_key(request, request.headers.get("x-goog-api-key") or parameters.get("key"), method)
            self.quotas.charge(method)
            return respond(request, parameters)
        except GoogleError as error:
            return error.response()

    @staticmethod
    def busy(_: SiteRequest) -> SiteResponse:
        return GoogleError("UNAVAILABLE", "The service is currently unavailable.").response()

    def _route(self, request: SiteRequest) -> tuple[Method | None, "_Responder"]:
        if request.method == "POST" and request.path == "/v1/places:searchText":
            return "SearchText", self._search_text
        if request.method == "POST" and request.path == "/v1/places:searchNearby":
            return "SearchNearby", self._search_nearby
        if request.method == "GET" and _DETAILS_PATH.fullmatch(request.path):
            return "GetPlace", self._details
        return None, self._details

    def _search_text(self, request: SiteRequest, parameters: dict[str, str]) -> SiteResponse:
        mask = read_mask(_mask_text(request, parameters), prefix="places.")
        search = read_text_search(request.body)
        offset = read_token(self.world.seed, search.unchanging, search.page_token)
        found = text_search_results(self.world, search)
        end = min(offset + search.most, MOST_RESULTS)
        answer = self._places(found[offset:end], mask, search.language_code)
        if end < len(found) and mask.with_next_page:
            answer["nextPageToken"] = make_token(self.world.seed, search.unchanging, end)
        return _billed(answer, "SearchText", mask)

    def _search_nearby(self, request: SiteRequest, parameters: dict[str, str]) -> SiteResponse:
        mask = read_mask(_mask_text(request, parameters), prefix="places.")
        search = read_nearby_search(request.body)
        return _billed(
            self._places(nearby_search_results(self.world, search), mask, search.language_code), "SearchNearby", mask
        )

    def _details(self, request: SiteRequest, parameters: dict[str, str]) -> SiteResponse:
        mask = read_mask(_mask_text(request, parameters))
        business = self._find(request.path.removeprefix("/v1/places/"))
        place = place_json(self.world.seed, business, parameters.get("languageCode", "en"))
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


_Responder = Callable[[SiteRequest, dict[str, str]], SiteResponse]


def _mask_text(request: SiteRequest, parameters: dict[str, str]) -> str | None:
    return request.headers.get("x-goog-fieldmask") or parameters.get("fields") or parameters.get("$fields")


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
