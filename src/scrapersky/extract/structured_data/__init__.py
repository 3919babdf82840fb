"""What a page says about itself to machines, in any of the syntaxes for it: a list of things, or flat fields."""

from collections.abc import Iterable

from scrapersky.extract.html.document import Document
from scrapersky.extract.structured_data.item import StructuredItem, Value
from scrapersky.extract.structured_data.json_ld import read_json_ld
from scrapersky.extract.structured_data.microdata import MICRODATA, RDFA, read_microdata, read_rdfa
from scrapersky.extract.structured_data.microformat_names import SCHEMA_NAMES
from scrapersky.extract.structured_data.microformats import read_microformats

__all__ = ["StructuredItem", "Value", "flat_fields", "read_structured_data"]

_DESCRIBED = f"[{MICRODATA.scope}], [{RDFA.scope}]"


def read_structured_data(document: Document) -> tuple[StructuredItem, ...]:
    """Every thing the page describes, outermost ones only; `StructuredItem.walk` goes inside."""
    has_attributes = document.tree.css_first(_DESCRIBED) is not None  # one look through the page instead of two
    return (
        *read_json_ld(document),
        *(read_microdata(document) if has_attributes else ()),
        *(read_rdfa(document) if has_attributes else ()),
        *read_microformats(document),
    )


def flat_fields(items: Iterable[StructuredItem]) -> dict[str, list[str]]:
    """All plain values by schema.org's property name, each once, whatever thing they belong to.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document('<p itemscope><b itemprop="telephone">512</b><i itemprop="email">a@b.example</i></p>')
    >>> flat_fields(read_structured_data(page))
    {'telephone': ['512'], 'email': ['a@b.example']}
    """
    fields: dict[str, dict[str, None]] = {}
    for item in items:
        for node in item.walk():
            for name, values in node.properties.items():
                for value in values:
                    text = value if isinstance(value, str) else value.text("name")
                    if text is not None:
                        fields.setdefault(SCHEMA_NAMES.get(name, name), {})[_plain(text)] = None
    return {name: list(values) for name, values in fields.items()}


def _plain(text: str) -> str:
    """Without the scheme that a linked number or address carries, on one line."""
    scheme, _, rest = text.partition(":")
    return " ".join((rest if scheme.lower() in ("mailto", "tel", "fax") else text).split())
