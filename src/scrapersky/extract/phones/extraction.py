"""Finds phone, fax and WhatsApp numbers, as E.164, with what kind of line each is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from urllib.parse import parse_qs, unquote, urlsplit

from scrapersky.extract.finding import Finding, Kind, Owner, Rejected, Way
from scrapersky.extract.html.document import Document, Element
from scrapersky.extract.phones.candidates import PLACEHOLDER, reason_against
from scrapersky.extract.phones.fictions import reason_of_fiction
from scrapersky.extract.phones.labels import Label, also_phone, label_after, label_of
from scrapersky.extract.phones.numbers import Number, number_as_usual_in, valid_number
from scrapersky.extract.phones.sightings import PhoneSighting, no_such_number, number_finding
from scrapersky.extract.phones.text import numbers_in_text

MAX_LINKS = 300
MAX_REJECTED = 200
_WHOLE, _END = 10, 5  # digits
_ANOTHER = "Its words show a number of another country"


@dataclass(frozen=True, slots=True)
class Structured:
    """A number from a page's structured data, with what its field says it is."""

    value: str
    kind: Kind = Kind.PHONE
    way: Way = Way.STRUCTURED


def find_phones(
    document: Document, region: str | None, structured: tuple[Structured, ...] = (), *, likely: str | None = None
) -> tuple[list[Finding], list[Rejected]]:
    """Every number on the page with its evidence, and what looked like one and is none with the reason.

    Without a region, numbers that are written as in the `likely` country are read by it.
    """
    likely = likely if region is None else None
    findings: dict[tuple[Kind, str], Finding] = {}
    rejected: dict[str, Rejected] = {}
    for outcome in map(partial(_unless_fiction, url=document.url), _outcomes(document, region, likely, structured)):
        if isinstance(outcome, Rejected):
            if len(rejected) < MAX_REJECTED:
                rejected.setdefault(outcome.raw, outcome)
        elif (known := findings.get((outcome.kind, outcome.value))) is None or _tells_more(outcome, known):
            findings[outcome.kind, outcome.value] = outcome
    return _one_kind_each(findings), list(rejected.values())


def _tells_more(one: Finding, known: Finding) -> bool:
    """A number is the business's if it is so anywhere: it may also stand below the chamber that it is a member of."""
    is_own, was_own = (finding.owner is Owner.BUSINESS for finding in (one, known))
    return one.confidence > known.confidence if is_own is was_own else is_own and known.owner is Owner.OTHER_FIRM


def _unless_fiction(outcome: Finding | Rejected, url: str) -> Finding | Rejected:
    if isinstance(outcome, Rejected):
        return replace(outcome, is_unusable=True) if outcome.reason == PLACEHOLDER else outcome
    reason = reason_of_fiction(outcome.value, url)
    if reason is None:
        return outcome
    return Rejected(outcome.kind, outcome.raw, outcome.way, reason, outcome.snippet, is_unusable=True)


def _one_kind_each(findings: dict[tuple[Kind, str], Finding]) -> list[Finding]:
    """A number that is somewhere a fax and elsewhere linked as a phone is what its label says: a fax."""
    faxes = {value for kind, value in findings if kind is Kind.FAX and not findings[kind, value].fact("also_phone")}
    labelled = {
        value
        for kind, value in findings
        if kind is Kind.PHONE and findings[kind, value].fact("label") in ("phone", "mobile")
    }
    kept = [
        phone
        for (kind, value), phone in findings.items()
        if kind is not Kind.PHONE or value not in faxes or value in labelled
    ]
    return sorted(kept, key=lambda finding: -finding.confidence)


def _outcomes(
    document: Document, region: str | None, likely: str | None, structured: tuple[Structured, ...]
) -> Iterator[Finding | Rejected]:
    for link in islice(filter(_may_call, document.links), MAX_LINKS):
        yield from _from_link(link, document, region, likely)
    for value in structured:
        yield _described(value, document, region, likely)
    yield from numbers_in_text(document, region, likely)


def _described(described: Structured, document: Document, region: str | None, likely: str | None) -> Finding | Rejected:
    number = valid_number(described.value, region) or number_as_usual_in(likely, described.value)
    against = reason_against(described.value)
    if number is None or against is not None:
        return Rejected(Kind.PHONE, described.value[:60], described.way, against or no_such_number(region))
    confidence = 0.95 if described.way is Way.STRUCTURED else 0.7
    return number_finding(PhoneSighting(described.kind, number, described.value, described.way, confidence), document)


def _may_call(link: Element) -> bool:
    href = link.attributes["href"]
    if href[:1] in ("/", "#"):
        return False
    href = href[:40].lstrip().lower()
    return href.startswith(("tel:", "callto:", "sms:")) or "wa.me" in href or "whatsapp" in href


def _from_link(
    link: Element, document: Document, region: str | None, likely: str | None
) -> Iterator[Finding | Rejected]:
    href = link.attributes["href"].strip()[:300]
    scheme, _, rest = href.partition(":")
    if scheme.lower() in ("tel", "callto", "sms"):
        raw = unquote(rest).lstrip("/").split(";")[0].split("?")[0].strip()
        number = _dialled(raw, region, likely)
        yield _linked(raw, number, link, document, region)
    elif (phone := whatsapp_number(href)) is not None:
        number = valid_number("+" + phone.lstrip("+0"), region) or valid_number(phone, region)
        if number is not None:
            yield number_finding(
                PhoneSighting(Kind.WHATSAPP, number, phone, Way.LINK, 0.97, link.start, link.end), document
            )
        else:
            yield Rejected(Kind.WHATSAPP, phone, Way.LINK, no_such_number(region))


def whatsapp_number(href: str) -> str | None:
    """The digits in a WhatsApp link; None for any other link, and for one that leaves the number open.

    >>> whatsapp_number("https://wa.me/15125550100?text=Hi"), whatsapp_number("whatsapp://send?text=Share")
    ('15125550100', None)
    """
    if "wa.me" not in href and "whatsapp" not in href.lower():
        return None
    try:
        parts = urlsplit(href)
        host = (parts.hostname or "").lower().removeprefix("www.")
        phone = parse_qs(parts.query).get("phone", [""])[0]
    except ValueError:
        return None
    if host == "wa.me" and not phone:
        phone = parts.path.strip("/").split("/")[0]
    elif not (host.endswith("whatsapp.com") or parts.scheme == "whatsapp" or host == "wa.me"):
        return None
    digits = re.sub(r"[^\d+]", "", phone[:40])
    return digits or None


def _dialled(raw: str, region: str | None, likely: str | None) -> Number | None:
    return (
        valid_number(raw, region)
        or number_as_usual_in(likely, raw)
        or valid_number("+" + raw.lstrip("+0"), region)
        or valid_number(raw, "US")
    )


def _shows_another(link: Element, number: Number, document: Document) -> bool:
    """Whether a link's words are a number of another country: who filled in a template forgot where it leads."""
    shown = document.text[link.start : link.end].strip()
    digits = re.sub(r"\D", "", shown)
    code = number.e164[1:3]
    is_number = len(digits) >= _WHOLE and shown.startswith("+") and not re.search(r"[^\W\d_]", shown)
    return is_number and not digits.startswith(code) and digits[-_END:] != number.e164[-_END:]


def _linked(
    raw: str, number: Number | None, link: Element, document: Document, region: str | None
) -> Finding | Rejected:
    against = reason_against(raw) or (
        _ANOTHER if number is not None and _shows_another(link, number, document) else None
    )
    if number is None or against is not None:
        return Rejected(
            Kind.PHONE, raw[:60], Way.LINK, against or no_such_number(region), document.snippet(link.start, link.end)
        )
    label = label_of(document, link.start)
    is_fax = label is not None and label[0] is Label.FAX and not also_phone(document.text, link.start)
    kind = Kind.FAX if is_fax or label_after(document.text, link.end) is Label.FAX else Kind.PHONE
    sighting = PhoneSighting(kind, number, raw, Way.LINK, 0.95, link.start, link.end, label[0] if label else None)
    return number_finding(sighting, document)
