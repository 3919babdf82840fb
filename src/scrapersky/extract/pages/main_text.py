"""What a page is about: its own words without menus, footers and forms, and its headings."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from scrapersky.extract.html.document import Document
from scrapersky.extract.html.tags import BLOCKS, CELLS
from scrapersky.extract.html.visible_text import clean

MAX_NODES = 60_000
MAX_TEXT = 200_000
MAX_HEADINGS = 100
_ENOUGH = 200
_CHROME_TAGS = """
nav footer aside form button select textarea script style noscript template svg iframe object canvas title dialog menu
video audio head
"""
_CHROME = frozenset(_CHROME_TAGS.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_CHROME_ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search", "dialog", "menu"))
_CHROME_NAME = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|footer|sidebar|breadcrumbs?|cookies?|share|sharing|social|skip-link"
    r"|pagination|related|comments?)(?:$|[\s_-])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MainText:
    """Paragraphs, one per line, and the words of the headings."""

    text: str
    headings: tuple[str, ...]


class _Line(NamedTuple):
    words: str
    linked: int
    is_heading: bool


def main_text(document: Document) -> MainText:
    """The page's own words: inside `main` or `article` where those hold enough, else all but what frames every page.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = "<nav><a href=/>Home</a></nav><h1>Acme</h1><p>We fix <b>roofs</b>.</p><footer>© Acme</footer>"
    >>> main_text(read_document(page))
    MainText(text='Acme\\nWe fix roofs.', headings=('Acme',))
    """
    tree = document.tree
    roots = [*tree.css("main, [role=main]")[:1], *tree.css("article")[:1], *tree.css("body")[:1]]
    text = MainText("", ())
    for root in roots:
        text = _read(root)
        if len(text.text) >= _ENOUGH:
            return text
    return text


def _read(root: LexborNode) -> MainText:
    lines = _lines(root)
    headings = (line.words[:300] for line in lines if line.is_heading)
    kept = (line.words for line in lines if line.is_heading or line.linked <= len(line.words) * 0.7)
    return MainText("\n".join(kept)[:MAX_TEXT], tuple(dict.fromkeys(headings))[:MAX_HEADINGS])


def _lines(root: LexborNode) -> list[_Line]:
    """One pass without recursion."""
    gathered, opened = _Gathered(), list[str]()
    node: LexborNode | None = root
    left = MAX_NODES
    while node is not None and left:
        left -= 1
        if node.is_text_node:
            if not (node.is_empty_text_node and gathered.is_blank_lost()):
                gathered.add(node.text_content or "")
        elif _is_read(tag := node.tag or "", node, is_root=not opened):
            gathered.part_by(tag)
            if (child := node.first_child) is not None:
                opened.append(tag)
                gathered.open(tag)
                node = child
                continue
        following = node.next
        while opened and following is None and node is not None:
            gathered.close(opened.pop())
            node = node.parent
            following = node.next if node is not None else None
        node = following if opened else None
    gathered.end_line()
    return gathered.lines


@dataclass(slots=True)
class _Gathered:
    """Lines in the making: a block ends one, and so does the end of a block."""

    lines: list[_Line] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _linked: int = 0
    _is_heading: bool = False
    _open_links: int = 0
    _open_headings: int = 0

    def is_blank_lost(self) -> bool:
        """Whether a line is yet to begin: most of a page's texts are the space between tags."""
        return not (self._pieces or self._open_links or self._open_headings)

    def add(self, words: str) -> None:
        self._pieces.append(words)
        if self._open_links:
            self._linked += len(words)
        if self._open_headings:
            self._is_heading = True

    def part_by(self, tag: str) -> None:
        if tag in BLOCKS:
            self.end_line()
        elif tag in CELLS:
            self._pieces.append(" ")

    def open(self, tag: str) -> None:
        self._open_links += tag == "a"
        self._open_headings += tag in _HEADINGS

    def close(self, tag: str) -> None:
        self._open_links -= tag == "a"
        self._open_headings -= tag in _HEADINGS
        if tag in BLOCKS:
            self.end_line()

    def end_line(self) -> None:
        if not self._pieces:
            return
        text = "".join(self._pieces)
        words = " ".join((text if text.isascii() else clean(text)).split())
        if words:
            self.lines.append(_Line(words, self._linked, self._is_heading))
        self._pieces, self._linked, self._is_heading = [], 0, False


def _is_read(tag: str, node: LexborNode, *, is_root: bool) -> bool:
    if tag in _CHROME or tag[:1] in ("-", "!"):
        return False
    attributes = node.attributes
    if is_root or not attributes or tag in _HEADINGS:
        return True
    if (attributes.get("role") or "").lower() in _CHROME_ROLES or attributes.get("aria-hidden") == "true":
        return False
    style, identifier = attributes.get("class") or "", attributes.get("id") or ""
    if tag == "body" or not (style or identifier):
        return True
    name = f"{style[:200]} {identifier[:100]}"
    return len(name) < 3 or not _names_chrome(name)


@lru_cache(maxsize=4_096)
def _names_chrome(name: str) -> bool:
    return _CHROME_NAME.search(name) is not None
