"""Extractors, asked about each page. A package's that fails, dawdles or answers nonsense is left out and named."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter, ValidationError

from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.extensions.extension import Extension, UnfitExtension
from scrapersky.clients.extensions.extractor_calls import findings_by, import_fault
from scrapersky.clients.reading.reader import ReaderEnded
from scrapersky.clients.reading.readers import Readers
from scrapersky.contact_fields import Absence
from scrapersky.curation_sdk.complaints import sentence
from scrapersky.extract.emails.normal_form import normalise_email
from scrapersky.extract.finding import Finding, Kind
from scrapersky.extract.phones.numbers import valid_e164

if TYPE_CHECKING:
    from scrapersky.clients.reading.page_bodies import PackedPage

log = logging.getLogger(__name__)

SECONDS_TO_START = 30.0
MOST_PAGES_WAITED_FOR = 5
SECONDS_PER_PAGE = 10.0
LARGEST_PAGE = 2_000_000
LONGEST_VALUE = 500
MOST_LATE = 3

Answer = TypeVar("Answer")

_FINDINGS = TypeAdapter(list[Finding])
_NUMBERS = (Kind.PHONE, Kind.FAX, Kind.WHATSAPP)


@dataclass(frozen=True, slots=True)
class ExtractorFindings:
    """What the extractors found, the country that the page is of, and what is to be told of those left out."""

    findings: tuple[Finding, ...] = ()
    troubles: tuple[str, ...] = ()
    region: str | None = None
    absences: tuple[tuple[Kind, Absence], ...] = ()


class Extractors:
    """Every extractor that is registered. A package's has a process of its own, started when it is first needed."""

    def __init__(self, registered: Iterable[Extension] | None = None, seconds: float = SECONDS_PER_PAGE) -> None:
        chosen = list(built_in().extractors.values() if registered is None else registered)
        self._own = [each for each in chosen if each.is_ours]
        self._asked = [AskedExtractor(each, seconds) for each in chosen if not each.is_ours]

    async def look_at(self, page: "PackedPage", url: str, region: str | None, readers: Readers) -> ExtractorFindings:
        """Ours first, so that the others know more."""
        from scrapersky.clients.reading.page_bodies import read_packed  # noqa: PLC0415  with all that reads pages

        findings: tuple[Finding, ...] = ()
        absences: tuple[tuple[Kind, Absence], ...] = ()
        for each in self._own:
            read = await readers.call(read_packed, each.place, page, url, region)
            findings, region = with_added(findings, read.findings), region or read.region
            absences = (*absences, *read.absences)
        if not self._asked:
            return ExtractorFindings(findings, (), region, absences)
        html = await asyncio.to_thread(page.text)
        answers = await asyncio.gather(*(each.look_at(html, url, region) for each in self._asked))
        added = with_added(findings, (one for answer in answers for one in answer.findings))
        troubles = tuple(trouble for answer in answers for trouble in answer.troubles)
        return ExtractorFindings(added, troubles, region, absences)

    async def close(self) -> None:
        for each in self._asked:
            await each.close()


class AskedExtractor:
    """One page at a time; a process that did not answer in time is ended, and started again for the next page."""

    def __init__(self, extension: Extension, seconds: float) -> None:
        self._extension, self._seconds = extension, seconds
        self._process, self._is_imported = Readers(1), False
        self._turn = asyncio.Lock()
        self._late_in_a_row = 0

    async def look_at(self, html: str, url: str, region: str | None) -> ExtractorFindings:
        try:
            async with self._its_turn():
                self._check_pace()
                found = checked(await self._ask(html, url), region)
        except (UnfitExtension, OSError) as error:
            log.warning("the extractor %s was left out of %s: %s", self._extension, url, error)
            return ExtractorFindings(troubles=(f"The extractor {self._extension} was left out: {error}",))
        return ExtractorFindings(tuple(_signed(one, self._extension.name) for one in found))

    @asynccontextmanager
    async def _its_turn(self) -> AsyncIterator[None]:
        """The pages before this one may be slow as well, and the row has its own time limit."""
        try:
            async with asyncio.timeout(MOST_PAGES_WAITED_FOR * self._seconds):
                await self._turn.acquire()
        except TimeoutError as error:
            raise UnfitExtension("it was still busy with the pages before this one") from error
        try:
            yield
        finally:
            self._turn.release()

    def _check_pace(self) -> None:
        if self._late_in_a_row >= MOST_LATE:
            raise UnfitExtension(f"it was too slow for {MOST_LATE} pages in a row; start ScraperSky again to try again")

    async def _ask(self, html: str, url: str) -> bytes:
        """Starting and importing have a time of their own."""
        place = self._extension.place
        if not self._is_imported and (fault := await self._call(SECONDS_TO_START, import_fault, place)):
            raise UnfitExtension(fault)
        self._is_imported = False  # unless its process lives on
        answer = await self._call(self._seconds, findings_by, place, html[:LARGEST_PAGE], url)
        self._is_imported, self._late_in_a_row = True, 0
        if isinstance(answer, str):
            raise UnfitExtension(answer)
        return answer

    async def _call(self, seconds: float, function: Callable[..., Answer], *arguments: str) -> Answer:
        try:
            async with asyncio.timeout(seconds):
                return await self._process.call(function, *arguments)
        except TimeoutError as error:
            self._late_in_a_row += 1
            raise UnfitExtension(f"it took longer than {seconds:g} seconds") from error
        except ReaderEnded as error:
            raise UnfitExtension("its process ended without an answer") from error

    async def close(self) -> None:
        await self._process.close()


def checked(answer: bytes, region: str | None) -> list[Finding]:
    """Findings that can be kept: addresses that are some, numbers in their international form, texts that fit."""
    try:
        found = _FINDINGS.validate_json(answer)
    except ValidationError as error:
        raise UnfitExtension(sentence(error.errors()[0])) from error
    return [_sound(one, region) for one in found]


def _sound(one: Finding, region: str | None) -> Finding:
    if not 0 <= one.confidence <= 1:
        raise UnfitExtension(f"a confidence is from 0 to 1, and not {one.confidence:g}")
    value: str | None = one.value.strip()
    if one.kind is Kind.EMAIL:
        value = normalise_email(one.value)
    elif one.kind in _NUMBERS:
        value = valid_e164(one.value, region)
    elif one.kind is Kind.SOCIAL and not one.value.startswith(("https://", "http://")):
        value = None
    if not value or len(value) > LONGEST_VALUE:
        raise UnfitExtension(f"{one.value[:80]!r} is no {one.kind.value.replace('_', ' ')}")
    return replace(one, value=value, raw=one.raw[:LONGEST_VALUE], snippet=one.snippet[:LONGEST_VALUE])


def _signed(one: Finding, name: str) -> Finding:
    """The evidence says who found it."""
    return replace(one, facts=tuple(sorted({**dict(one.facts), "extractor": name}.items())))


def with_added(known: Sequence[Finding], added: Iterable[Finding]) -> tuple[Finding, ...]:
    """What ours found stays as it is; a value that somebody found already is not added again."""
    found = {(one.kind, one.identity): one for one in known}
    more = {(one.kind, one.identity): one for one in added if (one.kind, one.identity) not in found}
    return (*known, *more.values())
