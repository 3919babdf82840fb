"""Contacts from a file, with their domains, and their businesses where nobody knows one yet.

An empty cell leaves what is there, and what says nothing about the contact itself is kept beside it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import any_, func, literal, select, tuple_
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import Contact, LocalBusiness
from scrapersky.services.contacts.profile import BUSINESS, PERSON
from scrapersky.services.imports.addresses import write_domains
from scrapersky.services.imports.businesses import BusinessImporter
from scrapersky.services.imports.contact_rows import SubmittedContact, read_contact
from scrapersky.services.imports.files import SubmittedRow, queue_undecided
from scrapersky.services.imports.results import ImportedRow, Verdict
from scrapersky.services.suppression.entries import suppressed_marks
from scrapersky.services.suppression.marks import marks_of
from scrapersky.services.suppression.refusing import refuse_suppressed

_SAID = ("name", "role", "email", "phone", "phone_kind", "fax", "whatsapp")
_KEPT = (*_SAID, "local_business_id", "owner", "confidence", "extra_fields")
_SUPPRESSED = "is on the suppression list, and is left out"
_NOWHERE = "has neither a website that it belongs to nor an e-mail address at one; give one of them"

Spot = tuple[int, int]
"""A line, and which of its addresses."""
Judged = dict[Spot, SubmittedContact | str]
Key = tuple[UUID, str]
SourceKey = tuple[str, str]
Named = tuple[UUID, str]


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where a contact is, or shall be, what of the row its business does not take, and its business if that is new."""

    key: Key
    local_business_id: UUID | None
    beside: Mapping[str, str]
    brought: Sequence[UUID] = ()


@dataclass(frozen=True, slots=True)
class ContactImporter:
    """Whose contacts they become. If `queues`, those that nobody decided about yet are queued."""

    actor: Actor
    queues: bool = False

    subject: ClassVar = Subject.CONTACTS
    verdicts: ClassVar = tuple(Verdict)
    model: ClassVar = Contact

    async def write(
        self, session: AsyncSession, rows: Sequence[SubmittedRow], fields: Sequence[str]
    ) -> list[ImportedRow]:
        judged: Judged = {}
        for row in rows:
            read = read_contact(row, fields)
            each: Iterable[SubmittedContact | str] = [read] if isinstance(read, str) else read.each()
            judged |= {(row.line, number): one for number, one in enumerate(each)}
        own = await self._own(session, _good(judged).values())
        judged |= {line: _NOWHERE for line, one in _good(judged).items() if one.own_id not in own and one.site is None}
        judged |= await self._suppressed(session, _good(judged))
        good = _good(judged)
        kept = {line: _Kept(own[one.own_id], None, {}) for line, one in good.items() if one.own_id in own}
        kept |= await self._places(session, {line: one for line, one in good.items() if line not in kept})
        there = await self._there(session, {one.key for one in kept.values()})
        ids = await self._save(session, good, kept, there)
        after = await self._there(session, there.keys())
        seen = {key: Verdict.KNOWN if after.get(key) == said else Verdict.UPDATED for key, said in there.items()}
        results = _results(judged, kept, seen, ids)
        if self.queues and ids:
            queued = Contact.contact_delivery, self.actor, list(ids.values())
            refused = await queue_undecided(session, *queued, refuse_suppressed)
            results = [row.unless_queued(refused) for row in results]
        return results

    async def _own(self, session: AsyncSession, given: Iterable[SubmittedContact]) -> dict[UUID | None, Key]:
        wanted = literal([one.own_id for one in given if one.own_id], ARRAY(PG_UUID()))
        found = await session.execute(
            select(Contact.id, Contact.domain_id, Contact.identity).where(
                Contact.tenant_id == self.actor.tenant_id, Contact.id == any_(wanted)
            )
        )
        return {row_id: (domain_id, identity) for row_id, domain_id, identity in found}

    async def _suppressed(self, session: AsyncSession, good: Mapping[Spot, SubmittedContact]) -> Judged:
        marks = {line: frozenset(marks_of(one, one.site.domain if one.site else None)) for line, one in good.items()}
        listed = await suppressed_marks(session, self.actor.tenant_id, (mark for own in marks.values() for mark in own))
        return {line: _SUPPRESSED for line, own in marks.items() if not own.isdisjoint(listed)}

    async def _places(self, session: AsyncSession, strangers: Mapping[Spot, SubmittedContact]) -> dict[Spot, _Kept]:
        """The domain of each, made where it is new, and whose it is."""
        sites = [one.site for one in strangers.values() if one.site]
        domains = (await write_domains(session, self.actor.tenant_id, sites)).ids
        of_domain = {line: domains[one.site] for line, one in strangers.items() if one.site}
        there = await self._businesses(session, set(of_domain.values()))
        told = {line: one.business for line, one in strangers.items() if one.business}
        new = {
            of_domain[line]: replace(
                one, values={**one.values, "domain_id": of_domain[line], "domain": _domain(strangers[line])}
            )
            for line, one in reversed(told.items())
            if of_domain[line] not in there
        }
        made = await BusinessImporter(self.actor).save(session, list(new.values()))
        brought = await _made_now(session, made.values())
        there |= {domain_id: {one.key: (made[one.key], one.values["name"])} for domain_id, one in new.items()}
        kept = {}
        for line, one in strangers.items():
            known = there.get(of_domain[line], {})
            mine = known.get(told[line].key) if line in told else None
            whose, name = mine or (next(iter(known.values())) if len(known) == 1 else (None, None))
            beside = {} if mine else {fact: said for fact, said in one.facts.items() if said != name}
            new_one = [whose] if whose is not None and whose in brought else []
            kept[line] = _Kept((of_domain[line], one.identity), whose, beside, new_one)
        return kept

    async def _businesses(self, session: AsyncSession, domain_ids: set[UUID]) -> dict[UUID, dict[SourceKey, Named]]:
        table = LocalBusiness
        found = await session.execute(
            select(table.domain_id, table.source, table.source_id, table.id, table.name).where(
                table.tenant_id == self.actor.tenant_id, table.domain_id.in_(domain_ids)
            )
        )
        there: dict[UUID, dict[SourceKey, Named]] = {}
        for domain_id, source, source_id, row_id, name in found:
            if domain_id is not None:
                there.setdefault(domain_id, {})[source, source_id] = row_id, name
        return there

    async def _there(self, session: AsyncSession, keys: Collection[Key]) -> dict[Key, Mapping[str, Any]]:
        told = [getattr(Contact, name) for name in _KEPT]
        found = await session.execute(
            select(Contact.domain_id, Contact.identity, *told).where(
                Contact.tenant_id == self.actor.tenant_id, tuple_(Contact.domain_id, Contact.identity).in_(keys)
            )
        )
        return {(domain_id, identity): dict(zip(_KEPT, said, strict=True)) for domain_id, identity, *said in found}

    async def _save(
        self,
        session: AsyncSession,
        good: Mapping[Spot, SubmittedContact],
        kept: Mapping[Spot, _Kept],
        there: Mapping[Key, Mapping[str, Any]],
    ) -> dict[Key, UUID]:
        """A contact that is in the file twice says what both lines do."""
        rows = dict(there)
        for line, one in good.items():
            key = kept[line].key
            rows[key] = {"tenant_id": self.actor.tenant_id, **_row(one, kept[line], rows.get(key, {}))}
        given = [rows[key] for key in {one.key for one in kept.values()}]
        made = await upsert(session, Contact, given, key=("domain_id", "identity"))
        return {(row.domain_id, row.identity): row.id for row in made}


async def _made_now(session: AsyncSession, ids: Iterable[UUID]) -> frozenset[UUID | None]:
    """Those that were not there before this transaction."""
    among = LocalBusiness.id.in_(set(ids)), LocalBusiness.created_at >= func.now()
    return frozenset(await session.scalars(select(LocalBusiness.id).where(*among)))


def _good(judged: Judged) -> dict[Spot, SubmittedContact]:
    return {line: one for line, one in judged.items() if isinstance(one, SubmittedContact)}


def _domain(contact: SubmittedContact) -> str | None:
    return contact.site.domain if contact.site else None


def _row(contact: SubmittedContact, kept: _Kept, there: Mapping[str, Any]) -> dict[str, Any]:
    said = {name: getattr(contact, name) or there.get(name) for name in _SAID}
    domain_id, identity = kept.key
    return {
        "domain_id": domain_id,
        "identity": identity,
        **said,
        "local_business_id": there.get("local_business_id") or kept.local_business_id,
        "owner": there.get("owner") or (PERSON if contact.name else BUSINESS),
        "confidence": there.get("confidence", 1.0),
        "extra_fields": {**there.get("extra_fields", {}), **kept.beside, **contact.extra},
    }


def _results(
    judged: Judged, kept: Mapping[Spot, _Kept], seen: dict[Key, Verdict], ids: Mapping[Key, UUID]
) -> list[ImportedRow]:
    """One of each line, also of one with several addresses. `seen` is what became of those that were there."""
    results: dict[int, ImportedRow] = {}
    for (line, number), one in judged.items():
        result = _result(line, one, kept.get((line, number)), seen, ids)
        results[line] = results[line].beside(result) if line in results else result
    return list(results.values())


def _result(
    line: int, one: SubmittedContact | str, kept: _Kept | None, seen: dict[Key, Verdict], ids: Mapping[Key, UUID]
) -> ImportedRow:
    if isinstance(one, str) or kept is None:
        return ImportedRow(line, Verdict.REFUSED, reason=str(one))
    verdict = seen.get(kept.key, Verdict.ADDED)
    seen.setdefault(kept.key, Verdict.UPDATED)
    return ImportedRow(line, verdict, ids[kept.key], one.left_out, brought=kept.brought)
