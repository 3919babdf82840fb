"""One parse of a page, shared by all extractors: its visible text, what its elements carry, its embedded data."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from scrapersky.extract.html.walk import Element, Script, Span, Walk
from scrapersky.extract.pages.bounds import bound_page
from scrapersky.extract.pages.lines import Line, LineMark, lines_of

__all__ = ["Document", "Element", "Script", "Span", "read_document"]


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

    @cached_property
    def _headings(self) -> list[int]:
        return [mark.start for mark in self.marks if mark.is_heading]

    def section_start(self, position: int) -> int:
        """Where the nearest heading before this place begins; 0 when there is none."""
        index = bisect_right(self._headings, position) - 1
        return self._headings[index] if index >= 0 else 0

    def in_footer(self, position: int) -> bool:
        return _is_within(position, self.footers, self._footer_starts)

    def is_hidden(self, position: int) -> bool:
        """Whether a block that its own attributes hide, or move far off the screen, holds this place.

        Menus and tabs are switched by classes, or have a role.
        """
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
    walk = Walk()
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
