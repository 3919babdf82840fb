"""Which sites and pages misbehave, and how: decided from (seed, host, path), so that truth can say so."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from scrapersky.simulator.dice import Dice

Profile = Literal["none", "default", "hostile"]
PROFILES: tuple[Profile, ...] = ("none", "default", "hostile")


class Fault(StrEnum):
    """What is wrong. Each value is what `simulate truth` prints."""

    SLOW = "slow"
    NEVER_ENDING = "never_ending"
    CUT_OFF = "cut_off"
    TOO_MANY_REQUESTS = "too_many_requests"
    """429 without `Retry-After`, always."""
    TOO_MANY_REQUESTS_FOR_A_WHILE = "too_many_requests_for_a_while"
    """429 with `Retry-After`, gone on a later attempt."""
    SERVER_ERROR = "server_error"
    SERVER_ERROR_AT_FIRST = "server_error_at_first"
    """5xx, gone on a later attempt."""
    REDIRECT_LOOP = "redirect_loop"
    REDIRECT_TO_PRIVATE_ADDRESS = "redirect_to_private_address"
    WRONG_CHARSET = "wrong_charset"
    WRONG_LENGTH = "wrong_length"
    EXPIRED_CERTIFICATE = "expired_certificate"
    NAME_DOES_NOT_RESOLVE = "name_does_not_resolve"
    PRIVATE_ADDRESS = "private_address"
    LOOPBACK_ADDRESS = "loopback_address"
    MAPPED_ADDRESS = "mapped_address"
    """An IPv6 address that wraps a private IPv4 one."""
    CHANGING_ADDRESS = "changing_address"
    """Public when first asked, private afterwards."""
    GZIP_BOMB = "gzip_bomb"
    XML_BOMB = "xml_bomb"


HIDDEN_FROM_CLIENTS = frozenset({Fault.PRIVATE_ADDRESS, Fault.LOOPBACK_ADDRESS, Fault.MAPPED_ADDRESS})
"""Sites behind these must never be read: their names lead into a private network."""

_SITE_FAULTS: tuple[tuple[Fault, int], ...] = (
    (Fault.SLOW, 8), (Fault.NEVER_ENDING, 3), (Fault.CUT_OFF, 4), (Fault.TOO_MANY_REQUESTS, 5),
    (Fault.TOO_MANY_REQUESTS_FOR_A_WHILE, 6), (Fault.SERVER_ERROR, 6), (Fault.SERVER_ERROR_AT_FIRST, 10),
    (Fault.REDIRECT_LOOP, 4), (Fault.REDIRECT_TO_PRIVATE_ADDRESS, 3), (Fault.WRONG_CHARSET, 8), (Fault.WRONG_LENGTH, 5),
    (Fault.EXPIRED_CERTIFICATE, 8), (Fault.NAME_DOES_NOT_RESOLVE, 12), (Fault.PRIVATE_ADDRESS, 3),
    (Fault.LOOPBACK_ADDRESS, 2), (Fault.MAPPED_ADDRESS, 2), (Fault.CHANGING_ADDRESS, 3), (Fault.GZIP_BOMB, 4),
    (Fault.XML_BOMB, 4),
)  # fmt: skip
_PAGE_FAULTS: tuple[tuple[Fault, int], ...] = (
    (Fault.SLOW, 3), (Fault.CUT_OFF, 2), (Fault.TOO_MANY_REQUESTS_FOR_A_WHILE, 2), (Fault.SERVER_ERROR, 2),
    (Fault.SERVER_ERROR_AT_FIRST, 5), (Fault.REDIRECT_LOOP, 1), (Fault.WRONG_LENGTH, 1), (Fault.NEVER_ENDING, 1),
)  # fmt: skip
_SITE_ODDS: dict[Profile, float] = {"none": 0.0, "default": 0.1, "hostile": 0.6}
_SERVICE_ODDS: dict[Profile, float] = {"none": 0.0, "default": 0.01, "hostile": 0.15}
_PAGE_ODDS: dict[Profile, float] = {"none": 0.0, "default": 0.005, "hostile": 0.1}


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of one world under one profile."""

    seed: int
    profile: Profile = "default"

    def of_site(self, host: str) -> Fault | None:
        """The fault the whole site has, whichever page is asked for."""
        dice = Dice(self.seed, "site fault", host.removeprefix("www."))
        return dice.weighted(_SITE_FAULTS) if dice.chance(_SITE_ODDS[self.profile]) else None

    def at(self, host: str, path: str) -> Fault | None:
        """The fault one page shows: its site's, or on a healthy site now and then one of its own."""
        if self.profile == "none":
            return None
        site_fault = self.of_site(host)
        if site_fault is not None or path in ("/", "/robots.txt"):
            return site_fault
        dice = Dice(self.seed, "page fault", host.removeprefix("www."), path)
        return dice.weighted(_PAGE_FAULTS) if dice.chance(_PAGE_ODDS[self.profile]) else None

    def interrupts(self, host: str, request: str) -> bool:
        """Whether a place source fails at a request when it is first made."""
        return Dice(self.seed, "interruption", host, request).chance(_SERVICE_ODDS[self.profile])

    def attempts_that_fail(self, host: str, path: str) -> int:
        """How often a fault that goes away is seen before it does."""
        return Dice(self.seed, "attempts", host, path).between(1, 3)
