"""A branch's number and address belong to the branch; the domain is the chain's."""

from uuid import UUID

from sqlalchemy import select
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.domains import make_domain
from tests.pages import HtmlInRows, make_content
from tests.simulator.sites.visiting import Visit

from scrapersky.models import Contact, PageContent
from scrapersky.services.contact_curation_service import find_contacts, load_stored_pages, save_contacts
from scrapersky.simulator.business import street_line
from scrapersky.simulator.world import World

Whose = tuple[UUID | None, str]
CHAIN = """<h3>Oak</h3><p>12 Oak Street, Austin, TX 78701</p><p>(512) 555-0100</p>
<h3>Elm</h3><p>7 Elm Street, Kyle, TX 78640</p><p>(512) 555-0200</p>
<p>info@chain.example kyle@chain.example</p><p>Head office (512) 555-0900</p>"""


async def read(sessions: Sessions, content_id: UUID) -> None:
    async with sessions() as session:
        content = await session.get_one(PageContent, content_id)
        stored = await load_stored_pages(session, [content])
    found = await find_contacts(stored[content_id], HtmlInRows())
    async with sessions.begin() as session:
        await save_contacts(session, await session.get_one(PageContent, content_id), found)


async def test_contacts_know_their_branch_and_what_is_the_chain_s_is_nobody_s(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, name="chain.example")
        shared = {"domain_id": domain_id, "country": "US"}
        oak = await make_business(session, tenant_id, phone="+15125550100", street="12 Oak St", city="Austin", **shared)
        elm = await make_business(session, tenant_id, phone="+15125550200", street="7 Elm St", city="Kyle", **shared)
        content_id = await make_content(session, "https://chain.example/contact", CHAIN, tenant_id)
    for _ in range(2):
        await read(sessions, content_id)
    async with sessions() as session:
        found = {one.identity: one for one in await session.scalars(select(Contact))}
    assert {name: one.local_business_id for name, one in found.items()} == {
        "phone:+15125550100": oak,
        "phone:+15125550200": elm,
        "email:kyle@chain.example": elm,
        "email:info@chain.example": None,
    }
    for name, city in (("phone:+15125550100", "Austin"), ("phone:+15125550200", "Kyle")):
        address = found[name].address
        assert address is not None
        assert address["city"] == city
    office = found["email:info@chain.example"]
    assert (office.phone, office.address) == ("+15125550900", None)


async def test_contacts_and_branches_agree_in_simulated_chains(sessions: Sessions) -> None:
    right, there, shown = 0, 0, 0
    for seed in (3, 4, 5):
        world = World(seed, 2_000)
        leads = [business for business in world if business.website and business.chain_number == business.number]
        for visit in (Visit(world, lead) for lead in leads[:8]):
            wanted, found = await _compare(sessions, visit)
            shown += len(wanted)
            there += len(wanted.keys() & found.keys())
            right += sum(found[phone] == truth for phone, truth in wanted.items() if phone in found)
    assert there >= 0.75 * shown > 40
    assert right / there >= 0.98


async def _compare(sessions: Sessions, visit: Visit) -> tuple[dict[str, Whose], dict[str, Whose]]:
    """Numbers of the branches with the branch and the street that are theirs: in truth, and as contacts have them."""
    branches = visit.world.branches(visit.business)
    urls = [page.url for page in visit.truth.pages if page.kind in ("home", "contact")]
    wanted: dict[str, Whose] = {}
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, name=visit.truth.host.removeprefix("www."))
        for branch in branches:
            told = {"street": street_line(branch), "city": branch.city, "country": branch.country}
            values = {"domain_id": domain_id, "phone": branch.phone, "name": branch.name, **told}
            business_id = await make_business(session, tenant_id, **values)
            if branch.phone:
                wanted[branch.phone] = (business_id, branch.house_number)
        contents = [await make_content(session, url, visit.page(url), tenant_id) for url in urls]
    for content_id in contents:
        await read(sessions, content_id)
    async with sessions() as session:
        contacts = await session.scalars(select(Contact).where(Contact.domain_id == domain_id))
        found = {
            one.phone: (one.local_business_id, (one.address or {}).get("house_number", ""))
            for one in contacts
            if one.phone and one.identity.startswith("phone:")
        }
    return wanted, found
