"""Of each business its best contact: the surest, of those the best checked."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.dialects.postgresql import ARRAY, distinct_on
from sqlalchemy.dialects.postgresql import UUID as PG_UUID

from scrapersky.clients.mail.checks import MailVerdict
from scrapersky.models.contact import Contact
from scrapersky.models.local_business import LocalBusiness

_WORST_FIRST = [verdict.value for verdict in MailVerdict]


def is_best_of_business(tenant_id: UUID, conditions: Sequence[ColumnElement[bool]]) -> ColumnElement[bool]:
    """Among the contacts that the conditions choose. One that is suppressed, or whose address leads nowhere, is the
    last choice.
    """
    business = func.coalesce(Contact.local_business_id, _only_business(), Contact.domain_id)
    best = (
        select(Contact.id)
        .where(Contact.tenant_id == tenant_id, *conditions)
        .ext(distinct_on(business))
        .order_by(business, *_rank())
        .correlate(None)
    )
    chosen: ColumnElement[bool] = Contact.id.in_(best)
    return chosen


def _only_business() -> Any:
    """That of the contact's website, where no other is at it: what was read there says no more than the website."""
    ids = func.array_agg(LocalBusiness.id, type_=ARRAY(PG_UUID))
    only = select(case((func.count() == 1, ids[1])))
    return only.where(LocalBusiness.domain_id == Contact.domain_id).correlate(Contact).scalar_subquery()


def _rank() -> tuple[Any, ...]:
    verdict = case(
        *((Contact.verification == word, place) for place, word in enumerate(_WORST_FIRST)),
        else_=_WORST_FIRST.index(MailVerdict.NO_REPLY),
    )
    leads_nowhere = Contact.verification.in_((MailVerdict.INVALID.value, MailVerdict.DISPOSABLE.value))
    return (
        case((Contact.contact_delivery.outcome == "suppressed", 1), else_=0),
        case((leads_nowhere, 1), else_=0),
        Contact.confidence.desc().nulls_last(),
        verdict.desc(),
        Contact.email.is_(None),
        Contact.id,
    )
