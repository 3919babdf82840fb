"""One thing that a package, or the product itself, adds; and all of them."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from typing import Any

from scrapersky.errors import ScraperSkyError

PLACE_SOURCES = "scrapersky.place_sources"
DELIVERY_TARGETS = "scrapersky.delivery_targets"
EXTRACTORS = "scrapersky.extractors"
MAIL_VERIFIERS = "scrapersky.mail_verifiers"
_OURS = "scrapersky"


class UnfitExtension(ScraperSkyError):
    """What a package made is not what it was asked for."""

    code = "unfit_addition"


@dataclass(frozen=True, slots=True)
class Extension:
    """What an entry point names, imported when needed. `place` is as it was written: `my_package.module:thing`."""

    name: str
    place: str

    @property
    def made_by(self) -> Callable[..., Any]:
        thing: Callable[..., Any] = EntryPoint(self.name, self.place, "").load()
        return thing

    @property
    def package(self) -> str:
        return self.place.partition(":")[0].partition(".")[0]

    @property
    def is_ours(self) -> bool:
        return self.package == _OURS

    def takes(self, name: str) -> bool:
        return name in inspect.signature(self.made_by).parameters

    def make(self, **offered: object) -> Any:
        """It takes what it names of what is offered."""
        parameters = inspect.signature(self.made_by).parameters
        required = [name for name, one in parameters.items() if one.default is one.empty and one.kind in _NAMED]
        if unknown := [name for name in required if name not in offered]:
            there = ", ".join(offered)
            raise UnfitExtension(f"{self.place} takes {', '.join(unknown)}, and what it can take is: {there}.")
        return self.made_by(**{name: value for name, value in offered.items() if name in parameters})

    def __str__(self) -> str:
        return f"{self.name} ({self.package})"


_NAMED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@dataclass(frozen=True, slots=True)
class Additions:
    """By name, as people choose them."""

    place_sources: Mapping[str, Extension] = field(default_factory=dict)
    delivery_targets: Mapping[str, Extension] = field(default_factory=dict)
    extractors: Mapping[str, Extension] = field(default_factory=dict)
    mail_verifiers: Mapping[str, Extension] = field(default_factory=dict)


def in_words(error: BaseException) -> str:
    """
    >>> in_words(ValueError("no leaves")), in_words(TimeoutError())
    ('ValueError: no leaves', 'TimeoutError')
    """
    said = " ".join(str(error).split())[:300]
    if isinstance(error, ScraperSkyError):
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
