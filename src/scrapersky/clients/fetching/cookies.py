"""Cookies that live as long as one chain of redirects: some sites redirect in a circle until theirs comes back."""

import aiohttp

from scrapersky.clients.fetching.exchange import Answer
from scrapersky.clients.fetching.guard import GuardedUrl

_LONGEST_HEADER = 4_096


class ChainCookies:
    def __init__(self) -> None:
        self._jar: aiohttp.CookieJar | None = None

    def keep(self, target: GuardedUrl, answer: Answer) -> None:
        if received := answer.headers.getall("Set-Cookie", None):
            self._jar = self._jar or aiohttp.CookieJar()
            self._jar.update_cookies_from_headers(received, target.wire)

    def header_for(self, target: GuardedUrl) -> str:
        """What to send there; empty for nothing, and when a site wants us to carry more than is sensible."""
        if self._jar is None:
            return ""
        cookies = self._jar.filter_cookies(target.wire).values()
        header = "; ".join(f"{cookie.key}={cookie.coded_value}" for cookie in cookies)
        return header if len(header) <= _LONGEST_HEADER and header.isascii() and header.isprintable() else ""
