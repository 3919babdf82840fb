"""One parse of a page, shared by all extractors: its visible text, what its elements carry, its embedded data."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from scrapersky.extract.html.walk import Element, HiddenBlock, Icon, Script, Span, Walk
from scrapersky.extract.pages.bounds import bound_page
from scrapersky.extract.pages.lines import Line, LineMark, lines_of

_TRAP_LENGTH = 400
_LONGEST_HEAD = 30
_WIDTH_OF_ICON = 4
_WORDS_OF_A_BLOCK = 3

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
    hidden: tuple[HiddenBlock, ...]
    icons: tuple[Icon, ...]
    shortened: tuple[str, ...]
    marks: tuple[LineMark, ...]
    marked_links: tuple[tuple[int, str], ...]
    seams: tuple[int, ...] = ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The visible lines in page order; form choices and what stands there without script are none."""
        return lines_of(self.text, self.marks, self.marked_links)

    @cached_property
    def links(self) -> tuple[Element, ...]:
        """The `a` and `area` elements that have an `href`, in page order."""
        return tuple(
            element for element in self.elements if "href" in element.attributes and element.tag in ("a", "area")
        )

    @cached_property
    def json_attributes(self) -> tuple[str, ...]:
        """The values of `data-` attributes that begin as JSON does, in page order."""
        return self._spoken[0]

    @cached_property
    def signed_elements(self) -> tuple[Element, ...]:
        """The elements with an attribute that holds the sign of addresses, in page order."""
        return self._spoken[1]

    @cached_property
    def _spoken(self) -> tuple[tuple[str, ...], tuple[Element, ...]]:
        """Both of the above, in one pass over a page's attributes."""
        json, signed = list[str](), list[Element]()
        for element in self.elements:
            is_signed = False
            for name, value in element.attributes.items():
                if "@" in value:
                    is_signed = True
                if value[:1] in ("{", "[") and name.startswith("data-"):
                    json.append(value)
            if is_signed:
                signed.append(element)
        return tuple(json), tuple(signed)

    @cached_property
    def _footer_starts(self) -> list[int]:
        return [span.start for span in self.footers]

    @cached_property
    def _traps(self) -> tuple[Span, ...]:
        return _outermost([Span(block.start, block.end) for block in self.hidden if self._is_trap(block)])

    @cached_property
    def _trap_starts(self) -> list[int]:
        return [span.start for span in self._traps]

    def _is_trap(self, block: HiddenBlock) -> bool:
        """Whether nothing opens a hidden block, and it is far off the screen or holds little but an address."""
        words = self.text[block.start : min(block.end, block.start + _TRAP_LENGTH)].split()
        is_empty = sum("@" not in word and word.isalpha() for word in words) < _WORDS_OF_A_BLOCK
        if block.is_opened or not (block.is_far or is_empty):
            return False
        return not block.identifier or self.html.count(block.identifier) < 2

    @cached_property
    def _headings(self) -> list[int]:
        return [mark.start for mark in self.marks if mark.is_heading]

    def section_start(self, position: int) -> int:
        """Where the nearest heading before this place begins; 0 when there is none."""
        index = bisect_right(self._headings, position) - 1
        return self._headings[index] if index >= 0 else 0

    def heading_of(self, position: int) -> str:
        """The heading of the section that a place is in; the footer is in none."""
        start = self.section_start(position)
        is_apart = not start or self.in_footer(position)
        return "" if is_apart else self.line_text(bisect_right(self._line_starts, start) - 1)

    def footer_start(self, position: int) -> int:
        """Where the footer that holds a place begins; 0 elsewhere."""
        index = bisect_right(self._footer_starts, position) - 1
        return self.footers[index].start if index >= 0 and position <= self.footers[index].end else 0

    @cached_property
    def _line_starts(self) -> list[int]:
        return [mark.start for mark in self.marks]

    @cached_property
    def _column_heads(self) -> dict[tuple[int, int], tuple[int, str]]:
        """The first cell of each column with its row, by table and number of the cell."""
        heads: dict[tuple[int, int], tuple[int, str]] = {}
        for number, mark in enumerate(self.marks):
            if mark.table and mark.cell and (mark.table, mark.cell) not in heads:
                heads[mark.table, mark.cell] = (mark.row, self.line_text(number)[:40])
        return heads

    def line_at(self, position: int) -> int:
        """The number of the line that holds a place; -1 before the first."""
        return bisect_right(self._line_starts, position) - 1

    def line_text(self, number: int) -> str:
        """The words of a line, or none where there is no such line."""
        if not 0 <= number < len(self.marks):
            return ""
        end = self.marks[number + 1].start if number + 1 < len(self.marks) else len(self.text)
        return self.text[self.marks[number].start : end].strip()

    def paragraph_of(self, position: int, longest: int) -> str:
        """The words of the block that a place is in: the lines that only breaks part. Nothing of one that is longer."""
        first = last = self.line_at(position)
        if first < 0:
            return ""
        block, marks = self.marks[first].block, self.marks
        while first and marks[first - 1].block == block and position - marks[first].start <= longest:
            first -= 1
        while last + 1 < len(marks) and marks[last + 1].block == block and marks[last].start - position <= longest:
            last += 1
        end = marks[last + 1].start if last + 1 < len(marks) else len(self.text)
        return self.text[marks[first].start : end] if end - marks[first].start <= longest else ""

    def column_head(self, position: int) -> str:
        """The words that head the column a place is in; none for the head itself, and where a value stands there."""
        index = self.line_at(position)
        mark = self.marks[index] if index >= 0 else None
        if mark is None or not mark.cell:
            return ""
        row, head = self._column_heads.get((mark.table, mark.cell), (mark.row, ""))
        is_head = row != mark.row and len(head) <= _LONGEST_HEAD and not any(map(str.isdigit, head))
        return head if is_head else ""

    def icon_before(self, position: int) -> str:
        """What the picture right before a place stands for, as on a line of an icon and a number."""
        index = bisect_right(self.icons, position, key=attrgetter("start")) - 1
        if index < 0 or position - self.icons[index].start > _WIDTH_OF_ICON:
            return ""
        icon = self.icons[index]
        return "" if self.text[icon.start : position].strip(" \n\t(+") else icon.means

    def cell_after(self, position: int) -> str:
        """The words of the second and last cell of a row whose first cell holds a place."""
        number = self.line_at(position)
        mark = self.marks[number] if number >= 0 else None
        following = self.marks[number + 1 : number + 3]
        if mark is None or not mark.row or mark.cell != 1 or not following or following[0].row != mark.row:
            return ""
        return self.line_text(number + 1) if all(other.row != mark.row for other in following[1:]) else ""

    def in_footer(self, position: int) -> bool:
        return _is_within(position, self.footers, self._footer_starts)

    def is_in_trap(self, position: int) -> bool:
        """Whether a place is where no visitor can get: what a click reveals is on the page."""
        return _is_within(position, self._traps, self._trap_starts)

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


def read_document(html: str, url: str = "", *, is_for_contacts: bool = True) -> Document:
    """Parse a page once; anything that calls itself HTML can be read. For facts, its words and scripts are enough.

    >>> page = read_document('<html lang="de"><title>Acme</title><p>in<b>fo</b>@acme.com<div>Hi</div>')
    >>> page.text, page.title, page.language
    ('info@acme.com\\nHi', 'Acme', 'de')
    """
    bounded = bound_page(html)
    tree = LexborHTMLParser(bounded.html.encode("utf-8", "replace"), options=LexborDocumentOptions.WO_EVENTS)
    walk = Walk(is_for_contacts=is_for_contacts)
    walk.run(tree.root)
    text = walk.text.text()
    return Document(
        html=bounded.html,
        url=url,
        tree=tree,
        text=text,
        title=walk.title,
        language=walk.language,
        elements=_within(walk.elements, len(text)),
        scripts=tuple(walk.scripts),
        footers=_outermost(walk.footers),
        reversed_texts=tuple(walk.reversed_texts),
        hidden=tuple(walk.hidden),
        icons=tuple(walk.icons),
        shortened=(
            *bounded.shortened,
            *walk.shortened(),
        ),
        marks=tuple(walk.text.marks),
        marked_links=tuple(walk.text.links),
        seams=tuple(walk.text.seams),
    )


def _within(elements: list[Element], length: int) -> tuple[Element, ...]:
    """In page order. One after which no words came stands at the end, and not where they would have stood."""
    ended = (
        element if element.end <= length else element._replace(start=min(element.start, length), end=length)
        for element in elements
    )
    return tuple(sorted(ended, key=attrgetter("start")))


def _is_within(position: int, spans: tuple[Span, ...], starts: list[int]) -> bool:
    index = bisect_right(starts, position) - 1
    return index >= 0 and position <= spans[index].end


def _outermost(spans: list[Span]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda part: (part.start, -part.end)):
        if not kept or span.end > kept[-1].end:
            kept.append(span)
    return tuple(kept)
