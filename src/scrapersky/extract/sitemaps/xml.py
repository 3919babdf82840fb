"""Reads XML sitemaps and feeds with expat, keeping nothing but the entry at hand."""

from xml.parsers import expat

from scrapersky.extract.sitemaps.entries import Format, Problem
from scrapersky.extract.sitemaps.usual_form import END, RawEntry, entries_in_usual_form
from scrapersky.extract.urls import MAX_URL_LENGTH

# What is kept of the text since the last whole entry, for a rescue when the XML turns out broken.
MAX_TAIL = 256 * 1024
# A tag or comment that goes on for longer is a fault: expat would hold all of it.
MAX_TOKEN = 1024 * 1024
# So many entries in a row of another shape than the common one, and the parser gets all the rest.
MAX_MISSES = 8
MAX_URLS_PER_ENTRY = 10

FORMATS: dict[str, Format] = {
    "urlset": "urlset",
    "url": "urlset",
    "sitemapindex": "sitemapindex",
    "sitemap": "sitemapindex",
    "rss": "rss",
    "rdf": "rss",
    "item": "rss",
    "feed": "atom",
    "entry": "atom",
}
_LISTS = frozenset({"urlset", "sitemapindex"})
WRAPPERS = frozenset({"url", "sitemap", "item", "entry"})
_EXTENSION_PREFIXES = "image video news xhtml mobile media content itunes geo pagemap feedburner"
EXTENSIONS = frozenset(_EXTENSION_PREFIXES.split())
_FIELDS = {
    "loc": "loc",
    "link": "link",
    "guid": "guid",
    "id": "guid",
    "lastmod": "modified",
    "updated": "modified",
    "published": "modified",
    "pubdate": "modified",
    "date": "modified",
    "changefreq": "",
    "priority": "",
}
_FEED_FIELDS = frozenset({"link", "guid"})


class RefusedError(ValueError):
    """The document holds something that ends reading for good."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem: Problem = problem


class BrokenXmlError(ValueError):
    """The document is not well-formed from here on; `rest` is the text since the last whole entry."""

    def __init__(self, rest: str) -> None:
        super().__init__("not well-formed")
        self.rest = rest


def local_name(name: str) -> str:
    """Return the name without its prefix, in lower case, empty for those of extensions such as image:loc."""
    if ":" not in name:
        return name.lower()
    prefix, _, local = name.rpartition(":")
    return "" if prefix.lower() in EXTENSIONS else local.lower()


class XmlBody:
    """A push parser: text in, whole entries out. Prefixes are cut off, as many files forget to declare them."""

    def __init__(self, max_depth: int) -> None:
        self.format: Format = "unknown"
        self._max_depth = max_depth
        self._depth = 0
        # The depth at which the fields of the entry at hand stand; 0 outside an entry.
        self._field_depth = 0
        self._is_index = False
        self._lists_sitemaps = False
        self._wrapper = ""
        self._field = ""
        self._text = ""
        self._found: dict[str, list[str]] = {}
        self._entries: list[RawEntry] = []
        self._tail = b""
        self._tail_start = 0
        self._fed = 0
        self._misses = 0
        self._last_end = 0
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    @property
    def is_closed(self) -> bool:
        """Whether the list has ended, so that nothing is missing whatever follows it."""
        return self._depth == 0 and self.format != "unknown"

    def feed(self, text: str, *, is_last: bool = False) -> list[RawEntry]:
        """Return the entries that are whole by now; after BrokenXmlError, `take` has those before the fault."""
        position = 0
        while self._misses < MAX_MISSES and (end := text.find(END, position)) >= 0:
            self._parse(text, position, end + len(END))
            position = self._take_common(text, end + len(END))
        self._parse(text, position, len(text), is_last=is_last)
        return self.take()

    def _parse(self, text: str, start: int, end: int, *, is_last: bool = False) -> None:
        piece = text[start:end].encode("utf-8", "replace")
        self._tail += piece
        self._fed += len(piece)
        try:
            self._parser.Parse(piece, is_last)
        except expat.ExpatError as error:
            raise self._broken(text[end:]) from error
        if self._fed - self._parser.CurrentByteIndex > MAX_TOKEN:
            raise self._broken(text[end:])
        self._cut_tail()

    def _take_common(self, text: str, position: int) -> int:
        """Pass by the parser what it need not see, which is sound only right after it has seen an entry end."""
        if self.format != "urlset" or self._depth != 1 or self._fed - self._last_end != len(END):
            return position
        entries, end = entries_in_usual_form(text, position)
        self._entries += entries
        self._misses = 0 if entries else self._misses + 1
        return end

    def take(self) -> list[RawEntry]:
        """Hand over the entries read so far."""
        entries, self._entries = self._entries, []
        return entries

    def _broken(self, unread: str) -> BrokenXmlError:
        self._cut_tail()
        return BrokenXmlError(self._tail.decode("utf-8", "replace") + unread)

    def _cut_tail(self) -> None:
        spare = max(self._last_end - self._tail_start, len(self._tail) - MAX_TAIL, 0)
        self._tail = self._tail[spare:]
        self._tail_start += spare

    def _refuse_doctype(self, name: str, *_: object) -> None:
        raise RefusedError("html_instead" if name.lower() == "html" else "dtd_refused")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == self._field_depth:
            field = _FIELDS.get(name)
            if field is None:
                field = self._rarer_field(local_name(name))
            if field:
                self._start_field(field, attributes)
        elif self._depth > self._max_depth:
            raise RefusedError("too_deep")
        elif not self._field_depth:
            self._start_outside(local_name(name))

    def _rarer_field(self, name: str) -> str | None:
        """A field with a prefix; an entry within one that was never closed begins anew."""
        if name == self._wrapper:
            self._take_found()
            self._last_end = self._parser.CurrentByteIndex
            self._start_outside(name)
        return _FIELDS.get(name)

    def _start_outside(self, name: str) -> None:
        if self._depth == 1 and name == "html":
            raise RefusedError("html_instead")
        if self.format == "unknown":
            self.format = FORMATS.get(name, "unknown")
        if name in WRAPPERS:
            self._field_depth = self._depth + 1
            self._wrapper = name
            self._lists_sitemaps = name == "sitemap" or self._is_index
            self._found = {}
        elif name in _LISTS:
            self._is_index = name == "sitemapindex"

    def _start_field(self, field: str, attributes: dict[str, str]) -> None:
        if field in _FEED_FIELDS and self.format in {"urlset", "sitemapindex"}:
            return
        if field == "link" and "href" in attributes:
            if attributes.get("rel", "alternate") == "alternate":
                self._keep("loc", attributes["href"][: MAX_URL_LENGTH + 1])
        elif not (field == "guid" and _is_no_link(attributes)):
            self._field = field
            self._text = ""
            self._parser.CharacterDataHandler = self._characters

    def _characters(self, text: str) -> None:
        if len(self._text) <= MAX_URL_LENGTH:
            self._text += text

    def _end(self, _name: str) -> None:
        depth = self._depth
        self._depth = depth - 1
        if depth == self._field_depth:
            if self._field:
                self._end_field()
        elif self._depth == self._field_depth - 2:
            self._end_entry()

    def _end_field(self) -> None:
        self._keep(self._field, self._text)
        self._field = ""
        self._parser.CharacterDataHandler = None

    def _keep(self, field: str, text: str) -> None:
        values = self._found.get(field)
        if values is None:
            self._found[field] = [text]
        elif len(values) < MAX_URLS_PER_ENTRY:
            values.append(text)

    def _end_entry(self) -> None:
        self._take_found()
        self._field_depth = 0
        self._last_end = self._parser.CurrentByteIndex

    def _take_found(self) -> None:
        values = self._found
        modified = values["modified"][0] if "modified" in values else ""
        urls = values.get("loc") or _written(values.get("link")) or _addresses(values.get("guid"))
        for url in urls or values.get("link", []):
            self._entries.append(RawEntry(url, modified, self._lists_sitemaps))


def _is_no_link(attributes: dict[str, str]) -> bool:
    """Whether a feed says that what names its entry is not where it is to be found."""
    return any(name.lower() == "ispermalink" and value.lower() == "false" for name, value in attributes.items())


def _written(texts: list[str] | None) -> list[str]:
    return [text for text in texts or () if text.strip()]


def _addresses(texts: list[str] | None) -> list[str]:
    return [text for text in texts or () if text.strip().lower().startswith(("http://", "https://"))]
