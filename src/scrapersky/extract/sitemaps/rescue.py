"""Picks addresses out of XML that broke, as far as they can be told apart without a parser."""

import re
from html import unescape

from scrapersky.extract.sitemaps.entries import Format
from scrapersky.extract.sitemaps.usual_form import RawEntry
from scrapersky.extract.sitemaps.xml import EXTENSIONS, FORMATS, MAX_TAIL
from scrapersky.extract.urls import MAX_URL_LENGTH

MAX_VAIN_SEARCH = 4 * 1024 * 1024

# Every repeat ends at the next "<", so that any text is read in one pass.
_TOKEN = re.compile(
    r"<(?P<close>/?)(?:(?P<prefix>[\w.-]{1,40}):)?"
    r"(?P<name>sitemapindex|sitemap|urlset|url|loc|lastmod|item|entry|link|guid|updated|published|pubdate|date)\b"
    r"(?P<attributes>[^<>]{0,2000})>\s{0,200}(?:<!\[CDATA\[)?(?P<text>[^<]{0,9000})",
    re.IGNORECASE,
)
_HREF = re.compile(r"""\bhref\s{0,4}=\s{0,4}["']([^"'<>]{1,2000})["']""")
_NO_LINK = re.compile(r"""\bispermalink\s{0,4}=\s{0,4}["']false""", re.IGNORECASE)
_OTHER_REL = re.compile(r"""\brel\s{0,4}=\s{0,4}["'](?!alternate)""")
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")
_DATES = frozenset({"lastmod", "updated", "published", "pubdate", "date"})
_FEED_ENTRIES = frozenset({"item", "entry"})


class Rescue:
    """A push reader like XmlBody, for the text after the fault."""

    def __init__(self, known_format: Format) -> None:
        self.format = known_format
        self._text = ""
        self._searched = 0
        self._lists_sitemaps = known_format == "sitemapindex"
        self._is_within_entry = False
        self._url = ""
        self._guid = ""
        self._modified = ""
        self._entries: list[RawEntry] = []

    def feed(self, text: str) -> list[RawEntry]:
        """Return the entries that are whole by now; a tag that may go on in the next piece is kept back."""
        self._text += text
        self._searched += len(text)
        # The last "<" of a CDATA section belongs to the tag before it.
        end = self._text.rfind("<", 0, max(0, self._text.rfind("<")))
        self._read(self._text[: max(0, end)])
        self._text = self._text[max(0, end) :][-MAX_TAIL:]
        return self._take()

    @property
    def is_in_vain(self) -> bool:
        """Whether so much text went by without an address that going on is a waste."""
        return self._searched > MAX_VAIN_SEARCH

    def close(self) -> list[RawEntry]:
        """Return what is left; an address that the end of the file cuts off would be another one."""
        self._read(self._text[: max(self._text.rfind("<"), self._text.rfind(">") + 1)])
        self._text = ""
        self._flush()
        return self._take()

    def _take(self) -> list[RawEntry]:
        entries, self._entries = self._entries, []
        return entries

    def _read(self, text: str) -> None:
        for match in _TOKEN.finditer(text):
            if (match["prefix"] or "").lower() not in EXTENSIONS:
                self._token(match["name"].lower(), match)

    def _token(self, name: str, match: re.Match[str]) -> None:
        if name in FORMATS:
            self._flush()
            if not match["close"]:
                self._begin(name)
        elif match["close"]:
            return
        elif name in _DATES:
            self._modified = self._modified or _text_of(match)
        elif name == "loc":
            self._flush()
            self._url = _text_of(match)
        elif name == "guid":
            self._take_guid(match)
        elif self._is_within_entry and not self._url and not _OTHER_REL.search(match["attributes"]):
            href = _HREF.search(match["attributes"])
            self._url = _unescaped(href[1]) if href else _text_of(match)

    def _take_guid(self, match: re.Match[str]) -> None:
        """What names an entry is where it is, unless it says otherwise or a link does."""
        text = _text_of(match)
        if text.startswith(("http://", "https://")) and not _NO_LINK.search(match["attributes"]):
            self._guid = text

    def _begin(self, name: str) -> None:
        self._is_within_entry = name in _FEED_ENTRIES
        if name != "url":
            self._lists_sitemaps = FORMATS[name] == "sitemapindex"
        if self.format == "unknown":
            self.format = FORMATS[name]

    def _flush(self) -> None:
        url = self._url or self._guid
        if url:
            self._searched = 0
            self._entries.append(RawEntry(url, self._modified, self._lists_sitemaps))
        self._url = self._guid = self._modified = ""


def _text_of(match: re.Match[str]) -> str:
    text = match["text"].partition("]]>")[0].strip()
    return _unescaped(text)[: MAX_URL_LENGTH + 1] if "&" in text else text


def _unescaped(text: str) -> str:
    """Whole references only: in the address `?a=1&copy=2` stands no sign of copyright."""
    return _REFERENCE.sub(lambda match: unescape(match[0]), text)
