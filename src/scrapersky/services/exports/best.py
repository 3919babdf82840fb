"""Of each business its best contact to write to that is not suppressed: a person before an office, then the surest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import case, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID

from scrapersky.clients.mail.checks import MailVerdict
from scrapersky.models import Contact, LocalBusiness
from scrapersky.services.exports.tables import ExportTable, reached_by

_WORST_FIRST = [verdict.value for verdict in MailVerdict]
_FRUITLESS = [verdict.value for verdict in MailVerdict if not verdict.is_worth_writing_to]


def grouping_of_contact() -> Any:
    """The id of its business; that of its website, where nobody knows which of several it belongs to, or has none."""
    return func.coalesce(Contact.local_business_id, _only_business(), Contact.domain_id)


def contacts_best_first() -> ExportTable:
    """Their ids and their businesses, those of one business together."""
    business = grouping_of_contact()
    columns = {"id": Contact.id, "business": business}
    return ExportTable("best", Contact, columns, reached_by=reached_by(Contact), together=(business, *_rank()))


@dataclass(slots=True)
class BestOfEach:
    """Reads contacts that come best first, and remembers one business of them."""

    passed_over: int = 0
    _settled: UUID | None = None

    def choose(self, rows: Sequence[Any], are_suppressed: Sequence[bool]) -> Iterator[UUID]:
        """The first of each business whom nobody wants left alone; others before it are passed over."""
        for row, is_suppressed in zip(rows, are_suppressed, strict=True):
            contact_id, business, *_ = row
            if business == self._settled:
                continue
            if is_suppressed:
                self.passed_over += 1
            else:
                self._settled = business
                yield contact_id


def _only_business() -> Any:
    """That of the contact's website, where no other is at it: what was read there says no more than the website."""
    ids = func.array_agg(LocalBusiness.id, type_=ARRAY(PG_UUID))
    only = select(case((func.count() == 1, ids[1])))
    return only.where(LocalBusiness.domain_id == Contact.domain_id).correlate(Contact).scalar_subquery()


def _rank() -> tuple[Any, ...]:
    """Somebody by name with an address, an address alone, no address; one whose address leads nowhere is the last."""
    reach = case(
        (Contact.verification.in_(_FRUITLESS), 3),
        (Contact.email.is_(None), 2),
        (Contact.name.is_(None), 1),
        else_=0,
    )
    verdict = case(
        *((Contact.verification == word, place) for place, word in enumerate(_WORST_FIRST)),
        else_=_WORST_FIRST.index(MailVerdict.NO_REPLY),
    )
    return reach, Contact.confidence.desc().nulls_last(), verdict.desc()
