"""What a contact says, looked up by path: `email`, `business.city`, `extra.VIP`, and texts made of them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from scrapersky.clients.delivery.contact import OutgoingContact

_PLACEHOLDER = re.compile(r"\{([a-zA-Z_][\w. ]{0,100})\}")


def facts_of(contact: OutgoingContact) -> dict[str, Any]:
    first, last = contact.names
    return {**asdict(contact), "id": str(contact.id), "first_name": first, "last_name": last}


def value_at(facts: Mapping[str, Any], path: str) -> Any:
    """None where there is nothing.

    >>> value_at({"business": {"city": "Austin"}}, "business.city"), value_at({"business": None}, "business.city")
    ('Austin', None)
    """
    found: Any = facts
    for name in path.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def values_at(contact: OutgoingContact, fields: Mapping[str, str]) -> dict[str, str]:
    """What each of these is given; an empty one would erase what is there, so it is left out."""
    facts = facts_of(contact)
    found = {name: value_at(facts, path) for name, path in fields.items()}
    return {name: str(value) for name, value in found.items() if value not in (None, "", {}, [])}


def filled(template: Any, facts: Mapping[str, Any], quoted: Callable[[str], str] = str) -> Any:
    """The template with every `{path}` in its texts replaced. What comes to nothing is left out.

    >>> facts = {"email": "a@b.example", "n": 2, "business": None}
    >>> filled({"mail": "{email}", "n": "{n}", "to": "<{email}>", "city": "{business.city}", "on": True}, facts)
    {'mail': 'a@b.example', 'n': 2, 'to': '<a@b.example>', 'on': True}
    """
    if isinstance(template, Mapping):
        made = {name: filled(each, facts, quoted) for name, each in template.items()}
        return {name: each for name, each in made.items() if each not in (None, "", {})}
    if isinstance(template, list):
        return [each for each in (filled(one, facts, quoted) for one in template) if each not in (None, "")]
    if not isinstance(template, str):
        return template
    whole = _PLACEHOLDER.fullmatch(template)
    if whole and quoted is str:
        return value_at(facts, whole[1])
    return _PLACEHOLDER.sub(lambda found: quoted(_text(value_at(facts, found[1]))), template)


def without_constants(template: Any) -> Any:
    """The template with what is the same for every contact left out.

    >>> without_constants({"key": "s3cret", "mail": "{email}", "more": {"on": True}, "to": ["{name}", "x"]})
    {'key': '…', 'mail': '{email}', 'more': {'on': '…'}, 'to': ['{name}', '…']}
    """
    if isinstance(template, Mapping):
        return {name: without_constants(each) for name, each in template.items()}
    if isinstance(template, list):
        return [without_constants(each) for each in template]
    return template if isinstance(template, str) and _PLACEHOLDER.search(template) else "…"


def _text(value: Any) -> str:
    return "" if value is None else str(value)
