"""The words a visitor sees, with inline tags joined and blocks apart, so that a split address is one word again."""

import re
import unicodedata

from selectolax.lexbor import LexborNode

from scrapersky.extract.html.tags import BLOCKS, GAPS, HEADINGS, LINE_CELLS, NO_LINES, TABLES, WITH_OWN_FOOTER
from scrapersky.extract.pages.lines import LineMark

# Invisible everywhere; the joiners (200C, 200D) carry meaning in Persian and Hindi and go only beside Latin letters.
_INVISIBLE: dict[int, str | None] = dict.fromkeys((0x00AD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF))
# Japanese pages write numbers and addresses in letters as wide as their own.
_WIDE: dict[int, str | None] = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_PLAIN = _INVISIBLE | _WIDE | {0xFE6B: "@", 0x301C: "~"}
_NOT_PLAIN = re.compile(f"[{re.escape(''.join(map(chr, _PLAIN)))}]")
# A run is tried from its beginning only: from each of its joiners, a page of nothing else would take seconds.
_JOINERS = re.compile("(?<![\u200c\u200d])(?:(?<=[\x21-\x7e])[\u200c\u200d]++|[\u200c\u200d]++(?=[\x21-\x7e]))")


MAX_TEXT = 500_000
_MOST_COLUMNS = 60  # of a table in which places are kept: else cells that span many could keep millions
_DEEPEST_EDGE = 4
_NUMBER_STARTS = frozenset("(+[")
_WORD_ENDS = frozenset(')].!?:;,\u2019"')


class TextBuilder:
    """Collects text nodes; `length` is the length of what `text()` will return, so that positions stay true.

    The walk tells what the next words stand in; `marks` are where lines begin, each with that.
    """

    __slots__ = (
        "_is_new_line",
        "_is_word_link",
        "_last",
        "_pending",
        "_pieces",
        "addresses",
        "block",
        "cell",
        "footers",
        "held",
        "is_apart",
        "is_broken",
        "is_full",
        "is_heading",
        "length",
        "links",
        "marks",
        "navigations",
        "place",
        "quotes",
        "row",
        "seams",
        "spans",
        "table",
        "unread",
    )

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._last = "\n"
        self._pending = ""
        self._is_new_line = True
        self.length = 0
        self.place = 0  # where the next word will stand
        self.is_apart = True  # a blank before the next word would change nothing
        self.is_broken = True  # nothing stands on the line yet
        self.is_full = False
        self.marks: list[LineMark] = []
        self.links: list[tuple[int, str]] = []
        self.seams: list[int] = []  # where words of two elements touch, which a style sheet may set apart
        self._is_word_link = False
        self.table = self.cell = 0
        self.spans = (1, 1)  # rows and columns of the cell
        self.held: dict[int, int] = {}  # columns that a cell before takes, each for how many rows from this one on
        self.block = self.row = self.addresses = self.navigations = self.unread = 0
        self.footers = self.quotes = 0
        self.is_heading = False

    def add(self, text: str, node: LexborNode | None = None) -> None:
        """Take the words of a text node, which tells whether they may touch those before."""
        if self.is_apart and text.isspace():
            return
        if self.length + len(text) > MAX_TEXT:
            text, self.is_full = text[: max(0, MAX_TEXT - self.length)], True
        if not text.isascii():
            text = clean(text)
        joined = _one_blank_between_words(text)
        if not joined:
            if text and not self.is_apart:
                self._append(" ")
            return
        if self._is_new_line:
            self._mark(self.length + len(self._pending))
        if self._pending:
            joined, self._pending = self._pending + joined, ""
        elif not self.is_apart and (text[0].isspace() or self._is_seam(joined, node)):
            joined = self._gap_before(joined, is_seam=not text[0].isspace(), node=node) + joined
        self._append(joined + " " if text[-1].isspace() else joined)

    def _is_seam(self, following: str, node: LexborNode | None) -> bool:
        """Whether a gap belongs between this word and the one before, which stands in another element.

        Letters may be of one word, and digits of one number: there the place is noted, for others to judge.
        """
        before, after = self._last, following[0]
        if not (before.isalnum() or before in _WORD_ENDS) or not (after.isalnum() or after in _NUMBER_STARTS):
            return False
        if self._is_word_link or (self._are_apart(self._pieces[-1].strip(), following) and _follows_element(node)):
            return True
        is_new_word = after.isupper() and not before.isupper() and following[1:2].islower()
        changes_to_digits = before.isdigit() is not after.isdigit() and before.isalnum()
        if (is_new_word or changes_to_digits) and "@" not in following.split(" ", 1)[0]:
            return True
        self.seams.append(self.length)
        return False

    def _gap_before(self, following: str, *, is_seam: bool, node: LexborNode | None) -> str:
        """Words of two elements that would touch are set apart by a style sheet: several words begin a line there."""
        before = self._pieces[-1].strip()
        if not is_seam or " " not in before or not (following[0].isupper() and before[-1].islower()):
            return " "
        if not _follows_element(node):
            return " "
        self._mark(self.length + 1)
        return "\n"

    def _are_apart(self, before: str, following: str) -> bool:
        """Whether neighbouring elements hold words of their own; letters make up one, and an address may be cut."""
        if "@" in following.split(" ", 1)[0]:
            return not before.islower()
        return len(before) > 1 and len(following) > 1

    def part_words(self, *, apart: bool = True) -> None:
        """Where a link to write or to call begins or ends, a word does."""
        self._is_word_link = apart and not self.is_apart

    def break_line(self) -> None:
        self._is_new_line = self.is_broken = True
        if self._last != "\n":
            self._pending = "\n"
            self.place = self.length + 1
            self.is_apart = True

    def break_block(self) -> None:
        self.block += 1
        if not self.is_broken:
            self.break_line()

    def break_cell(self) -> None:
        self.block += 1
        self._is_new_line = True
        self._leave_gap()

    def enter(self, tag: str) -> None:
        """Into an element that tells something about the lines within, or parts words in a way of its own."""
        if tag == "br":
            self.break_line()
        elif tag in LINE_CELLS:
            self.break_cell()
            self.cell, self.spans = self.cell + 1, (1, 1)
            while self.cell in self.held:
                self.cell += 1
        elif tag in GAPS or tag in NO_LINES:
            self._cross_field(tag, 1)
        else:
            self.break_block()
            if tag in ("tr", "dt"):
                self.row, self.cell = self.block, 0
                if self.held:
                    self.held = {column: rows - 1 for column, rows in self.held.items() if rows > 1}
            else:
                self._cross_structure(tag, 1)

    def span(self, rows: int, columns: int) -> None:
        """Where the cell that was just entered takes the places of others, to its right and below."""
        self.spans = (rows, columns)
        self.held.update(dict.fromkeys(range(self.cell, min(self.cell + columns, _MOST_COLUMNS)), rows))

    def leave(self, tag: str) -> None:
        if tag in LINE_CELLS:
            self.break_cell()
        elif tag in GAPS or tag in NO_LINES:
            self._cross_field(tag, -1)
        elif tag != "br":
            self.break_block()
            if tag != "dt":  # its definition is of the same row
                self._cross_structure(tag, -1)

    def _cross_structure(self, tag: str, step: int) -> None:
        if tag in HEADINGS:
            self.is_heading = step > 0
        elif tag == "address":
            self.addresses += step
        elif tag == "nav":
            self.navigations += step
        elif tag == "footer":
            self.footers += step
        elif tag in WITH_OWN_FOOTER:
            self.quotes += step
        else:
            self.row = 0
            if tag in TABLES:
                self.table = self.block if step > 0 else 0
                self.held.clear()

    def _cross_field(self, tag: str, step: int) -> None:
        """Choices, entry fields and what stands there without script are words, but no lines."""
        if tag in GAPS:
            self._leave_gap()
        if tag in NO_LINES:
            self.unread += step
            self._is_new_line = True

    def _leave_gap(self) -> None:
        if not self._pending and self._last not in "\n\t":
            self._pending = "\t"
            self.place = self.length + 1
            self.is_apart = True

    def note_link(self, href: str) -> None:
        """A link that belongs to this line, or is one by itself if no words come."""
        if self._is_new_line:
            self._mark(self.place)
        self.links.append((len(self.marks) - 1, href))

    def _mark(self, start: int) -> None:
        self._is_new_line = self.is_broken = False
        place = (
            start,
            self.block,
            self.row,
            self.is_heading,
            self.addresses > 0,
            self.navigations > 0,
            self.footers > 0 and self.quotes == 0,
            self.unread == 0,
            self.table,
            self.cell if self.row else 0,
            *self.spans,
        )
        self.marks.append(tuple.__new__(LineMark, place))  # a call of the class itself takes twice as long

    def text(self) -> str:
        return "".join(self._pieces)

    def _append(self, text: str) -> None:
        self._is_word_link = False
        self._pieces.append(text)
        self._last = text[-1]
        self.is_apart = self._last in "\n\t "
        self.length += len(text)
        self.place = self.length


def _follows_element(node: LexborNode | None) -> bool:
    """Whether a text begins an element right after another one, as in `<b>Tel</b><i>512</i>`."""
    for _ in range(_DEEPEST_EDGE):
        parent = node.parent if node is not None and node.prev is None else None
        if parent is None or parent.tag in BLOCKS:
            return False
        before = parent.prev
        if before is not None:
            return before.tag != "-text"
        node = parent
    return False


def _one_blank_between_words(text: str) -> str:
    if "  " not in text and text.isprintable():
        return text.strip(" ")
    return " ".join(text.split())


def clean(text: str) -> str:
    """Drop characters that have no width, which are used to hide addresses, and join letters with their accents.

    >>> clean("in\\u200bfo@ac\\u00adme.com"), clean("Herna\\u0301ndez"), clean("\\uff10\\uff16\\uff0d\\uff16")
    ('info@acme.com', 'Hernández', '06-6')
    """
    if _NOT_PLAIN.search(text) is not None:  # to look takes a fifth of the time
        text = text.translate(_PLAIN)
    if "\u200c" in text or "\u200d" in text:
        text = _JOINERS.sub("", text)
    return unicodedata.normalize("NFC", text)
