"""Profiles that a page shows without linking to them: in a network's own box, or written out in its words."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from scrapersky.extract.html.document import Document, Element

MAX_MENTIONS = 200
MAX_LOOKS = 2_000
_HOST_END = ".com/"
_HOST_BEFORE = re.compile(
    r"(?<![\w.@-])(?:www\.|m\.|[a-z]{2}\.)?(?:facebook|instagram|linkedin|tiktok|youtube|pinterest|twitter)$",
    re.IGNORECASE,
)
_PATH = re.compile(r"[\w@.%/~-]{2,100}")
_NETWORK_BEFORE = re.compile(
    r"(?<![^\W_])(instagram|insta|ig|twitter|tiktok|threads|facebook|youtube)[\s:\uff1a|\u2013-]{1,4}$", re.IGNORECASE
)
_HANDLE = re.compile(r"[a-z0-9_](?:[\w.]{0,28}\w)(?![\w@])", re.ASCII | re.IGNORECASE)
_OWN_BOXES = frozenset(("fb-page", "fb-like"))  # other boxes show posts, films and what is said about a page
_PROFILES = {
    "instagram": "https://www.instagram.com/",
    "insta": "https://www.instagram.com/",
    "ig": "https://www.instagram.com/",
    "twitter": "https://twitter.com/",
    "tiktok": "https://www.tiktok.com/@",
    "threads": "https://www.threads.net/@",
    "facebook": "https://www.facebook.com/",
    "youtube": "https://www.youtube.com/@",
}


class Mention(NamedTuple):
    """An address on a network, and where in the page's text it stands."""

    url: str
    start: int
    end: int


def mentions(document: Document) -> Iterator[Mention]:
    """What boxes show, what is written as an address, and what is written as a name after its network's.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document("<p>Find us: facebook.com/acme. Instagram: @acme.shop")
    >>> [mention.url for mention in mentions(page)]
    ['https://facebook.com/acme', 'https://www.instagram.com/acme.shop']
    """
    framed = [element for element in document.elements if element.tag == "iframe" or "data-href" in element.attributes]
    yield from (
        Mention(url, element.start, element.end) for element in framed[:MAX_MENTIONS] if (url := _boxed(element))
    )
    yield from islice(_addresses(document.text), MAX_MENTIONS)
    yield from islice(_names(document.text), MAX_MENTIONS)


def _boxed(element: Element) -> str:
    """The page that Facebook's box shows: by an attribute, or in the address of a frame."""
    if "data-href" in element.attributes:
        is_own = not _OWN_BOXES.isdisjoint(element.attributes.get("class", "").split())
        return element.attributes["data-href"] if is_own else ""
    source = element.attributes.get("src", "")[:2_000]
    if "facebook.com/plugins/" not in source:
        return ""
    try:
        return parse_qs(urlsplit(source).query).get("href", [""])[0]
    except ValueError:
        return ""


def _places(text: str, sign: str) -> Iterator[int]:
    """Where a sign stands, as often as it is worth a look."""
    position = text.find(sign)
    for _ in range(MAX_LOOKS):
        if position < 0:
            return
        yield position
        position = text.find(sign, position + 1)


def _addresses(text: str) -> Iterator[Mention]:
    for position in _places(text, _HOST_END):
        after = position + len(_HOST_END)
        host = _HOST_BEFORE.search(text, max(0, position - 20), position)
        path = _PATH.match(text, after) if host is not None else None
        if host is not None and path is not None:
            written = text[host.start() : path.end()].rstrip(".,")
            yield Mention(f"https://{written}", host.start(), host.start() + len(written))


def _names(text: str) -> Iterator[Mention]:
    for position in _places(text, "@"):
        network = _NETWORK_BEFORE.search(text, max(0, position - 16), position)
        name = _HANDLE.match(text, position + 1) if network is not None else None
        if network is not None and name is not None:
            yield Mention(_PROFILES[network[1].lower()] + name[0], position, name.end())
