"""Businesses from a CSV or XLSX file: each row gets its result, and importing the file again changes nothing."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, ClassVar
from uuid import UUID

from sqlalchemy import any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.places.registry import IMPORTED
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.corrections import read_phone
from scrapersky.extract.pages.region import country_code
from scrapersky.extract.phones.numbers import to_e164_and_extension
from scrapersky.extract.submitted.csv_rows import BadRow, CsvReader, GoodRow
from scrapersky.extract.submitted.xlsx_rows import XlsxReader, is_workbook
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place
from scrapersky.services.businesses.imported import save_imported
from scrapersky.services.imports.results import ImportedRow, Verdict, queue_undecided

SOURCE = "csv"
COLUMNS = ("name", "website", "phone", "street", "city", "region", "postal_code", "country", "category")
LONGEST_CELL = 2_000
LONGEST_ID = 200
ROWS_PER_TRANSACTION = 500

_ADDRESS = ("street", "city", "postal_code", "country")


class NotABusinessFile(ScraperSkyError):
    """The file has no column of names."""

    http_status = 422
    code = "not_a_business_file"

    def __init__(self, columns: Sequence[str]) -> None:
        found = ", ".join(column[:40] for column in columns[:20] if column) or "none"
        super().__init__(
            f"The first line must name the columns, name among them. Found: {found}."
            f" Known: {', '.join(COLUMNS)}, and id."
        )


@dataclass(frozen=True, slots=True)
class Importer:
    """Whose businesses they become. With a workflow, rows that nobody decided about yet are queued for it."""

    sessions: async_sessionmaker[AsyncSession]
    actor: Actor
    queue_for: AnyWorkflow | None = None

    verdicts: ClassVar = (Verdict.ADDED, Verdict.UPDATED, Verdict.REFUSED)

    async def run(self, stream: BinaryIO) -> AsyncIterator[ImportedRow]:
        """Read and write in batches, each committed: an import cut short is continued by importing again."""
        reader = await asyncio.to_thread(_reader, stream)
        if "name" not in reader.columns:
            raise NotABusinessFile(reader.columns)
        rows = reader.rows()
        while batch := list(islice(rows, ROWS_PER_TRANSACTION)):
            for result in await self._import(batch, columns=[c for c in COLUMNS if c in reader.columns]):
                yield result

    async def _import(self, batch: Sequence[GoodRow | BadRow], columns: Sequence[str]) -> list[ImportedRow]:
        judged = [_judge(row, columns) for row in batch]
        good = [business for _, business in judged if isinstance(business, _Business)]
        async with self.sessions.begin() as session:
            known = await self._known(session, good)
            ids = await self._write(session, good)
        return list(_results(judged, known, ids))

    async def _known(self, session: AsyncSession, businesses: Sequence["_Business"]) -> set[str]:
        wanted = any_(literal([business.source_id for business in businesses], ARRAY(TEXT)))
        mine, places = LocalBusiness.tenant_id == self.actor.tenant_id, Place.tenant_id == self.actor.tenant_id
        own = select(LocalBusiness.source_id).where(
            mine, LocalBusiness.source == SOURCE, LocalBusiness.source_id == wanted
        )
        merged = select(Place.place_id).where(places, Place.source == IMPORTED, Place.place_id == wanted)
        return {*await session.scalars(own), *await session.scalars(merged)}

    async def _write(self, session: AsyncSession, businesses: Sequence["_Business"]) -> dict[str, UUID]:
        given = {each.source_id: each.values for each in businesses}
        ids = await save_imported(session, self.actor.tenant_id, SOURCE, given)
        if self.queue_for is not None and ids:
            await queue_undecided(session, self.queue_for, self.actor, list(ids.values()))
        return ids


def _reader(stream: BinaryIO) -> CsvReader | XlsxReader:
    """A workbook's texts are read before its rows, which takes a while."""
    return XlsxReader(stream) if is_workbook(stream) else CsvReader(stream)


@dataclass(frozen=True, slots=True)
class _Business:
    source_id: str
    values: Mapping[str, str | None]
    left_out: str | None = None


def _judge(row: GoodRow | BadRow, columns: Sequence[str]) -> tuple[int, "_Business | str"]:
    if isinstance(row, BadRow):
        return row.line, row.reason
    if not row.cells.get("name"):
        return row.line, "has no name"
    for column, cell in row.cells.items():
        longest = LONGEST_ID if column == "id" else LONGEST_CELL
        if column in (*columns, "id") and len(cell) > longest:
            return row.line, f"has a {column} of {len(cell):,} characters; at most {longest:,} are kept"
    values = {column: row.cells.get(column) or None for column in columns}
    if country := values.get("country"):
        values["country"] = country_code(country) or country
    left_out = None
    if phone := values.get("phone"):
        try:
            values["phone"] = to_e164_and_extension(phone, country_code(country or "")) or read_phone(phone)
        except ValueError as error:
            values["phone"], left_out = None, f"is kept without its phone: {error}"
    return row.line, _Business(row.cells.get("id") or identity_of(row.cells), values, left_out)


def identity_of(cells: Mapping[str, str]) -> str:
    """What makes a business of a file without ids the same again: its name and address, or else its website and phone.

    >>> identity_of({"name": "Acme ", "city": "Austin"}) == identity_of({"name": "ACME", "city": "austin"})
    True
    """
    address = [cells.get(column, "") for column in _ADDRESS]
    rest = address if any(address) else [cells.get("website", ""), cells.get("phone", "")]
    said = "\x1f".join(" ".join(part.casefold().split()) for part in (cells["name"], *rest))
    return "row-" + hashlib.sha256(said.encode()).hexdigest()[:32]


def _results(
    judged: Iterable[tuple[int, _Business | str]], known: set[str], ids: Mapping[str, UUID]
) -> Iterator[ImportedRow]:
    seen = set(known)
    for line, business in judged:
        if isinstance(business, str):
            yield ImportedRow(line, Verdict.REFUSED, reason=business)
            continue
        verdict = Verdict.UPDATED if business.source_id in seen else Verdict.ADDED
        seen.add(business.source_id)
        yield ImportedRow(line, verdict, ids[business.source_id], business.left_out)
