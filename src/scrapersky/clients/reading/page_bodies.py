"""What a reader makes of a page's body. Imports little: each reader loads it."""

from collections.abc import Mapping
from dataclasses import dataclass

from zstandard import ZstdCompressor

from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.pages.facts import PageFacts, read_page_facts


@dataclass(frozen=True, slots=True)
class ReadBody:
    """`packed` is the body as it is kept."""

    encoding: str
    packed: bytes
    facts: PageFacts


def read_body(body: bytes, url: str, headers: Mapping[str, str]) -> ReadBody:
    decoded = decode_html(body, headers.get("Content-Type"))
    return ReadBody(decoded.encoding, compressed(body), read_page_facts(decoded.text, url, headers))


def compressed(html: bytes) -> bytes:
    """A page as it is kept: a tenth to a fifth of its size."""
    return ZstdCompressor(level=6).compress(html)
