"""Where a page may hold e-mail addresses, and what looks like one there."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from scrapersky.extract.contacts.owners import site_domain
from scrapersky.extract.emails.decoding import joined_in_script, may_join, protected_addresses
from scrapersky.extract.emails.mail_hosts import registrable_domain
from scrapersky.extract.emails.spelled_out import spelled_out_addresses
from scrapersky.extract.finding import Way
from scrapersky.extract.html.document import Document, Element, Span
from scrapersky.extract.html.inline_data import inline_strings

MAX_CANDIDATES = 1_000
MAX_BACKWARDS = 20
LONGEST_SCRIPT = 200_000
_LOCAL = re.compile(r"[\w.+\-&'%=~!#$*/]{1,64}$")
_HOST = re.compile(
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?:xn--[a-z0-9-]{2,59}|[a-zA-Z]{2,24}|[^\W\d_a-zA-Z]{2,24})"
)
_FIRST_LATIN = re.compile(r"[\x21-\x7e\u00c0-\u024f]{1,64}$")
_WORD = re.compile(r"[\w.+-]{1,64}")
_OTHER_WORD = re.compile(r"(?:e-?mail|mail|write|kontakt|contact)[:.]?|(?-i:E)|[+\d][\d./-]{5,20}", re.IGNORECASE)
_SPAM_GUARD = re.compile(r"[-._]?(?:NO-?SPAM|REMOVE-?THIS|DELETE-?THIS|ENTFERNEN)[-._]?")
_SPOKEN_ATTRIBUTES = frozenset(("title", "aria-label", "alt"))
_MAIL_META = re.compile(r"e-?mail|reply-to|contact|description", re.IGNORECASE)
_MAIL_NAME = re.compile(r"mail|contact|clipboard|copy", re.IGNORECASE)
_RECIPIENT = re.compile(r"recipient|mail_?to|^to$|send_?to|empfaenger|destinat", re.IGNORECASE)


class Candidate(NamedTuple):
    """Something that looks like an address; `start` is -1 when it does not stand in the visible text."""

    address: str
    raw: str
    way: Way
    start: int = -1
    end: int = -1


def email_candidates(document: Document, structured: tuple[str, ...]) -> Iterator[Candidate]:
    """Those of links first, those of scripts last: who reads only so many reads the best."""
    yield from _linked(document)
    for value in structured:
        for address in _in_mailto(value):
            yield Candidate(address, value, Way.STRUCTURED)
    yield from _protected(document)
    yield from _in_text(document.text, frozenset(document.seams))
    for spelled in spelled_out_addresses(document.text):
        yield Candidate(spelled.address, spelled.raw, Way.SPELLED_OUT, spelled.start, spelled.end)
    for element in document.signed_elements:
        yield from _in_attributes(element)
    for text in inline_strings(document):
        for inline in _in_text(text):
            yield Candidate(inline.address, inline.raw, Way.INLINE)


def _protected(document: Document) -> Iterator[Candidate]:
    for script in document.scripts:
        if "json" not in script.type and may_join(script.text):
            for address in joined_in_script(script.text[:LONGEST_SCRIPT]):
                yield Candidate(address, address, Way.PROTECTED)
    for address, element in protected_addresses(document):
        for plain in _in_mailto(address):
            yield Candidate(plain, plain, Way.PROTECTED, *_place(element))
    for span in (*document.reversed_texts, *_backwards(document)):
        for backwards in _in_text(document.text[span.start : span.end][:500][::-1]):
            yield Candidate(backwards.address, backwards.raw, Way.PROTECTED, span.start, span.end)


def _backwards(document: Document) -> Iterator[Span]:
    """Words that end in the site's own domain when read from behind: a style sheet may turn them round."""
    site = site_domain(document.url)
    host = f"{site[::-1]}@" if site else ""
    position = document.text.find(host) if host else -1
    for _ in range(MAX_BACKWARDS):
        if position < 0:
            return
        local = _WORD.match(document.text, position + len(host))
        yield Span(position, local.end() if local is not None else position)
        position = document.text.find(host, position + 1)


def _linked(document: Document) -> Iterator[Candidate]:
    for link in document.links:
        href = link.attributes["href"]
        if "mailto" in href[:20].lower():
            for address in _in_mailto(href):
                yield Candidate(address, address, Way.LINK, link.start, link.end)


def _in_mailto(rest: str) -> Iterator[str]:
    """The recipients of a mailto link: several, with names, percent-coded once or twice, in `to=` and `cc=`."""
    rest = rest.strip()[:4_000]
    scheme, _, after = rest.partition(":")
    if scheme.strip().lower() == "mailto":
        rest = after.strip()
    path, _, query = rest.lstrip("/").partition("?")
    recipients = [
        path,
        *(field.partition("=")[2] for field in query.split("&") if field.lower().startswith(("to=", "cc=", "bcc="))),
    ]
    for recipient in recipients:
        plain = unquote(unquote(recipient)) if "%" in recipient else recipient
        exact = [candidate.address for candidate in _in_text(plain)]
        yield from exact or [spelled.address for spelled in spelled_out_addresses(plain)]


def _in_attributes(element: Element) -> Iterator[Candidate]:
    for name, value in element.attributes.items():
        if "@" in value and _is_for_people(element, name) and not _is_web_link(name, value):
            for candidate in _in_text(value[:20_000]):
                yield Candidate(candidate.address, candidate.raw, Way.ATTRIBUTE, *_place(element))


def _is_for_people(element: Element, name: str) -> bool:
    """Whether an attribute speaks to a visitor or to the mailer; the others hold file names, user names and ids."""
    if element.tag == "meta":
        return (
            _MAIL_META.search(element.attributes.get("name", "") or element.attributes.get("property", "")) is not None
        )
    if name in _SPOKEN_ATTRIBUTES:
        return element.tag in ("a", "area", "button")
    if name == "value":
        return _RECIPIENT.search(element.attributes.get("name", "")) is not None
    if name.startswith("on"):
        return "mailto:" in element.attributes[name]
    return name.startswith("data-") and _MAIL_NAME.search(name) is not None


def _is_web_link(name: str, value: str) -> bool:
    return name in ("href", "action", "content", "data-href", "data-url") and value.lstrip()[:4].lower() in (
        "http",
        "//ww",
    )


def _place(element: Element | None) -> tuple[int, int]:
    return (element.start, element.end) if element is not None else (-1, -1)


def _in_text(text: str, seams: Collection[int] = ()) -> Iterator[Candidate]:
    """Plain addresses. The sign leads: patterns that start with a word would try every word of the page.

    At `seams` the words of two elements touch, and may be of one address or of two things.
    """
    position = text.find("@")
    looked_at = 0
    while position >= 0 and looked_at < 5 * MAX_CANDIDATES:
        looked_at += 1
        host = _HOST.match(text, position + 1, position + 255)
        local = _local_before(text, position, seams) if host is not None else ""
        if host is not None and local:
            host_name = _without_next_sentence(_without_next_element(host, seams))
            local = _without_own_host(local, host_name)
            end = host.start() + len(host_name)
            address = _SPAM_GUARD.sub("", f"{local}@{host_name}")
            yield Candidate(address, text[position - len(local) : end], Way.TEXT, position - len(local), end)
        position = text.find("@", position + 1)


def _local_before(text: str, position: int, seams: Collection[int]) -> str:
    match = _LOCAL.search(text, max(0, position - 64), position)
    if match is None:
        return ""
    inside = (seam for seam in range(position - 1, match.start(), -1) if seam in seams) if seams else ()
    start = next((seam for seam in inside if _ends_another(text[match.start() : seam])), match.start())
    latin = _FIRST_LATIN.search(text, start, position)
    return _behind_slash(latin[0]).lstrip(".-'&=/!#$*~%") if latin is not None else ""


def _behind_slash(local: str) -> str:
    """`E-Mail/jane`, `info/jane`: a slash ends a label or another one's name; a firm's number with one is neither."""
    before, slash, last = local.rpartition("/")
    if not slash or not before.replace("-", "").isalpha():
        return local if not slash or any(map(str.isalpha, local)) else ""
    return last


def _ends_another(word: str) -> bool:
    """Whether what touches an address is something else: a site's name, another address's end, a number, a label."""
    return _OTHER_WORD.fullmatch(word) is not None or ("." in word and registrable_domain(word.lower()) is not None)


def _without_next_element(host: re.Match[str], seams: Collection[int]) -> str:
    """Cut what the next element adds, where the whole is no host or goes on to another sign."""
    for seam in range(host.start() + 4, host.end()) if seams else ():
        shorter = host.string[host.start() : seam]
        is_longer = registrable_domain(host[0].lower()) is None or host.string[host.end() : host.end() + 1] == "@"
        if seam in seams and is_longer and registrable_domain(shorter.lower()) is not None:
            return shorter
    return host[0]


def _without_own_host(local: str, host: str) -> str:
    """Cut the site's name where it was glued on in front: "acme.comsales" at "acme.com"."""
    glued = local.lower().removeprefix("www.")
    length = len(host) if glued.startswith(host.lower()) and "." in host else 0
    return local[len(local) - len(glued) + length :].lstrip(".-") or local if length else local


def _without_next_sentence(host: str) -> str:
    """Cut what was glued on: "acme.com.Call", "acme.comPhone"."""
    labels = host.split(".")
    if (
        len(labels) > 2
        and labels[-1][:1].isupper()
        and not labels[-2][:1].isupper()
        and registrable_domain(".".join(labels[:-1]))
    ):
        return ".".join(labels[:-1])
    if registrable_domain(host) is None and (glued := re.match(r"[a-z]{2,12}(?=[A-Z])", labels[-1])):
        shorter = ".".join((*labels[:-1], glued[0]))
        return shorter if registrable_domain(shorter) else host
    return host
