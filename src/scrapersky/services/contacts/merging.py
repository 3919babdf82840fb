"""What one page adds to the contacts of its domain; whatever is read or written for it, others read and write.

Every value that a page shows is kept as evidence of the contact it speaks for.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import values_of
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.declaring import storable
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.contacts.cards import Card, PageContacts
from scrapersky.extract.finding import Finding, Kind, Owner
from scrapersky.models import ContactValue, PageContent
from scrapersky.services.businesses.own_site import OwnSiteValues
from scrapersky.services.contacts.absences import DomainAbsences, PageAbsences, absences_here
from scrapersky.services.contacts.branches import Branches
from scrapersky.services.contacts.in_hand import PageInHand
from scrapersky.services.contacts.plan import ContactPlan, plan
from scrapersky.services.contacts.profile import SHARED_KINDS, Profile, SourcePage, Value, bundle_of, shows_better
from scrapersky.services.page_contents import NEEDS_BROWSER
from scrapersky.services.suppression.findings import Remaining

_OWNERS_IN_WORDS = {
    "web_designer": "the web designer's",
    "other_firm": "another firm's",
    "unknown": "nobody knows whose",
}
LONGEST_VALUE = 500


class PageMerge:
    """From what a page shows to what is known of its domain and what that should become."""

    def __init__(self, page: PageInHand, left: Remaining) -> None:
        self.page, self._left = page, left
        source = SourcePage(page.content.id, page.content.final_url)
        self.seen = [_profile(card, source) for card in left.found.cards]
        shown = [(one, _value(one, source)) for one in left.found.shared if one.kind.value in SHARED_KINDS]
        self.of_business = [value for one, value in shown if one.owner is Owner.BUSINESS]
        self.values = _everywhere(left.elsewhere, [value for _, value in shown])
        self._branches = Branches.of(page.business.branches)
        self.absences = absences_here(page.content, page.found, left.found)
        self.planned = ContactPlan((), {})
        self._new = 0

    def take_known(
        self, profiles: Mapping[str, Profile], touched: Collection[str], elsewhere: Sequence[PageAbsences]
    ) -> None:
        """`elsewhere` is why other pages of the domain show no address or number."""
        phone = self._left.listed_phone
        planned = plan(profiles.values(), self.seen, self.values, phone, touched, branches=self._branches)
        self.planned = DomainAbsences([self.absences, *elsewhere]).told_in(planned)
        self._new = sum(one.identity not in profiles for one in self.planned.contacts)

    def branches(self, ids: Mapping[str, UUID]) -> Iterator[tuple[UUID, UUID]]:
        """Contacts whose branch of a chain is known, each with that."""
        for one in self.planned.contacts if self.page.business.branches else ():
            branch = self._branches.of_contact(one)
            if branch is not None:
                yield ids[one.identity], branch

    def evidence(self, ids: Mapping[str, UUID]) -> list[dict[str, Any]]:
        return evidence_of(self.page.content, self._left.found, links_of(self.planned, ids))

    @property
    def own_site(self) -> OwnSiteValues:
        hours = [one for one in self._left.found.shared if one.kind is Kind.OPENING_HOURS]
        bundle, listed = self.planned.bundle, self.page.business.phone
        return OwnSiteValues(
            self.page, bundle if self._left.listed_phone == listed else bundle_of(self.values, listed), hours
        )

    @cached_property
    def count(self) -> int:
        """How many contacts the page speaks of."""
        stand_ins = {one.identity for one in self.planned.contacts if one.is_stand_in}
        cards, shared = self._left.found.cards, self._left.found.shared
        numbers = sum(one.kind is Kind.PHONE for one in shared)
        return len(cards) + numbers + (sum(_identity(one) in stand_ins for one in shared) if stand_ins else 0)

    @property
    def saved(self) -> Saved:
        found, left_alone = self._left.found, self._left.left_alone
        spared = f"{left_alone} left alone, they are on the suppression list" if left_alone else None
        note = "; ".join(filter(None, (_left_out(found.left_out), spared, *map(storable, self.page.troubles)))) or None
        if self.count:
            return Saved(self._new, None if self._new else "nothing_new", note)
        return Saved(0, "suppressed" if spared else "no_contacts", note or self._why_none())

    def _why_none(self) -> str:
        if self.page.content.needs_browser:
            return NEEDS_BROWSER
        kept = len(self._left.found.shared)
        return (
            f"no address, number or person; {kept} other values were kept"
            if kept
            else "nothing on it tells how to reach anybody"
        )


def _value(one: Finding, source: SourcePage) -> Value:
    facts = {name: storable(value) for name, value in one.facts}
    return Value(one.kind.value, stored_value(one), facts, one.confidence, 1, source)


def _everywhere(elsewhere: Sequence[Value], shown: Iterable[Value]) -> list[Value]:
    """The business's values on all pages of the domain, this one included."""
    merged = {(one.kind, one.value): one for one in elsewhere}
    for here in shown:
        there = merged.get((here.kind, here.value))
        best = here if there is None or shows_better(here, there) else there
        merged[here.kind, here.value] = replace(best, pages=1 + (there.pages if there else 0))
    return list(merged.values())


def _identity(one: Finding) -> str:
    return f"{one.kind.value}:{stored_value(one)}"


def _profile(card: Card, source: SourcePage) -> Profile:
    said = values_of(card)
    fields: dict[str, Any] = said | {name: storable(value) for name, value in said.items() if isinstance(value, str)}
    return Profile(
        identity=storable(card.identity)[:LONGEST_VALUE],
        owner=card.owner.value,
        confidence=card.sightings[0].confidence,
        source=source,
        values=tuple((one.kind.value, stored_value(one)) for one in card.sightings),
        **fields,
    )


def _left_out(others: Sequence[Finding]) -> str | None:
    named = [
        f"{one.value} ({_OWNERS_IN_WORDS[one.owner.value]})" for one in others if one.kind in (Kind.EMAIL, Kind.PHONE)
    ]
    if not named:
        return None
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    return storable(f"Left out: {', '.join(named[:3])}{more}")


async def keep_evidence(session: AsyncSession, rows: Sequence[Mapping[str, Any]]) -> None:
    await upsert(session, ContactValue, rows, key=("page_content_id", "kind", "value"), only_changed=True)


def evidence_of(
    content: PageContent, found: PageContacts, links: Mapping[tuple[str, str], UUID]
) -> list[dict[str, Any]]:
    sightings = [(one, card.owner.value) for card in found.cards for one in card.sightings]
    sightings += [(one, one.owner.value) for one in found.shared]
    return [_evidence(content, one, owner, links) for one, owner in sightings]


def _evidence(content: PageContent, one: Finding, owner: str, links: Mapping[tuple[str, str], UUID]) -> dict[str, Any]:
    return {
        "tenant_id": content.tenant_id,
        "contact_id": links.get((one.kind.value, stored_value(one))),
        "page_content_id": content.id,
        "kind": one.kind.value,
        "value": stored_value(one),
        "raw": storable(one.raw)[:LONGEST_VALUE],
        "way": one.way.value,
        "owner": owner,
        "confidence": one.confidence,
        "snippet": storable(one.snippet),
        "facts": {name: storable(value) for name, value in one.facts},
    }


def links_of(planned: ContactPlan, ids: Mapping[str, UUID]) -> dict[tuple[str, str], UUID]:
    """Which contact each value of the page speaks for; the first one named wins."""
    links: dict[tuple[str, str], UUID] = {}
    for one in planned.contacts:
        for value in one.values:
            links.setdefault(value, ids[one.identity])
    return links


def stored_value(one: Finding) -> str:
    return storable(one.value)[:LONGEST_VALUE]
