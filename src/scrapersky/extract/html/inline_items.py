"""Things described in the data that a page carries for its scripts: the firm and its people, by the names of fields."""

import re
from collections.abc import Iterator, Mapping

from scrapersky.extract.html.document import Document
from scrapersky.extract.html.inline_data import Json, inline_values
from scrapersky.extract.structured_data.item import StructuredItem, Value

SYNTAX = "inline"
MAX_OBJECTS = 5_000
MAX_ITEMS = 200
MAX_VALUES = 20
_GATE = re.compile(
    r'"(?:(?:tele)?phone|tel"|fax|mobile|sameAs"|streetAddress"|jobTitle"|e-?mail"|social\w{0,12}"\s{0,3}:'
    r'|(?:facebook|instagram|linkedin|youtube|tiktok)\w{0,8}"\s{0,3}:\s{0,3}"http)',
    re.IGNORECASE,
)
_FIELDS = {
    "telephone": "telephone phone phonenumber tel telefon mobile mobilephone contactphone",
    "faxNumber": "fax faxnumber",
    "email": "email mail emailaddress contactemail",
    "sameAs": (
        "sameas social socials sociallinks socialmedia socialprofiles socialaccounts socialurls facebook instagram"
        " twitter linkedin youtube tiktok pinterest facebookurl instagramurl twitterurl linkedinurl youtubeurl"
        " tiktokurl"
    ),
    "name": "name fullname",
    "jobTitle": "jobtitle role position",
    "streetAddress": "streetaddress street address1",
    "addressLocality": "addresslocality city locality",
    "addressRegion": "addressregion",
    "postalCode": "postalcode zip zipcode postcode",
    "addressCountry": "addresscountry countrycode",
    "address": "address",
}
_NAMES = {spelling: name for name, spellings in _FIELDS.items() for spelling in spellings.split()}
# What hints, credits and translations say is not about the firm.
_NOT_THE_FIRM = re.compile(
    r"placeholder|strings|i18n|locale|translation|label|form|credit|designer|agency|author|review|comment|example|demo"
    r"|valid|template|default|error|message|support",
    re.IGNORECASE,
)
_CHANNELS = ("telephone", "faxNumber", "email", "sameAs", "streetAddress", "jobTitle")


def inline_items(document: Document) -> tuple[StructuredItem, ...]:
    """The objects that name a channel or a street, in page order; those that say what a form shows are left out.

    >>> from scrapersky.extract.html.document import read_document
    >>> script = '<script type="application/json">{"firm": {"name": "Acme", "phone": "512-555-0100"}}</script>'
    >>> [dict(item.properties) for item in inline_items(read_document(script))]
    [{'name': ('Acme',), 'telephone': ('512-555-0100',)}]
    """
    values = inline_values(document, lambda text: _GATE.search(text[:400_000]) is not None)
    items: list[StructuredItem] = []
    for value in values:
        for properties in _objects(value):
            item = _item(properties)
            if item is not None:
                items.append(item)
            if len(items) >= MAX_ITEMS:
                return tuple(items)
    return tuple(items)


def _objects(value: Json) -> Iterator[Mapping[str, Json]]:
    """Every object within a value, without recursion, except what hangs under a name that is not the firm's."""
    waiting: list[Json] = [value]
    for _ in range(MAX_OBJECTS):
        if not waiting:
            return
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            inner = [(name, child) for name, child in node.items() if isinstance(child, (dict, list))]
            waiting.extend(child for name, child in reversed(inner) if not _NOT_THE_FIRM.search(name[:100]))
        elif isinstance(node, list):
            waiting.extend(child for child in reversed(node) if isinstance(child, (dict, list)))


def _item(properties: Mapping[str, Json]) -> StructuredItem | None:
    known: dict[str, tuple[Value, ...]] = {}
    for key, value in properties.items():
        name = _NAMES.get(re.sub(r"[\W_]", "", key[:40]).lower())
        if name == "sameAs":
            known[name] = (*known.get(name, ()), *_links(value))
        elif name and (texts := _texts(value)):
            known.setdefault(name, texts)
    if not known.get("sameAs"):
        known.pop("sameAs", None)
    if not any(name in known for name in _CHANNELS):
        return None
    is_person = "name" in known and "jobTitle" in known and "streetAddress" not in known
    types = ("Person",) if is_person else ("PostalAddress",) if "streetAddress" in known else ()
    return StructuredItem(SYNTAX, types, known)


def _texts(value: Json) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(text[:500] for text in values[:MAX_VALUES] if isinstance(text, str) and text.strip())


def _links(value: Json) -> tuple[str, ...]:
    """The addresses in a list of accounts, each by itself or as a field of an object."""
    values = value if isinstance(value, list) else [value]
    fields = [list(part.values()) if isinstance(part, dict) else [part] for part in values[:MAX_VALUES]]
    return tuple(text for field in fields for part in field for text in _texts(part) if "//" in text[:10])
