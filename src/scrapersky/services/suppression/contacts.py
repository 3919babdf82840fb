"""Contacts that are there when somebody is put on the suppression list: nobody needs to decide about them any more."""

import re
from collections.abc import Collection, Iterable, Iterator
from uuid import UUID

from sqlalchemy import CollectionAggregate, ColumnElement, and_, any_, false, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import FieldKind, fields_of_kind
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable
from scrapersky.extract.domains import unicode_domain
from scrapersky.models.contact import Contact
from scrapersky.models.domain import Domain
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import REACHED_BY, Mark, marks_of

AT_ONCE = 5_000
SUPPRESSED = "suppressed"
# The last digits of a number are the same with a trunk zero, with another prefix for going abroad and with none.
COMMON_DIGITS = 5


async def skip_suppressed(session: AsyncSession, actor: Actor, marks: Collection[Mark]) -> int:
    """Skip those that wait for a decision or for their turn; says how many. Each can be queued by hand again."""
    ids = await _waiting(session, actor.tenant_id, frozenset(marks))
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        await change_status(
            session, Contact.contact_delivery, actor, some, Decision(Settable.SKIPPED, outcome=SUPPRESSED)
        )
    return len(ids)


async def _waiting(session: AsyncSession, tenant_id: UUID, marks: frozenset[Mark]) -> list[UUID]:
    return await contacts_of(session, tenant_id, marks, Contact.contact_delivery.state.in_(("New", "Queued")))


async def contacts_of(
    session: AsyncSession, tenant_id: UUID, marks: frozenset[Mark], *conditions: ColumnElement[bool]
) -> list[UUID]:
    """Those that may be meant, found by what all spellings have in common, and of these those that are."""
    candidates = await session.execute(
        select(Contact.id, Contact.name, *(getattr(Contact, name) for name in REACHED_BY), Domain.name.label("site"))
        .join(Domain, Domain.id == Contact.domain_id)
        .where(Contact.tenant_id == tenant_id, or_(false(), *_may_be_meant(marks)), *conditions)
    )
    return [row.id for row in candidates if not marks.isdisjoint(marks_of(row, row.site))]


def _may_be_meant(marks: Collection[Mark]) -> Iterator[ColumnElement[bool]]:
    values = {kind: [mark.value for mark in marks if mark.kind is kind] for kind in SuppressionKind}
    domains = _in_both_scripts(values[SuppressionKind.DOMAIN])
    hosts = _in_both_scripts(value.rpartition("@")[2] for value in values[SuppressionKind.EMAIL]) | domains
    hosts |= {"googlemail.com"} if "gmail.com" in hosts else set()
    at = func.lower(func.split_part(Contact.email, "@", 2))
    if hosts:
        yield at == _any_of(hosts)
    if domains:
        below = _any_of(f"%.{_escaped(name)}" for name in domains)
        yield or_(at.like(below), Domain.name == _any_of(domains), Domain.name.like(below))
    if values[SuppressionKind.PERSON]:
        sites = _in_both_scripts(value.partition("/")[0] for value in values[SuppressionKind.PERSON])
        yield and_(Contact.name.is_not(None), Domain.name == _any_of(sites))
    if values[SuppressionKind.PHONE]:
        ends = _any_of(f"%{value[-COMMON_DIGITS:]}%" for value in values[SuppressionKind.PHONE])
        for name in fields_of_kind(FieldKind.PHONE):
            yield func.regexp_replace(getattr(Contact, name), "[^0-9]", "", "g").like(ends)


def _in_both_scripts(hosts: Iterable[str]) -> set[str]:
    return {spelling for host in hosts for spelling in (host, unicode_domain(host))}


def _escaped(name: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", name)


def _any_of(values: Iterable[str]) -> CollectionAggregate[bool]:
    return any_(literal(list(values), ARRAY(TEXT)))
