"""All a page says about how to reach the business: each value with its evidence, each refusal with its reason."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scrapersky.extract.addresses.extraction import addresses_in
from scrapersky.extract.addresses.restatements import each_place_once
from scrapersky.extract.calibration import calibrated
from scrapersky.extract.contacts.absences import page_absences
from scrapersky.extract.contacts.cards import spellings_of
from scrapersky.extract.contacts.described import described_addresses, described_hours, described_people, way_of
from scrapersky.extract.contacts.owners import is_named_like_site, judge_place, site_domain
from scrapersky.extract.contacts.positions import settled_by_position
from scrapersky.extract.contacts.strangers import Strangers
from scrapersky.extract.emails.extraction import find_emails
from scrapersky.extract.emails.normal_form import normalise_email
from scrapersky.extract.finding import Extraction, Finding, Kind, Owner, Way
from scrapersky.extract.folding import folded, plain_spellings
from scrapersky.extract.html.document import Document, read_document
from scrapersky.extract.html.inline_items import inline_items
from scrapersky.extract.opening_hours.extraction import opening_hours_in
from scrapersky.extract.opening_hours.hours import is_always_open
from scrapersky.extract.pages.region import page_region
from scrapersky.extract.people.extraction import finding_of
from scrapersky.extract.people.name_words import is_given
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import listed_roles
from scrapersky.extract.people.search import people_in
from scrapersky.extract.phones.extraction import Structured, find_phones
from scrapersky.extract.socials.extraction import find_socials
from scrapersky.extract.structured_data import StructuredItem, read_structured_data

_SOMEBODY_ELSE = frozenset(("review", "reviews", "comment", "itemReviewed", "author", "creator", "isPartOf", "sponsor"))
_NEAR = 120
_MARKS_BEFORE, _MARKS_AFTER = re.compile(r"^[\W_]{1,8}"), re.compile(r"[\W_]{1,8}$")
_PERSON = 2  # the strength of a name that begins with an ambiguous given name and ends with a common family name
_LEGAL_FORM = (
    r",?\s(?:s\.?\s?r\.?\s?o|d\.?\s?o\.?\s?o|a\.?\s?s|sp\.?\s?z|kft|zrt|oy|ab|aps|gmbh|ug|ltd|llc|inc|s\.?\s?r\.?\s?l|s\.?\s?l|s\.?\s?a"
    r"|lda|ltda|b\.?\s?v|nv|sarl|sas|pty|plc|\u015fti)\b"
)
_PHONE_FIELDS = {
    "telephone": Kind.PHONE,
    "tel": Kind.PHONE,
    "phone": Kind.PHONE,
    "faxNumber": Kind.FAX,
    "fax": Kind.FAX,
}


def extract_contacts(html: str, url: str = "", region: str | None = None) -> Extraction:
    """Read a page's contacts. Pure, bounded, and silent about whatever cannot be read.

    >>> found = extract_contacts("<p>Call (512) 555-0100 or write to info@acme.example", "https://acme.example/", "US")
    >>> [(finding.kind.value, finding.value, finding.owner.value) for finding in found.findings]
    [('email', 'info@acme.example', 'business'), ('phone', '+15125550100', 'business')]
    """
    document = read_document(html, url)
    described = tuple(_own(read_structured_data(document)))
    inline = inline_items(document)
    things = (*described, *inline)
    lines = document.lines
    region = region or page_region(document, _texts(described, ("addressCountry", "country-name")))
    addresses = tuple(settled_by_position(tuple(_placed(addresses_in(lines, region), document)), document))
    likely = region or _country_named(addresses)
    emails, no_emails = find_emails(document, tuple(_texts(described, ("email",))))
    phones, no_phones = find_phones(document, region, tuple(_numbers(things)), likely=likely)
    socials, no_socials = find_socials(document, tuple(_texts(things, ("sameAs", "url"))))
    named = _unless_streets(map(finding_of, people_in(lines)), addresses, document)
    shown = _unless_others(named, document, emails)
    people = tuple(_with_sound_addresses(_each_once((*described_people(things), *shown)), emails))
    reachable = (
        *_with_settled_owners(emails, people, document),
        *settled_by_position(phones, document, addresses),
    )
    findings = (
        *reachable,
        *socials,
        *each_place_once(_each_once((*described_addresses(things, likely), *addresses))),
        *people,
        *_weeks(described_hours(things), tuple(_placed(opening_hours_in(lines), document))),
    )
    return Extraction(
        findings=tuple(map(calibrated, findings)),
        rejected=(*no_emails, *no_phones, *no_socials),
        region=region,
        shortened=document.shortened,
        absences=page_absences(document, reachable, (*no_emails, *no_phones)),
    )


def _country_named(addresses: Iterable[Finding]) -> str | None:
    """The country of the first of the business's addresses that tells one."""
    own = (address for address in addresses if address.owner is Owner.BUSINESS)
    return next((country for address in own if (country := address.fact("country"))), None)


def _each_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The first sighting of each, with what later ones know and it does not."""
    by_identity: dict[str, Finding] = {}
    for finding in findings:
        known = by_identity.get(finding.identity)
        by_identity[finding.identity] = finding if known is None else _completed(known, finding)
    yield from by_identity.values()


def _completed(known: Finding, other: Finding) -> Finding:
    facts = dict(other.facts) | dict(known.facts)
    written = [person.fact(name) for name in ("roles", "role_raw") for person in (known, other)]
    roles = listed_roles(*(role for text in written if text for role in text.split("; ")))
    if "; " in roles:
        facts["roles"] = roles
    return replace(known, facts=tuple(sorted(facts.items())), confidence=max(known.confidence, other.confidence))


def _weeks(described: Iterable[Finding], shown: Sequence[Finding]) -> Iterator[Finding]:
    """Each week once; what is shown is not open round the clock, whatever a template says of it."""
    has_own = any(week.owner is Owner.BUSINESS for week in shown)
    yield from _each_once((*(week for week in described if not (has_own and is_always_open(week.value))), *shown))


def _unless_streets(people: Iterable[Finding], addresses: Sequence[Finding], document: Document) -> Iterator[Finding]:
    """People as they are, except whom nothing but the streets of addresses names."""
    streets = [street for address in addresses if (street := address.fact("street"))]
    for person in people:
        after_them = {street for street in streets if person.value in street}
        places = sum(document.text.count(street) for street in after_them)
        if not after_them or person.fact("role") or document.text.count(person.value) > places:
            yield person


def _unless_others(people: Iterable[Finding], document: Document, emails: Iterable[Finding]) -> Iterator[Finding]:
    """People as they are, except the firm itself, and those who stand in another firm's line."""
    addresses = frozenset(email.value for email in emails)
    people = list(people)
    staff = [person for person in people if person.fact("role") and person.owner is Owner.PERSON]
    strangers = Strangers(document, addresses, {person.value: person.fact("family") or "" for person in staff})
    for person in people:
        if _is_the_firm(person, document, addresses):
            continue
        yield from strangers.judged((person,))


def _with_sound_addresses(people: Iterable[Finding], emails: Iterable[Finding]) -> Iterator[Finding]:
    """A person's address is one that was taken: neither an image's name beside them nor an example in their form."""
    taken = frozenset(email.value for email in emails)
    for person in people:
        address = person.fact("email")
        is_sound = address is None or normalise_email(address) in taken
        yield person if is_sound else replace(person, facts=tuple(fact for fact in person.facts if fact[0] != "email"))


def _is_the_firm(person: Finding, document: Document, addresses: frozenset[str]) -> bool:
    """Whether what reads like a name is the firm's: it is the site's, and neither name, role nor mailbox is a person's.

    A first word that no list has may be a given name: `xiomara@` at the site is a person's. `austin@` may be a city's.
    """
    if person.fact("title") or not is_named_like_site(person.value, document):
        return False
    name = name_of(person.value)
    if person.fact("role"):
        is_registered = re.search(rf"{re.escape(person.value)}{_LEGAL_FORM}", document.text, re.IGNORECASE) is not None
        return is_registered and (name is None or name.strength < _PERSON)
    if name is None:
        return True
    first, site = name.given.split()[0], site_domain(document.url)
    has_mailbox = not addresses.isdisjoint(f"{local}@{site}" for local in plain_spellings(first))
    return name.strength < _PERSON and (is_given(folded(first)) or not has_mailbox)


def _placed(findings: Iterable[Finding], document: Document) -> Iterator[Finding]:
    """Whose an address or a week is, by the words before its place in the text."""
    for finding in findings:
        judged = judge_place(document, _place_of(finding, document), is_said_by_customers=False)
        yield replace(
            finding, owner=judged.owner, reason=f"{finding.reason}; {judged.reason[:1].lower()}{judged.reason[1:]}"
        )


def _place_of(finding: Finding, document: Document) -> int:
    """Where its words begin; those that stood on several lines were joined."""
    written = finding.raw.split("\n")[0]
    place = document.text.find(written)
    return place if place >= 0 else document.text.find(re.split(r", | ; ", written[:80], maxsplit=1)[0])


def _own(items: Iterable[StructuredItem]) -> Iterator[StructuredItem]:
    """Every described thing except reviewers and authors, who are on the page but not the business."""
    waiting = list(items)[::-1]
    for _ in range(5_000):
        if not waiting:
            return
        item = waiting.pop()
        yield item
        waiting.extend(item.children)
        for name, values in item.properties.items():
            if name not in _SOMEBODY_ELSE or (name == "itemReviewed" and "AggregateRating" in item.types):
                waiting.extend(value for value in values if isinstance(value, StructuredItem))


def _texts(items: tuple[StructuredItem, ...], names: tuple[str, ...]) -> Iterator[str]:
    for item in items:
        for name in names:
            for value in item.properties.get(name, ()):
                text = value if isinstance(value, str) else value.text("name")
                if text:
                    yield text


def _numbers(items: tuple[StructuredItem, ...]) -> Iterator[Structured]:
    for item in items:
        is_fax = "fax" in (item.text("contactType") or "").lower()
        for name, kind in _PHONE_FIELDS.items():
            for value in item.properties.get(name, ()):
                if isinstance(value, str):
                    number = value.removeprefix("tel:").strip()
                    yield Structured(number, Kind.FAX if is_fax else kind, way_of(item))


def _with_settled_owners(emails: Sequence[Finding], people: Iterable[Finding], document: Document) -> Iterator[Finding]:
    """Decide about foreign domains with the whole page in view: a business may use its provider's or a sister's."""
    own = tuple(email.raw for email in emails if email.owner is Owner.BUSINESS)
    people = [person for person in people if person.owner is Owner.PERSON]
    staff = {normalise_email(address): person.value for person in people if (address := person.fact("email"))}
    by_spelling = {spelling: person.value for person in people for spelling in spellings_of(person)}
    for email in emails:
        if email.owner is not Owner.UNKNOWN:
            yield email
        elif email.way is Way.STRUCTURED:
            yield replace(email, owner=Owner.BUSINESS, reason="The page names it in its own description")
        elif email.value in staff:
            yield replace(
                email, owner=Owner.BUSINESS, reason=f"It is the address of {staff[email.value]}, who is of the firm"
            )
        elif (name := by_spelling.get(plain_spellings(email.value.partition("@")[0])[0])) is not None:
            yield replace(email, owner=Owner.BUSINESS, reason=f"It is named like {name}, who is of the firm")
        elif _stands_beside(email.raw, own, document.text):
            yield replace(email, owner=Owner.BUSINESS, reason="It stands right beside one of the business's own")
        elif not own and email.way in (Way.LINK, Way.PROTECTED, Way.TEXT) and "not the site's domain" in email.reason:
            reason = f"{email.reason}; but the page shows no address of its own"
            yield replace(email, owner=Owner.BUSINESS, confidence=round(email.confidence * 0.85, 3), reason=reason)
        else:
            yield email


def _stands_beside(address: str, own: tuple[str, ...], text: str) -> bool:
    """Whether nothing but marks parts an address from one of the business's own, as after one label."""
    start = text.find(address)
    if start < 0:
        return False
    before, after = text[max(0, start - _NEAR) : start], text[start + len(address) :][:_NEAR]
    return _MARKS_AFTER.sub("", before).endswith(own) or _MARKS_BEFORE.sub("", after).startswith(own)
