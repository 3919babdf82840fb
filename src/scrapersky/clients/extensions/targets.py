"""Delivery targets: those that are set up or chosen by name. Those of packages are guarded, and blamed by name."""

import asyncio
import difflib
import inspect
import logging
from collections.abc import Mapping
from dataclasses import dataclass

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.delivery.target import LONGEST_ANSWER, DeliveryTarget
from scrapersky.clients.extensions.extension import Extension, UnfitExtension, in_words
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk import CurationError

log = logging.getLogger(__name__)

SECONDS_TO_DELIVER = 45.0


@dataclass(frozen=True, slots=True)
class GuardedTarget:
    """A package's target: whatever it raises, and if it never ends, is a delivery that failed."""

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
            raise self._broke(f"it took longer than {self.seconds:g} seconds", may_pass=True) from error
        except Exception as error:  # foreign code may fail in any way
            log.warning("the target %s failed", self.addition, exc_info=True)
            raise self._broke(in_words(error), may_pass=False) from error

    def _broke(self, why: str, *, may_pass: bool) -> DeliveryFailed:
        words = f"The target {self.addition} failed: {why}. Tell whoever wrote the package {self.addition.package}."
        return DeliveryFailed(words, outcome="extension", worth_retrying=may_pass)


def _as_failure(error: CurationError) -> DeliveryFailed:
    """What a package may raise of ours, such as a fetch that failed, without keeping the contact from other targets."""
    if isinstance(error, DeliveryFailed):
        return error
    return DeliveryFailed.like(error, str(error))


def make_targets(
    registered: Mapping[str, Extension], settings: Settings
) -> tuple[tuple[DeliveryTarget, ...], dict[str, str]]:
    """Those that are set up or named in DELIVERY_TARGETS, and why some could not be made.

    One that takes the settings knows by them whether it is set up, and makes nothing if not. The others are used when
    they are named.
    """
    made: list[DeliveryTarget] = []
    faults: dict[str, str] = {}
    knowing = [name for name, addition in registered.items() if addition.takes("settings")]
    for name in dict.fromkeys((*knowing, *settings.delivery_targets)):
        addition = registered.get(name)
        try:
            target = _make(addition, settings) if addition else _unknown(name, registered)
        except (Exception, SystemExit) as error:  # foreign code may fail in any way, and the product must start
            log.exception("the delivery target %s is left out", addition or name)
            faults[str(addition or f"DELIVERY_TARGETS: {name}")] = in_words(error)
        else:
            made += [target] if target else []
    return tuple(made), faults


def _unknown(name: str, registered: Mapping[str, Extension]) -> DeliveryTarget:
    installed = [each.name for each in registered.values() if not each.is_ours]
    close = difflib.get_close_matches(name, installed, n=1)
    there = f"did you mean {close[0]}?" if close else f"there are: {', '.join(installed) or 'none'}."
    raise UnfitExtension(f"No installed package has a delivery target {name!r}; {there}")


def _make(addition: Extension, settings: Settings) -> DeliveryTarget | None:
    target: DeliveryTarget | None = addition.make(settings=settings)
    if target is None and addition.takes("settings"):
        return None
    kind = type(target).__name__
    if target is None or getattr(target, "name", None) != addition.name:
        raise UnfitExtension(f"{kind} needs name = {addition.name!r}, as the entry point is called.")
    destination = getattr(target, "destination", None)
    if not isinstance(destination, str):
        raise UnfitExtension(f"{kind} needs `destination`, a text that says where contacts go.")
    if not callable(getattr(target, "refusal", None)):
        raise UnfitExtension(f"{kind} needs `def refusal(self, contact)`.")
    if not inspect.iscoroutinefunction(getattr(target, "deliver", None)):
        raise UnfitExtension(f"{kind} needs `async def deliver(self, contact, key, web)`.")
    return target if addition.is_ours else GuardedTarget(addition, target, destination)
