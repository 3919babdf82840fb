"""URLs as browsers read them (WHATWG), in the one form by which duplicates are folded."""

import re
from functools import lru_cache

from ada_url import URL, HostType

from scrapersky.extract.networks import refusal_of_address

MAX_URL_LENGTH = 8192
WEB_SCHEMES = frozenset({"http:", "https:"})

_SURROGATE = re.compile(r"[\ud800-\udfff]")
# Most addresses of a sitemap are written as they are folded; seeing that is ten times as fast as parsing.
_FOLDED_ALREADY = re.compile(
    r"https?://((?:(?!xn--)[a-z0-9-]{1,63}\.){1,10}(?!xn--)[a-z]{2,20})"
    r"(/(?:(?!\.)[A-Za-z0-9._~-]{1,500}/){0,20}(?:(?!\.)[A-Za-z0-9._~-]{1,500})?)"
)
# So are most links within a site, once the site is put before them.
_FOLDED_SITE = re.compile(r"https?://(?:(?!xn--)[a-z0-9-]{1,63}\.){1,10}(?!xn--)[a-z]{2,20}(?=/)")
_FOLDED_PATH = re.compile(r"/(?:(?!\.)[A-Za-z0-9._~-]{1,500}/){0,20}(?:(?!\.)[A-Za-z0-9._~-]{1,500})?")
_FOLDED_BESIDE = re.compile(_FOLDED_PATH.pattern.removeprefix("/"))
_NO_WEB_SCHEMES = ("mailto:", "tel:", "javascript:")
# Not after a stray "%" or "%4": decoding there would make an escape that was not one.
_ESCAPE = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SESSION_IN_PATH = re.compile(r";jsessionid=[^/?;]{0,8192}", re.IGNORECASE)
_TRACKING_PREFIXES = ("utm_", "mtm_", "matomo_", "piwik_", "pk_", "hsa_", "__hs", "_hs", "aspsessionid")
_TRACKING_TEXT = """
_ga _gl _ke _kx cx_click dclid dm_i ef_id epik fbclid gad_source gad_campaignid gbraid gclid gclsrc hsctatracking
igsh igshid irclickid li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash msclkid ndclid oly_anon_id
oly_enc_id phpsessid rb_clickid s_cid s_kwcid srsltid ttclid twclid vero_conv vero_id wbraid wickedid yclid ymclid
ysclid zanpid
"""
_TRACKING = frozenset(_TRACKING_TEXT.split())

# The second line: public names that answer with an address written in the name, or with this machine's own.
_INWARD_NAMES_TEXT = """
localhost localdomain local internal intranet lan home corp private home.arpa ip6-localhost ip6-loopback
nip.io sslip.io xip.io localtest.me lvh.me vcap.me traefik.me lacolhost.com localho.st
"""
_INWARD_NAMES = frozenset(_INWARD_NAMES_TEXT.split())
_INWARD_SUFFIXES = tuple("." + name for name in _INWARD_NAMES)


def parse_url(url: str, base: str | None = None) -> URL | None:
    """Return the URL as a browser would read it, or None when a browser would refuse it or it is too long."""
    if len(url) > MAX_URL_LENGTH:
        return None
    try:
        # A lone surrogate has no UTF-8 form; the standard replaces it.
        parsed = URL(_SURROGATE.sub("\ufffd", url), None if base is None else _SURROGATE.sub("\ufffd", base))
    except ValueError:
        return None
    return parsed if len(parsed.href) <= MAX_URL_LENGTH else None


def parse_web_url(url: str, base: str | None = None) -> URL | None:
    """Like `parse_url`, for http and https only."""
    parsed = parse_url(url, base)
    return parsed if parsed is not None and parsed.protocol in WEB_SCHEMES else None


def folded_parts(url: str) -> tuple[str, str] | None:
    """Host and path of an address that is plainly in its folded form; None of any other, whatever it is.

    >>> folded_parts("https://acme.example/a/b"), folded_parts("https://acme.example/a?b")
    (('acme.example', '/a/b'), None)
    """
    plain = _FOLDED_ALREADY.fullmatch(url) if len(url) <= MAX_URL_LENGTH else None
    return (plain[1], plain[2]) if plain else None


def hostname(url: str, base: str | None = None) -> str | None:
    """Return the ASCII host of a web URL, an IPv6 address without its brackets.

    >>> hostname("https://Bücher.example:8080/a"), hostname("//[2001:DB8::1]/", "http://a/"), hostname("ftp://a/")
    ('xn--bcher-kva.example', '2001:db8::1', None)
    """
    parsed = parse_web_url(url, base)
    return None if parsed is None else parsed.hostname.removeprefix("[").removesuffix("]")


def normalise_url(url: str, base: str | None = None) -> str | None:
    """Return the form by which duplicates are folded, or None when this is no web URL.

    >>> normalise_url("HTTP://user@Example.COM.:80/a/../%7ejo?utm_source=x&id=1#top")
    'http://example.com/~jo?id=1'
    >>> normalise_url("../contact", "https://example.com/en/about/")
    'https://example.com/en/contact'
    >>> normalise_url("contact.html", "https://example.com/en/about")
    'https://example.com/en/contact.html'
    >>> normalise_url("mailto:jo@example.com") is None
    True
    """
    if _FOLDED_ALREADY.fullmatch(url):
        return url
    if base is not None:
        if url.startswith(_NO_WEB_SCHEMES):
            return None
        if "#" in url and len(url) <= MAX_URL_LENGTH:
            url = url.partition("#")[0]  # which no folded address has
        if url.startswith("/") and _FOLDED_PATH.fullmatch(url) and (site := _FOLDED_SITE.match(base)):
            return site[0] + url
        if url and _FOLDED_BESIDE.fullmatch(url) and _FOLDED_ALREADY.fullmatch(base):
            beside = base[: base.rindex("/") + 1] + url
            if folded_parts(beside):
                return beside
    return _normalised(url, base)


@lru_cache(maxsize=1_024)
def _normalised(url: str, base: str | None) -> str | None:
    """Menus and footers link to the same places."""
    parsed = parse_web_url(url.strip(), base)
    return None if parsed is None else _folded(parsed)


def _folded(parsed: URL) -> str | None:
    host = parsed.hostname.removesuffix(".")
    if not host or host.startswith(".") or ".." in host or host.endswith("."):
        return None
    port = f":{parsed.port}" if parsed.port else ""
    path = _SESSION_IN_PATH.sub("", _fold_escapes(parsed.pathname))
    query = _without_tracking(parsed.search)
    # Taking a session out of a path can leave dot segments, and a folded path must fold to itself.
    folded = parse_web_url(f"{parsed.protocol}//{host}{port}{path}{query}")
    return None if folded is None else folded.href


def refusal_of_url(url: str) -> str | None:
    """Return why this URL must not be fetched, judged without looking its name up; None when it may be tried.

    >>> refusal_of_url("http://0x7f.1/"), refusal_of_url("https://example.com/")
    ('127.0.0.1 is a loopback address', None)
    """
    parsed = parse_url(url)
    if parsed is None:
        return "not a URL"
    if parsed.protocol not in WEB_SCHEMES:
        return "neither http nor https"
    if parsed.username or parsed.password:
        return "carries credentials"
    if parsed.port not in {"", "80", "443"}:
        return f"port {parsed.port} is not a web port"
    return _refusal_of_host(parsed)


def _refusal_of_host(parsed: URL) -> str | None:
    host = parsed.hostname.removeprefix("[").removesuffix("]").removesuffix(".")
    if parsed.host_type != HostType.DEFAULT:
        reason = refusal_of_address(host)
        return reason and f"{host} is a {reason} address"
    if "." not in host or host in _INWARD_NAMES or host.endswith(_INWARD_SUFFIXES):
        return f"{host} is a name of an inner network"
    return None


def _fold_escapes(path: str) -> str:
    return _ESCAPE.sub(_fold_escape, path)


def _fold_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _without_tracking(search: str) -> str:
    fields = _fold_escapes(search.removeprefix("?")).split("&")
    kept = [field for field in fields if field and not _is_tracking(field)]
    return "?" + "&".join(kept) if kept else ""


def _is_tracking(field: str) -> bool:
    name = field.partition("=")[0].lower()
    return name in _TRACKING or name.startswith(_TRACKING_PREFIXES)
