"""What rules may ask of a row that stands in no column of it."""

from typing import Any

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from scrapersky.curation_sdk.rules import Fact
from scrapersky.models.contact import Contact
from scrapersky.models.delivery import Suppression
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.page_content import PageContent
from scrapersky.services.suppression.kinds import SuppressionKind


def _of_domain(model: Any, *conditions: ColumnElement[bool]) -> Any:
    return select(func.count()).where(model.domain_id == Domain.id, *conditions).correlate(Domain).scalar_subquery()


def _is_listed(model: Any, *marks: ColumnElement[bool]) -> Any:
    """As it is spelled in the row; where contacts leave the house, every spelling is compared once more."""
    listed = select(Suppression.id).where(Suppression.tenant_id == model.tenant_id, or_(*marks))
    return exists(listed.correlate(model))


def _mark(kind: SuppressionKind, value: Any) -> ColumnElement[bool]:
    return and_(Suppression.kind == kind.value, Suppression.value == value)


FACTS = (
    Fact(Domain, "contacts", _of_domain(Contact)),
    Fact(Domain, "contacts_with_email", _of_domain(Contact, Contact.email.is_not(None))),
    Fact(Domain, "people", _of_domain(Contact, Contact.name.is_not(None))),
    Fact(Domain, "pages_read", _of_domain(PageContent)),
    Fact(Domain, "businesses", _of_domain(LocalBusiness)),
    Fact(Domain, "suppressed", _is_listed(Domain, _mark(SuppressionKind.DOMAIN, Domain.name))),
    Fact(
        Contact,
        "suppressed",
        _is_listed(
            Contact,
            _mark(SuppressionKind.EMAIL, func.lower(Contact.email)),
            _mark(SuppressionKind.DOMAIN, func.lower(func.split_part(Contact.email, "@", 2))),
            _mark(SuppressionKind.PHONE, Contact.phone),
        ),
    ),
)
