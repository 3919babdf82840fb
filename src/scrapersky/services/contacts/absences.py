"""Why contacts of a domain have no address or number, by what all of its pages say."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy import ARRAY, Uuid, all_, any_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import ABSENCE_COLUMNS, Absence
from scrapersky.extract.contacts.absences import first_absence
from scrapersky.extract.contacts.cards import PageContacts
from scrapersky.models import PageContent
from scrapersky.services.contacts.plan import ContactPlan
from scrapersky.services.contacts.profile import Profile

PageAbsences = Mapping[str, str]


def absences_here(content: PageContent, found: PageContacts, left: PageContacts) -> PageAbsences:
    """Of one page; `left` is what of its contacts may be kept."""
    here: dict[str, Absence] = {kind.value: reason for kind, reason in found.absences if kind.value in ABSENCE_COLUMNS}
    if content.needs_browser and not content.rendered:
        here = {kind: Absence.SCRIPTS if reason is Absence.NONE else reason for kind, reason in here.items()}
    shown, kept = _kinds(found), _kinds(left)
    return here | {kind: Absence.SUPPRESSED for kind in ABSENCE_COLUMNS if kind in shown - kept}


def _kinds(found: PageContacts) -> set[str]:
    sightings = (*found.shared, *(one for card in found.cards for one in card.sightings))
    return {one.kind.value for one in sightings}


async def absences_elsewhere(
    session: AsyncSession, pages: Iterable[PageContent]
) -> defaultdict[UUID, list[PageAbsences]]:
    """By domain, what its other pages say; no two of those given are of one domain."""
    domains = {content.domain_id: content.id for content in pages}
    absences: defaultdict[UUID, list[PageAbsences]] = defaultdict(list)
    asked = {"ids": list(domains.values()), "domains": list(domains)}
    for domain_id, told in await session.execute(_ELSEWHERE, asked):
        absences[domain_id].append(told)
    return absences


_ELSEWHERE = (
    select(PageContent.domain_id, PageContent.absences)
    .where(
        PageContent.domain_id == any_(bindparam("domains", type_=ARRAY(Uuid))),
        PageContent.id != all_(bindparam("ids", type_=ARRAY(Uuid))),
        PageContent.absences.is_not(None),
    )
    .distinct()
)


@dataclass(frozen=True, slots=True)
class DomainAbsences:
    """What each page that was looked at says; one that shows a value has no reason for its kind."""

    pages: Sequence[PageAbsences]

    def told_in(self, plan: ContactPlan) -> ContactPlan:
        """The plan, each of its contacts with the reason for what it has not."""
        reasons = {name: self._reason(name, plan.contacts) for name in ABSENCE_COLUMNS}
        return replace(plan, contacts=tuple(_with_absences(one, reasons) for one in plan.contacts))

    def _reason(self, name: str, contacts: Sequence[Profile]) -> Absence:
        if any(getattr(one, name) for one in contacts):
            return Absence.ANOTHER_CONTACT
        told = [Absence(page[name]) for page in self.pages if name in page]
        if len(told) < len(self.pages) and Absence.SUPPRESSED not in told:
            return Absence.REMOVED
        return first_absence(told) or Absence.NONE


def _with_absences(one: Profile, reasons: Mapping[str, Absence]) -> Profile:
    told = {column: None if getattr(one, name) else reasons[name].value for name, column in ABSENCE_COLUMNS.items()}
    return one if one.absences == told else replace(one, absences=told)
