"""Names and addresses: pretend public addresses for honest names, hostile ones for hostile names.

Addresses are only for the client's guard to judge. Nothing here is ever dialled: `dial` leads to loopback.
Only demonstrations, tests and benchmarks build a resolver and hand it to the product.
"""

import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.faults import Fault, Faults
from scrapersky.simulator.hosts import INTERNAL_HOST, OTHER_HOSTS
from scrapersky.simulator.world import World

_PRIVATE = ("10.0.{}.{}", "192.168.{}.{}", "172.16.{}.{}", "169.254.{}.{}", "100.64.{}.{}")
_INWARD = {INTERNAL_HOST: "10.0.0.5", "localhost": "127.0.0.1"}
_TRANSLATED = IPv6Network("64:ff9b::/96")
_REMEMBERED_CHANGES = 10_000


class NameDoesNotResolve(socket.gaierror):
    """No such name in the simulated internet."""

    def __init__(self, host: str) -> None:
        super().__init__(socket.EAI_NONAME, f"{host} does not resolve")


@dataclass(slots=True)
class SimulatedResolver:
    """What the simulated internet's name service answers, and where its servers really listen."""

    world: World
    faults: Faults
    http_port: int
    https_port: int
    inward_dials: list[tuple[str, str]] = field(default_factory=list)
    """Hosts and addresses that a guard should have refused and did not. Empty after an honest run."""
    _asked: dict[str, int] = field(default_factory=dict)

    async def resolve(self, host: str) -> list[str]:
        """The addresses of a name, for a guard to judge; raises `NameDoesNotResolve`."""
        name = host.lower().rstrip(".")
        if name in _INWARD:
            return [_INWARD[name]]
        is_business = self.world.by_host(name) is not None
        if not is_business and name not in OTHER_HOSTS:
            raise NameDoesNotResolve(name)
        fault = self.faults.of_site(name) if is_business else None
        if fault is Fault.NAME_DOES_NOT_RESOLVE:
            raise NameDoesNotResolve(name)
        if fault in _HOSTILE:
            return _HOSTILE[fault](self._dice(name), self._count(name))
        return _public(self._dice(name), 0)

    def dial(self, host: str, port: int) -> tuple[str, int]:
        """The loopback address behind a name and its usual port."""
        real = {80: self.http_port, 443: self.https_port}.get(port)
        if real is None:
            raise ConnectionRefusedError(f"Nothing listens on port {port} of {host}.")
        return "127.0.0.1", real

    def dialer(self, address: str, port: int, host: str) -> tuple[str, int]:
        """`dial` for a connector that has already judged an address of the host. One that leads inwards is refused."""
        if leads_inwards(address):
            self.inward_dials.append((host, address))
            raise ConnectionRefusedError(f"{address} of {host} leads inwards and must never be dialled.")
        return self.dial(host, port)

    def _dice(self, name: str) -> Dice:
        return Dice(self.world.seed, "address", name.removeprefix("www."))

    def _count(self, name: str) -> int:
        if len(self._asked) >= _REMEMBERED_CHANGES:
            self._asked.clear()
        count = self._asked.get(name, 0)
        self._asked[name] = count + 1
        return count


def leads_inwards(address: str) -> bool:
    """Whether an address, or the one it wraps, is anything but public.

    >>> [leads_inwards(address) for address in ("44.1.2.3", "10.0.0.5", "::ffff:10.0.0.5", "64:ff9b::a00:5", "::1")]
    [False, True, True, True, True]
    """
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and (parsed.ipv4_mapped or parsed in _TRANSLATED):
        parsed = IPv4Address(int(parsed) & 0xFFFFFFFF)
    return not parsed.is_global


def _public(dice: Dice, _: int) -> list[str]:
    # 44.0.0.0/9 belongs to radio amateurs: globally routable, so a guard must let it pass, and nobody's website.
    addresses = [str(IPv4Address((44 << 24) + dice.below(1 << 23)))]
    if dice.chance(0.2):
        addresses.append(str(IPv6Address((0x2600 << 112) + dice.bits())))
    return addresses


def _private(dice: Dice, _: int) -> list[str]:
    return [dice.choice(_PRIVATE).format(dice.below(256), dice.between(1, 254))]


def _loopback(dice: Dice, _: int) -> list[str]:
    return [dice.choice(("127.0.0.1", "::1", "0.0.0.0", f"127.{dice.below(256)}.0.1"))]  # noqa: S104


def _mapped(dice: Dice, _: int) -> list[str]:
    private = _private(dice, 0)[0]
    return [
        dice.choice(
            (f"::ffff:{private}", str(IPv6Address(int(_TRANSLATED.network_address) + int(IPv4Address(private)))))
        )
    ]


def _changing(dice: Dice, count: int) -> list[str]:
    public = _public(dice, 0)
    return _private(dice, 0) if count else public


_HOSTILE: dict[Fault | None, Callable[[Dice, int], list[str]]] = {
    Fault.PRIVATE_ADDRESS: _private,
    Fault.LOOPBACK_ADDRESS: _loopback,
    Fault.MAPPED_ADDRESS: _mapped,
    Fault.CHANGING_ADDRESS: _changing,
}
