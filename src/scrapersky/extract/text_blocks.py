"""The visible lines of a page: what a reader sees, with the few marks that tell a card from a sentence.

A tokenizer and not a tree: a parser takes time by the square of the nesting on a hostile page, and lines need no tree.
"""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

MAX_HTML = 2_000_000
MAX_LINES = 8_000
MAX_TEXT = 200_000
MAX_LINE_LENGTH = 4_000
# Of a page that is too long the end is kept as well: footers hold the contacts.
_TAIL = 500_000
_TAIL_LINES = 2_000
_TAIL_TEXT = 50_000

# Possessive and bounded: an unclosed tag fails at the next "<" and is never tried again in another way.
_MARKUP = re.compile(
    r"<(?:/?([a-zA-Z][a-zA-Z0-9]{0,20})(?:[^<>\"']++|\"[^\"]{0,20000}+\"|'[^']{0,20000}+'){0,200}+>"
    r"|(!--)"
    r"|[!?/a-zA-Z][^<>]{0,2000}+>)"
)
_LINK = re.compile(r"href\s{0,5}=\s{0,5}[\"']?\s{0,5}((?:mailto|tel):[^\"'>\s]{1,300})", re.IGNORECASE)


def words(text: str) -> frozenset[str]:
    """Return a word list as it is easiest to read and to extend: one string, blanks between.

    >>> sorted(words("owner founder"))
    ['founder', 'owner']
    """
    return frozenset(text.split())


_INVISIBLE = dict.fromkeys([*range(9), *range(14, 32), 0x7F, 0xAD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF])
_HIDDEN = words("script style template svg noscript textarea select title iframe object canvas")
_HIDDEN_ENDS = {name: re.compile(rf"</{name}\b[^<>]{{0,200}}>?", re.IGNORECASE) for name in _HIDDEN}
_PLAIN_BLOCKS = words(
    "article aside blockquote body button caption center dd details dialog div fieldset figcaption figure footer form"
    " header hr html legend li main menu ol option p pre section summary tbody td tfoot th thead ul"
)
_HEADINGS = words("h1 h2 h3 h4 h5 h6")
_ROW_STARTS = frozenset({"tr", "dt"})
_ROW_ENDS = frozenset({"table", "dl", "tr"})
_BLOCKS = _PLAIN_BLOCKS | _HEADINGS | _ROW_STARTS | _ROW_ENDS | {"address", "nav"}
_INLINE = words("span b i strong em font u small sup sub abbr time label input link meta wbr tt big")


class Line(NamedTuple):
    """One visible line. Lines of one `block` are parted only by `<br>`; cells of one table row share its `row`."""

    text: str
    block: int = 0
    row: int = 0
    is_heading: bool = False
    in_address: bool = False
    in_navigation: bool = False
    links: tuple[str, ...] = ()


def fold_space(text: str) -> str:
    """Return the text with every run of white space as one blank and without invisible characters.

    >>> fold_space("  Jane\u200b \\n Doe\u00a0")
    'Jane Doe'
    """
    if not text.isascii() or not text.isprintable():
        text = text.translate(_INVISIBLE)
    elif "  " not in text:
        return text.strip(" ")
    return " ".join(text.split())


def read_lines(html: str) -> tuple[Line, ...]:
    """Return the visible lines in page order; script, style, comments and form choices are not text.

    >>> [line.text for line in read_lines("<p>Jane <b>Doe</b><br>Owner</p><script>x()</script><p>&copy; 2020")]
    ['Jane Doe', 'Owner', '© 2020']
    """
    reader = _Reader(_capped(html))
    reader.read()
    return tuple(reader.lines)


def lines_of_text(text: str) -> tuple[Line, ...]:
    """Return plain text as lines, one block per paragraph.

    >>> [(line.text, line.block) for line in lines_of_text("Jane Doe\\nOwner\\n\\nHello")]
    [('Jane Doe', 0), ('Owner', 0), ('Hello', 1)]
    """
    lines: list[Line] = []
    block = 0
    for raw in text[:MAX_TEXT].splitlines()[:MAX_LINES]:
        folded = fold_space(raw[:MAX_LINE_LENGTH])
        if folded:
            lines.append(Line(folded, block))
        elif lines:
            block = lines[-1].block + 1
    return tuple(lines)


def _capped(html: str) -> str:
    if len(html) <= MAX_HTML:
        return html
    return html[: MAX_HTML - _TAIL] + "\n" + html[_outside_code(html, len(html) - _TAIL) :]


def _outside_code(html: str, position: int) -> int:
    """Return the next tag from the position on, after the script or style it would cut into: code is never text."""
    for name in ("script", "style"):
        if html.rfind(f"<{name}", 0, position) > html.rfind(f"</{name}", 0, position):
            return _after_hidden(html, name, position)
    tag = html.find("<", position)
    return position if tag < 0 else tag


def _unescaped(text: str) -> str:
    return unescape(text) if "&" in text else text


def _after(html: str, mark: str, position: int) -> int:
    found = html.find(mark, position)
    return len(html) if found < 0 else found + len(mark)


def _after_hidden(html: str, name: str, position: int) -> int:
    closing = _HIDDEN_ENDS[name].search(html, position)
    return closing.end() if closing else len(html)


@dataclass(slots=True)
class _Reader:
    html: str
    lines: list[Line] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    length: int = 0
    is_long: bool = False
    is_in_tail: bool = False
    block: int = 0
    row: int = 0
    heading: bool = False
    addresses: int = 0
    navigations: int = 0

    def read(self) -> None:
        position = 0
        while position < len(self.html) and not self._is_full():
            position = self._read_from(position)
        self._end_line()

    def _read_from(self, position: int) -> int:
        """Read on to the next place that is jumped over; return where reading goes on."""
        html = self.html
        for match in _MARKUP.finditer(html, position):
            start, end = match.span()
            if start > position:
                text = html[position:start]
                if self.parts or not text.isspace():
                    self.parts.append(text)
            position = end
            name = match[1]
            if name in _PLAIN_BLOCKS:
                if self.parts:
                    self._end_line()
                self.block += 1
            elif name not in _INLINE:
                after = self._take((name or match[2] or "").lower(), match[0], end)
                if after != end:
                    return after
            if self.is_long and (not self.is_in_tail or self._is_full()):
                return self._leap_to_tail(end)
        self.parts.append(html[position:])
        return len(html)

    def _leap_to_tail(self, position: int) -> int:
        if self.is_in_tail:
            return position
        self.is_in_tail = True
        return max(position, _outside_code(self.html, max(0, len(self.html) - _TAIL_TEXT)))

    def _is_full(self) -> bool:
        return len(self.lines) >= MAX_LINES or self.length >= MAX_TEXT

    def _end_block(self) -> None:
        if self.parts:
            self._end_line()
        self.block += 1

    def _take(self, name: str, tag: str, position: int) -> int:
        """Act on one piece of markup; return where reading goes on."""
        if name in _BLOCKS:
            self._cross_block(name, is_opening=tag[1] != "/")
        elif name == "br":
            self._end_line()
        elif name == "a":
            self._note_link(tag)
        elif name == "img":
            self.parts.append(" ")
        elif name == "!--":
            return _after(self.html, "-->", position)
        elif name in _HIDDEN and tag[1] != "/" and not tag.endswith("/>"):
            return _after_hidden(self.html, name, position)
        return position

    def _end_line(self) -> None:
        if not self.parts:
            return
        text = fold_space(_unescaped("".join(self.parts)[: MAX_LINE_LENGTH * 2]))
        if len(text) > MAX_LINE_LENGTH:
            text = text[:MAX_LINE_LENGTH].rstrip()
        self.parts = []
        if text or self.links:
            self.length += len(text)
            state = (self.block, self.row, self.heading, self.addresses > 0, self.navigations > 0)
            self.lines.append(Line(text, *state, tuple(self.links)))
            self.links = []
            self.is_long = self.length >= MAX_TEXT - _TAIL_TEXT or len(self.lines) >= MAX_LINES - _TAIL_LINES

    def _cross_block(self, name: str, *, is_opening: bool) -> None:
        self._end_block()
        if name in _ROW_STARTS and is_opening:
            self.row = self.block
        elif name in _ROW_ENDS:
            self.row = 0
        elif name in _HEADINGS:
            self.heading = is_opening
        elif name == "address":
            self.addresses = max(0, self.addresses + (1 if is_opening else -1))
        elif name == "nav":
            self.navigations = max(0, self.navigations + (1 if is_opening else -1))

    def _note_link(self, tag: str) -> None:
        match = _LINK.search(tag) if ":" in tag and len(self.links) < 20 else None
        if match:
            self.links.append(unescape(match[1]))
            self.parts.append("")
