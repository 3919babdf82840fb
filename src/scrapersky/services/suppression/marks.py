"""By what somebody can be on the suppression list: values in the one spelling by which two are compared."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from uuid import UUID

from scrapersky.contact_fields import FieldKind, fields_of_kind
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.domains import parse_host
from scrapersky.extract.emails.mail_hosts import mail_identity, registrable_domain
from scrapersky.extract.folding import folded
from scrapersky.extract.phones.numbers import to_e164, without_extension
from scrapersky.extract.socials.networks import network_of
from scrapersky.extract.urls import hostname
from scrapersky.services.suppression.kinds import SuppressionKind

LONGEST_VALUE = 320

_NOT_DIALLED = re.compile(r"[\s().\-/\u2010-\u2015]")
_URL_FIELDS = frozenset(("website", "url"))
_PHONE_FIELDS = frozenset(fields_of_kind(FieldKind.PHONE))
REACHED_BY = fields_of_kind(FieldKind.EMAIL, FieldKind.PHONE)
REACHABLE_FIELDS = (*REACHED_BY, *sorted(_URL_FIELDS))
_PHONE_PATTERN = re.compile(r"\+?[0-9]{5,15}")
_LIKE_A_NUMBER = re.compile(r"\+?[\d\s()./\-]{6,40}(?: ?(?:ext\.?|x) ?\d{1,6})?")
_HAS_PATH = re.compile(r"https?://[^/]+/.", re.IGNORECASE)
_NO_LETTERS = re.compile(r"[\W\d_]+")

_WANTED = {
    SuppressionKind.EMAIL: "an e-mail address",
    SuppressionKind.DOMAIN: "a domain",
    SuppressionKind.PHONE: "a phone number such as +15125550100",
    SuppressionKind.PERSON: "a person at a domain, such as acme.example/Jane Doe",
    SuppressionKind.PROFILE: "the address of a profile, such as https://www.linkedin.com/in/jane",
}


class NotSuppressible(ScraperSkyError):
    """The text names no address, domain, phone number, person or profile."""

    http_status = 422


@dataclass(frozen=True, slots=True)
class Mark:
    """A kind and a value in the spelling by which two are compared."""

    kind: SuppressionKind
    value: str

    @classmethod
    def read(cls, kind: SuppressionKind, text: str) -> "Mark":
        """Raises NotSuppressible for a text that is nothing of that kind.

        >>> Mark.read(SuppressionKind.EMAIL, "Jane.Doe+x@Gmail.com").value
        'janedoe@gmail.com'
        >>> Mark.read(SuppressionKind.DOMAIN, "https://WWW.Acme.example/x").value
        'acme.example'
        >>> Mark.read(SuppressionKind.DOMAIN, "www.gov.uk").value
        'www.gov.uk'
        >>> Mark.read(SuppressionKind.PHONE, "+1 (512) 555-0100").value
        '+15125550100'
        >>> Mark.read(SuppressionKind.PERSON, "acme.example/Ana M. López").value
        'acme.example/ana lopez'
        """
        value = _SPELLINGS[kind](text.strip()) if len(text) <= LONGEST_VALUE else None
        if value is None:
            raise NotSuppressible(f"{text[:80]!r} is not {_WANTED[kind]}.")
        return cls(kind, value)

    @classmethod
    def of_line(cls, text: str) -> "Mark":
        """By what it looks like, where nobody said what it is.

        >>> [Mark.of_line(text).kind.value for text in ("ana@acme.example", "acme.example", "+1 512 555-0100")]
        ['email', 'domain', 'phone']
        >>> [Mark.of_line(text).kind.value for text in ("acme.example/Jane Doe", "https://www.linkedin.com/in/jane")]
        ['person', 'profile']
        >>> Mark.of_line("LinkedIn.com/in/jane")
        Mark(kind=<SuppressionKind.PROFILE: 'profile'>, value='linkedin.com/in/jane')
        """
        return cls.read(_likely_kind(text.strip()), text)

    def hashed(self, tenant_id: UUID) -> str:
        """By which those who were erased are known again. The tenant is the key: no two have entries in common."""
        return blake2b(f"{self.kind}:{self.value}".encode(), key=tenant_id.bytes, digest_size=32).hexdigest()


def _likely_kind(text: str) -> SuppressionKind:
    if _LIKE_A_NUMBER.fullmatch(text):
        return SuppressionKind.PHONE
    if "://" in text:
        return SuppressionKind.PROFILE if _HAS_PATH.match(text) else SuppressionKind.DOMAIN
    if "@" in text:
        return SuppressionKind.EMAIL
    if "." in text:
        host, _, rest = text.partition("/")
        if rest:
            return SuppressionKind.PROFILE if network_of(host.lower()) else SuppressionKind.PERSON
        return SuppressionKind.DOMAIN
    raise NotSuppressible(
        f"{text[:80]!r} is no e-mail address, domain, phone number, profile or person at a domain, such as"
        " acme.example/Jane Doe."
    )


def _email(text: str) -> str | None:
    mailbox = _mailbox(text)
    local, _, host = mailbox.rpartition("@")
    return mailbox if local and "." in host and not re.search(r"\s", text) else None


def _mailbox(address: str) -> str:
    """
    >>> _mailbox("Info@München.de")
    'info@xn--mnchen-3ya.de'
    """
    local, _, host = address.strip().rpartition("@")
    return mail_identity(f"{local}@{_ascii_host(host)}")


@lru_cache(maxsize=4_096)
def _ascii_host(host: str) -> str:
    """A host as the network spells it; one that is none stays as it is."""
    parsed = parse_host(host)
    return (parsed.hostname if parsed else host.lower()).rstrip(".")


@lru_cache(maxsize=4_096)
def _domain(text: str) -> str | None:
    parsed = parse_host(text.rpartition("@")[2] if "/" not in text else text)
    host = parsed.hostname.rstrip(".") if parsed else ""
    name = host if registrable_domain(host) == host else host.removeprefix("www.")
    return name if "." in name else None


@lru_cache(maxsize=4_096)
def _phone(text: str) -> str | None:
    """International numbers in E.164, as contacts have them; of others the digits. An extension is the same line.

    >>> _phone("0049 (0)89 9017238"), _phone("089 / 9017238 ext 5")
    ('+49899017238', '0899017238')
    """
    written = without_extension(text.strip())[0]
    international = f"+{written[2:]}" if written.startswith("00") else written
    number = to_e164(international, None) if international.startswith("+") else None
    number = number or _NOT_DIALLED.sub("", written)
    return number if _PHONE_PATTERN.fullmatch(number) else None


def name_words(name: str) -> list[str]:
    """A name's words without accents; initials come and go.

    >>> name_words("Anna-Lena M. Groß")
    ['anna', 'lena', 'gross']
    """
    return [word for word in _NO_LETTERS.split(folded(name)) if len(word) > 1]


def _person(text: str) -> str | None:
    """Names are told apart by where somebody works: there is more than one Jane Doe."""
    site, _, name = text.partition("/")
    domain, words = _domain(site), name_words(name)
    return f"{domain}/{' '.join(words)}" if domain and words else None


def _profile(text: str) -> str | None:
    """
    >>> _profile("https://www.LinkedIn.com/in/Jane/?x=1")
    'linkedin.com/in/jane'
    """
    address = re.sub(r"^(?:https?:)?//", "", text.strip().lower()).partition("?")[0].partition("#")[0]
    host, _, path = address.removeprefix("www.").rstrip("/").partition("/")
    return f"{host}/{path}" if "." in host and path else None


_SPELLINGS: Mapping[SuppressionKind, Callable[[str], str | None]] = {
    SuppressionKind.EMAIL: _email,
    SuppressionKind.DOMAIN: _domain,
    SuppressionKind.PHONE: _phone,
    SuppressionKind.PERSON: _person,
    SuppressionKind.PROFILE: _profile,
}


def marks_of(contact: Any, site: str | None = None) -> Iterator[Mark]:
    """Everything by which a contact, or a row with what it is reached by, can be on the list."""
    yield from marks_in([*((way, getattr(contact, way)) for way in REACHED_BY), ("domain", site)])
    yield from mark_of_person(site, contact.name)


def mark_of_person(site: str | None, name: str | None) -> Iterator[Mark]:
    if site and name and (value := _person(f"{site}/{name}")):
        yield Mark(SuppressionKind.PERSON, value)


def marks_in(values: Iterable[tuple[str, str | None]]) -> Iterator[Mark]:
    """Everything by which these can be on the list, each told by what it is; a domain stands for all hosts below it.

    >>> [mark.value for mark in marks_in([("url", "https://www.acme.example/x"), ("fax", "+1 512 555 0100")])]
    ['www.acme.example', 'acme.example', '+15125550100']
    """
    for name, value in values:
        if value:
            yield from _marks(name, value)


@lru_cache(maxsize=16_384)
def _marks(name: str, value: str) -> tuple[Mark, ...]:
    """Kept, because all pages of a site show the same."""
    if name == "email":
        # Entries of an earlier version have the host in its own script.
        mailboxes = dict.fromkeys((_mailbox(value), mail_identity(value)))
        of_mailboxes = (Mark(SuppressionKind.EMAIL, mailbox) for mailbox in mailboxes)
        return (*of_mailboxes, *marks_of_host(value.rpartition("@")[2]))
    if name == "domain":
        return tuple(marks_of_host(value))
    if name in _URL_FIELDS:
        return tuple(marks_of_host(hostname(value)))
    if name == "social" and (profile := _profile(value)):
        return (Mark(SuppressionKind.PROFILE, profile),)
    if name in _PHONE_FIELDS and (number := _phone(value)):
        return (Mark(SuppressionKind.PHONE, number),)
    return ()


def marks_of_host(host: str | None) -> Iterator[Mark]:
    return (Mark(SuppressionKind.DOMAIN, name) for name in _host_and_parents(_ascii_host(host or "")))


def _host_and_parents(host: str) -> Iterator[str]:
    """
    >>> list(_host_and_parents("mail.eu.acme.co.uk"))
    ['mail.eu.acme.co.uk', 'eu.acme.co.uk', 'acme.co.uk']
    >>> list(_host_and_parents("www.acme.unknown"))
    ['www.acme.unknown', 'acme.unknown']
    """
    registered = registrable_domain(host)
    while host:
        yield host
        above = host.partition(".")[2]
        host = above if host != registered and "." in above else ""
