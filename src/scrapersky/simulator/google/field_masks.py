"""Field masks: which parts of an answer the client asked for, and so pays for. Parts of fields are not told apart."""

from dataclasses import dataclass

from scrapersky.simulator.exchange import JsonObject
from scrapersky.simulator.google.errors import GoogleError, field_violation, invalid_argument
from scrapersky.simulator.google.tiers import PLACE_FIELDS

_LONGEST_MASK = 8_000


@dataclass(frozen=True, slots=True)
class FieldMask:
    place_fields: frozenset[str]
    with_next_page: bool

    def applied_to(self, place: JsonObject) -> JsonObject:
        return {name: value for name, value in place.items() if name in self.place_fields}


def read_mask(text: str | None, *, prefix: str = "") -> FieldMask:
    """Read a mask as Google does: required, without blanks, every path known. `prefix` is "places." in searches."""
    if not text:
        raise _missing()
    if len(text) > _LONGEST_MASK:
        raise invalid_argument("The field mask is too long.")
    if text == "*":
        return FieldMask(frozenset(PLACE_FIELDS), with_next_page=True)
    paths = set(text.split(","))
    fields = {path: path.removeprefix(prefix) for path in paths if path.startswith(prefix)}
    unknown = {path for path in paths if fields.get(path) not in PLACE_FIELDS}
    if prefix:
        unknown.discard("nextPageToken")
    if unknown:
        raise _unknown(text, min(unknown))
    return FieldMask(frozenset(fields.values()), with_next_page="nextPageToken" in paths)


def _missing() -> GoogleError:
    return invalid_argument(
        "FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide"
        " it. As an example, you can set the header 'X-Goog-FieldMask' to value 'places.displayName' to ask for the"
        " display name of the places. You can also set the value to '*' in manual testing to get all the fields of the"
        " response."
    )


def _unknown(text: str, path: str) -> GoogleError:
    return field_violation(text, f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'.")
