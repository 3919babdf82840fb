"""Reads microformats: h-card, h-adr, h-geo and their kin, and the classic vcard, adr, geo and vevent classes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin

from selectolax.lexbor import LexborNode

from scrapersky.extract.html.document import Document
from scrapersky.extract.structured_data.item import MAX_ITEMS, MAX_VALUE, StructuredItem, Value
from scrapersky.extract.structured_data.microformat_names import CLASSIC_PROPERTIES, CLASSIC_ROOTS
from scrapersky.extract.structured_data.microformat_values import ValueReader, classes

MAX_NODES = 60_000
MAX_NESTING = 20
MAX_INCLUDES = 20
MAX_INCLUDES_ON_PAGE = 50
_ROOT = re.compile(r"h-(?:[a-z0-9]{1,5}-)?[a-z]{1,30}(?:-[a-z]{1,30}){0,4}")
_PROPERTY = re.compile(r"(p|u|dt|e)-((?:[a-z0-9]{1,5}-)?[a-z]{1,40}(?:-[a-z]{1,40}){0,4})")
_SELECTOR = ", ".join(('[class*="h-"]', *(f".{name}" for name in CLASSIC_ROOTS)))


def read_microformats(document: Document) -> list[StructuredItem]:
    """The things described by class names; property names stay as the format has them.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document('<p class="vcard"><b class="fn">Jo</b> <i class="tel">512</i></p>')
    >>> [(item.types, item.text("name"), item.text("tel")) for item in read_microformats(page)]
    [(('h-card',), 'Jo', '512')]
    """
    nodes = document.tree.css(_SELECTOR)[:MAX_ITEMS]
    roots = {node.mem_id: node for node in nodes if _root_types(node)[0]}
    return _Reader(document).items(roots) if roots else []


def _root_types(node: LexborNode) -> tuple[tuple[str, ...], bool]:
    """The types an element begins, and whether by classic names."""
    names = classes(node)
    modern = tuple(sorted({name for name in names if _ROOT.fullmatch(name)}))
    if modern:
        return modern, False
    return tuple(CLASSIC_ROOTS[name] for name in names if name in CLASSIC_ROOTS), True


@dataclass(slots=True)
class _Building:
    types: tuple[str, ...]
    is_classic: bool
    properties: dict[str, list[Value]] = field(default_factory=dict)
    children: list[StructuredItem] = field(default_factory=list)
    prefixes: set[str] = field(default_factory=set)
    has_nested: bool = False
    includes_left: int = MAX_INCLUDES

    def property_names(self, node: LexborNode) -> list[tuple[str, str]]:
        if not self.is_classic:
            matches = (_PROPERTY.fullmatch(name) for name in classes(node))
            return [(match[1], match[2]) for match in matches if match is not None]
        known = CLASSIC_PROPERTIES.get(self.types[0], {})
        return [known[name] for name in classes(node) if name in known]

    def item(self) -> StructuredItem:
        properties = {name: tuple(values) for name, values in self.properties.items()}
        return StructuredItem("microformats", self.types, properties, children=tuple(self.children))


class _Reader:
    def __init__(self, document: Document) -> None:
        self._tree = document.tree
        self._nodes_left = MAX_NODES
        self._items_left = MAX_ITEMS
        self._includes_left = MAX_INCLUDES_ON_PAGE
        self._base = self._base_of(document)
        self._values = ValueReader(self._base)

    def items(self, roots: dict[int, LexborNode]) -> list[StructuredItem]:
        return [self._item(node, 0) for node in roots.values() if not self._is_below(node, set(roots))]

    def _base_of(self, document: Document) -> str:
        base = self._tree.css_first("base[href]")
        href = (base.attributes.get("href") or "") if base is not None else ""
        try:
            return urljoin(document.url, href.strip())
        except ValueError:
            return document.url

    def _is_below(self, node: LexborNode, roots: set[int]) -> bool:
        above = node.parent
        for _ in range(300):
            if above is None:
                return False
            if above.mem_id in roots:
                return True
            above = above.parent
        return False

    def _item(self, node: LexborNode, nesting: int) -> StructuredItem:
        self._items_left -= 1
        types, is_classic = _root_types(node)
        building = _Building(types, is_classic)
        self._read_below(node, building, nesting)
        references = f"{node.attributes.get('itemref') or ''} {node.attributes.get('headers') or ''}"
        for reference in references.split()[:MAX_INCLUDES]:
            self._include(reference, building, nesting)
        if not is_classic:
            self._imply(node, building)
        return building.item()

    def _read_below(self, node: LexborNode, building: _Building, nesting: int) -> None:
        for child in self._below(node):
            included = _included(child)
            if included:
                self._include(included, building, nesting)
                continue
            self._read_element(child, building, nesting)

    def _read_element(self, element: LexborNode, building: _Building, nesting: int) -> None:
        names = building.property_names(element)
        if _root_types(element)[0]:
            if nesting >= MAX_NESTING or self._items_left <= 0:
                return
            building.has_nested = True
            nested = self._item(element, nesting + 1)
            if not names:
                building.children.append(nested)
            for prefix, name in names:
                building.prefixes.add(prefix)
                building.properties.setdefault(name, []).append(nested)
            return
        for prefix, name in names:
            building.prefixes.add(prefix)
            value = self._values.read(prefix, element)
            if value is not None:
                is_fax = name == "tel" and self._values.is_fax(element)
                building.properties.setdefault("fax" if is_fax else name, []).append(value[:MAX_VALUE])

    def _include(self, reference: str, building: _Building, nesting: int) -> None:
        self._includes_left -= 1
        if self._includes_left < 0 or building.includes_left <= 0 or not re.fullmatch(r"[\w:.-]{1,100}", reference):
            return
        building.includes_left -= 1
        node = self._tree.css_first(f'[id="{reference}"]')
        if node is None:
            return
        self._read_element(node, building, nesting)
        if not _root_types(node)[0]:
            self._read_below(node, building, nesting)

    def _below(self, root: LexborNode) -> Iterator[LexborNode]:
        """The elements below an item, without those below another one, whose own reading covers them."""
        opened: list[LexborNode] = []
        node = root.first_child
        while node is not None and self._nodes_left > 0:
            self._nodes_left -= 1
            child = None
            if node.is_element_node:
                yield node
                child = node.first_child if not _root_types(node)[0] else None
            if child is not None:
                opened.append(node)
                node = child
                continue
            while node is not None and node.next is None:
                node = opened.pop() if opened else None
            node = node.next if node is not None else None

    def _imply(self, node: LexborNode, building: _Building) -> None:
        """The name, photo and address that a modern format takes from its only content."""
        if building.has_nested:
            return
        rules: tuple[tuple[str, frozenset[str], Callable[[LexborNode], str | None]], ...] = (
            ("name", frozenset("pe"), self._values.implied_name),
            ("photo", frozenset("u"), self._values.implied_photo),
            ("url", frozenset("u"), self._values.implied_url),
        )
        for name, spoken_for, rule in rules:
            if name not in building.properties and not building.prefixes & spoken_for:
                value = rule(node)
                if value is not None:
                    building.properties[name] = [value[:MAX_VALUE]]


def _included(node: LexborNode) -> str:
    """The id that a classic include points to."""
    if node.tag in ("a", "object") and "include" in classes(node):
        target = node.attributes.get("href") or node.attributes.get("data") or ""
        return target[1:] if target.startswith("#") else ""
    return ""
