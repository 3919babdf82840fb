"""From a business's website to its domain."""

from uuid import UUID

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions

from scrapersky.extract.own_sites import NotOwnSite, OwnSite
from scrapersky.models import Domain, LocalBusiness
from scrapersky.services.domain_extraction_service import CORRECTED, find_domain, save_domain


async def test_the_domain_of_a_website_is_its_registrable_domain() -> None:
    site = await find_domain(LocalBusiness(website="http://shop.cedar.co.uk/about?x=1"), None)
    assert isinstance(site, OwnSite)
    assert site.domain == "cedar.co.uk"


@pytest.mark.parametrize(
    ("website", "reason"),
    [(None, "no_website"), ("", "no_website"), ("https://www.facebook.com/cedar", "social_only")],
)
async def test_a_business_without_a_site_of_its_own_has_the_reason(website: str | None, reason: str) -> None:
    found = await find_domain(LocalBusiness(website=website), None)
    assert isinstance(found, NotOwnSite)
    assert found.reason == reason


async def save(session: AsyncSession, business_id: UUID, website: str) -> int:
    business = await session.get_one(LocalBusiness, business_id)
    site = await find_domain(LocalBusiness(website=website), None)
    return (await save_domain(session, business, site)).produced


async def test_saving_twice_and_by_two_businesses_makes_one_domain(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        first = await make_business(session, tenant_id)
        second = await make_business(session, tenant_id)
    for business_id, website in (
        (first, "https://cedar.com/"),
        (first, "https://cedar.com/"),
        (second, "http://www.cedar.com/x"),
    ):
        async with sessions.begin() as session:
            assert await save(session, business_id, website) == 1
    async with sessions() as session:
        (domain,) = await session.scalars(select(Domain))
        linked = await session.scalars(select(LocalBusiness.domain_id))
        assert set(linked) == {domain.id}
    assert (domain.name, domain.tenant_id) == ("cedar.com", tenant_id)


async def test_a_website_corrected_to_a_social_page_takes_the_link_back(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        business_id = await make_business(session, await make_tenant(session))
        await save(session, business_id, "https://cedar.com/")
    async with sessions.begin() as session:
        assert await save(session, business_id, "https://www.facebook.com/cedar") == 0
    async with sessions() as session:
        business = await session.get_one(LocalBusiness, business_id)
    assert (business.domain_id, business.domain) == (None, None)


async def test_a_failed_domain_leaves_the_errors_when_the_last_business_with_it_is_corrected(
    sessions: Sessions,
) -> None:
    curation = Domain.domain_curation
    failed = {
        curation.curation_status: "Queued",
        curation.processing_status: "Error",
        curation.processing_error: "The name oka.example could not be resolved",
    }
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        first, second = await make_business(session, tenant_id), await make_business(session, tenant_id)
        for business_id in (first, second):
            await save(session, business_id, "https://oka.com/")
        await session.execute(update(Domain).values(failed))
    states = []
    for business_id in (first, second):
        async with sessions.begin() as session:
            await save(session, business_id, "https://oak.com/")
            mistyped = select(curation.state, curation.outcome).where(Domain.name == "oka.com")
            states.append(tuple((await session.execute(mistyped)).one()))
    assert states == [("Error", None), ("Skipped", CORRECTED)]


async def test_tenants_share_no_domain(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        ids = [await make_business(session, await make_tenant(session)) for _ in range(2)]
        for business_id in ids:
            await save(session, business_id, "https://cedar.com/")
    async with sessions() as session:
        assert len(list(await session.scalars(select(Domain)))) == 2
