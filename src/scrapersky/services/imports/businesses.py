"""Businesses from a file: importing it again changes nothing, and our own export's rows are known by their ids."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar
from uuid import NAMESPACE_OID, UUID, uuid5

from sqlalchemy import any_, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.place_files import MADE, identity_of, read_point, too_long
from scrapersky.clients.places.registry import IMPORTED
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.pages.region import country_code
from scrapersky.extract.submitted.csv_rows import BadRow
from scrapersky.extract.submitted.headings import Subject
from scrapersky.extract.submitted.several import read_phones, read_websites
from scrapersky.models import LocalBusiness, Place
from scrapersky.services.businesses.imported import PLACE_COLUMNS, save_imported, there_before
from scrapersky.services.imports.files import SubmittedRow, queue_undecided, remark_on
from scrapersky.services.imports.ids import IdSet
from scrapersky.services.imports.repeated import Line, first_lines
from scrapersky.services.imports.results import LOSES, ImportedRow, Verdict

SOURCE = "csv"

_ADDRESS = ("street", "city", "postal_code", "country")
_POINT = ("latitude", "longitude")
_FIVE_DIGITS = frozenset(("DE", "US", "FR", "IT", "ES"))


@dataclass(frozen=True, slots=True)
class Business:
    """`source_id` and `source` are what it is known by; one that was there has its `row_id`, and what files said."""

    source_id: str
    values: Mapping[str, Any]
    extra: Mapping[str, str]
    left_out: str | None = None
    source: str = SOURCE
    row_id: UUID | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.source, self.source_id


@dataclass(frozen=True, slots=True)
class BusinessImporter:
    """Of one file. Whose businesses they become; if `queues`, rows that nobody decided about yet are queued."""

    actor: Actor
    queues: bool = False
    _written: IdSet = field(default_factory=IdSet, init=False)

    subject: ClassVar = Subject.BUSINESSES
    verdicts: ClassVar = tuple(Verdict)
    model: ClassVar = LocalBusiness

    async def write(
        self, session: AsyncSession, rows: Sequence[SubmittedRow], fields: Sequence[str]
    ) -> list[ImportedRow]:
        judged = list(_as_first_lines([(row.line, _judge(row, fields)) for row in rows]))
        good = [business for _, business in judged if isinstance(business, Business)]
        columns = tuple(good[0].values) if good else ()
        known = await self._known(session, good, columns)
        renamed = {one.source_id: known[one.source_id].key for one in good if one.source_id in known}
        before = await _said(session, {one.row_id for one in known.values() if one.row_id}, columns)
        ids = await self.save(session, list(self._as_known(good, known)))
        self._written.update(map(_as_id, ids))
        after = await _said(session, before.keys(), columns)
        there = await there_before(
            session, set(ids.values()), {one.source_id for one in good if one.source_id not in known}
        )
        there |= {row_id: there.get(row_id, False) or after.get(row_id) != said for row_id, said in before.items()}
        return list(_results(judged, renamed, ids, there))

    async def _known(
        self, session: AsyncSession, businesses: Sequence[Business], columns: Sequence[str]
    ) -> dict[str, Business]:
        """By what the file calls them: the id that it gives, which may be a row's own, or what is made of its cells."""
        wanted = literal([one.source_id for one in businesses], ARRAY(TEXT))
        own = literal([row_id for one in businesses if (row_id := as_row_id(one.source_id))], ARRAY(PG_UUID()))
        table = LocalBusiness
        found = await session.execute(
            select(table.id, table.source, table.source_id, table.extra_fields, *_columns(columns)).where(
                table.tenant_id == self.actor.tenant_id,
                or_(table.id == any_(own), (table.source == SOURCE) & (table.source_id == any_(wanted))),
            )
        )
        known: dict[str, Business] = {}
        for row_id, source, source_id, extra, *said in found:
            values = dict(zip(columns, said, strict=True))
            known[str(row_id)] = Business(source_id, values, extra, source=source, row_id=row_id)
            if source == SOURCE:
                known[source_id] = known[str(row_id)]
        return known | await self._merged(session, wanted)

    async def _merged(self, session: AsyncSession, wanted: Any) -> dict[str, Business]:
        """Those that became one with a business of another source."""
        columns = [getattr(Place, name) for name in PLACE_COLUMNS]
        found = await session.execute(
            select(Place.place_id, LocalBusiness.extra_fields, LocalBusiness.id, Place.facts, *columns)
            .join(LocalBusiness, LocalBusiness.id == Place.local_business_id)
            .where(Place.tenant_id == self.actor.tenant_id, Place.source == IMPORTED, Place.place_id == any_(wanted))
        )
        return {
            source_id: Business(
                source_id, dict(facts) | dict(zip(PLACE_COLUMNS, said, strict=True)), extra, row_id=row_id
            )
            for source_id, extra, row_id, facts, *said in found
        }

    def _as_known(self, lines: Iterable[Business], known: Mapping[str, Business]) -> Iterator[Business]:
        """Each once, under its own source, if it has one; what earlier files said beside our columns stays.

        Of what an earlier line of this file said, nothing is taken away.
        """
        said: dict[tuple[str, str], Business] = {}
        for one in lines:
            key = known.get(one.source_id, one).key
            said[key] = _below(said.get(key), replace(one, source=key[0], source_id=key[1]))
        there = {one.key: one for one in known.values()}
        for key, one in said.items():
            if above := there.get(key):
                whole = _below(above, one) if _as_id(key) in self._written else one
                yield replace(whole, extra={**above.extra, **whole.extra})
            else:
                yield one

    async def save(self, session: AsyncSession, businesses: Sequence[Business]) -> dict[tuple[str, str], UUID]:
        """A file's own become one with what other sources know; rows of our export are those of their source."""
        rows = {one.key: {**one.values, "extra_fields": one.extra} for one in businesses}
        given = {source_id: row for (source, source_id), row in rows.items() if source == SOURCE}
        others = [
            {"tenant_id": self.actor.tenant_id, "source": source, "source_id": source_id, **row}
            for (source, source_id), row in rows.items()
            if source != SOURCE
        ]
        made = await upsert(session, LocalBusiness, others, key=("tenant_id", "source", "source_id"))
        ids = {(row.source, row.source_id): row.id for row in made}
        own = await save_imported(session, self.actor.tenant_id, SOURCE, given)
        ids |= {(SOURCE, source_id): business_id for source_id, business_id in own.items()}
        if self.queues and ids:
            await queue_undecided(session, LocalBusiness.domain_extraction, self.actor, list(ids.values()))
        return ids


async def _said(session: AsyncSession, ids: Collection[UUID], columns: Sequence[str]) -> dict[UUID, tuple[Any, ...]]:
    """What stands in these columns, and beside them."""
    told = _columns((*columns, "extra_fields"))
    wanted = literal(list(ids), ARRAY(PG_UUID()))
    found = await session.execute(select(LocalBusiness.id, *told).where(LocalBusiness.id == any_(wanted)))
    return {row_id: tuple(values) for row_id, *values in found}


def _columns(names: Iterable[str]) -> list[Any]:
    return [getattr(LocalBusiness, name) for name in names]


def _as_first_lines(judged: Sequence[tuple[int, Business | str]]) -> Iterator[tuple[int, Business | str]]:
    """A line that repeats one above it by what it says is known as that one."""
    made = [one for _, one in judged if isinstance(one, Business) and one.source_id.startswith(MADE)]
    first = first_lines(Line(one.source_id, one.values) for one in made)
    for line, one in judged:
        if isinstance(one, Business) and one.source_id in first:
            yield line, replace(one, source_id=first[one.source_id].identity)
        else:
            yield line, one


def _below(above: Business | None, one: Business) -> Business:
    if above is None:
        return one
    values = {name: above.values.get(name) or value for name, value in one.values.items()}
    return replace(one, values=values, extra={**one.extra, **above.extra})


def _as_id(key: tuple[str, str]) -> UUID:
    """What a business is known by, in as little room as the id of a row."""
    return uuid5(NAMESPACE_OID, "\n".join(key))


def as_row_id(text: str) -> UUID | None:
    with suppress(ValueError):
        return UUID(text)
    return None


def _judge(row: SubmittedRow, fields: Sequence[str]) -> Business | str:
    if isinstance(row, BadRow):
        return row.reason
    if not row.cells.get("name"):
        return "has no name"
    too_much = too_long((*row.cells.items(), *row.extra.items()))
    return too_much or business_of(row.cells, row.extra, fields, row.file_country)


def business_of(
    cells: Mapping[str, str], extra: Mapping[str, str], fields: Iterable[str], file_country: str | None = None
) -> Business:
    """The file's country reads numbers only: where a business lies, its row says."""
    values: dict[str, Any] = {name: cells.get(name) or None for name in fields if name != "id"}
    if country := values.get("country"):
        values["country"] = country_code(country) or country
    if (code := values.get("postal_code")) and values.get("country") in _FIVE_DIGITS and code.isdecimal():
        values["postal_code"] = code.zfill(5)  # a spreadsheet takes a code for a number, and its first 0 away
    read = {
        "phone": read_phones(values.get("phone") or "", values.get("country") or file_country),
        "website": read_websites(values.get("website") or ""),
    }
    values |= {name: found.first for name, found in read.items() if name in values}
    told = [remark for name, found in read.items() if (remark := remark_on(name, found))]
    if any(name in values for name in _POINT):
        point = read_point(cells.get("latitude"), cells.get("longitude"))
        values |= dict(zip(_POINT, point or (None, None), strict=True))
        if point is None and any(cells.get(name) for name in _POINT):
            told.append(f"{LOSES} its latitude and longitude, which are nowhere on earth")
    beside = {name: value for each, found in read.items() for name, value in found.beside(each).items()}
    identity = cells.get("id") or identity_of(cells, _ADDRESS)
    return Business(identity, values, {**beside, **extra}, "; ".join(told) or None)


def _results(
    judged: Iterable[tuple[int, Business | str]],
    renamed: Mapping[str, tuple[str, str]],
    ids: Mapping[tuple[str, str], UUID],
    there: Mapping[UUID, bool],
) -> Iterator[ImportedRow]:
    """`there` are those that were there before, and whether they became others than they were."""
    made: set[UUID] = set()
    for line, business in judged:
        if isinstance(business, str):
            yield ImportedRow(line, Verdict.REFUSED, reason=business)
            continue
        row_id = ids[renamed.get(business.source_id, business.key)]
        verdict = Verdict.UPDATED if there.get(row_id, row_id in made) else Verdict.ADDED
        if row_id in there and not there[row_id]:
            verdict = Verdict.KNOWN
        made.add(row_id)
        yield ImportedRow(line, verdict, row_id, business.left_out)
