"""Reads a sitemap of any format and size as it arrives, in flat memory."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from scrapersky.extract.sitemaps.compression import DamagedGzipError, RatioExceededError, Unpacker
from scrapersky.extract.sitemaps.dates import parse_date
from scrapersky.extract.sitemaps.entries import Format, Kind, Problem, Sitemap, SitemapEntry, SitemapLimits
from scrapersky.extract.sitemaps.plain import PlainBody
from scrapersky.extract.sitemaps.rescue import Rescue
from scrapersky.extract.sitemaps.sniffing import HEAD_BYTES, decoder_for, encoding_of, sniff
from scrapersky.extract.sitemaps.usual_form import RawEntry
from scrapersky.extract.sitemaps.xml import BrokenXmlError, RefusedError, XmlBody
from scrapersky.extract.urls import MAX_URL_LENGTH, hostname, parse_web_url

_KINDS: dict[Format, Kind] = {
    "urlset": "pages",
    "sitemapindex": "index",
    "rss": "pages",
    "atom": "pages",
    "text": "pages",
    "html": "none",
    "unknown": "none",
}
_DAMAGE: frozenset[Problem] = frozenset(("bad_gzip", "truncated"))
# Passes the common case without the full parser: an ASCII host and visible ASCII after it.
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]{1,250}(?:/[!-~]{0,8000})?")
_BREAKS = str.maketrans("", "", "\t\r\n")


class SitemapReader:
    """A push parser: `feed` each chunk, then `close`; both must be iterated to the end. `summary` tells the rest.

    >>> reader = SitemapReader("https://example.com/sitemap.xml")
    >>> chunks = (b"<urlset><url><loc>/a</l", b"oc></url></urlset>")
    >>> entries = [entry for chunk in chunks for entry in reader.feed(chunk)]
    >>> [entry.url for entry in (*entries, *reader.close())], reader.summary().kind, reader.summary().count
    (['https://example.com/a'], 'pages', 1)
    """

    def __init__(self, url: str, content_type: str | None = None, limits: SitemapLimits | None = None) -> None:
        self._url = url
        self._host = hostname(url) or ""
        self._content_type = content_type
        self._limits = limits or SitemapLimits()
        self._outer = Unpacker(self._limits.ratio)
        # A file named .gz that the server packs once more arrives packed twice.
        self._inner = Unpacker(self._limits.ratio)
        self._head: bytes | None = b""
        self._decoder = decoder_for("utf-8")
        self._body: XmlBody | PlainBody | Rescue | None = None
        self._format: Format = "unknown"
        self._kind: Kind = "none"
        self._is_over = False
        self._is_damaged = False
        self._bytes = 0
        self._count = 0
        self._newest: datetime | None = None
        self._problems: dict[Problem, None] = {}
        self._sample: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[SitemapEntry]:
        """Yield the entries that are whole by now."""
        if self._is_over or self._is_damaged:
            return
        try:
            for piece in self._outer.feed(chunk):
                for plain in self._inner.feed(piece):
                    yield from self._take(plain)
                    if self._is_over:
                        return
        except DamagedGzipError:
            self._problems["bad_gzip"] = None
            self._is_damaged = True
        except RatioExceededError:
            self._stop("decompression_ratio")

    def close(self) -> Iterator[SitemapEntry]:
        """Yield the entries that only the end of the file made whole."""
        if self._is_over:
            return
        if not self._is_damaged:
            yield from self._unpack_end()
        if self._head is not None:
            head, self._head = self._head, None
            yield from self._begin(head)
        if not self._is_over:
            yield from self._entries(self._read_end())
        if self._format == "text" and not self._count:
            self._problems = self._why_empty()
        self._is_over = True

    def _why_empty(self) -> dict[Problem, None]:
        """Damage explains a list without addresses; anything else there was none."""
        damage = {problem: None for problem in self._problems if problem in _DAMAGE}
        return damage or dict.fromkeys(("no_addresses" if self._problems else "empty",))

    def _unpack_end(self) -> Iterator[SitemapEntry]:
        try:
            for rest in (*self._outer.close(), *self._inner.close()):
                yield from self._take(rest)
        except DamagedGzipError:
            self._problems["truncated"] = None

    def summary(self) -> Sitemap:
        """Return what is known by now."""
        kind = self._kind if self._count or self._format == "text" else _KINDS[self._format]
        # By name: in which order they are met hangs on how the file came in pieces.
        problems = tuple(sorted(self._problems))
        return Sitemap(kind, self._format, self._count, self._newest, problems, tuple(self._sample), self._bytes)

    def _stop(self, problem: Problem) -> None:
        self._problems[problem] = None
        self._is_over = True

    def _take(self, plain: bytes) -> Iterator[SitemapEntry]:
        room = self._limits.bytes - self._bytes
        is_too_large = len(plain) > room
        plain = plain[:room]
        self._bytes += len(plain)
        if self._head is not None:
            # Blank lines before the first tag, however many, tell nothing about what follows.
            self._head = (self._head + plain).lstrip(b" \t\r\n")
            if len(self._head) >= HEAD_BYTES or is_too_large:
                head, self._head = self._head, None
                yield from self._begin(head)
        elif not self._is_over:
            yield from self._entries(self._read(self._decoder.decode(plain)))
        if is_too_large and not self._is_over:
            self._stop("too_large")

    def _begin(self, head: bytes) -> Iterator[SitemapEntry]:
        self._decoder = decoder_for(encoding_of(head, self._content_type))
        text = self._decoder.decode(head)
        sniffed = sniff(text)
        if sniffed.has_junk_before:
            self._problems["junk_before"] = None
        if sniffed.body == "html":
            self._format = "html"
            self._stop("html_instead")
        elif sniffed.body == "text":
            self._format = "text"
            self._body = PlainBody()
        else:
            self._body = XmlBody(self._limits.depth)
        if self._body is not None:
            yield from self._entries(self._read(text[sniffed.skip :]))

    def _read(self, text: str) -> list[RawEntry]:
        body = self._body
        if isinstance(body, XmlBody):
            return self._read_xml(body, text)
        if body is None:
            return []
        entries = body.feed(text)
        self._note(body)
        if isinstance(body, Rescue) and body.is_in_vain:
            self._is_over = True
        return entries

    def _read_xml(self, body: XmlBody, text: str, *, is_last: bool = False) -> list[RawEntry]:
        try:
            entries = body.feed(text, is_last=is_last)
        except BrokenXmlError as broken:
            self._problems["truncated" if is_last and not body.is_closed else "broken_xml"] = None
            rescue = Rescue(body.format)
            self._body = rescue
            entries = [*body.take(), *rescue.feed(broken.rest)]
            self._note(rescue)
            return entries
        except RefusedError as refused:
            self._stop(refused.problem)
            entries = body.take()
        self._note(body)
        return entries

    def _read_end(self) -> list[RawEntry]:
        rest = self._decoder.decode(b"", final=True)
        body = self._body
        entries = self._read_xml(body, rest, is_last=True) if isinstance(body, XmlBody) else self._read(rest)
        if isinstance(self._body, Rescue | PlainBody):
            entries += self._body.close()
            self._note(self._body)
        return entries

    def _note(self, body: XmlBody | Rescue | PlainBody) -> None:
        if isinstance(body, PlainBody):
            if body.has_junk:
                self._problems["junk_lines"] = None
        else:
            self._format = "html" if "html_instead" in self._problems else body.format

    def _entries(self, raw_entries: Iterable[RawEntry]) -> Iterator[SitemapEntry]:
        for raw in raw_entries:
            url = self._absolute(raw.url)
            if url is None:
                self._problems["unusable_urls"] = None
                continue
            if self._count >= self._limits.urls:
                self._stop("too_many_urls")
                return
            modified = self._date(raw.modified) if raw.modified else None
            self._remember(url, modified, raw.is_sitemap)
            yield SitemapEntry(url, modified, raw.is_sitemap)

    def _date(self, written: str) -> datetime | None:
        date, latest = parse_date(written), self._limits.latest
        return None if date is not None and latest is not None and date > latest else date

    def _remember(self, url: str, modified: datetime | None, is_sitemap: bool) -> None:
        kind: Kind = "index" if is_sitemap else "pages"
        if not self._count:
            self._kind = kind
        elif kind != self._kind:
            self._problems["mixed"] = None
        self._count += 1
        if modified is not None and (self._newest is None or modified > self._newest):
            self._newest = modified
        if len(self._sample) < self._limits.sample:
            self._sample.append(url)

    def _absolute(self, written: str) -> str | None:
        """Return the address as it is written, or made absolute; None when it is no web address."""
        url = written.strip()
        if _PLAIN_URL.fullmatch(url):
            return url
        url = url.translate(_BREAKS)
        if not url or len(url) > MAX_URL_LENGTH:
            return None
        if _names_host(url, self._host):
            url = f"//{url}"
        resolved = parse_web_url(url, self._url) or parse_web_url(url)
        if resolved is None or not resolved.hostname:
            return None
        return url if url[:8].lower().startswith(("http://", "https://")) else resolved.href


def _names_host(url: str, host: str) -> bool:
    """Whether an address without a scheme begins with a host, which by the letter of the law would be a folder."""
    start = url.partition("/")[0].lower()
    return start.startswith("www.") or (start != "" and start.removeprefix("www.") == host.removeprefix("www."))
