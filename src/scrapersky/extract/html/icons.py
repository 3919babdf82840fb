"""Pictures that stand for words: the sign of an address, the label of a number."""

import re
from collections.abc import Mapping
from functools import lru_cache

from selectolax.lexbor import LexborNode

_PICTURED_AT = frozenset(("@", "at", "(at)", "[at]", "ät", "arroba", "arobase", "chiocciola", "at-zeichen"))
# A picture that stands for the label of a number: `<i class="fa fa-fax">`.
ICONS = frozenset(("i", "span", "img", "svg", "em"))
_ICON = re.compile(
    r"(?<![a-z])(?:(?P<fax>fax|(?:fa|bi|mdi|la|ti|bx|(?:glyph)?icon)-print(?:er)?)|(?P<whatsapp>whats-?app))(?![a-z])"
)
_GLYPHS = re.compile(r"\bmaterial-(?:icons|symbols)")
AT_GLYPH = "alternate_email"
_ICON_LETTERS = re.compile(r"[fF][aA][xX]|[hH][aA][tT][sS]|-print")
_ICON_ATTRIBUTES = frozenset(("class", "alt", "data-icon", "aria-label", "title", "src"))

Attributes = Mapping[str, str | None]


def is_at_sign(attributes: Attributes) -> bool:
    """Whether a picture stands for the sign between a name and a host."""
    alt = attributes.get("alt")
    return alt is not None and len(alt) <= 12 and alt.strip().lower() in _PICTURED_AT


def is_glyph(attributes: Attributes) -> bool:
    """Whether a font draws a picture in place of the words: `<i class="material-icons">call</i>`."""
    return "material-" in (name := attributes.get("class") or "") and _GLYPHS.search(name) is not None


def icon_of(attributes: Attributes) -> str:
    for name, value in attributes.items():
        if value and name in _ICON_ATTRIBUTES and _ICON_LETTERS.search(value) and (means := pictured(value[-120:])):
            return means
    return ""


def icon_used(node: LexborNode) -> str:
    """What a drawing is called that is kept elsewhere: `<svg><use href="#icon-fax">`."""
    use = node.css_first("use")
    return pictured(f"{use.attributes.get('href') or use.attributes.get('xlink:href')}"[-120:]) if use else ""


@lru_cache(maxsize=4_096)
def pictured(name: str) -> str:
    icon = _ICON.search(name.lower())
    return (icon.lastgroup or "") if icon is not None else ""
