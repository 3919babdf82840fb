"""One parse of a page, shared by all extractors: its visible text, what its elements carry, its embedded data."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from scrapersky.extract.page_bounds import bound_page
from scrapersky.extract.page_lines import Line, LineMark, lines_of
from scrapersky.extract.visible_text import BLOCKS, CELLS, GAPS, INLINE, MAX_TEXT, UNSEEN, TextBuilder

MAX_NODES = 400_000
MAX_ELEMENTS = 20_000
MAX_SCRIPTS = 200
MAX_REVERSED = 200
MAX_HIDDEN = 1_000

_FOOTER_NAME = re.compile(r"footer|copyright|credit|colophon|site-?info")
_NO_DISPLAY = re.compile(r"display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden", re.IGNORECASE)
_REVERSED = re.compile(r"direction\s{0,4}:\s{0,4}rtl", re.IGNORECASE)
_SPEAKING_NAMES = ("data-", "on", "content", "value")
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_TABLES = frozenset(("table", "dl"))
# Blocks that tell something about the lines within.
_STRUCTURE = _HEADINGS | _TABLES | {"tr", "dt", "address", "nav"}
_NO_LINES = frozenset(("noscript", "select", "textarea", "iframe"))

Attributes = Mapping[str, str | None]
_Open = tuple[LexborNode, str, Attributes, int]


class Element(NamedTuple):
    """A tag that may say something; `start` and `end` are where its words stand in the document's text."""

    tag: str
    attributes: Mapping[str, str]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Script:
    """An inline script: data if its type says so, code otherwise."""

    type: str
    text: str


class Span(NamedTuple):
    start: int
    end: int


@dataclass(frozen=True)
class Document:
    """What a page says. Made by `read_document`; nothing here raises, whatever the page holds."""

    html: str
    url: str
    tree: LexborHTMLParser
    text: str
    title: str
    language: str
    elements: tuple[Element, ...]
    scripts: tuple[Script, ...]
    footers: tuple[Span, ...]
    reversed_texts: tuple[Span, ...]
    hidden: tuple[Span, ...]
    shortened: tuple[str, ...]
    marks: tuple[LineMark, ...]
    marked_links: tuple[tuple[int, str], ...]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The visible lines in page order; form choices and what stands there without script are none."""
        return lines_of(self.text, self.marks, self.marked_links)

    @cached_property
    def links(self) -> tuple[Element, ...]:
        """The `a` and `area` elements that have an `href`, in page order."""
        return tuple(one for one in self.elements if "href" in one.attributes and one.tag in ("a", "area"))

    @cached_property
    def json_attributes(self) -> tuple[str, ...]:
        """The values of `data-` attributes that begin as JSON does, in page order."""
        return tuple(
            value
            for element in self.elements
            for name, value in element.attributes.items()
            if value[:1] in ("{", "[") and name.startswith("data-")
        )

    @cached_property
    def _footer_starts(self) -> list[int]:
        return [span.start for span in self.footers]

    @cached_property
    def _hidden_starts(self) -> list[int]:
        return [span.start for span in self.hidden]

    def in_footer(self, position: int) -> bool:
        return _is_within(position, self.footers, self._footer_starts)

    def is_hidden(self, position: int) -> bool:
        """Whether a block that its own style switches off holds this place; menus and tabs are switched by classes."""
        return _is_within(position, self.hidden, self._hidden_starts)

    def snippet(self, start: int, end: int, around: int = 60) -> str:
        """The words around a finding, on one line, cut at word boundaries.

        >>> read_document("<p>Write to <b>info@acme.com</b> today</p>").snippet(9, 22, around=20)
        'Write to info@acme.com today'
        """
        left, right = max(0, start - around), min(len(self.text), max(start, end) + around)
        if left > 0:
            left = min(start, self.text.find(" ", left, start) + 1 or left)
        if right < len(self.text):
            right = max(end, self.text.rfind(" ", end, right)) if self.text.rfind(" ", end, right) > 0 else right
        return " ".join(self.text[left:right].split())[:400]


def read_document(html: str, url: str = "") -> Document:
    """Parse a page once; anything that calls itself HTML can be read.

    >>> page = read_document('<html lang="de"><title>Acme</title><p>in<b>fo</b>@acme.com<div>Hi</div>')
    >>> page.text, page.title, page.language
    ('info@acme.com\\nHi', 'Acme', 'de')
    """
    bounded = bound_page(html)
    tree = LexborHTMLParser(bounded.html.encode("utf-8", "replace"), options=LexborDocumentOptions.WO_EVENTS)
    walk = _Walk()
    walk.run(tree.root)
    return Document(
        html=bounded.html,
        url=url,
        tree=tree,
        text=walk.text.text(),
        title=walk.title,
        language=walk.language,
        elements=tuple(sorted(walk.elements, key=attrgetter("start"))),
        scripts=tuple(walk.scripts),
        footers=_outermost(walk.footers),
        reversed_texts=tuple(walk.reversed_texts),
        hidden=_outermost(walk.hidden),
        shortened=(
            *bounded.shortened,
            *walk.shortened(),
        ),
        marks=tuple(walk.text.marks),
        marked_links=tuple(walk.text.links),
    )


def _is_within(position: int, spans: tuple[Span, ...], starts: list[int]) -> bool:
    index = bisect_right(starts, position) - 1
    return index >= 0 and position <= spans[index].end


def _outermost(spans: list[Span]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if not kept or span.end > kept[-1].end:
            kept.append(span)
    return tuple(kept)


class _Walk:
    """One pass through the tree without recursion: depth is the page's choice."""

    def __init__(self) -> None:
        self.text = TextBuilder()
        self.title = ""
        self.language = ""
        self.elements: list[Element] = []
        self.scripts: list[Script] = []
        self.footers: list[Span] = []
        self.reversed_texts: list[Span] = []
        self.hidden: list[Span] = []
        self._nodes_left = MAX_NODES

    def run(self, root: LexborNode | None) -> None:
        node, opened = root, list[_Open]()
        text, nodes_left = self.text, self._nodes_left
        while node is not None and nodes_left:
            nodes_left -= 1
            tag = node.tag or ""
            if tag == "-text":
                text.add(node.text_content or "")
            elif (attributes := self._enter(tag, node)) is not None:
                child = node.first_child
                if child is not None:
                    opened.append((node, tag, attributes, text.place))
                    node = child
                    continue
                self._leave(tag, attributes, text.place)
            while (following := node.next) is None:
                if not opened:
                    return
                node, tag, attributes, start = opened.pop()
                if attributes or tag not in INLINE:
                    self._leave(tag, attributes, start)
            node = following
        self._nodes_left = nodes_left

    def shortened(self) -> Iterator[str]:
        if not self._nodes_left:
            yield f"Only the first {MAX_NODES:,} parts of the page were read"
        if self.text.is_full:
            yield f"Only the first {MAX_TEXT:,} characters of the page's words were read"

    def _enter(self, tag: str, node: LexborNode) -> Attributes | None:
        """The attributes of an element whose inside is to be read; None otherwise."""
        if tag in INLINE:
            attributes = node.attributes
            if attributes and _is_hidden(attributes):
                return None
            if tag == "a":
                self._note_link(attributes.get("href") or "")
            return attributes
        if tag in BLOCKS:
            return self._enter_block(tag, node.attributes)
        if tag in UNSEEN:
            self._take_unseen(tag, node, node.attributes)
            return None
        if tag in CELLS:
            self.text.break_cell()
        elif tag in GAPS:
            self.text.leave_gap()
        if tag in _NO_LINES:
            self.text.turn(1)
        return None if tag.startswith(("-", "!")) else node.attributes

    def _enter_block(self, tag: str, attributes: Attributes) -> Attributes:
        text = self.text
        if tag == "br":
            text.break_line()
            return attributes
        text.break_block()
        if tag in _STRUCTURE:
            if tag in _HEADINGS:
                text.is_heading = True
            elif tag == "address":
                text.addresses += 1
            elif tag == "nav":
                text.navigations += 1
            else:
                text.row = 0 if tag in _TABLES else text.block
        elif tag == "html":
            self.language = (attributes.get("lang") or attributes.get("xml:lang") or "").strip()[:35]
        return attributes

    def _leave_block(self, tag: str) -> None:
        text = self.text
        if tag == "br":
            return
        text.break_block()
        if tag in _STRUCTURE:
            if tag in _HEADINGS:
                text.is_heading = False
            elif tag == "address":
                text.addresses -= 1
            elif tag == "nav":
                text.navigations -= 1
            elif tag != "dt":
                text.row = 0

    def _note_link(self, href: str) -> None:
        if ":" in href and href[:20].lstrip().lower().startswith(("mailto:", "tel:")):
            self.text.note_link(href.split(maxsplit=1)[0][:310])

    def _leave(self, tag: str, attributes: Attributes, start: int) -> None:
        text = self.text
        end = max(start, text.length)
        if tag in BLOCKS:
            self._leave_block(tag)
        elif tag in CELLS:
            text.break_cell()
        elif tag in GAPS:
            text.leave_gap()
        if tag in _NO_LINES:
            text.turn(-1)
        if attributes:
            self._remember(tag, attributes, start, end)
        elif tag == "footer":
            self.footers.append(Span(start, end))

    def _remember(self, tag: str, attributes: Attributes, start: int, end: int) -> None:
        if _speaks(attributes) and len(self.elements) < MAX_ELEMENTS:
            known = {name: value or "" for name, value in attributes.items()}
            self.elements.append(Element(tag, known, start, end))
        if end == start:
            return
        if tag == "footer" or _is_footer(attributes):
            self.footers.append(Span(start, end))
        style = attributes.get("style")
        if style:
            self._remember_style(style[:500], Span(start, end))

    def _remember_style(self, style: str, span: Span) -> None:
        if len(self.reversed_texts) < MAX_REVERSED and _REVERSED.search(style):
            self.reversed_texts.append(span)
        if len(self.hidden) < MAX_HIDDEN and _NO_DISPLAY.search(style):
            self.hidden.append(span)

    def _take_unseen(self, tag: str, node: LexborNode, attributes: Attributes) -> None:
        if tag == "script" and len(self.scripts) < MAX_SCRIPTS:
            self.scripts.append(Script((attributes.get("type") or "").strip().lower(), node.text(deep=True)))
        elif tag == "title" and not self.title:
            self.title = " ".join(node.text(deep=True)[:1_000].split())


def _is_hidden(attributes: Attributes) -> bool:
    if "hidden" in attributes:
        return True
    style = attributes.get("style")
    return style is not None and _NO_DISPLAY.search(style[:500]) is not None


def _is_footer(attributes: Attributes) -> bool:
    for name in ("class", "id"):
        value = attributes.get(name)
        if value and len(value) > 5 and _names_footer(value[:300]):
            return True
    return False


@lru_cache(maxsize=4_096)
def _names_footer(value: str) -> bool:
    return _FOOTER_NAME.search(value.lower()) is not None


def _speaks(attributes: Attributes) -> bool:
    if "href" in attributes:
        return True
    for name, value in attributes.items():  # noqa: SIM110 - a generator here costs a tenth of the whole parse
        if (value and "@" in value) or name.startswith(_SPEAKING_NAMES):
            return True
    return False
