from ipaddress import ip_address
from itertools import islice

import pytest
from tests.simulator.places import host_with, served

from scrapersky.simulator.faults import Fault, Faults
from scrapersky.simulator.hosts import INTERNAL_HOST, PLACE_HOSTS
from scrapersky.simulator.resolver import NameDoesNotResolve, SimulatedResolver, leads_inwards
from scrapersky.simulator.world import World

WORLD = World(7, 5_000)


def resolver(profile: str = "hostile") -> SimulatedResolver:
    return SimulatedResolver(WORLD, Faults(7, "hostile" if profile == "hostile" else "none"), 8080, 8443)


async def test_honest_names_have_public_addresses_that_never_change() -> None:
    first, second = resolver("none"), resolver("none")
    for _, website in islice(served(WORLD), 300):
        addresses = await first.resolve(website.host)
        assert all(ip_address(address).is_global for address in addresses)
        assert addresses == await second.resolve(website.host) == await first.resolve(f"www.{website.host}")


@pytest.mark.parametrize("host", sorted(PLACE_HOSTS | {"simulator.example"}))
async def test_the_other_hosts_resolve_too(host: str) -> None:
    assert all(ip_address(address).is_global for address in await resolver("none").resolve(host))


@pytest.mark.parametrize("host", ["nobody.example", "www.facebook.com", "", "127.0.0.1"])
async def test_names_that_nobody_serves_do_not_resolve(host: str) -> None:
    with pytest.raises(NameDoesNotResolve):
        await resolver("none").resolve(host)


async def test_a_name_that_is_said_not_to_resolve_does_not() -> None:
    with pytest.raises(OSError, match="does not resolve"):
        await resolver().resolve(host_with(WORLD, Faults(7, "hostile"), Fault.NAME_DOES_NOT_RESOLVE))


@pytest.mark.parametrize("fault", [Fault.PRIVATE_ADDRESS, Fault.LOOPBACK_ADDRESS, Fault.MAPPED_ADDRESS])
async def test_hostile_names_lead_inwards(fault: Fault) -> None:
    faults = Faults(7, "hostile")
    hosts = [website.host for _, website in served(WORLD) if faults.of_site(website.host) is fault]
    for host in hosts:
        for address in await resolver().resolve(host):
            assert leads_inwards(address)
    assert len(hosts) > 20


async def test_a_changing_name_is_public_first_and_private_afterwards() -> None:
    host = host_with(WORLD, Faults(7, "hostile"), Fault.CHANGING_ADDRESS)
    asked = resolver()

    answers = [ip_address((await asked.resolve(host))[0]).is_global for _ in range(3)]

    assert answers == [True, False, False]


async def test_inward_names_lead_inwards() -> None:
    assert await resolver().resolve(INTERNAL_HOST) == ["10.0.0.5"]
    assert await resolver().resolve("localhost") == ["127.0.0.1"]


def test_dialling_leads_to_loopback() -> None:
    assert resolver().dial("a.example", 80) == ("127.0.0.1", 8080)
    assert resolver().dialer("44.1.2.3", 443, "a.example") == ("127.0.0.1", 8443)
    with pytest.raises(ConnectionRefusedError, match="25"):
        resolver().dial("a.example", 25)


def test_an_address_that_leads_inwards_is_not_dialled_but_noted() -> None:
    asked = resolver()

    for address in ("10.0.0.5", "127.0.0.1", "::1", "::ffff:192.168.0.1", "64:ff9b::a9fe:a9fe", "169.254.169.254"):
        with pytest.raises(ConnectionRefusedError, match="must never be dialled"):
            asked.dialer(address, 443, "a.example")

    assert len(asked.inward_dials) == 6
    assert asked.inward_dials[0] == ("a.example", "10.0.0.5")
