"""One thing that a package adds, and all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scrapersky.errors import ScraperSkyError


@dataclass(frozen=True, slots=True)
class Extension:
    """What an entry point names, imported. `place` is how it was written: `my_package.module:thing`."""

    name: str
    place: str
    made_by: Callable[..., Any]

    @property
    def package(self) -> str:
        return self.place.partition(":")[0].partition(".")[0]

    def __str__(self) -> str:
        return f"{self.name} ({self.package})"


@dataclass(frozen=True, slots=True)
class Additions:
    """By name, as people choose them."""

    place_sources: Mapping[str, Extension] = field(default_factory=dict)
    delivery_targets: Mapping[str, Extension] = field(default_factory=dict)
    extractors: Mapping[str, Extension] = field(default_factory=dict)


class UnfitExtension(ScraperSkyError):
    """What a package made is not what it was asked for."""

    code = "unfit_addition"


def in_words(error: BaseException) -> str:
    """
    >>> in_words(ValueError("no leaves")), in_words(TimeoutError())
    ('ValueError: no leaves', 'TimeoutError')
    """
    said = " ".join(str(error).split())[:300]
    if isinstance(error, ScraperSkyError):
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
