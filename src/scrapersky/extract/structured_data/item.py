"""One thing a page describes to machines, whatever syntax it uses: its types and its properties."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

MAX_ITEMS = 1_000
MAX_VALUE = 5_000


@dataclass(frozen=True, slots=True)
class StructuredItem:
    """`types` and property names are without their vocabulary: `Person`, not `https://schema.org/Person`.

    >>> address = StructuredItem("json-ld", ("PostalAddress",), {"postalCode": ("78701",)})
    >>> business = StructuredItem("json-ld", ("Dentist",), {"name": ("Acme",), "address": (address,)})
    >>> business.text("name"), business.item("address").text("postalCode"), [one.types for one in business.walk()]
    ('Acme', '78701', [('Dentist',), ('PostalAddress',)])
    """

    syntax: str
    types: tuple[str, ...]
    properties: Mapping[str, "tuple[Value, ...]"]
    identifier: str = ""
    children: "tuple[StructuredItem, ...]" = field(default=())

    def text(self, name: str) -> str | None:
        """The first plain value of a property."""
        return next((value for value in self.properties.get(name, ()) if isinstance(value, str)), None)

    def item(self, name: str) -> "StructuredItem | None":
        """The first described thing of a property."""
        return next((value for value in self.properties.get(name, ()) if isinstance(value, StructuredItem)), None)

    def walk(self) -> "Iterator[StructuredItem]":
        """This item and all within it, outer ones first; bounded, whatever the page holds."""
        waiting: list[StructuredItem] = [self]
        for _ in range(MAX_ITEMS):
            if not waiting:
                return
            item = waiting.pop()
            yield item
            inner = [
                value for values in item.properties.values() for value in values if isinstance(value, StructuredItem)
            ]
            waiting.extend(reversed((*inner, *item.children)))


Value = str | StructuredItem


@lru_cache(maxsize=4_096)
def bare_name(name: str) -> str:
    """A type or property name without its vocabulary.

    >>> bare_name("https://schema.org/Person"), bare_name("schema:telephone"), bare_name("http://data-vocabulary.org/#tel")
    ('Person', 'telephone', 'tel')
    """
    name = name.strip()[:300]
    for mark in ("#", "/", ":"):
        if mark in name:
            name = name.rstrip(mark).rpartition(mark)[2]
    return name
