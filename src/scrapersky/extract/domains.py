"""Registrable domains by the public suffix list, and the target of a tracking redirect."""

import re
from functools import cache

from ada_url import URL, HostType, idna_to_unicode, parse_search_params
from publicsuffixlist import PublicSuffixList

from scrapersky.extract.urls import MAX_URL_LENGTH, parse_url, parse_web_url

MAX_REDIRECTS_UNWRAPPED = 5

_HAS_SCHEME = re.compile(r"https?:|[a-z][a-z0-9+.-]{0,30}:[/\\]", re.IGNORECASE)
_MISTYPED_SCHEME = re.compile(r"^(https?)(?:;//?|//|;)", re.IGNORECASE)
_GOOGLE = re.compile(r"(?:www|maps)\.google\.(?:com?\.)?[a-z]{2,3}|google\.(?:com?\.)?[a-z]{2,3}")
# Host (and those below it) -> the parameters that may hold the real target.
_REDIRECTS = {
    "l.facebook.com": ("u",),
    "lm.facebook.com": ("u",),
    "facebook.com/l.php": ("u",),
    "facebook.com/flx/warn": ("u",),
    "l.instagram.com": ("u",),
    "l.messenger.com": ("u",),
    "l.threads.net": ("u",),
    "l.threads.com": ("u",),
    "l.workplace.com": ("u",),
    "youtube.com/redirect": ("q",),
    "linkedin.com/redir": ("url",),
    "linkedin.com/safety/go": ("url",),
    "linkedin.com/authwall": ("sessionRedirect",),
    "out.reddit.com": ("url",),
    "vk.com/away.php": ("to",),
    "t.umblr.com/redirect": ("z",),
    "pinterest.com/offsite": ("url",),
    "duckduckgo.com/l": ("uddg",),
    "googleadservices.com/pagead/aclk": ("adurl",),
    "doubleclick.net": ("adurl", "ds_dest_url"),
    "googleweblight.com": ("lite_url", "u"),
    "translate.google.com/translate": ("u",),
    "yelp.com/biz_redir": ("url",),
    "yelp.com/adredir": ("redirect_url",),
    "safelinks.protection.outlook.com": ("url",),
    "slack-redir.net/link": ("url",),
    "steamcommunity.com/linkfilter": ("u", "url"),
    "awin1.com": ("ued", "p"),
    "linksynergy.com": ("murl", "RD_PARM1"),
    "go.redirectingat.com": ("url",),
    "viglink.com": ("u",),
    "weibo.cn/sinaurl": ("u",),
    "zhihu.com": ("target",),
}


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def registrable_domain(url_or_host: str) -> str | None:
    """Return the name somebody registered, in the script it was written in; private suffixes count as public ones.

    >>> registrable_domain("https://www.acme.co.uk:8443/contact"), registrable_domain("shop.acme.wixsite.com")
    ('acme.co.uk', 'acme.wixsite.com')
    >>> registrable_domain("www.食狮.公司.cn"), registrable_domain("10.0.0.1"), registrable_domain("co.uk")
    ('食狮.公司.cn', None, None)
    """
    parsed = parse_host(url_or_host)
    domain = domain_of_host(parsed.hostname) if parsed else None
    if domain is None or "xn--" not in domain or domain in url_or_host.lower():
        return domain
    return unicode_domain(domain)


def parse_host(url_or_host: str) -> URL | None:
    """Read a URL or a bare host (with port, path or user before it) as a URL; None when it names no host."""
    text = _MISTYPED_SCHEME.sub(r"\1://", url_or_host[:MAX_URL_LENGTH].strip(), count=1)
    parsed = parse_url(text if _HAS_SCHEME.match(text) else "http://" + text.lstrip("/\\"))
    return parsed if parsed is not None and parsed.host_type == HostType.DEFAULT else None


def domain_of_host(host: str) -> str | None:
    """Return the registrable part of an ASCII host name.

    >>> domain_of_host("www.xn--bcher-kva.example."), domain_of_host(".example.com"), domain_of_host("localhost")
    ('xn--bcher-kva.example', None, None)
    """
    name = host.removesuffix(".").lower()
    if not name or name.startswith(".") or ".." in name or name.endswith("."):
        return None
    return _suffixes().privatesuffix(name) or None


def unicode_domain(domain: str) -> str:
    """Return the domain in its own script, for people to read.

    >>> unicode_domain("xn--bcher-kva.example")
    'bücher.example'
    """
    return idna_to_unicode(domain)


def unwrap_redirect(url: str) -> str:
    """Return where a tracking redirect leads, or the URL itself; nothing is fetched.

    >>> unwrap_redirect("https://l.facebook.com/l.php?u=https%3A%2F%2Facme.com%2F&h=AT0")
    'https://acme.com/'
    >>> unwrap_redirect("https://www.google.de/url?sa=t&q=https://acme.com/")
    'https://acme.com/'
    """
    for _ in range(MAX_REDIRECTS_UNWRAPPED):
        target = _target(url)
        if target is None:
            break
        url = target
    return url


def _target(url: str) -> str | None:
    parsed = parse_web_url(url.strip())
    if parsed is None:
        return None
    for candidate in _candidates(parsed):
        target = parse_web_url(candidate.strip())
        if target is not None and target.href != parsed.href:
            return target.href
    return None


def _candidates(parsed: URL) -> list[str]:
    names = _redirect_parameters(parsed)
    if not names or not parsed.search:
        return []
    fields = parse_search_params(parsed.search)
    return [value for name in names for value in fields.get(name, [])[:1]]


def _redirect_parameters(parsed: URL) -> tuple[str, ...]:
    host, path = parsed.hostname, parsed.pathname.rstrip("/").lower()
    if _GOOGLE.fullmatch(host) and path in {"/url", "/aclk", "/imgres"}:
        return ("q", "url", "adurl", "imgrefurl")
    labels = host.split(".")
    for start in range(max(0, len(labels) - 6), len(labels) - 1):
        suffix = ".".join(labels[start:])
        for place in (suffix, *_prefixes(suffix, path)):
            if place in _REDIRECTS:
                return _REDIRECTS[place]
    return ()


def _prefixes(host: str, path: str) -> list[str]:
    parts = path.split("/")[1:3]
    return [f"{host}/{'/'.join(parts[:end])}" for end in range(1, len(parts) + 1)]
