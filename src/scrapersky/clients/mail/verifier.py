"""Services that say whether a mailbox exists. They cost money; one that is set up is asked last."""

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.curation_sdk import CurationError
from scrapersky.errors import ScraperSkyError

SECONDS_TO_ANSWER = 60.0


class Mailbox(StrEnum):
    """What a service found out. A server that takes mail for any name tells nothing: unknown."""

    EXISTS = "exists"
    MISSING = "missing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MailboxAnswer:
    """`said` is the service's own word for it; `cost_micros` what asking cost, in millionths of a dollar."""

    mailbox: Mailbox
    said: str
    cost_micros: int = 0


class MailVerifier(Protocol):
    @property
    def name(self) -> str:
        """What people read in the facts of a check and in the ledger of paid calls."""
        ...

    async def ask(self, address: str, web: Fetcher) -> MailboxAnswer: ...


class MailVerifierFailed(ScraperSkyError):
    """A service gave no usable answer, which says nothing about the address."""

    code = "mail_verifier"
    outcome = "mail_verifier"

    def __init__(self, name: str, why: str, *, worth_retrying: bool = True) -> None:
        super().__init__(f"{name} could not say whether the mailbox exists: {why}.")
        self.worth_retrying = worth_retrying


def price_of(verifier: MailVerifier) -> int:
    """What an address costs at most, in millionths of a dollar, where the service says so beforehand."""
    return int(getattr(verifier, "cost_micros", 0))


async def ask_mailbox(verifier: MailVerifier, address: str, web: Fetcher) -> MailboxAnswer:
    """What a package's verifier raises is told of it by name."""
    try:
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            return await verifier.ask(address, web)
    except CurationError:
        raise
    except TimeoutError as error:
        raise MailVerifierFailed(verifier.name, f"it took longer than {SECONDS_TO_ANSWER:g} seconds") from error
    except Exception as error:  # foreign code may fail in any way
        raise MailVerifierFailed(verifier.name, f"{type(error).__name__}: {error}", worth_retrying=False) from error
