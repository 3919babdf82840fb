"""Pages and their contents as rows."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_tenant

from scrapersky.clients.extensions.extractors import Extractors
from scrapersky.clients.html.store import HtmlStores
from scrapersky.clients.reading.page_bodies import compressed
from scrapersky.clients.reading.readers import Readers
from scrapersky.extract.domains import registrable_domain
from scrapersky.models import Domain, Page, PageContent


class HtmlInRows:
    """The clients of a test whose pages' HTML is in the rows, and to which no package adds anything."""

    html = HtmlStores()
    extractors = Extractors()
    readers = Readers()


@dataclass(frozen=True, slots=True)
class PlantedPage:
    tenant_id: UUID
    domain_id: UUID
    page_id: UUID


async def make_page(session: AsyncSession, url: str, tenant_id: UUID | None = None, **values: Any) -> PlantedPage:
    """A page; its domain is made unless the tenant has it."""
    tenant_id = tenant_id or await make_tenant(session)
    name = registrable_domain(url)
    known = select(Domain.id).where(Domain.tenant_id == tenant_id, Domain.name == name)
    domain_id = await session.scalar(known)
    if domain_id is None:
        domain = {"tenant_id": tenant_id, "name": name, "home_url": url}
        domain_id = (await session.execute(insert(Domain).values(domain).returning(Domain.id))).scalar_one()
    page = {"tenant_id": tenant_id, "domain_id": domain_id, "url": url} | values
    page_id = (await session.execute(insert(Page).values(page).returning(Page.id))).scalar_one()
    return PlantedPage(tenant_id, domain_id, page_id)


async def make_content(
    session: AsyncSession, url: str, html: str, tenant_id: UUID | None = None, **values: Any
) -> UUID:
    """A page that was read."""
    page = await make_page(session, url, tenant_id)
    content = {
        "tenant_id": page.tenant_id,
        "page_id": page.page_id,
        "domain_id": page.domain_id,
        "url": url,
        "final_url": url,
        "http_status": 200,
        "kind": "contact",
        "encoding": "utf-8",
        "content_hash": sha256(html.encode()).hexdigest(),
        "html": compressed(html.encode()),
    }
    made = await session.execute(insert(PageContent).values(content | values).returning(PageContent.id))
    return made.scalar_one()
