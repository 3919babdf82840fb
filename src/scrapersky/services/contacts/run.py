"""Pages of one domain, merged one after the other before anything is written."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from scrapersky.curation_sdk import Saved
from scrapersky.services.contacts.absences import PageAbsences
from scrapersky.services.contacts.in_hand import PageInHand
from scrapersky.services.contacts.merging import PageMerge
from scrapersky.services.contacts.of_domain import MAX_VALUES, ByIdentity, is_large
from scrapersky.services.contacts.plan import ContactPlan
from scrapersky.services.contacts.profile import Profile, Value, seen_again
from scrapersky.services.suppression.findings import without_suppressed
from scrapersky.services.suppression.marks import Mark


class DomainRun:
    """Each page is merged into what those before it gave, as if that had been written and read again.

    Where the database has a say it is written and read again: a page that takes up contacts, or would change what a
    person corrected, is a run of its own. So is each page of a domain of which not everything is at hand.
    """

    def __init__(
        self, pages: Sequence[PageInHand], elsewhere: Iterable[Value], listed: Mapping[Mark, str | None]
    ) -> None:
        self.page, self._waiting, self._listed = pages[0], deque(pages), listed
        self._values = {(one.kind, one.value): one for one in elsewhere}
        self.merges: list[PageMerge] = []
        self.saved: dict[UUID, Saved] = {}
        self.first = self._begin_next()

    def _begin_next(self) -> PageMerge | None:
        """The next page that is not to be left alone as a whole."""
        while self._waiting:
            page = self._waiting.popleft()
            left = without_suppressed(page, list(self._values.values()), self._listed)
            if left.site is None:
                return PageMerge(page, left)
            self.saved[page.content.id] = Saved(0, "suppressed", left.site)
        return None

    def merge(self, known: ByIdentity, absences: Sequence[PageAbsences]) -> None:
        """Ends before what cannot be merged yet."""
        profiles = {identity: one.profile for identity, one in known.items()}
        touched = {identity for identity, one in known.items() if not one.is_untouched}
        one, elsewhere = self.first, list(absences)
        while one is not None:
            one.take_known(profiles, touched, elsewhere)
            is_alone = _takes_up(one.planned, profiles, touched) or _corrects(one.planned, known)
            if is_alone and self.merges:
                return
            self._keep(one)
            if is_alone or is_large(profiles) or len(self._values) >= MAX_VALUES:
                return
            profiles |= {each.identity: each.without_sightings for each in one.planned.contacts}
            elsewhere.append(one.absences)
            one = self._begin_next()

    def _keep(self, one: PageMerge) -> None:
        self.merges.append(one)
        self.saved[one.page.content.id] = one.saved
        for here in one.of_business:
            key = here.kind, here.value
            self._values[key] = seen_again(self._values.get(key), here)

    @property
    def planned(self) -> ContactPlan:
        """What all of them come to. A contact that one of them leaves alone is as those before it left it."""
        if len(self.merges) == 1:
            return self.merges[0].planned
        contacts = {each.identity: each for one in self.merges for each in one.planned.contacts}
        return ContactPlan(tuple(contacts.values()), {})


def _takes_up(planned: ContactPlan, profiles: Mapping[str, Profile], touched: set[str]) -> bool:
    staying = {one.identity for one in planned.contacts}
    return any(old in profiles and (old in staying or old not in touched) for old in planned.taken_up)


def _corrects(planned: ContactPlan, known: ByIdentity) -> bool:
    for one in planned.contacts:
        there = known.get(one.identity)
        if there and any(getattr(there.profile, name, None) != getattr(one, name, None) for name in there.edited):
            return True
    return False
