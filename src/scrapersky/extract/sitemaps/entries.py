"""What a sitemap lists, and what is known of it after reading."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

Kind = Literal["pages", "index", "none"]
Format = Literal["urlset", "sitemapindex", "rss", "atom", "text", "html", "unknown"]
Problem = Literal[
    "bad_gzip",
    "broken_xml",
    "decompression_ratio",
    "dtd_refused",
    "empty",
    "html_instead",
    "junk_before",
    "junk_lines",
    "mixed",
    "no_addresses",
    "too_deep",
    "too_large",
    "too_many_urls",
    "truncated",
    "unusable_urls",
]

PROBLEM_WORDS: dict[Problem, str] = {
    "bad_gzip": "the compressed file is damaged; what came before the damage was read",
    "broken_xml": "the XML is broken; addresses after the fault were picked out of the text",
    "decompression_ratio": "the file unpacks to far more than a sitemap does; reading stopped",
    "dtd_refused": "the file declares a document type, which is refused",
    "empty": "the answer is empty",
    "html_instead": "a web page was answered instead of a sitemap",
    "junk_before": "there is other text before the sitemap",
    "junk_lines": "some lines are not addresses",
    "mixed": "the file lists both pages and sitemaps",
    "no_addresses": "what was answered is neither XML nor a list of addresses",
    "too_deep": "elements are nested too deeply; reading stopped",
    "too_large": "the file is larger than the limit; reading stopped",
    "too_many_urls": "the file lists more addresses than the limit; reading stopped",
    "truncated": "the file ends in the middle",
    "unusable_urls": "some addresses are not web addresses",
}


class SitemapEntry(NamedTuple):
    """A page or sitemap that is listed: absolute, else as written; `normalise_url` gives the form for comparing."""

    url: str
    modified: datetime | None = None
    is_sitemap: bool = False


@dataclass(frozen=True, slots=True)
class SitemapLimits:
    """Where reading stops. Twice what the sitemap protocol allows, as real files overstep it.

    A page cannot have changed later than `latest`: such dates are left out.
    """

    bytes: int = 2 * 50 * 1024 * 1024
    urls: int = 2 * 50_000
    depth: int = 64
    ratio: int = 300
    sample: int = 10
    latest: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitemap:
    """The facts by which a person decides whether a sitemap is worth importing."""

    kind: Kind
    format: Format
    count: int
    newest: datetime | None
    problems: tuple[Problem, ...]
    sample: tuple[str, ...]
    bytes_read: int

    @property
    def problems_for_people(self) -> tuple[str, ...]:
        """The problems in words."""
        return tuple(PROBLEM_WORDS[problem] for problem in self.problems)
