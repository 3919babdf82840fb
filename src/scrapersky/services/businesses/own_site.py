"""What a business's own website says of it: name, address, phone and hours, as a source beside the others."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.found_place import DETAIL_FIELDS
from scrapersky.clients.places.registry import OWN_SITE
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.finding import Finding
from scrapersky.extract.pages.names import words_of
from scrapersky.models.domain import Domain
from scrapersky.models.page_content import PageContent
from scrapersky.models.place import Place
from scrapersky.services.businesses.merge import ADDRESS
from scrapersky.services.businesses.of_domains import DomainBusiness
from scrapersky.services.businesses.rows import rebuild_business
from scrapersky.services.contacts.bundle import bundle_of
from scrapersky.services.contacts.profile import Value

_KEY = ("tenant_id", "source", "place_id")


async def keep_own_site(
    session: AsyncSession,
    content: PageContent,
    business: DomainBusiness,
    values: Sequence[Value],
    hours: Sequence[Finding],
) -> None:
    """Keep it as a place of the domain's one business, and work that out anew where something changed."""
    if business.id is None:
        return
    domain = await session.get_one(Domain, content.domain_id)
    mine = (Place.tenant_id == content.tenant_id, Place.source == OWN_SITE, Place.place_id == domain.name)
    before = (await session.execute(select(Place.name, Place.facts).where(*mine))).one_or_none()
    bundle = bundle_of(values, business.phone)
    address = bundle.fields.get("address") or {}
    facts = dict(before.facts if before else {}) | _parts(address)
    if hours:
        facts["opening_hours"] = hours[0].value
    row = {
        "tenant_id": content.tenant_id,
        "source": OWN_SITE,
        "place_id": domain.name,
        "name": await _name(session, content, domain) or (before.name if before else None),
        "website": domain.home_url,
        "phone": bundle.phone.value if bundle.phone else None,
        "address": address.get("text"),
        "facts": facts,
        "known_fields": list(DETAIL_FIELDS),
        "attribution": domain.name,
        "local_business_id": business.id,
        "deep_scan_curation_status": "Complete",
        "deep_scan_processing_status": "Complete",
    }
    changing = ("name", "website", "phone", "address", "facts", "local_business_id")
    if await upsert(session, Place, [row], key=_KEY, update=changing, only_changed=True):
        await rebuild_business(session, business.id)


def _parts(address: Mapping[str, str]) -> dict[str, str]:
    line = " ".join(filter(None, (address.get("house_number"), address.get("street"))))
    parts = {name: address.get(name) for name in ADDRESS} | {"street": line}
    return {name: value for name, value in parts.items() if value}


async def _name(session: AsyncSession, content: PageContent, domain: Domain) -> str | None:
    """What the page tells machines that it is called, if the home page's title says so, too."""
    structured: Mapping[str, Any] = (
        await session.scalar(select(PageContent.structured).where(PageContent.id == content.id)) or {}
    )
    title = set(words_of(domain.title or ""))
    given = (name for key in ("legalName", "name") for name in structured.get(key, ()))
    return next((name for name in given if 1 < len(name) <= 200 and set(words_of(name)) <= title), None)
