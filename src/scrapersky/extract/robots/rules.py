"""robots.txt by RFC 9309, read in linear time whatever it contains.

Not built on a library: a file of many agents followed by many rules makes the usual one copy every rule to every agent.
"""

import codecs
import math
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from scrapersky.extract.robots.paths import PathRule, canonical_path, path_rules
from scrapersky.extract.urls import normalise_url, parse_url

MAX_ROBOTS_BYTES = 500 * 1024
MAX_SITEMAPS = 1000

StatusRule = Literal["read", "allow_all", "disallow_all"]

_LINE_END = re.compile(r"[\r\n]")
_HTML = re.compile(r"\s{0,1000}<(?:!doctype|html|head|body|\?xml|script|div|p\b)", re.IGNORECASE)
_NAMES = {
    "allow": "allow",
    "crawl-delay": "crawl-delay",
    "crawl delay": "crawl-delay",
    "disallow": "disallow",
    "dissallow": "disallow",
    "dissalow": "disallow",
    "disalow": "disallow",
    "diasllow": "disallow",
    "disallaw": "disallow",
    "request-rate": "request-rate",
    "request rate": "request-rate",
    "sitemap": "sitemap",
    "sitemaps": "sitemap",
    "site-map": "sitemap",
    "user-agent": "user-agent",
    "useragent": "user-agent",
    "user agent": "user-agent",
}
# Lines for other crawlers: about paths as well, but no misspelt rules.
_OTHERS_RULES = frozenset(("noindex", "nofollow", "noarchive", "clean-param", "host", "content-signal", "visit-time"))
# The name of a crawler ends at its version, its address, or the next word: `Foo/1.0 (+https://foo.example)`, `Foo Bar`.
_PRODUCT = re.compile(r"[^\s/;(,]{1,200}")
_RATE = re.compile(r"(\d{1,9})\s{0,9}/\s{0,9}(\d{1,9})\s{0,9}([smhd]?)", re.IGNORECASE)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(slots=True)
class _Group:
    agents: list[str] = field(default_factory=list)
    rules: list[tuple[bool, str]] = field(default_factory=list)
    delay: float | None = None


@dataclass(frozen=True)
class AgentRules:
    """What a robots.txt asks of one agent."""

    rules: tuple[PathRule, ...] = ()
    crawl_delay: float | None = None

    def allows(self, url: str) -> bool:
        """Say whether this agent may fetch the URL; the longest rule decides, of two as long the one that allows."""
        path = canonical_path(url)
        if path == "/robots.txt" or not path.startswith(self.beginnings):
            return True
        return next((rule.allow for rule in self.rules if rule.matches(path)), True)

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """What a path must begin with for any rule to match: one test that spares most paths the walk through all."""
        return tuple({rule.pieces[0] for rule in self.rules})


@dataclass(frozen=True, slots=True)
class Robots:
    """A robots.txt that was read: its sitemaps, and what was wrong with it."""

    sitemaps: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    _groups: tuple[_Group, ...] = field(default=(), repr=False)

    def rules_for(self, agent: str) -> AgentRules:
        """Return the rules of the most exact group for this agent; ask once per host and keep them.

        >>> robots = parse_robots(b"User-agent: *\\nDisallow: /\\n\\nUser-agent: ScraperSky\\nDisallow: /*.pdf$")
        >>> rules = robots.rules_for("ScraperSky/1.0 (+https://example.com)")
        >>> rules.allows("https://example.com/a"), rules.allows("https://example.com/a.pdf")
        (True, False)
        """
        chosen = _best_token(self._groups, agent)
        groups = [group for group in self._groups if chosen in group.agents]
        delays = [group.delay for group in groups if group.delay is not None]
        rules = path_rules([rule for group in groups for rule in group.rules])
        return AgentRules(rules, max(delays, default=None))

    def allows(self, url: str, agent: str) -> bool:
        """Say whether the agent may fetch the URL."""
        return self.rules_for(agent).allows(url)


def rules_for_status(status: int) -> StatusRule:
    """Return what an HTTP status means for a robots.txt: absent allows all, unreachable forbids all for now.

    429 is taken as unreachable, against the letter of the RFC: who is told to slow down should not start crawling.

    >>> rules_for_status(200), rules_for_status(404), rules_for_status(503), rules_for_status(429)
    ('read', 'allow_all', 'disallow_all', 'disallow_all')
    """
    if 200 <= status < 300:
        return "read"
    return "allow_all" if 300 <= status < 500 and status != 429 else "disallow_all"


def parse_robots(body: bytes | str, url: str | None = None) -> Robots:
    """Read a robots.txt; `url` is where it came from, for sitemaps given by path alone.

    >>> parse_robots("Sitemap: /sitemap.xml", "https://example.com/robots.txt").sitemaps
    ('https://example.com/sitemap.xml',)
    """
    text, problems = _text(body)
    if _HTML.match(text):
        return Robots(problems=(*problems, "html_instead"))
    groups: list[_Group] = []
    sitemaps: dict[str, None] = {}
    group_is_open = False
    for line in _LINE_END.split(text):
        name, value = _directive(line)
        if name == "sitemap":
            _add_sitemap(sitemaps, value, url)
        elif name == "user-agent":
            if not group_is_open:
                groups.append(_Group())
            groups[-1].agents.append(_token(value))
            group_is_open = True
        elif name:
            group_is_open = False
            _add_rule(groups, name, value)
    return Robots(tuple(sitemaps), tuple(problems), tuple(groups))


def _text(body: bytes | str) -> tuple[str, list[str]]:
    raw = body.encode("utf-8", "replace") if isinstance(body, str) else body
    problems = []
    if len(raw) > MAX_ROBOTS_BYTES:
        problems.append("too_large")
        whole_lines = raw[:MAX_ROBOTS_BYTES].rfind(b"\n")
        raw = raw[: whole_lines if whole_lines > 0 else MAX_ROBOTS_BYTES]
    utf_16 = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = raw.decode("utf-16" if utf_16 else "utf-8", "replace")
    return text.lstrip("\ufeff").replace("\x00", ""), problems


def _directive(line: str) -> tuple[str, str]:
    """Split a line into the name of its directive, empty when it has none, and its value; forgive a missing colon."""
    content = line.partition("#")[0].strip()
    name, colon, value = content.partition(":")
    known = _NAMES.get(name.strip().lower()) if colon else None
    if known:
        return known, value.strip()
    words = content.split(maxsplit=2)
    for count in (1, 2):
        known = _NAMES.get(" ".join(words[:count]).rstrip(":").lower())
        if known and (not colon or known == "sitemap"):
            return known, " ".join(words[count:])
    # An unknown line means nothing and closes no group, but one about a path is a rule that was misspelt.
    is_misspelt = value.lstrip().startswith(("/", "*")) and name.strip().lower() not in _OTHERS_RULES
    return ("unknown", "") if is_misspelt else ("", "")


def _token(agent: str) -> str:
    """The crawler a line names; everybody is a star that stands alone.

    >>> [_token(agent) for agent in ("Foo Bar", "ScraperSky/1.0 (+https://acme.example)", "* everybody", "Foo*", "*/")]
    ['foo', 'scrapersky', '*', 'foo', '']
    """
    if agent.split(maxsplit=1)[:1] == ["*"]:
        return "*"
    product = _PRODUCT.match(agent)
    return product[0].replace("*", "").lower() if product else ""


def _add_sitemap(sitemaps: dict[str, None], value: str, url: str | None) -> None:
    base = url if url and parse_url(url) else None
    address = value if value.lower().startswith(("http://", "https://")) else normalise_url(value, base)
    if value and address and len(sitemaps) < MAX_SITEMAPS and normalise_url(address):
        sitemaps.setdefault(address)


def _add_rule(groups: list[_Group], name: str, value: str) -> None:
    if not groups or not value:
        return
    if name in {"allow", "disallow"}:
        groups[-1].rules.append((name == "allow", value))
        return
    delay = _seconds(value) if name == "crawl-delay" else _rate(value)
    if delay is not None:
        groups[-1].delay = max(groups[-1].delay or 0.0, delay)


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _rate(value: str) -> float | None:
    match = _RATE.match(value)
    if match is None or not int(match[1]):
        return None
    return int(match[2]) * _SECONDS[match[3].lower()] / int(match[1])


def _best_token(groups: tuple[_Group, ...], agent: str) -> str:
    wanted = agent.strip().lower()
    names = {name for group in groups for name in group.agents if name and name != "*"}
    return max((name for name in names if _names(wanted, name)), key=len, default="*")


def _names(agent: str, token: str) -> bool:
    """Say whether the token stands in the agent's name and not in the middle of a longer word."""
    start = agent.find(token)
    while start > 0 and (agent[start - 1].isalnum() or agent[start - 1] in "-_"):
        start = agent.find(token, start + 1)
    return start >= 0
