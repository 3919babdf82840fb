"""Finds the profiles a page links to on social networks, and tells them from share, login and post links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from urllib.parse import parse_qs, urlsplit

from scrapersky.extract.contacts.owners import Judgement, judge_place, site_domain
from scrapersky.extract.finding import Finding, Kind, Owner, Rejected, Way
from scrapersky.extract.html.document import Document
from scrapersky.extract.placeholders import is_placeholder
from scrapersky.extract.socials.mentions import mentions
from scrapersky.extract.socials.networks import Network, makers, network_of, service_hosts

MAX_LINKS = 3_000
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?")
_PLAIN_HOST = re.compile(r"[a-z0-9.-]{1,250}[a-z]")
_PERSON = re.compile(r"linkedin\.com/(?:in|pub)/|xing\.com/profile/")
_PERSONAL = Judgement(Owner.PERSON, "The network keeps this address for people, not firms")


class LinkKind(StrEnum):
    """What a link on a network leads to."""

    PROFILE = "profile"
    POST = "post"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class SocialLink:
    """A link on a known network; `url` is the profile's normal form, and empty unless it is one."""

    network: str
    kind: LinkKind
    url: str = ""
    handle: str = ""


def read_social_link(url: str) -> SocialLink | None:
    """What a link leads to on a social network; None when it is on none.

    >>> read_social_link("http://m.facebook.com/AcmeDental/?ref=page").url
    'https://www.facebook.com/AcmeDental'
    >>> read_social_link("https://www.facebook.com/sharer/sharer.php?u=x").kind.value
    'service'
    >>> read_social_link("https://www.instagram.com/p/B1/").kind.value, read_social_link("https://acme.com/facebook")
    ('post', None)
    """
    parts = _split(url)
    if parts is None:
        return None
    host, path, query = parts
    network = network_of(host)
    if network is None:
        return None
    segments = tuple(segment for segment in path.replace("%40", "@").split("/") if segment)
    return _read(network, host, segments, query)


def find_socials(document: Document, structured: tuple[str, ...] = ()) -> tuple[list[Finding], list[Rejected]]:
    """Every profile with its evidence, and every other link on a network with the reason it is none."""
    findings: dict[str, Finding] = {}
    rejected: dict[str, Rejected] = {}
    for outcome in _outcomes(document, structured):
        if isinstance(outcome, Rejected):
            rejected.setdefault(outcome.raw, outcome)
        else:
            findings.setdefault(outcome.identity, outcome)
    return list(findings.values()), list(rejected.values())


def _outcomes(document: Document, structured: tuple[str, ...]) -> Iterator[Finding | Rejected]:
    own_site = f"//{document.url.partition('//')[2].partition('/')[0]}/"
    for link in islice(document.links, MAX_LINKS):
        href = link.attributes["href"]
        leads_away = "//" in href[:12] and own_site not in href[: len(own_site) + 8]
        outcome = _outcome(href, Way.LINK, document, link.start, link.end) if leads_away else None
        if outcome is not None:
            yield outcome
    for mention in mentions(document):
        outcome = _outcome(mention.url, Way.TEXT, document, mention.start, mention.end)
        if outcome is not None:
            yield outcome
    for url in structured:
        outcome = _outcome(url, Way.STRUCTURED, document, -1, -1)
        if outcome is not None:
            yield outcome


def _outcome(href: str, way: Way, document: Document, start: int, end: int) -> Finding | Rejected | None:
    if len(href) > 2_000 or "//" not in href[:12] or not _may_be_network(href):
        return None
    link = read_social_link(href)
    if link is None:
        return None
    snippet = document.snippet(start, end) if start >= 0 else href[:200]
    if link.kind is not LinkKind.PROFILE:
        what = (
            "A post, not a profile" if link.kind is LinkKind.POST else "A share, login or service page, not a profile"
        )
        return Rejected(Kind.SOCIAL, href[:300], way, f"{link.network}: {what}", snippet)
    judged = _judge(link, document, start)
    return Finding(
        kind=Kind.SOCIAL,
        value=link.url,
        raw=href[:300],
        way=way,
        confidence=0.85 if way is Way.TEXT else 0.95 if way is Way.STRUCTURED or start >= 0 else 0.9,
        snippet=snippet or href[:200],
        owner=judged.owner,
        reason=judged.reason,
        key=f"{link.network}:{link.handle.lower()}",
        facts=(("handle", link.handle), ("network", link.network)),
    )


def _may_be_network(href: str) -> bool:
    """Whether the host may be a network's: quicker than to take the whole address apart, and most links are to none."""
    host = href.partition("//")[2].partition("/")[0].lower()
    return not _PLAIN_HOST.fullmatch(host) or network_of(host) is not None


def _judge(link: SocialLink, document: Document, start: int) -> Judgement:
    if _PERSON.search(link.url):
        return _PERSONAL
    name = link.handle.lower().lstrip("@")
    if name in makers() and name not in (site_domain(document.url) or ""):
        return Judgement(Owner.WEB_DESIGNER, f"{link.handle} makes sites for others")
    return judge_place(document, start)


def _split(url: str) -> tuple[str, str, str] | None:
    url = url.strip()[:2_000]
    if url.startswith("//"):
        url = "https:" + url
    elif "://" not in url[:12]:
        url = "https://" + url
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower().rstrip(".")
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not _HOST.fullmatch(host):
        return None
    return host, parts.path, parts.query


def _read(network: Network, host: str, segments: tuple[str, ...], query: str) -> SocialLink:
    path = "/".join(segments)
    if host.count(".") > 1 and host.split(".", maxsplit=1)[0] in service_hosts():
        return SocialLink(network.name, LinkKind.SERVICE)
    if network.posts is not None and network.posts.match(f"{path}?{query}" if query else path):
        return SocialLink(network.name, LinkKind.POST)
    for pattern, template in network.profiles:
        match = pattern.fullmatch(path)
        if match is not None and _is_account(match[1].lower(), network):
            url = template.format(*match.groups(), host=host, site=host.removeprefix("www."))
            return SocialLink(network.name, LinkKind.PROFILE, url, match[1])
    if network.name == "facebook" and segments[:1] == ("profile.php",):
        number = parse_qs(query).get("id", [""])[0]
        if number.isdigit() and 3 <= len(number) <= 20:
            return SocialLink("facebook", LinkKind.PROFILE, f"https://www.facebook.com/profile.php?id={number}", number)
    if network.on_subdomain and segments[:1] == () and host.count(".") == 2 and not host.startswith("www."):
        handle = host.split(".", maxsplit=1)[0]
        return SocialLink(network.name, LinkKind.PROFILE, f"https://{host}", handle)
    return SocialLink(network.name, LinkKind.SERVICE)


def _is_account(name: str, network: Network) -> bool:
    return name not in network.services and not name.endswith((".php", ".html", ".js")) and not is_placeholder(name)
