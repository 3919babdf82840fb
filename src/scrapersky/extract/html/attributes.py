"""What the attributes of an element say of it: hidden, opened by a click, a footer, worth a look."""

import re
from functools import lru_cache

from scrapersky.extract.html.icons import Attributes

MAX_SPAN = 60

_FOOTER_NAME = re.compile(r"footer|copyright|credit|colophon|site-?info")
# What is looked for in names anywhere: an address, a picture, a footer.
_TELLS = re.compile(f"@|material-|fax|-print|whats|{_FOOTER_NAME.pattern}")
_OFF_SCREEN = r"(?<![\w-])(?:left|top|text-indent)\s{0,4}:\s{0,4}-(?:\d{4,6}px|\d{3,6}r?em)"
NO_DISPLAY = re.compile(
    rf"display\s{{0,4}}:\s{{0,4}}none|visibility\s{{0,4}}:\s{{0,4}}hidden|(?P<far>{_OFF_SCREEN})", re.IGNORECASE
)
NO_SIZE = re.compile(r"font-size\s{0,4}:\s{0,4}0(?![.\d])", re.IGNORECASE)
_HIDING = re.compile(f"{NO_DISPLAY.pattern}|{NO_SIZE.pattern}", re.IGNORECASE)
# What a click, a tab or a key opens is named so, or has a role.
_OPENS = re.compile(
    r"tab|pane|accord|collaps|modal|popup|pop-up|dialog|toggle|faq|lightbox|drop|menu|drawer|offcanvas|off-canvas|reveal"
    r"|expand|slide|carousel|swiper|spoiler|more|content|card|panel|overlay|sidebar|nav|mobile|desktop|sr-only|visually"
    r"|screen-reader|tooltip|popover|map"
)
REVERSED = re.compile(r"direction\s{0,4}:\s{0,4}rtl", re.IGNORECASE)
_SPEAKING_NAMES = ("data-", "on", "content", "value")
_NAMES = frozenset(("class", "id"))
_CLASS_AND_ID = 2
NOTHING: Attributes = {}
EMBEDDING = frozenset(("data", "type", "classid"))


def span_of(attributes: Attributes, name: str) -> int:
    written = (attributes.get(name) or "").strip()[:4]
    return min(max(1, int(written)), MAX_SPAN) if written.isdecimal() else 1


def has_hidden(attributes: Attributes) -> bool:
    """What is hidden until it is found by a search in the page is meant to be found."""
    return "hidden" in attributes and (attributes["hidden"] or "").strip().lower() != "until-found"


def is_hidden(attributes: Attributes) -> bool:
    if has_hidden(attributes):
        return True
    style = attributes.get("style")
    return style is not None and _HIDING.search(style[:500]) is not None


def is_opened(attributes: Attributes) -> bool:
    if "role" in attributes or any(name.startswith(("aria-label", "data-bs-", "x-")) for name in attributes):
        return True
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:400].lower()
    return _OPENS.search(names) is not None


def is_contact_link(href: str) -> bool:
    return ":" in href and href[:20].lstrip().lower().startswith(("mailto:", "tel:"))


def telling(attributes: Attributes) -> Attributes:
    """The same, or none where they are a class and an id that say nothing: most elements have no others."""
    if len(attributes) > _CLASS_AND_ID:
        return attributes
    for name, value in attributes.items():
        if name not in _NAMES or (value and _tells(value)):
            return attributes
    return NOTHING


@lru_cache(maxsize=4_096)
def _tells(name: str) -> bool:
    return _TELLS.search(name.lower()) is not None


def is_footer(attributes: Attributes) -> bool:
    for name in ("class", "id"):
        value = attributes.get(name)
        if value and len(value) > 5 and names_footer(value[:300]):
            return True
    return False


@lru_cache(maxsize=4_096)
def names_footer(value: str) -> bool:
    return _FOOTER_NAME.search(value.lower()) is not None


def may_hold_contacts(attributes: Attributes) -> bool:
    if "href" in attributes:
        return True
    for name, value in attributes.items():  # noqa: SIM110 - a generator here costs a tenth of the whole parse
        if (value and "@" in value) or name.startswith(_SPEAKING_NAMES):
            return True
    return False
