"""What a page is about: its own words without menus, footers and forms, and its headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborNode

from scrapersky.extract.document import Document
from scrapersky.extract.visible_text import BLOCKS, CELLS, clean

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


@dataclass(slots=True)
class _Line:
    words: str = ""
    linked: int = 0
    is_heading: bool = False


def main_text(document: Document) -> MainText:
    """The page's own words: inside `main` or `article` where those hold enough, else all but what frames every page.

    >>> from scrapersky.extract.document import read_document
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
    lines = [line for line in _lines(root) if line.words]
    headings = (line.words[:300] for line in lines if line.is_heading)
    kept = (line.words for line in lines if line.is_heading or line.linked <= len(line.words) * 0.7)
    return MainText("\n".join(kept)[:MAX_TEXT], tuple(dict.fromkeys(headings))[:MAX_HEADINGS])


def _lines(root: LexborNode) -> Iterator[_Line]:
    """One pass without recursion; a block ends a line, and so does the end of one."""
    pieces: list[str] = []
    line = _Line()
    opened: list[str] = []
    linked = headed = 0
    node: LexborNode | None = root
    left = MAX_NODES
    while node is not None and left:
        left -= 1
        tag = node.tag or ""
        if tag == "-text":
            words = node.text_content or ""
            pieces.append(words)
            line.linked += len(words) if linked else 0
            line.is_heading = line.is_heading or bool(headed)
        elif _is_read(tag, node, is_root=not opened):
            if tag in BLOCKS:
                yield _ended(line, pieces)
                line, pieces = _Line(), []
            elif tag in CELLS:
                pieces.append(" ")
            if node.first_child is not None:
                opened.append(tag)
                linked += tag == "a"
                headed += tag in _HEADINGS
                node = node.first_child
                continue
        while opened and node.next is None:
            closed = opened.pop()
            linked -= closed == "a"
            headed -= closed in _HEADINGS
            if closed in BLOCKS:
                yield _ended(line, pieces)
                line, pieces = _Line(), []
            parent = node.parent
            if parent is None:
                return
            node = parent
        node = node.next if opened else None
    yield _ended(line, pieces)


def _ended(line: _Line, pieces: list[str]) -> _Line:
    text = "".join(pieces)
    line.words = " ".join((text if text.isascii() else clean(text)).split())
    return line


def _is_read(tag: str, node: LexborNode, *, is_root: bool) -> bool:
    if tag.startswith(("-", "!")) or tag in _CHROME:
        return False
    attributes = node.attributes
    if is_root or not attributes or tag in _HEADINGS:
        return True
    if (attributes.get("role") or "").lower() in _CHROME_ROLES or attributes.get("aria-hidden") == "true":
        return False
    name = f"{(attributes.get('class') or '')[:200]} {(attributes.get('id') or '')[:100]}"
    return tag == "body" or len(name) < 3 or not _names_chrome(name)


@lru_cache(maxsize=4_096)
def _names_chrome(name: str) -> bool:
    return _CHROME_NAME.search(name) is not None
