"""Where the HTML of pages is kept: in its row, in a folder, or in a bucket. The row says which."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from scrapersky.errors import ScraperSkyError


class HtmlStoreFailed(ScraperSkyError):
    """The place where HTML is kept does not take or give it."""

    code = outcome = "html_store"
    worth_retrying = True


class HtmlMissing(ScraperSkyError):
    """The row says where its HTML is, and it is not there any more."""

    code = outcome = "no_stored_page"

    def __init__(self, place: str) -> None:
        super().__init__(f"The HTML of this page is not at {place} any more; queue the page to be read again.")


class HtmlElsewhere(ScraperSkyError):
    """The HTML was kept in a place that this installation is not set up to read."""

    outcome = "html_elsewhere"

    def __init__(self, place: str) -> None:
        super().__init__(
            f"The HTML of this page is at {place}, and no setting leads there: set HTML_FOLDER, or HTML_BUCKET and its"
            " keys, as they were; or queue the page to be read again."
        )


@dataclass(frozen=True, slots=True)
class KeptHtml:
    """What a row holds of its page's HTML: the compressed bytes, or the place where they are."""

    html: bytes | None = None
    place: str | None = None

    def __bool__(self) -> bool:
        return self.html is not None or self.place is not None


@dataclass(frozen=True, slots=True)
class StoredObject:
    place: str
    changed_at: datetime


class HtmlStore(Protocol):
    """`put` may be called again with the same page, and then changes nothing: the name is the content's hash."""

    def holds(self, kept: KeptHtml) -> bool: ...

    async def put(self, content_hash: str, packed: bytes) -> KeptHtml: ...

    async def get(self, kept: KeptHtml) -> bytes: ...


class OuterHtmlStore(HtmlStore, Protocol):
    """A store beside the database. Rows go without telling it, so what no row names is looked for and removed."""

    def objects(self) -> AsyncIterator[list[StoredObject]]: ...

    async def remove(self, place: str) -> None: ...


@dataclass(frozen=True, slots=True)
class InRow:
    """The database itself keeps the HTML, in the row, and removes it with the row."""

    def holds(self, kept: KeptHtml) -> bool:
        return kept.html is not None

    async def put(self, content_hash: str, packed: bytes) -> KeptHtml:  # noqa: ARG002  the protocol's signature
        return KeptHtml(html=packed)

    async def get(self, kept: KeptHtml) -> bytes:
        if kept.html is None:
            raise HtmlElsewhere(kept.place or "no place")
        return kept.html


@dataclass(frozen=True, slots=True)
class HtmlStores:
    """One store takes new pages. Those that other settings put elsewhere are read where they are."""

    chosen: HtmlStore = InRow()
    others: tuple[HtmlStore, ...] = ()

    async def put(self, content_hash: str, packed: bytes) -> KeptHtml:
        return await self.chosen.put(content_hash, packed)

    async def get(self, kept: KeptHtml) -> bytes:
        for store in (InRow(), self.chosen, *self.others):
            if store.holds(kept):
                return await store.get(kept)
        raise HtmlElsewhere(kept.place or "no place")


def object_name(content_hash: str) -> str:
    """Two letters of the hash make 256 folders: none gets too many files.

    >>> object_name("ab12")
    'ab/ab12.html.zst'
    """
    return f"{content_hash[:2]}/{content_hash}.html.zst"


def is_object_name(name: str) -> bool:
    folder, _, file = name.partition("/")
    content_hash = file.removesuffix(".html.zst")
    return content_hash.isalnum() and name == object_name(content_hash) and folder == content_hash[:2]
