"""Place sources, made once; those of packages are checked at each answer, and blamed by name."""

import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.extensions.extension import Extension, UnfitExtension, in_words
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.errors import PlaceSourceError
from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.nominatim import Nominatim
from scrapersky.clients.places.payer import PaidCalls
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import Listing, PlaceQuery, PlaceSource, PlaceSources, Probe, Terms
from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.complaints import complaint
from scrapersky.curation_sdk.declaring import storable

log = logging.getLogger(__name__)

_QUESTIONS = ("probe", "listing", "details")
_PLACE = TypeAdapter(FoundPlace)

Answer = TypeVar("Answer", Probe, Listing)


class SourceBroke(PlaceSourceError):
    """A package's place source failed, or answered with something else than was asked for."""

    code = outcome = "extension"

    def __init__(self, addition: Extension, why: str) -> None:
        super().__init__(
            f"The place source {addition} failed: {why}. Tell whoever wrote the package {addition.package}."
        )


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A package's source, whose answers are checked: what is wrong with one is told, not stored."""

    addition: Extension
    source: PlaceSource
    terms: Terms

    async def probe(self, query: PlaceQuery, area: Area) -> Probe:
        answer = await self._answer(partial(self.source.probe, query, area), Probe)
        return replace(answer, ids=tuple(map(storable, answer.ids)))

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:
        return self._checked(await self._answer(partial(self.source.listing, query, area, most), Listing))

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:
        answer = self._checked(await self._answer(partial(self.source.details, place_id, fields), Listing))
        if len(answer.places) != 1:
            raise SourceBroke(self.addition, f"details has one place, and this has {len(answer.places)}")
        return answer

    async def _answer(self, question: Callable[[], Awaitable[Answer]], wanted: type[Answer]) -> Answer:
        try:
            answer = await question()
        except CurationError:
            raise
        except Exception as error:  # foreign code may fail in any way
            log.warning("the place source %s failed", self.addition, exc_info=True)
            raise SourceBroke(self.addition, in_words(error)) from error
        if not isinstance(answer, wanted):
            raise SourceBroke(self.addition, f"it answered {type(answer).__name__}, and not {wanted.__name__}")
        return answer

    def _checked(self, answer: Listing) -> Listing:
        try:
            told = ({name: _cleaned(value) for name, value in asdict(place).items()} for place in answer.places)
            places = tuple(map(_PLACE.validate_python, told))
        except (ValidationError, TypeError) as error:
            raise SourceBroke(self.addition, _first_complaint(error)) from error
        return replace(answer, places=places)


def _cleaned(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_cleaned, value))
    return storable(value) if isinstance(value, str) else value


def _first_complaint(error: ValidationError | TypeError) -> str:
    if isinstance(error, TypeError):
        return in_words(error)
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))} of a place {complaint(first)}"


def make_sources(registered: Iterable[Extension], **offered: object) -> tuple[dict[str, PlaceSource], dict[str, str]]:
    """Those that could be made, and why the others could not. Each takes what it names of what is offered."""
    made: dict[str, PlaceSource] = {}
    faults: dict[str, str] = {}
    for addition in registered:
        try:
            made[addition.name] = _make(addition, offered)
        except (Exception, SystemExit) as error:  # foreign code may fail in any way, and the product must start
            log.exception("the place source %s is left out", addition)
            faults[str(addition)] = in_words(error)
    return made, faults


def _make(addition: Extension, offered: Mapping[str, object]) -> PlaceSource:
    source: PlaceSource = addition.make(**offered)
    terms = getattr(source, "terms", None)
    if not isinstance(terms, Terms):
        raise UnfitExtension(f"{addition.place} made {type(source).__name__}, which has no `terms: Terms`.")
    if terms.name != addition.name:
        raise UnfitExtension(
            f"Its terms are called {terms.name!r}; call them {addition.name!r}, as the entry point is."
        )
    for question in _QUESTIONS:
        if not inspect.iscoroutinefunction(getattr(source, question, None)):
            raise UnfitExtension(f"{type(source).__name__} has no `async def {question}`.")
    return source if addition.is_ours else CheckedSource(addition, source, terms)


def make_place_sources(
    web: Fetcher,
    settings: PlaceSettings,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    paid: PaidCalls | None = None,
    registered: Iterable[Extension] | None = None,
) -> PlaceSources:
    """Every source is there; one without its key or file says so when it is asked. `paid` makes daily limits hold."""
    chosen = built_in().place_sources.values() if registered is None else registered
    sources, left_out = make_sources(chosen, web=web, settings=settings, now=now, paid=paid)
    budget = settings.place_search_budget_dollars
    return PlaceSources(
        sources, Nominatim(web, settings), None if budget is None else round(budget * 1_000_000), now, left_out
    )
