"""Contacts by their e-mail addresses alone, for workflows that find addresses in a way of their own."""

from collections.abc import Iterable
from typing import Protocol
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.emails.mail_hosts import mail_identity
from scrapersky.extract.emails.normal_form import normalise_email
from scrapersky.models import Contact, Domain
from scrapersky.services.contacts.profile import BUSINESS
from scrapersky.services.suppression.entries import suppressed_marks
from scrapersky.services.suppression.marks import marks_in


class OfDomain(Protocol):
    """A row that belongs to a domain: a page, what it says, a sitemap."""

    @property
    def tenant_id(self) -> UUID: ...

    @property
    def domain_id(self) -> UUID: ...


async def add_emails(session: AsyncSession, row: OfDomain, addresses: Iterable[str]) -> int:
    """A contact of the row's domain for each address; says how many there are now.

    One that is there stays as it is. What is no address is left out, and so is whoever is on the suppression list.
    """
    locked = select(Domain.name).where(Domain.id == row.domain_id).with_for_update(key_share=True)
    site = ("domain", await session.scalar(locked))
    emails = {email for address in addresses if (email := normalise_email(address))}
    marks = {email: frozenset(marks_in([site, ("email", email)])) for email in emails}
    listed = await suppressed_marks(session, row.tenant_id, (mark for each in marks.values() for mark in each))
    rows = [
        {
            "tenant_id": row.tenant_id,
            "domain_id": row.domain_id,
            "identity": f"email:{mail_identity(email)}",
            "owner": BUSINESS,
            "email": email,
            "source_url": getattr(row, "url", None),
        }
        for email in sorted(emails)
        if marks[email].isdisjoint(listed)
    ]
    return len(await upsert(session, Contact, rows, key=("domain_id", "identity"), update=()))
