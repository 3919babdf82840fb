"""Contacts that are there when somebody is put on the suppression list: nobody needs to decide about them any more."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import any_, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable
from scrapersky.models.contact import Contact
from scrapersky.models.domain import Domain
from scrapersky.services.suppression.entries import Mark, SuppressionKind, marks_of

AT_ONCE = 5_000


async def skip_suppressed(session: AsyncSession, actor: Actor, marks: Collection[Mark]) -> int:
    """Skip those that wait for a decision or for their turn; says how many. Each can be queued by hand again."""
    ids = await _waiting(session, actor.tenant_id, frozenset(marks))
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        await change_status(session, Contact.contact_delivery, actor, some, Decision(Settable.SKIPPED))
    return len(ids)


async def _waiting(session: AsyncSession, tenant_id: UUID, marks: frozenset[Mark]) -> list[UUID]:
    """Those that may be meant, found by what all spellings have in common, and of these those that are."""
    values = {kind: [mark.value for mark in marks if mark.kind is kind] for kind in SuppressionKind}
    numbers = any_(literal(values[SuppressionKind.PHONE], ARRAY(TEXT)))
    domains = any_(literal(values[SuppressionKind.DOMAIN], ARRAY(TEXT)))
    hosts = [value.rpartition("@")[2] for value in values[SuppressionKind.EMAIL]] + values[SuppressionKind.DOMAIN]
    hosts += ["googlemail.com"] if "gmail.com" in hosts else []
    at = func.lower(func.split_part(Contact.email, "@", 2))
    meant = or_(
        at == any_(literal(hosts, ARRAY(TEXT))),
        *(number == numbers for number in (Contact.phone, Contact.whatsapp, Contact.fax)),
        Domain.name == domains,
    )
    undecided = Contact.contact_delivery.state.in_(("New", "Queued"))
    candidates = await session.execute(
        select(Contact.id, Contact.email, Contact.phone, Contact.whatsapp, Contact.fax, Domain.name)
        .join(Domain, Domain.id == Contact.domain_id)
        .where(Contact.tenant_id == tenant_id, undecided, meant)
    )
    return [row.id for row in candidates if not marks.isdisjoint(marks_of(row, row[-1]))]
