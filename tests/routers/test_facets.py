"""The facets of every tab."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.contacts import make_contact
from tests.lineages import make_family

from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.lists import groups_of
from scrapersky.curation_sdk.testing.applications import app_of, client_of
from scrapersky.models import LocalBusiness
from scrapersky.workflows import product_workflows


async def test_every_tab_has_its_facets_with_rows_and_without(engine: AsyncEngine) -> None:
    registry = Registry(product_workflows())
    async with AsyncSession(engine) as session, session.begin():
        tenant_id, nobody = await make_tenant(session), await make_tenant(session)
        await make_family(session, tenant_id, "dentists")
        for number in range(3):
            await make_contact(session, tenant_id, email=f"a{number}@oak.example", confidence=number / 4)
    app = app_of(registry, engine)
    for workflow in registry:
        for whose, has_rows in ((tenant_id, True), (nobody, False)):
            async with client_of(app, whose, "viewer") as client:
                answer = await client.get(f"{workflow.names.path}/facets")
            told = answer.json()
            assert answer.status_code == 200, (workflow.name, answer.text)
            assert [field["name"] for field in told["fields"]] == list(workflow.facets)
            assert (told["matching"] > 0) == has_rows
            for field in told["fields"]:
                assert sum(each["count"] for each in field["values"]) + field["other"] == told["matching"]


async def test_every_group_is_found_by_its_token_and_they_add_up(engine: AsyncEngine) -> None:
    registry = Registry(product_workflows())
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        family = await make_family(session, tenant_id, "dentists")
        cities = ("Austin", "AUSTIN", "", None, 'Saint "X"')
        businesses = sorted(family.rows["domain-extraction"])
        for row_id, city in zip(businesses, cities, strict=False):
            await session.execute(update(LocalBusiness).where(LocalBusiness.id == row_id).values(city=city))
        domain_id = await session.scalar(select(LocalBusiness.domain_id).where(LocalBusiness.domain_id.is_not(None)))
        for number in range(3):
            await make_contact(session, tenant_id, email=f"a{number}@oak.example", domain_id=domain_id)
    async with client_of(app_of(registry, engine), tenant_id, "viewer") as client:
        for workflow in registry:
            path = workflow.names.path
            for field in groups_of(workflow):
                told = (await client.get(f"{path}/groups", params={"by": field.name})).json()
                assert sum(each["count"] for each in told["groups"]) == told["matching"]
                for group in told["groups"]:
                    found = (await client.get(f"{path}/list", params={"search": group["search"]})).json()
                    assert found["total"] == group["count"] == sum(group["states"].values()), (field.name, group)
        refused = await client.get("/contact-delivery/groups", params={"by": "confidence"})
        assert refused.status_code == 422
        assert "there are: business, domain," in refused.text
        by_business = (await client.get("/contact-delivery/groups", params={"by": "business"})).json()["groups"]
        assert any(each["count"] >= 3 and each["search"].startswith("domain:") for each in by_business)


async def test_fractions_have_bins_too(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        for number in range(5):
            await make_contact(session, tenant_id, email=f"a{number}@oak.example", confidence=number / 4)
    async with client_of(app_of(Registry(product_workflows()), engine), tenant_id) as client:
        told = (await client.get("/contact-delivery/facets")).json()
    bins = next(field for field in told["fields"] if field["name"] == "confidence")["histogram"]
    assert len(bins) == 20
    assert (bins[0]["from"], bins[0]["count"], bins[-1]["to"], bins[-1]["count"]) == (0, 1, 1, 1)
    assert sum(each["count"] for each in bins) == 5
