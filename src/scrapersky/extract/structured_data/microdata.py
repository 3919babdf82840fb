"""Reads microdata and RDFa Lite, which say the same with different attributes, in one pass without recursion."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from selectolax.lexbor import LexborNode

from scrapersky.extract.html.document import Document
from scrapersky.extract.structured_data.item import MAX_ITEMS, MAX_VALUE, StructuredItem, Value, bare_name

MAX_NODES = 60_000
MAX_REFERENCES = 50
MAX_TEXT = 3_000_000
MAX_NESTING = 40
_IDENTIFIER = re.compile(r"[\w:.-]{1,100}")
_LINKED = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "audio": "src",
    "embed": "src",
    "iframe": "src",
} | {
    "source": "src",
    "track": "src",
    "video": "src",
    "object": "data",
}


@dataclass(frozen=True, slots=True)
class Syntax:
    """The attributes that begin a thing, name its type and name a property."""

    name: str
    scope: str
    kind: str
    property: str


MICRODATA = Syntax("microdata", "itemscope", "itemtype", "itemprop")
RDFA = Syntax("rdfa", "typeof", "typeof", "property")


def read_microdata(document: Document) -> list[StructuredItem]:
    """The things described by `itemscope`, nested ones within their owners.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document('<p itemscope itemtype="https://schema.org/Person"><b itemprop="name">Jo</b></p>')
    >>> [(item.types, item.text("name")) for item in read_microdata(page)]
    [(('Person',), 'Jo')]
    """
    return _Reader(document, MICRODATA).items()


def read_rdfa(document: Document) -> list[StructuredItem]:
    """The things described by `typeof`.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document('<p vocab="https://schema.org/" typeof="Person"><b property="name">Jo</b></p>')
    >>> [(item.types, item.text("name")) for item in read_rdfa(page)]
    [(('Person',), 'Jo')]
    """
    return _Reader(document, RDFA).items()


class _Reader:
    def __init__(self, document: Document, syntax: Syntax) -> None:
        self._document = document
        self._syntax = syntax
        self._nodes_left = MAX_NODES
        self._text_left = MAX_TEXT
        self._items_left = MAX_ITEMS
        self._references_left = MAX_REFERENCES

    def items(self) -> list[StructuredItem]:
        """Things that are nobody's property, in page order."""
        scoped = self._document.tree.css(f"[{self._syntax.scope}]")[:MAX_ITEMS]
        return [self._item(node, 0) for node in scoped if not self._is_owned(node)]

    def _is_owned(self, node: LexborNode) -> bool:
        if self._syntax.property not in node.attributes:
            return False
        above = node.parent
        for _ in range(300):
            if above is None:
                return False
            if self._syntax.scope in above.attributes:
                return True
            above = above.parent
        return False

    def _item(self, node: LexborNode, nesting: int) -> StructuredItem:
        self._items_left -= 1
        attributes = node.attributes
        properties: dict[str, list[Value]] = {}
        for element in self._members(node):
            names = (element.attributes.get(self._syntax.property) or "").split()[:10]
            if not names:
                continue
            value = self._value(element, nesting)
            if value is not None:
                for name in names:
                    properties.setdefault(bare_name(name), []).append(value)
        types = tuple(bare_name(kind) for kind in (attributes.get(self._syntax.kind) or "").split()[:10])
        identifier = attributes.get("itemid") or attributes.get("resource") or ""
        return StructuredItem(
            self._syntax.name, types, {name: tuple(values) for name, values in properties.items()}, identifier
        )

    def _members(self, node: LexborNode) -> Iterator[LexborNode]:
        """The elements below an item that are not below another one, and those it refers to by id."""
        yield from self._below(node.first_child)
        for reference in (node.attributes.get("itemref") or "").split()[:20]:
            self._references_left -= 1
            if self._references_left >= 0 and _IDENTIFIER.fullmatch(reference):
                referred = self._document.tree.css_first(f'[id="{reference}"]')
                if referred is not None and referred.mem_id != node.mem_id:
                    yield referred
                    if self._syntax.scope not in referred.attributes:
                        yield from self._below(referred.first_child)

    def _below(self, node: LexborNode | None) -> Iterator[LexborNode]:
        opened: list[LexborNode] = []
        while node is not None and self._nodes_left > 0:
            self._nodes_left -= 1
            child = None
            if node.is_element_node:
                attributes = node.attributes
                if self._syntax.property in attributes:
                    yield node
                child = node.first_child if self._syntax.scope not in attributes else None
            if child is not None:
                opened.append(node)
                node = child
                continue
            while node is not None and node.next is None:
                node = opened.pop() if opened else None
            node = node.next if node is not None else None

    def _value(self, element: LexborNode, nesting: int) -> Value | None:
        attributes = element.attributes
        if self._syntax.scope in attributes and attributes.get("content") is None:
            if nesting >= MAX_NESTING or self._items_left <= 0:
                return None
            return self._item(element, nesting + 1)
        text = self._plain_value(element)
        return text[:MAX_VALUE] if text else None

    def _plain_value(self, element: LexborNode) -> str:
        attributes, tag = element.attributes, element.tag or ""
        content = attributes.get("content")
        if content is not None:
            return content.strip()
        if tag == "time" and attributes.get("datetime"):
            return (attributes["datetime"] or "").strip()
        if tag in ("data", "meter") and attributes.get("value"):
            return (attributes["value"] or "").strip()
        if self._syntax is RDFA and attributes.get("resource"):
            return self._absolute(attributes["resource"] or "")
        if attributes.get(_LINKED.get(tag, "")):
            return self._absolute(attributes[_LINKED[tag]] or "")
        return self._text(element)

    def _text(self, element: LexborNode) -> str:
        if self._text_left <= 0:
            return ""
        text = element.text(deep=True)
        self._text_left -= len(text)
        return " ".join(text.split())

    def _absolute(self, link: str) -> str:
        link = link.strip()
        if not self._document.url or link.startswith("www."):
            return link
        try:
            return urljoin(self._document.url, link)
        except ValueError:
            return link
