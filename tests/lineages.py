"""A search with all that came of it, as rows."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business
from tests.contacts import make_contact
from tests.domains import make_domain
from tests.searches import make_search

from scrapersky.models import ContactValue, List, Page, PageContent, Place, PlaceSearchResult, SitemapFile


@dataclass(frozen=True)
class Family:
    """The ids of each tab's rows, by the workflow's path."""

    list_id: UUID
    search_id: UUID
    rows: dict[str, set[UUID]] = field(default_factory=dict)


async def make_family(session: AsyncSession, tenant_id: UUID, name: str) -> Family:
    """Two places, businesses and domains; each domain with a sitemap, a page of it, one of none, and a contact."""
    list_id = await _made(session, List, tenant_id=tenant_id, name=name)
    search_id = await make_search(session, tenant_id, list_id=list_id, phrase=f"{name} in Austin")
    family = Family(list_id, search_id)
    for number in range(2):
        domain_id = await make_domain(session, tenant_id, name=f"{name}-{number}.example")
        business_id = await make_business(session, tenant_id, name=f"{name} {number}", domain_id=domain_id)
        place_id = await make_place(session, tenant_id, search_id, local_business_id=business_id)
        made = await _below(session, tenant_id, domain_id)
        made |= {"domain-curation": {domain_id}, "domain-extraction": {business_id}, "deep-scan": {place_id}}
        for tab, ids in made.items():
            family.rows.setdefault(tab, set()).update(ids)
    return family


async def make_place(session: AsyncSession, tenant_id: UUID, search_id: UUID, **values: Any) -> UUID:
    place = {"tenant_id": tenant_id, "source": "test", "place_id": str(uuid4())}
    place_id = await _made(session, Place, **place, **values)
    await found_by(session, tenant_id, search_id, place_id)
    return place_id


async def found_by(session: AsyncSession, tenant_id: UUID, search_id: UUID, place_id: UUID) -> None:
    result = {"tenant_id": tenant_id, "place_search_id": search_id, "place_id": place_id}
    await session.execute(insert(PlaceSearchResult).values(result))


async def _below(session: AsyncSession, tenant_id: UUID, domain_id: UUID) -> dict[str, set[UUID]]:
    own = {"tenant_id": tenant_id, "domain_id": domain_id}
    url = f"https://{uuid4()}.example/"
    sitemap = await _made(session, SitemapFile, **own, url=f"{url}sitemap.xml", found_by="robots")
    listed = await _made(session, Page, **own, url=f"{url}contact", sitemap_file_id=sitemap)
    home = await _made(session, Page, **own, url=url)
    answer = {"url": url, "final_url": url, "http_status": 200, "kind": "home", "content_hash": "0"}
    content = await _made(session, PageContent, **own, **answer, page_id=home)
    contact = await make_contact(session, **own)
    sighting = {"kind": "email", "value": "ana@cedar.example", "raw": "", "way": "text", "owner": "business"}
    await _made(
        session,
        ContactValue,
        **sighting,
        tenant_id=tenant_id,
        contact_id=contact,
        page_content_id=content,
        confidence=1,
    )
    sitemaps = {sitemap}
    return {
        "sitemap-curation": sitemaps,
        "sitemap-import": sitemaps,
        "page-curation": {listed, home},
        "contact-curation": {content},
        "contact-delivery": {contact},
    }


async def _made(session: AsyncSession, model: type[Any], **values: Any) -> UUID:
    made: UUID = (await session.execute(insert(model).values(values).returning(model.id))).scalar_one()
    return made
