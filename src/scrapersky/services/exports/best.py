"""Of each business its best contact to write to that is not suppressed: a person before an office, then the surest."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import case, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID

from scrapersky.clients.mail.checks import MailVerdict
from scrapersky.models import Contact, LocalBusiness
from scrapersky.services.exports.tables import ExportTable, reached_by

_WORST_FIRST = [verdict.value for verdict in MailVerdict]
_PARTS_OF_RANK = 3
_FRUITLESS = [verdict.value for verdict in MailVerdict if not verdict.is_worth_writing_to]


def grouping_of_contact() -> Any:
    """The id of its business; that of its website, where nobody knows which of several it belongs to, or has none."""
    return func.coalesce(Contact.local_business_id, _only_business(), Contact.domain_id)


def contacts_best_first() -> ExportTable:
    """Their ids, their businesses and what they rank by, those of one business together."""
    business, rank = grouping_of_contact(), _rank()
    columns = {"id": Contact.id, "business": business, **{f"rank_{place}": each for place, each in enumerate(rank)}}
    return ExportTable("best", Contact, columns, reached_by=reached_by(Contact), together=(business, *rank))


class Best(NamedTuple):
    """The best of one business; less is better, also beside those of others."""

    rank: tuple[float, ...]
    id: UUID


def surest(found: Iterable[Best], most: int) -> list[Best]:
    return sorted(found)[:most]


@dataclass(slots=True)
class BestOfEach:
    """Reads contacts that come best first, and remembers one business of them."""

    passed_over: int = 0
    _settled: UUID | None = None

    def choose(self, rows: Sequence[Any], are_suppressed: Sequence[bool]) -> Iterator[Best]:
        """The first of each business whom nobody wants left alone; others before it are passed over."""
        for row, is_suppressed in zip(rows, are_suppressed, strict=True):
            contact_id, business, *rank = row[: 2 + _PARTS_OF_RANK]
            if business == self._settled:
                continue
            if is_suppressed:
                self.passed_over += 1
            else:
                self._settled = business
                yield Best(tuple(rank), contact_id)


def _only_business() -> Any:
    """That of the contact's website, where no other is at it: what was read there says no more than the website."""
    ids = func.array_agg(LocalBusiness.id, type_=ARRAY(PG_UUID))
    only = select(case((func.count() == 1, ids[1])))
    return only.where(LocalBusiness.domain_id == Contact.domain_id).correlate(Contact).scalar_subquery()


def _rank() -> tuple[Any, ...]:
    """Somebody by name with an address, an address alone, no address; one whose address leads nowhere is the last.

    Then who is surest. Of each part the least is the best.
    """
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
    return reach, -func.coalesce(Contact.confidence, -1), -verdict
