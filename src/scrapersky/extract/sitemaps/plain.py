"""Reads sitemaps that are a list of addresses, one a line."""

from scrapersky.extract.sitemaps.usual_form import RawEntry
from scrapersky.extract.urls import MAX_URL_LENGTH


class PlainBody:
    """A push reader like XmlBody, for lines."""

    def __init__(self) -> None:
        self.has_junk = False
        self._line = ""

    def feed(self, text: str) -> list[RawEntry]:
        """Return the addresses of the lines that are whole by now."""
        *lines, rest = (self._line + text.replace("\r", "\n")).split("\n")
        entries = [entry for line in lines if (entry := self._entry(line))]
        # One endless line must not pile up; what is kept is too long to pass for an address.
        self._line = rest[: MAX_URL_LENGTH + 1]
        return entries

    def close(self) -> list[RawEntry]:
        """Return the address of a last line without an end."""
        return self.feed("\n")

    def _entry(self, line: str) -> RawEntry | None:
        line = line.strip("\ufeff\x00 \t\x0b\x0c\xa0")
        if not line:
            return None
        if line[:8].lower().startswith(("http://", "https://")) and len(line.split()) == 1:
            return RawEntry(line)
        self.has_junk = True
        return None
