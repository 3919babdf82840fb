"""The product's fetcher reaches the simulated internet, and nothing but it."""

from tests.simulated import simulated_internet

from scrapersky.simulator.sites import truth


async def test_the_home_page_of_a_simulated_business_is_fetched_over_the_guarded_path() -> None:
    async with simulated_internet(businesses=50) as internet:
        world = internet.simulator.world
        sites = [b for n in range(50) if (b := world.business(n)).website is not None and b.website.kind == "own"]
        url = truth(world, sites[0]).pages[0].url
        document = await internet.clients.web.fetch(url, accept="text/html")
        assert document.status == 200
        assert internet.simulator.resolver.inward_dials == []
