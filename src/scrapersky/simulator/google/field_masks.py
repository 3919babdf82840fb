"""Field masks: which parts of an answer the client asked for, and so pays for."""

import re
from dataclasses import dataclass

from scrapersky.simulator.google.body_fields import camel_case
from scrapersky.simulator.google.errors import GoogleError, field_violation, invalid_argument
from scrapersky.simulator.google.tiers import PLACE_FIELDS
from scrapersky.simulator.json_values import JsonObject, JsonValue

_PATH = re.compile(r"[A-Za-z0-9_*]{1,80}(?:\.[A-Za-z0-9_*]{1,80}){0,8}")
_LONGEST_MASK = 8_000

_OPENING_HOURS = "openNow periods weekdayDescriptions secondaryHoursType specialDays nextOpenTime nextCloseTime"
_SUBFIELDS: dict[str, frozenset[str]] = {
    name: frozenset(fields.split())
    for name, fields in {
        "displayName": "text languageCode",
        "primaryTypeDisplayName": "text languageCode",
        "editorialSummary": "text languageCode",
        "postalAddress": "revision regionCode languageCode postalCode sortingCode administrativeArea locality"
        " sublocality addressLines recipients organization",
        "addressComponents": "longText shortText types languageCode",
        "plusCode": "globalCode compoundCode",
        "location": "latitude longitude",
        "viewport": "low high",
        "regularOpeningHours": _OPENING_HOURS,
        "currentOpeningHours": _OPENING_HOURS,
        "timeZone": "id version",
        "photos": "name widthPx heightPx authorAttributions flagContentUri googleMapsUri",
        "reviews": "name relativePublishTimeDescription text originalText rating authorAttribution publishTime"
        " flagContentUri googleMapsUri visitDate",
        "attributions": "provider providerUri",
        "paymentOptions": "acceptsCreditCards acceptsDebitCards acceptsCashOnly acceptsNfc",
        "priceRange": "startPrice endPrice",
    }.items()
}


@dataclass(frozen=True, slots=True)
class FieldMask:
    """The fields of a place that were asked for (each with the sub-fields wanted, none meaning all) and the others."""

    place_fields: dict[str, frozenset[str]]
    top_level: frozenset[str]

    def applied_to(self, place: JsonObject) -> JsonObject:
        return {
            name: _narrowed(value, self.place_fields[name])
            for name, value in place.items()
            if name in self.place_fields
        }


def read_mask(text: str | None, *, prefix: str, top_level: frozenset[str] = frozenset()) -> FieldMask:
    """Read a mask as Google does: required, without blanks, every path known. `prefix` is "places." in searches."""
    if not text:
        raise _missing()
    if len(text) > _LONGEST_MASK:
        raise invalid_argument("The field mask is too long.")
    fields: dict[str, frozenset[str]] = {}
    wanted_top_level = set()
    for path in text.split(","):
        if _PATH.fullmatch(path) is None:
            raise _unknown(text, path)
        name, *rest = [camel_case(part) for part in path.split(".")]
        if name in top_level and not rest:
            wanted_top_level.add(name)
            continue
        if path == "*":
            wanted_top_level |= top_level
        for field, subfields in _place_fields(text, path, [name, *rest], prefix).items():
            known = fields.get(field)
            fields[field] = frozenset() if known == frozenset() or not subfields else subfields | (known or frozenset())
    return FieldMask(fields, frozenset(wanted_top_level))


def _place_fields(text: str, path: str, parts: list[str], prefix: str) -> dict[str, frozenset[str]]:
    everything = dict.fromkeys(PLACE_FIELDS, frozenset[str]())
    if path == "*":
        return everything
    if prefix:
        if parts[0] != prefix.rstrip("."):
            raise _unknown(text, path)
        parts = parts[1:]
    if not parts or parts == ["*"]:
        return everything
    field, *subfields = parts
    if field not in PLACE_FIELDS or (subfields and subfields[0] not in _SUBFIELDS.get(field, frozenset())):
        raise _unknown(text, path)
    return {field: frozenset(subfields[:1])}


def _narrowed(value: JsonValue, subfields: frozenset[str]) -> JsonValue:
    if not subfields:
        return value
    if isinstance(value, list):
        return [_narrowed(item, subfields) for item in value]
    if isinstance(value, dict):
        return {name: item for name, item in value.items() if name in subfields}
    return value


def _missing() -> GoogleError:
    return invalid_argument(
        "FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide"
        " it. As an example, you can set the header 'X-Goog-FieldMask' to value 'places.displayName' to ask for the"
        " display name of the places. You can also set the value to '*' in manual testing to get all the fields of the"
        " response."
    )


def _unknown(text: str, path: str) -> GoogleError:
    return field_violation(text, f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'.")
