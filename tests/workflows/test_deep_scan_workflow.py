"""Deep scan end to end: a person queues places, and they become businesses."""

from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.searches import queue_and_run, start_search
from tests.simulated import Internet, simulated_internet

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Drained, Runtime
from scrapersky.curation_sdk.testing import NamesConformance
from scrapersky.models import LocalBusiness, Place, PlacePair
from scrapersky.simulator.google.place import is_service_area_business
from scrapersky.workflows.wf2_deep_scan import deep_scan


class TestDeepScanNames(NamesConformance):
    workflow = deep_scan

    def test_examples_from_the_checklist(self) -> None:
        names = deep_scan.names
        assert names.update_status_batch == "update_place_status_batch"
        assert names.process_single == "process_single_place_for_deep_scan"
        assert (deep_scan.schedule.interval_minutes, deep_scan.schedule.batch_size) == (5, 10)


async def scan_everything(engine: AsyncEngine, tenant_id: UUID, clients: Clients) -> Drained:
    async with AsyncSession(engine) as session, session.begin():
        ids = list(await session.scalars(select(Place.id)))
        await change_status(session, Place.deep_scan, Actor(tenant_id, "test"), ids, Decision(Settable.QUEUED))
    lease = Lease(engine)
    await lease.acquire()
    return await run_job_loop(deep_scan, deep_scan.schedule, Runtime(engine, clients, lease))


async def businesses(engine: AsyncEngine) -> list[LocalBusiness]:
    async with AsyncSession(engine) as session:
        return list(await session.scalars(select(LocalBusiness)))


def detail_requests(internet: Internet) -> int:
    return sum("places:" not in each.target for each in internet.simulator.requests.to("places.googleapis.com"))


async def test_what_the_search_brought_is_not_paid_for_again_and_every_value_is_true(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=3_000) as internet:
        search = await queue_and_run(engine, await start_search(engine, what="plumbers"), internet.clients)
        drained = await scan_everything(engine, search.tenant_id, internet.clients)
        assert drained.failed == 0
        assert detail_requests(internet) == 0
        world = internet.simulator.world
        found = await businesses(engine)
        assert len(found) == search.results == drained.complete > 20
        for business in found:
            truth = world.by_place_id(business.source_id)
            assert truth is not None
            assert (business.name, business.phone) == (truth.name, truth.phone)
            assert business.website == (truth.website.listed_url if truth.website else None)
            if not is_service_area_business(world.seed, truth):
                assert (business.city, business.region, business.country) == ("Austin", "TX", "US")
                assert business.street == f"{truth.house_number} {truth.street}"
            assert business.provenance["name"]["source"] == "google"
            assert business.attribution == "Google Maps"
            assert business.expires_at is not None


async def test_only_the_fields_that_are_missing_are_fetched_at_their_price(engine: AsyncEngine) -> None:
    async with simulated_internet() as internet:
        search = await queue_and_run(engine, await start_search(engine), internet.clients)
        async with AsyncSession(engine) as session, session.begin():
            known = [
                name for name in (await session.scalars(select(Place.known_fields))).all()[0] if name != "maps_url"
            ]
            await session.execute(update(Place).values(known_fields=known))
        await scan_everything(engine, search.tenant_id, internet.clients)
        details = [e for e in internet.simulator.requests.to("places.googleapis.com") if "places:" not in e.target]
    assert len(details) == search.results
    assert {request.header("X-Goog-FieldMask") for request in details} == {"id,googleMapsUri"}
    async with AsyncSession(engine) as session:
        assert set(await session.scalars(select(Place.cost_micros))) == {17_000}


async def test_two_sources_tell_of_one_business(engine: AsyncEngine) -> None:
    """OpenStreetMap's dentists are Google's; the simulator knows which is which."""
    async with simulated_internet(businesses=2_000) as internet:
        search = await queue_and_run(engine, await start_search(engine), internet.clients)
        osm = await start_search(engine, search.tenant_id, source="overpass")
        osm = await queue_and_run(engine, osm, internet.clients)
        async with AsyncSession(engine) as session, session.begin():
            pairs = list(await session.scalars(select(PlacePair)))
            places = {place.id: place for place in await session.scalars(select(Place))}
            right = sum(places[pair.first_id].name == places[pair.second_id].name for pair in pairs)
            assert {pair.decision for pair in pairs} == {"merged"}
        assert osm.results
        assert right == osm.results, "every one on the map is also at Google"
        assert len(pairs) == right, "and none is taken for another"
        await scan_everything(engine, search.tenant_id, internet.clients)
    assert len(await businesses(engine)) == search.results
