"""A contact is checked and handed over: verified without bothering anyone, held against the list, given to targets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any
from uuid import UUID

from sqlalchemy import func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery import (
    DeliveryFailed,
    DeliveryTarget,
    OutgoingBusiness,
    OutgoingContact,
    idempotency_key,
)
from scrapersky.clients.delivery.errors import as_one
from scrapersky.clients.mail.checks import MailCheck, check_mail, check_mailbox, with_mailbox
from scrapersky.clients.mail.verifier import Mailbox, price_of
from scrapersky.clients.places.payer import Payer
from scrapersky.contact_fields import values_of
from scrapersky.curation_sdk import Nothing, Saved
from scrapersky.curation_sdk.declaring import storable
from scrapersky.models import Contact, Delivery, Domain, LocalBusiness
from scrapersky.services.api_usage import record_calls
from scrapersky.services.businesses.together import together
from scrapersky.services.delivery_outcomes import NO_EMAIL
from scrapersky.services.suppression.entries import suppressed_marks, why_suppressed
from scrapersky.services.suppression.marks import Mark, marks_of

MAILBOX_KEPT = timedelta(days=30)
MAILBOX_FACTS = ("mailbox", "mailbox_by", "mailbox_said")
HOW_TO_SET_UP = (
    "Checked, and handed over to nobody. To hand contacts over set up a target under Settings, Delivery, then queue the"
    " contact again. Whoever runs the installation can also set WEBHOOK_URL, DELIVERY_FOLDER and others."
)
_BUSINESS_FACTS = tuple(fact.name for fact in fields(OutgoingBusiness))
UNREACHABLE = Nothing(
    "unreachable", "It has neither an e-mail address nor a number: there is nothing to check and nothing to hand over."
)


@dataclass(frozen=True, slots=True)
class ContactToDeliver:
    """A contact, what it is on the suppression list by, and the keys under which it went out before."""

    tenant_id: UUID
    contact: OutgoingContact
    suppressed_by: tuple[Mark, str | None] | None = None
    delivered: frozenset[str] = frozenset()
    mailbox: Mapping[str, str] | None = None
    """What a service said of the mailbox, while that holds."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    target: str
    key: str
    answer: str


@dataclass(frozen=True, slots=True)
class Handover:
    """What checking and handing over came to. `check` is None for a contact without an e-mail address."""

    check: MailCheck | None
    deliveries: tuple[HandedOver, ...] = ()
    outcome: str | None = None
    note: str | None = None


async def load_contacts(session: AsyncSession, rows: Sequence[Contact]) -> Mapping[UUID, ContactToDeliver]:
    """The business and domain of each contact, the suppressions that touch it, and what it was delivered as."""
    domains = await _domains(session, rows)
    businesses = await _businesses(session, rows) | await _shared_businesses(session, rows)
    delivered = await _delivered(session, rows)
    suppressed = await _suppressed(session, rows, domains)
    return {
        row.id: ContactToDeliver(
            row.tenant_id,
            _outgoing(row, domains[row.domain_id], businesses.get(row.local_business_id or row.domain_id)),
            suppressed.get(row.id),
            delivered.get(row.id, frozenset()),
            _mailbox_known(row),
        )
        for row in rows
    }


async def _suppressed(
    session: AsyncSession, rows: Sequence[Contact], domains: Mapping[UUID, str]
) -> dict[UUID, tuple[Mark, str | None]]:
    found: dict[UUID, tuple[Mark, str | None]] = {}
    for tenant_id in {row.tenant_id for row in rows}:
        marks = {row.id: list(marks_of(row, domains[row.domain_id])) for row in rows if row.tenant_id == tenant_id}
        listed = await suppressed_marks(session, tenant_id, chain.from_iterable(marks.values()))
        for row_id, own in marks.items():
            found.update((row_id, (mark, listed[mark])) for mark in own if mark in listed)
    return found


async def _domains(session: AsyncSession, rows: Sequence[Contact]) -> dict[UUID, str]:
    found = await session.execute(select(Domain.id, Domain.name).where(Domain.id.in_({row.domain_id for row in rows})))
    return dict(found.all())


async def _businesses(session: AsyncSession, rows: Sequence[Contact]) -> dict[UUID, OutgoingBusiness]:
    """By their own ids."""
    wanted = {row.local_business_id for row in rows if row.local_business_id}
    facts = (getattr(LocalBusiness, name) for name in _BUSINESS_FACTS)
    found = await session.execute(select(LocalBusiness.id, *facts).where(LocalBusiness.id.in_(wanted)))
    return {business_id: OutgoingBusiness(*told) for business_id, *told in found}


async def _shared_businesses(session: AsyncSession, rows: Sequence[Contact]) -> dict[UUID, OutgoingBusiness]:
    """By the domain that several share: their names together, and what they agree on."""
    wanted = {row.domain_id for row in rows if row.local_business_id is None}
    all_facts = together(LocalBusiness)
    facts = (all_facts[name] for name in _BUSINESS_FACTS)
    of_domain = LocalBusiness.domain_id
    found = await session.execute(select(of_domain, *facts).where(of_domain.in_(wanted)).group_by(of_domain))
    return {domain_id: OutgoingBusiness(*told) for domain_id, *told in found if domain_id is not None}


async def _delivered(session: AsyncSession, rows: Sequence[Contact]) -> dict[UUID, frozenset[str]]:
    found = await session.execute(
        select(Delivery.contact_id, func.array_agg(Delivery.idempotency_key))
        .where(Delivery.contact_id.in_([row.id for row in rows]))
        .group_by(Delivery.contact_id)
    )
    return {contact_id: frozenset(keys) for contact_id, keys in found}


def _outgoing(row: Contact, domain: str, business: OutgoingBusiness | None) -> OutgoingContact:
    return OutgoingContact(id=row.id, domain=domain, source_url=row.source_url, business=business, **values_of(row))


async def deliver_contact(given: ContactToDeliver, clients: Clients) -> Handover | Nothing:
    """Nothing leaves the house for a contact on the list, or for one whose address leads nowhere."""
    if given.suppressed_by is not None:
        return Nothing("suppressed", why_suppressed(*given.suppressed_by))
    if not (given.contact.email or given.contact.phone or given.contact.whatsapp):
        return UNREACHABLE
    check = await _checked(given, clients) if given.contact.email else None
    if check is not None and not check.verdict.is_worth_writing_to:
        return Handover(check, outcome=check.verdict.value, note=f"{check.why} Nothing was handed over.")
    targets = await clients.targets_of(given.tenant_id)
    if not targets:
        return Handover(check, outcome="verified_only", note=HOW_TO_SET_UP)
    return await _hand_over(given, check, targets, clients)


async def _checked(given: ContactToDeliver, clients: Clients) -> MailCheck:
    """A mailbox that a service was paid to look at lately is not paid for again."""
    address = given.contact.email or ""
    check = await check_mail(address, clients.mail_servers)
    if not check.verdict.is_worth_writing_to:
        return check
    if given.mailbox is not None:
        known = replace(check, facts={**check.facts, **given.mailbox})
        return with_mailbox(known, Mailbox(given.mailbox["mailbox"]))
    verifier, paid = clients.mail_verifier, clients.paid
    if verifier is None:
        return check
    if paid is None:
        return await check_mailbox(check, address, verifier, clients.web)
    price = price_of(verifier)
    await paid.pay(Payer(given.tenant_id, verifier.name, Contact.contact_delivery.name, given.contact.id), price)
    checked = await check_mailbox(check, address, verifier, clients.web)
    return replace(checked, paid_calls=0, paid_micros=checked.paid_micros - price)


def _mailbox_known(row: Contact) -> dict[str, str] | None:
    facts = row.verification_facts or {}
    is_settled = facts.get("mailbox") in (Mailbox.EXISTS, Mailbox.MISSING) and facts.get("address") == row.email
    is_recent = row.verified_at is not None and row.verified_at > datetime.now(UTC) - MAILBOX_KEPT
    return {name: facts[name] for name in MAILBOX_FACTS if name in facts} if is_settled and is_recent else None


async def _hand_over(
    given: ContactToDeliver, check: MailCheck | None, targets: Sequence[DeliveryTarget], clients: Clients
) -> Handover | Nothing:
    contact = replace(given.contact, verification=check.verdict.value if check else NO_EMAIL)
    refusals = {target.name: target.refusal(contact) for target in targets}
    takers = [target for target in targets if refusals[target.name] is None]
    told = [reason for reason in refusals.values() if reason]
    if not takers:
        return Handover(check, outcome="not_taken", note=f"{'; '.join(told)}.")
    fared = await _deliver_to_each(takers, contact, given, clients)
    made = tuple(fared.made)
    if fared.objection:
        note = fared.objection
        return Handover(check, made, outcome="sent_in_part", note=note) if made else Nothing("suppressed", note)
    if fared.failures:
        failure = as_one(fared.failures)
        failure.kept = Handover(check, made)
        raise failure
    if not made:
        return Handover(check, outcome="already_delivered", note="Every target has this contact as it is.")
    return Handover(check, made, note="; ".join(told) or None)


@dataclass(slots=True)
class _Round:
    """How a contact fared with one target after another. After an objection it goes to no further one."""

    made: list[HandedOver] = field(default_factory=list)
    failures: list[DeliveryFailed] = field(default_factory=list)
    objection: str | None = None


async def _deliver_to_each(
    targets: Sequence[DeliveryTarget], contact: OutgoingContact, given: ContactToDeliver, clients: Clients
) -> _Round:
    """One target's refusal keeps the contact from no other; a target that has it as it is gets nothing."""
    so_far = _Round()
    for target in targets:
        key = idempotency_key(target, contact)
        if key in given.delivered:
            continue
        so_far.objection = await clients.last_look(given.tenant_id, contact)
        if so_far.objection:
            break
        try:
            so_far.made.append(HandedOver(target.name, key, await target.deliver(contact, key, clients.web)))
        except DeliveryFailed as error:
            so_far.failures.append(error)
    return so_far


async def save_handover(session: AsyncSession, row: Contact, handover: Handover) -> Saved:
    """Keep the verdict with its facts, and what was delivered where; a delivery that is noted stays one delivery."""
    await session.execute(update(Contact).where(Contact.id == row.id).values(_facts(handover)))
    check = handover.check
    if check is not None and check.paid_to:
        await record_calls(session, row.tenant_id, check.paid_to, check.paid_calls, check.paid_micros)
    made = 0
    if handover.deliveries:
        made = await _note_deliveries(session, row, handover.deliveries)
    return Saved(made, handover.outcome, handover.note)


def _facts(handover: Handover) -> dict[str, Any]:
    check = handover.check
    facts: dict[str, Any] = {
        "verification": check.verdict.value if check else NO_EMAIL,
        "verified_level": check.level if check else None,
        "verified_at": func.now(),
        "verification_facts": {**check.facts, "step": check.step, "why": check.why} if check else None,
    }
    if handover.deliveries:
        names = literal([each.target for each in handover.deliveries], ARRAY(TEXT))
        all_names = func.unnest(func.array_cat(Contact.delivered_to, names)).column_valued("name")
        facts["delivered_to"] = func.array(select(all_names).distinct().order_by(all_names).scalar_subquery())
        facts["delivered_at"] = func.now()
    return facts


async def _note_deliveries(session: AsyncSession, row: Contact, deliveries: Sequence[HandedOver]) -> int:
    values = [
        {
            "tenant_id": row.tenant_id,
            "contact_id": row.id,
            "target": each.target,
            "idempotency_key": each.key,
            "answer": storable(each.answer)[:1000],
        }
        for each in deliveries
    ]
    noted = await session.execute(insert(Delivery).values(values).on_conflict_do_nothing().returning(Delivery.id))
    return len(noted.all())
