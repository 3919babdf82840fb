"""Every value that a page shows, kept as evidence of the contact it speaks for."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import storable
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.contacts.cards import PageContacts
from scrapersky.extract.finding import Finding
from scrapersky.models.contact import ContactValue
from scrapersky.models.page_content import PageContent
from scrapersky.services.contacts.plan import ContactPlan

LONGEST_VALUE = 500


async def keep_evidence(session: AsyncSession, rows: Sequence[Mapping[str, Any]]) -> None:
    await upsert(session, ContactValue, rows, key=("page_content_id", "kind", "value"), only_changed=True)


def evidence_of(
    content: PageContent, found: PageContacts, links: Mapping[tuple[str, str], UUID]
) -> list[dict[str, Any]]:
    sightings = [(one, card.owner.value) for card in found.cards for one in card.sightings]
    sightings += [(one, one.owner.value) for one in found.shared]
    return [_evidence(content, one, owner, links) for one, owner in sightings]


def _evidence(content: PageContent, one: Finding, owner: str, links: Mapping[tuple[str, str], UUID]) -> dict[str, Any]:
    return {
        "tenant_id": content.tenant_id,
        "contact_id": links.get((one.kind.value, stored_value(one))),
        "page_content_id": content.id,
        "kind": one.kind.value,
        "value": stored_value(one),
        "raw": storable(one.raw)[:LONGEST_VALUE],
        "way": one.way.value,
        "owner": owner,
        "confidence": one.confidence,
        "snippet": storable(one.snippet),
        "facts": {name: storable(value) for name, value in one.facts},
    }


def links_of(planned: ContactPlan, ids: Mapping[str, UUID]) -> dict[tuple[str, str], UUID]:
    """Which contact each value of the page speaks for; the first one named wins."""
    links: dict[tuple[str, str], UUID] = {}
    for one in planned.contacts:
        for value in one.values:
            links.setdefault(value, ids[one.identity])
    return links


def stored_value(one: Finding) -> str:
    return storable(one.value)[:LONGEST_VALUE]
