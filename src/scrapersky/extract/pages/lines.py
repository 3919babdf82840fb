"""The visible lines of a page: what a reader sees, with the few marks that tell a card from a sentence."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from scrapersky.extract.folding import fold_space

MAX_LINES = 8_000
MAX_TEXT = 200_000
MAX_LINE_LENGTH = 4_000
MAX_LINKS = 20
# Of a page that is too long the end is kept as well: footers hold the contacts.
_TAIL_LINES = 2_000
_TAIL_TEXT = 50_000


class Line(NamedTuple):
    """One visible line. Lines of one `block` are parted only by `<br>`; cells of one table row share its `row`.

    Cells with one number stand one below another in their `table`, where each takes so many `rows` and `columns`.

    The footer is the page's, not that of an article or a quotation.
    """

    text: str
    block: int = 0
    row: int = 0
    is_heading: bool = False
    in_address: bool = False
    in_navigation: bool = False
    in_footer: bool = False
    links: tuple[str, ...] = ()
    table: int = 0
    cell: int = 0
    rows: int = 1
    columns: int = 1


class LineMark(NamedTuple):
    """Where in the page's text a line begins, and what it stands in; one that is not read is no line."""

    start: int
    block: int
    row: int
    is_heading: bool
    in_address: bool
    in_navigation: bool
    in_footer: bool
    is_read: bool
    table: int = 0
    cell: int = 0
    rows: int = 1
    columns: int = 1


def lines_of(text: str, marks: Sequence[LineMark], links: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    """Cut a page's text at its marks; each link comes with the number of the mark it belongs to."""
    linked: dict[int, list[str]] = {}
    for number, href in links:
        linked.setdefault(number, []).append(href)
    lines = []
    for number in _kept(text, marks):
        start, block, row, is_heading, in_address, in_navigation, in_footer, is_read, *cell = marks[number]
        if not is_read:
            continue
        end = marks[number + 1].start if number + 1 < len(marks) else len(text)
        words = text[start:end].strip()[:MAX_LINE_LENGTH].rstrip()
        if not words.isprintable():
            words = fold_space(words)
        own_links = tuple(linked[number][:MAX_LINKS]) if number in linked else ()
        if words or own_links:
            values = (words, block, row, is_heading, in_address, in_navigation, in_footer, own_links, *cell)
            lines.append(tuple.__new__(Line, values))  # a call of the class itself takes twice as long
    return tuple(lines)


def _kept(text: str, marks: Sequence[LineMark]) -> Sequence[int]:
    if len(marks) <= MAX_LINES and len(text) <= MAX_TEXT:
        return range(len(marks))
    head_text, tail_text = MAX_TEXT - _TAIL_TEXT, len(text) - _TAIL_TEXT
    head = [number for number in range(len(marks))[: MAX_LINES - _TAIL_LINES] if marks[number].start < head_text]
    tail = [number for number in range(len(marks))[-_TAIL_LINES:] if marks[number].start >= tail_text]
    return list(dict.fromkeys(chain(head, tail)))
