"""Tames pages that would keep the HTML parser busy for minutes: it is quadratic in depth and in attributes."""

import re

MAX_DEPTH = 1000
MAX_ATTRIBUTES = 2000
_LONG_TAG = 8000
# Between attributes stands one of these, if only the quote that ends the one before.
_SEPARATORS = " \t\r\n\f/\"'"
# With fewer tags than this the parser is quick however they are nested.
_FEW_TAGS = 4000

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]{0,40})")
_RAW_TEXT_ENDS = {
    name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea", "title", "xmp", "noembed")
}
# These hold nothing, or end by themselves where the next one begins.
_NEVER_DEEP_TEXT = """
area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead tfoot colgroup
option optgroup rp rt html head body
"""
_NEVER_DEEP = frozenset(_NEVER_DEEP_TEXT.split())


def shallow_html(html: str) -> str:
    """Return the page without tags of thousands of attributes, cut off where elements are over a thousand deep.

    Browsers stop nesting at about half of that, so nobody sees what is lost.

    >>> len(shallow_html("<div>" * 100_000))
    5000
    """
    html = _without_huge_tags(html)
    if html.count("<") <= _FEW_TAGS:
        return html
    open_elements: list[str] = []
    counts: dict[str, int] = {}
    position = 0
    while match := _TAG.search(html, position):
        position = match.end()
        name = match[2].lower()
        if name in _RAW_TEXT_ENDS and not match[1]:
            end = _RAW_TEXT_ENDS[name].search(html, position)
            position = end.start() if end else len(html)
        elif name in _NEVER_DEEP:
            continue
        elif match[1]:
            _close(name, open_elements, counts)
        elif len(open_elements) >= MAX_DEPTH:
            return html[: match.start()]
        else:
            open_elements.append(name)
            counts[name] = counts.get(name, 0) + 1
    return html


def _without_huge_tags(html: str) -> str:
    pieces = html.split(">")
    if max(map(len, pieces)) <= _LONG_TAG:
        return html
    return ">".join(_shortened(piece) for piece in pieces)


def _shortened(piece: str) -> str:
    tag = _TAG.search(piece) if len(piece) > _LONG_TAG else None
    if tag is None:
        return piece
    attributes = sum(piece.count(separator, tag.end()) for separator in _SEPARATORS)
    return piece[: tag.end()] if attributes > MAX_ATTRIBUTES else piece


def _close(name: str, open_elements: list[str], counts: dict[str, int]) -> None:
    """Close the innermost element of this name and all within it; without one, an end tag does nothing."""
    if not counts.get(name):
        return
    while True:
        closed = open_elements.pop()
        counts[closed] -= 1
        if closed == name:
            return
