"""Where a page's numbers and addresses stand: by themselves they are the business's, behind another name that one's."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from scrapersky.extract.addresses.vocabulary import BUILDING_WORDS
from scrapersky.extract.contacts.owners import said, site_domain
from scrapersky.extract.finding import Finding, Kind, Owner, Way
from scrapersky.extract.folding import folded
from scrapersky.extract.html.document import Document
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.phrases import words

_SEGMENT = re.compile(r"(?<=[^\W\d_]{4})[.!?]\s|(?<=\d)\.\s|[|\u00b7\u2022;]\s|\)\s?[\u2013\u2014-]\s")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NAME = re.compile(r"[A-Z\u00c0-\u00de\u0370-\u03ff\u0400-\u042f][\w'\u2019&-]{3,}|[A-Z]{3,}")
_LABEL = re.compile(r"[:\uff1a]\s{0,3}[(+]?$")
_VALUES = re.compile(r"\S{1,64}@\S{3,100}|\d+")
_SPELLED_OUT = re.compile(r"\S{1,64}\s?[(\[]at[)\]]\s?\S{1,64}(?:\s?[(\[]dot[)\]]\s?[a-z]{2,12}){0,3}", re.IGNORECASE)
_PARTS = re.compile(r"[,(:]\s?|\s[\u2013-]\s|\s(?:on|at|unter|au|al|op|på)\s?$")
_CALLS = re.compile(
    r"\b(?:call|ring|text|phone|sms|app|bel|ruft?|llama|liga|ligue|chiama|appelez|zadzwoń|volejte)\s?$", re.IGNORECASE
)
_ENOUGH = 22
_LABEL_WORD = re.compile(
    r"(?:tel|t\u00e9l|fax|faks|fon|phone|mob|cel|handy|gsm|e?mail|whats|viber|num|nr|call|hotline|sig|herr|frau|mr|dr)",
    re.IGNORECASE,
)
# A capital that only begins a sentence.
_SENTENCE = re.compile(r"[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]+\s(?=[a-z\u00df-\u00ff])")
# One of its own houses, by the place it is in: `Sede San Borja`.
_BRANCHES = words(
    "sede sucursal filial filiale succursale agence branch oddzial pobocka prevadzka филиал standort niederlassung"
    " zweigstelle vestiging fioktelep podruznica poslovnica sube avdelning afdeling"
)
_LONGEST_LABEL = 4  # words
_LEAST_LEAD = 2
_TOLD = frozenset((Way.LINK, Way.STRUCTURED, Way.PROTECTED, Way.INLINE))


def settled_by_position(
    findings: Sequence[Finding], document: Document, addresses: Sequence[Finding] = ()
) -> Iterator[Finding]:
    """The findings of one kind; those behind another name are that one's, if any stands by itself.

    A number on the line of one of the business's `addresses` stands by itself.
    """
    own = [finding for finding in findings if finding.owner is Owner.BUSINESS]
    if len(own) < _LEAST_LEAD:
        yield from findings
        return
    ours = [address for address in addresses if address.owner is Owner.BUSINESS]
    lines = {document.line_at(place) for address in ours if (place := _place(address, document)) >= 0}
    cities = frozenset(folded(address.fact("city") or "") for address in (*ours, *own))
    leads = {id(finding): _lead(finding, document, lines, cities) for finding in own}
    has_plain = any(not leads[id(finding)] for finding in own)
    for finding in findings:
        lead = leads.get(id(finding), "")
        if lead and has_plain:
            yield replace(finding, owner=Owner.OTHER_FIRM, reason=f"It stands behind another name, \u201c{lead}\u201d")
        else:
            yield finding


def _place(finding: Finding, document: Document) -> int:
    return -1 if finding.way in _TOLD else document.text.find(finding.raw.split("\n")[0][:_ENOUGH])


def _lead(finding: Finding, document: Document, lines: Collection[int], cities: Collection[str]) -> str:
    """The words before a value on its line that name somebody else; none where it stands by itself or after a label."""
    place = _place(finding, document)
    number = document.line_at(place) if place >= 0 else -1
    if number < 0 or number in lines:
        return ""
    start = document.marks[number].start
    lead = _SPELLED_OUT.sub("", _SEGMENT.split(document.text[start:place].lstrip())[-1])
    if finding.kind is Kind.ADDRESS and not BUILDING_WORDS.isdisjoint(folded(lead).replace(",", " ").split()):
        return ""  # of the house it is in
    if "@" in lead or any(map(str.isdigit, lead)):
        if finding.kind is Kind.ADDRESS:
            return ""  # of a unit or a building
        pieces = _VALUES.split(lead)
        head, lead = pieces[0], pieces[-1]
        lead = head.partition(",")[0] if "," in head and _other_in(head.partition(",")[0], document, cities) else lead
    return _other_in(lead, document, cities)


def _other_in(lead: str, document: Document, cities: Collection[str]) -> str:
    named = [word for word in _WORD.findall(lead) if not _LABEL_WORD.match(word)]
    is_label = _LABEL.search(lead) is not None and len(named) <= _LONGEST_LABEL
    if len(named) < _LEAST_LEAD or is_label or lead.isupper() or not _names_another(lead, document, cities):
        return ""
    return lead.strip(" ,(")[:60]


def _names_another(lead: str, document: Document, cities: Collection[str]) -> bool:
    if folded(lead).split(maxsplit=1)[0].rstrip(":") in _BRANCHES:
        return False
    begins = _SENTENCE.match(lead.lstrip())
    names = [
        folded(name)
        for name in _NAME.findall(lead.lstrip(), begins.end() if begins else 0)
        if not _LABEL_WORD.match(name)
    ]
    if not names or said("us", lead) or _CALLS.search(lead):
        return False
    own = folded(f"{document.title} {site_domain(document.url) or ''}")
    if any(name in own and name not in cities for name in names[:2]):
        return False
    last = [part for part in _PARTS.split(lead) if _WORD.search(part) and not said("labels", part)][-1:]
    return not any(role_in(part) or _is_person(part) for part in last)


def _is_person(part: str) -> bool:
    name = name_of(part.strip(" .,"))
    return name is not None and name.strength > 0
