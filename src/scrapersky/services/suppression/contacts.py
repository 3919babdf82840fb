"""Contacts that are there when somebody is put on the suppression list: nobody needs to decide about them any more."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import CollectionAggregate, ColumnElement, Select, and_, any_, delete, false, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import FieldKind, fields_of_kind
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Batch, Settable, note
from scrapersky.extract.domains import unicode_domain
from scrapersky.models import Contact, Domain, Suppression
from scrapersky.services.suppression.entries import release, suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import REACHED_BY, Mark, marks_of

MOST_NAMED = 3
RELEASED = "taken off the suppression list: "
_REASON = "; reason: "
SUPPRESSED = "suppressed"
# The last digits of a number are the same with a trunk zero, with another prefix for going abroad and with none.
COMMON_DIGITS = 5


@dataclass(frozen=True, slots=True)
class SkippedContacts:
    """How many there were, and what takes this and the entries back."""

    count: int
    undo_token: UUID


async def skip_suppressed(session: AsyncSession, actor: Actor, marks: Collection[Mark]) -> SkippedContacts:
    """Skip those that wait for a decision or for their turn. None can be queued again while they are on the list."""
    ids = await _waiting(session, actor.tenant_id, frozenset(marks))
    decision, what = Decision(Settable.SKIPPED, outcome=SUPPRESSED), _in_words(marks)
    skipped = await change_status(session, Contact.contact_delivery, actor, ids, decision, what=what)
    return SkippedContacts(len(ids), skipped.batch_id)


async def take_off(session: AsyncSession, actor: Actor, suppression_id: UUID) -> None:
    """The history has it, and from there it can be put back; of who was erased nothing is left to put back."""
    gone = await release(session, actor, suppression_id)
    words = f"{RELEASED}{gone.kind} {gone.value}{f'{_REASON}{gone.reason}' if gone.reason else ''}"
    what = f"somebody who was erased ({gone.kind}) taken off the suppression list" if gone.is_hashed else words
    note(kind=gone.kind)
    await change_status(session, Contact.contact_delivery, actor, [], Decision(Settable.NEW), what=what)


async def _put_back(session: AsyncSession, actor: Actor, words: str) -> str:
    listed, _, reason = words.partition(_REASON)
    kind, _, value = listed.partition(" ")
    await suppress(session, actor, [Mark(SuppressionKind(kind), value)], reason or None)
    return f"On the suppression list again: {listed}."


async def release_with(session: AsyncSession, actor: Actor, batch: Batch) -> str | None:
    """A suppression that is taken back as a decision: who made the mistake takes their entries off the list as well.

    The entries are known by the moment of the transaction that they were made in together. What was erased stays so.
    """
    if batch.what and batch.what.startswith(RELEASED):
        return await _put_back(session, actor, batch.what.removeprefix(RELEASED))
    together = (
        Suppression.tenant_id == batch.tenant_id,
        Suppression.created_at == batch.made_at,
        Suppression.is_hashed.is_(False),
    )
    made = await session.execute(select(Suppression.kind, Suppression.value, Suppression.added_by).where(*together))
    entries = [(f"{kind} {value}", added_by) for kind, value, added_by in made]
    if not entries:
        return None
    named = ", ".join(words for words, _ in entries[:MOST_NAMED]) + (" and more" if entries[MOST_NAMED:] else "")
    if any(added_by != actor.name for _, added_by in entries):
        return f"Still suppressed: {named}. An administrator can take that off the list, under Privacy."
    await session.execute(delete(Suppression).where(*together))
    return f"No longer suppressed: {named}."


def _in_words(marks: Collection[Mark]) -> str:
    """
    >>> _in_words([Mark(SuppressionKind.EMAIL, f"{name}@acme.example") for name in "abcde"])
    'suppressed email a@acme.example, email b@acme.example, email c@acme.example and 2 more'
    >>> _in_words([Mark(SuppressionKind.DOMAIN, f"{name}.example") for name in "abc"])
    'suppressed domain a.example, domain b.example, domain c.example'
    """
    some = [f"{mark.kind.value} {mark.value}" for mark in marks][:MOST_NAMED]
    more = f" and {len(marks) - MOST_NAMED:,} more" if len(marks) > MOST_NAMED else ""
    return f"suppressed {', '.join(some)}{more}"


async def _waiting(session: AsyncSession, tenant_id: UUID, marks: frozenset[Mark]) -> list[UUID]:
    return await contacts_of(session, tenant_id, marks, Contact.contact_delivery.state.in_(("New", "Queued")))


async def contacts_of(
    session: AsyncSession, tenant_id: UUID, marks: frozenset[Mark], *conditions: ColumnElement[bool]
) -> list[UUID]:
    """Those that may be meant, found by what all spellings have in common, and of these those that are."""
    candidates = await session.execute(
        reached().where(Contact.tenant_id == tenant_id, or_(false(), *_may_be_meant(marks)), *conditions)
    )
    return [row.id for row in candidates if not marks.isdisjoint(marks_of(row, row.site))]


def reached() -> Select[Any]:
    """Contacts with all by which they may be on the list."""
    ways = (getattr(Contact, name) for name in REACHED_BY)
    return select(Contact.id, Contact.name, *ways, Domain.name.label("site")).join(
        Domain, Domain.id == Contact.domain_id
    )


def _may_be_meant(marks: Collection[Mark]) -> Iterator[ColumnElement[bool]]:
    values = {kind: [mark.value for mark in marks if mark.kind is kind] for kind in SuppressionKind}
    domains = _in_both_scripts(values[SuppressionKind.DOMAIN])
    hosts = _in_both_scripts(value.rpartition("@")[2] for value in values[SuppressionKind.EMAIL]) | domains
    hosts |= {"googlemail.com"} if "gmail.com" in hosts else set()
    at = func.lower(func.split_part(Contact.email, "@", 2))
    if hosts:
        yield at == _any_of(hosts)
    if domains:
        yield or_(at.like(_below(domains)), is_domain_of(values[SuppressionKind.DOMAIN]))
    if values[SuppressionKind.PERSON]:
        sites = _in_both_scripts(value.partition("/")[0] for value in values[SuppressionKind.PERSON])
        yield and_(Contact.name.is_not(None), Domain.name == _any_of(sites))
    if values[SuppressionKind.PHONE]:
        ends = _any_of(f"%{value[-COMMON_DIGITS:]}%" for value in values[SuppressionKind.PHONE])
        for name in fields_of_kind(FieldKind.PHONE):
            yield func.regexp_replace(getattr(Contact, name), "[^0-9]", "", "g").like(ends)


def is_domain_of(domains: Collection[str]) -> ColumnElement[bool]:
    """Whether a domain is one of these, or below one."""
    names = _in_both_scripts(domains)
    return or_(Domain.name == _any_of(names), Domain.name.like(_below(names)))


def _below(domains: Iterable[str]) -> CollectionAggregate[bool]:
    return _any_of(f"%.{_escaped(name)}" for name in domains)


def _in_both_scripts(hosts: Iterable[str]) -> set[str]:
    return {spelling for host in hosts for spelling in (host, unicode_domain(host))}


def _escaped(name: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", name)


def _any_of(values: Iterable[str]) -> CollectionAggregate[bool]:
    return any_(literal(list(values), ARRAY(TEXT)))
