"""Delivery targets of packages: chosen by name in DELIVERY_TARGETS, handed contacts like ours, blamed by name."""

import asyncio
import difflib
import inspect
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.delivery.target import LONGEST_ANSWER, DeliveryTarget
from scrapersky.clients.extensions.extension import Extension, UnfitExtension, in_words
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.curation_sdk import CurationError

log = logging.getLogger(__name__)

SECONDS_TO_DELIVER = 45.0


@dataclass(frozen=True, slots=True)
class AddedTarget:
    addition: Extension
    target: DeliveryTarget
    destination: str
    seconds: float = SECONDS_TO_DELIVER

    @property
    def name(self) -> str:
        return self.addition.name

    def refusal(self, contact: OutgoingContact) -> str | None:
        try:
            reason = self.target.refusal(contact)
        except Exception as error:  # foreign code may fail in any way
            log.warning("the target %s failed", self.addition, exc_info=True)
            return f"{self.addition} could not say whether it takes the contact: {in_words(error)}"
        return None if reason is None else str(reason)

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        try:
            async with asyncio.timeout(self.seconds):
                return str(await self.target.deliver(contact, key, web))[:LONGEST_ANSWER]
        except CurationError as error:
            raise _as_failure(error) from error
        except TimeoutError as error:
            raise self._broke(f"it took longer than {self.seconds:g} seconds", passing=True) from error
        except Exception as error:  # foreign code may fail in any way
            log.warning("the target %s failed", self.addition, exc_info=True)
            raise self._broke(in_words(error), passing=False) from error

    def _broke(self, why: str, *, passing: bool) -> DeliveryFailed:
        words = f"The target {self.addition} failed: {why}. Tell whoever wrote the package {self.addition.package}."
        return DeliveryFailed(words, outcome="extension", worth_retrying=passing)


def _as_failure(error: CurationError) -> DeliveryFailed:
    """What a package may raise of ours, such as a fetch that failed, without keeping the contact from other targets."""
    if isinstance(error, DeliveryFailed):
        return error
    return DeliveryFailed(
        str(error),
        outcome=error.outcome,
        worth_retrying=error.worth_retrying,
        retry_after=error.retry_after,
        costs_attempt=error.costs_attempt,
    )


def make_added_targets(
    chosen: Sequence[str], additions: Mapping[str, Extension], taken: Collection[str]
) -> tuple[list[DeliveryTarget], dict[str, str]]:
    """Those of the setting that could be made, and why the others could not."""
    made: list[DeliveryTarget] = []
    faults: dict[str, str] = {}
    for name in dict.fromkeys(chosen):
        addition = additions.get(name)
        try:
            made.append(_make(addition, taken) if addition else _unknown(name, additions))
        except (Exception, SystemExit) as error:  # foreign code may fail in any way, and the product must start
            log.exception("the delivery target %s is left out", addition or name)
            faults[str(addition or f"DELIVERY_TARGETS: {name}")] = in_words(error)
    return made, faults


def _unknown(name: str, additions: Mapping[str, Extension]) -> DeliveryTarget:
    close = difflib.get_close_matches(name, additions, n=1)
    there = f"did you mean {close[0]}?" if close else f"there are: {', '.join(additions) or 'none'}."
    raise UnfitExtension(f"No installed package has a delivery target {name!r}; {there}")


def _make(addition: Extension, taken: Collection[str]) -> AddedTarget:
    if addition.name in taken:
        raise UnfitExtension(f"There is a target {addition.name} already; call the entry point something else.")
    target = addition.made_by()
    kind = type(target).__name__
    if getattr(target, "name", None) != addition.name:
        raise UnfitExtension(f"{kind} needs name = {addition.name!r}, as the entry point is called.")
    destination = getattr(target, "destination", None)
    if not isinstance(destination, str):
        raise UnfitExtension(f"{kind} needs `destination`, a text that says where contacts go.")
    if not callable(getattr(target, "refusal", None)):
        raise UnfitExtension(f"{kind} needs `def refusal(self, contact)`.")
    if not inspect.iscoroutinefunction(getattr(target, "deliver", None)):
        raise UnfitExtension(f"{kind} needs `async def deliver(self, contact, key, web)`.")
    return AddedTarget(addition, target, destination)
