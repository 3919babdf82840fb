"""Whose a contact is: the business's own, the web designer's, or another firm's, from its host and the words around."""

import re
from functools import cache, lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from scrapersky.extract.emails.mail_hosts import is_free_mail, registrable_domain
from scrapersky.extract.finding import Owner
from scrapersky.extract.folding import lowered, plain_spellings
from scrapersky.extract.html.document import Document
from scrapersky.extract.people.customers import is_of_customers
from scrapersky.extract.phrases import any_phrase, first_words, has_word, phrases_of, word_lists

_AGENCY_HOST = re.compile(
    r"web(?!mail)|design|digital|media|studio|agenc|agentur|marketing|seo|host|interacti|creativ|kreativ|pixel|solutions"
    r"|software"
)
_MARK = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"[\d.]+")
_NEAR = 160
_LEAST_LETTERS = 5
_LONGEST_HEADING = 40
_LONGEST_CARD = 400
_COLON = re.compile(r"\w{0,3}\s?:")
FOREIGN_LINE = "What stands beside it names"
_APART = re.compile(r"\s?[|\u00b7\u2022\u00a9]")
_HOST = re.compile(r"(?:@|\bwww\.)((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})")
_MAIL_HOST = re.compile(r"@((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})")


class Judgement(NamedTuple):
    owner: Owner
    reason: str


class Said(NamedTuple):
    """Words as they are written, and where they end."""

    words: str
    end: int


_MAKER = Judgement(Owner.WEB_DESIGNER, "It stands in a line that credits the site's maker")
_OWN = Judgement(Owner.BUSINESS, "Nothing nearby names another owner")


@lru_cache(maxsize=64)
def site_domain(url: str) -> str | None:
    """The registrable domain of a page's address; None when there is none.

    >>> site_domain("https://www.acme.co.uk/contact"), site_domain("")
    ('acme.co.uk', None)
    """
    try:
        return registrable_domain(urlsplit(url).hostname or "")
    except ValueError:
        return None


def is_named_like_site(name: str, document: Document) -> bool:
    """Whether the whole name is in the site's address, as a firm's own mostly is.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document("", "https://www.gasthof-gruen-wien.example/")
    >>> is_named_like_site("Gasthof Grün", page), is_named_like_site("Thomas Gasthof-Gruen", page)
    (True, False)
    """
    site = _MARK.sub("", (site_domain(document.url) or "").partition(".")[0])
    return any(len(spelling) >= _LEAST_LETTERS and spelling in site for spelling in plain_spellings(name))


def judge_address(address: str, document: Document, start: int, end: int) -> Judgement:
    """Whose an address is: by its host, and at a provider of mail by a local part that names the site.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document("", "https://www.acme-dental.example/")
    >>> judge_address("acme.dental@provider.example", page, -1, -1).owner.value
    'business'
    """
    local, _, host = address.rpartition("@")
    judged = judge_host(host, document, start, end)
    site = site_domain(document.url)
    is_open = judged.owner is Owner.UNKNOWN or is_free_mail(host)
    if is_open and site is not None and _named_alike(_DIGITS.sub("", local), site):
        return Judgement(Owner.BUSINESS, f"{local} is named like the site {site}")
    return judged


def judge_host(host: str, document: Document, start: int, end: int) -> Judgement:
    """Whose an address at this host is, standing at this place of the page (start -1: not in the visible text).

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document("<p>Website by Pixel</p>hi@pixel.example", "https://acme.example/")
    >>> judge_host("pixel.example", page, 16, 32).owner.value
    'web_designer'
    """
    site = site_domain(document.url)
    domain = registrable_domain(host) or host
    if site is not None and domain == site:
        return Judgement(Owner.BUSINESS, f"{domain} is the site's own domain")
    if site is not None and _named_alike(domain, site):
        return Judgement(Owner.BUSINESS, f"{domain} is named like the site {site}")
    return _judge_by_words(domain, document, start, end) or _judge_foreign(domain, site)


def judge_place(document: Document, start: int, *, is_said_by_customers: bool = True) -> Judgement:
    """Whose a number or a profile is: the business's, unless its line credits the site's maker or an authority is near.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document("<footer>Acme 512-555-0100<p>Website by Pixel, 512-555-0199</p></footer>")
    >>> [judge_place(page, place).owner.value for place in (5, 35)]
    ['business', 'web_designer']
    """
    if start >= 0:
        line = document.text[max(document.text.rfind("\n", 0, start) + 1, start - _NEAR) : start]
        credit = said("credit", line)
        if credit is not None and (document.in_footer(start) or _names_maker(line, credit.end, document)):
            return _MAKER
        heading = document.heading_of(start)
        if is_said_by_customers and is_of_customers(heading):
            return Judgement(Owner.OTHER_FIRM, f"It stands in what others say, below \u201c{heading[:60]}\u201d")
        if len(heading) <= _LONGEST_HEADING and said("hosting", heading) is not None:
            return Judgement(Owner.OTHER_FIRM, f"It stands below \u201c{heading}\u201d: who keeps the site on line")
        words = said("authority", _before(document, start)) or said("bystander", line) or _other_firm(line, document)
        if words is not None and not _is_what_the_site_is(words.words, document):
            return Judgement(Owner.OTHER_FIRM, f"It stands after \u201c{words.words.strip()}\u201d")
        host = _foreign_host(document, start) or _foreign_card(document, start)
        if host and not _is_what_the_site_is(host, document):
            return Judgement(Owner.OTHER_FIRM, f"{FOREIGN_LINE} {host}, which is not the site's domain")
    return _OWN


def _foreign_host(document: Document, start: int) -> str:
    """The host that a line is about, where it is another firm's and the page has an address of its own elsewhere."""
    text = document.text
    first, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    line = text[max(first, start - _NEAR) : min(end if end >= 0 else len(text), start + _NEAR)]
    site = site_domain(document.url) if "@" in line or "www." in line else None
    hosts = [registrable_domain(match[1]) or "" for match in _HOST.finditer(line)] if site is not None else []
    if site is None or not hosts or site not in document.html:
        return ""
    return hosts[0] if all(_is_foreign(host, site) for host in hosts) else ""


def _is_foreign(host: str, site: str) -> bool:
    return host != site and not is_free_mail(host) and not _named_alike(host, site)


def _foreign_card(document: Document, start: int) -> str:
    """The host at which a paragraph has a mailbox and a website, where the business has a mailbox at its own elsewhere.

    So partners and makers present themselves, whatever the words around: a firm, somebody, a street, numbers.
    """
    card = document.paragraph_of(start, _LONGEST_CARD)
    if "@" not in card or (site := site_domain(document.url)) is None:
        return ""
    hosts = {registrable_domain(match[1]) or "" for match in _MAIL_HOST.finditer(card)}
    host = hosts.pop() if len(hosts) == 1 else ""
    if not host or not _is_foreign(host, site) or f"@{site}" not in document.html:
        return ""
    return host if re.search(rf"(?<![@\w-]){re.escape(host)}(?!\w)", card) else ""


def _names_maker(line: str, end: int, document: Document) -> bool:
    """Whether a credit goes on with a colon, as "Webdesign: …" does; on a maker's own site it is what they offer."""
    site = site_domain(document.url) or ""
    return _COLON.match(line, end) is not None and _AGENCY_HOST.search(site.partition(".")[0]) is None


def _is_what_the_site_is(words: str, document: Document) -> bool:
    """A chamber's own page speaks of the chamber; its title says so."""
    return words.strip().lower() in document.title.lower()


def _other_firm(line: str, document: Document) -> Said | None:
    """The words that give a line to another firm: "Our partner: …", or "Partner …" beside an address elsewhere.

    Without colon or address they may be a person's role.
    """
    words = said("other_firm", line)
    if words is None:
        return None
    site = site_domain(document.url)
    mail = _MAIL_HOST.search(line)
    domain = registrable_domain(mail[1]) if mail is not None else None
    is_foreign = domain is not None and site is not None and domain != site and not is_free_mail(domain)
    return words if is_foreign or _COLON.match(line, words.end) else None


def _judge_by_words(domain: str, document: Document, start: int, end: int) -> Judgement | None:
    """Whose an address at a foreign domain is by the words around it; None when they do not tell."""
    if start < 0:
        return None
    before, after = _context(document, start, end)
    in_footer = document.in_footer(start) and site_domain(document.url) is not None
    if _is_credit(before, after, domain, in_footer=in_footer):
        return _MAKER
    words = said("authority", _before(document, start)) or said("other_firm", before)
    if words is not None and not is_free_mail(domain):
        return Judgement(Owner.OTHER_FIRM, f"It stands after \u201c{words.words.strip()}\u201d")
    return None


def _judge_foreign(domain: str, site: str | None) -> Judgement:
    if is_free_mail(domain):
        return Judgement(Owner.BUSINESS, f"{domain} is a free-mail host and nothing nearby names another owner")
    if site is None:
        return Judgement(Owner.UNKNOWN, "The page's own domain is not known")
    return Judgement(Owner.UNKNOWN, f"{domain} is not the site's domain, and nothing nearby says whose it is")


@lru_cache(maxsize=2_048)
def said(section: str, text: str) -> Said | None:
    """The first words of this sort in a text; footers say the same on each page of a site."""
    pattern, beginnings = _words(section)
    match = pattern.search(lowered(text)) if has_word(text, beginnings) else None
    return Said(text[match.start() : match.end()], match.end()) if match is not None else None


@cache
def _words(section: str) -> tuple[re.Pattern[str], frozenset[str]]:
    phrases = phrases_of(word_lists("owner_words.toml")[section])
    return re.compile(rf"(?<!\w)(?:{any_phrase(map(lowered, phrases))})(?!\w)"), first_words(phrases)


def _before(document: Document, start: int) -> str:
    """The words before, from the nearest heading, footer or end of another table on: there an authority's part ends."""
    first = max(document.section_start(start), document.footer_start(start), start - 2 * _NEAR)
    own = document.line_at(start)
    for number in range(own, document.line_at(first), -1):
        if document.marks[number - 1].table not in (0, document.marks[own].table):
            return document.text[max(first, document.marks[number].start) : start]
    return document.text[first:start]


def _context(document: Document, start: int, end: int) -> tuple[str, str]:
    """The words before, on this line and the one above, and those after, as far as no mark parts them."""
    text = document.text
    line = text.rfind("\n", 0, start)
    above = text.rfind("\n", 0, line) if line > 0 else -1
    right = text.find("\n", end)
    after = text[end : min(right if right >= 0 else len(text), end + 60)]
    return text[max(above + 1, start - _NEAR) : start], _APART.split(after, maxsplit=1)[0]


def _is_credit(before: str, after: str, domain: str, *, in_footer: bool) -> bool:
    if said("credit", before) is not None:
        return True
    return in_footer and (
        said("credit", after) is not None or _AGENCY_HOST.search(domain.split(".", maxsplit=1)[0]) is not None
    )


def _named_alike(domain: str, site: str) -> bool:
    mine, theirs = _MARK.sub("", domain.split(".", maxsplit=1)[0]), _MARK.sub("", site.split(".", maxsplit=1)[0])
    shorter, longer = sorted((mine, theirs), key=len)
    return shorter == longer or (len(shorter) >= _LEAST_LETTERS and shorter in longer)
