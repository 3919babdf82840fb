"""What a reader makes of a page's body, and how that is kept. Imports little: each reader loads it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pkgutil import resolve_name

from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from scrapersky.errors import ScraperSkyError
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.finding import Extraction
from scrapersky.extract.pages.facts import PageFacts, read_page_facts

LARGEST_PAGE = 20_000_000


class StoredPageBroken(ScraperSkyError):
    """The kept HTML of a page cannot be unpacked."""

    outcome = "stored_page_broken"


@dataclass(frozen=True, slots=True)
class ReadBody:
    """`packed` is the body as it is kept."""

    encoding: str
    packed: bytes
    facts: PageFacts


@dataclass(frozen=True, slots=True)
class PackedPage:
    """A body as it is kept, a fifth of its size, and the encoding that it was read in."""

    packed: bytes
    encoding: str | None = None

    def text(self) -> str:
        return decode_html(uncompressed(self.packed), f"text/html; charset={self.encoding or ''}").text


def read_body(body: bytes, url: str, headers: Mapping[str, str]) -> ReadBody:
    decoded = decode_html(body, headers.get("Content-Type"))
    return ReadBody(decoded.encoding, compressed(body), read_page_facts(decoded.text, url, headers))


def read_packed(place: str, page: PackedPage, url: str, region: str | None) -> Extraction:
    """What the extractor at `module:name` finds in its text: both loaded and unpacked by whoever reads.

    What it looked at and did not take stays behind: nobody keeps it, and each page has some.
    """
    found: Extraction = resolve_name(place)(page.text(), url, region)
    return replace(found, rejected=())


def compressed(html: bytes) -> bytes:
    """A page as it is kept: a tenth to a fifth of its size. Level 6 takes three times as long and saves 4 % of it."""
    return ZstdCompressor(level=3).compress(html)


def uncompressed(kept: bytes) -> bytes:
    try:
        return ZstdDecompressor().decompress(kept, max_output_size=LARGEST_PAGE)
    except ZstdError as error:
        raise StoredPageBroken("The kept HTML of this page is damaged; queue the page to be read again.") from error
