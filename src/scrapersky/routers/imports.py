"""Rows from an uploaded file: looked at first, then imported."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, File, Form, UploadFile
from pydantic import BaseModel, ConfigDict, Field, Json

from scrapersky.curation_sdk.declaring import Actor, answer_of
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.queue import Sessions
from scrapersky.extract.submitted.headings import Subject, people_in
from scrapersky.late_modules import phonenumbers
from scrapersky.routers.access import Curator, LongSessions
from scrapersky.services.imports.choosing import importer_of
from scrapersky.services.imports.files import FileImport, NoKnownColumn, PreviewedRow, open_file
from scrapersky.services.imports.results import Verdict
from scrapersky.services.imports.seeming import SeemingSame

LARGEST_FILE = 20 * 1024 * 1024
MOST_ROWS = 50_000  # each row has its result in the answer
LONGEST_NAME = 200

Uploaded = Annotated[
    UploadFile, File(description="CSV or XLSX with headings, JSON lines, or a plain list of addresses.")
]
Into = Annotated[Subject, Form(description="What the rows become.")]
Sheet = Annotated[
    str | None,
    Form(description="Which sheet of a workbook; without it, the one with most below headings that are known."),
]
FileCountry = Annotated[
    str | None,
    Form(
        max_length=LONGEST_NAME,
        description="The country of numbers that are written without one, such as `US`, where a line names none.",
    ),
]
MappingGiven = Annotated[
    Json[dict[str, str]] | None,
    Form(
        description="What columns become, as JSON by heading: a field, `extra` to keep it beside them, `-` to leave it"
        ' out. Headings that are not in it are guessed. `{"Kunde": "name", "Intern": "-"}`'
    ),
]


class ImportedRowAnswer(BaseModel):
    """What became of one row of a file, or of one address."""

    model_config = ConfigDict(from_attributes=True)

    line: int = Field(description="Counted from 1, from the top of the file.")
    verdict: Verdict
    id: UUID | None
    reason: str | None = Field(description="Why it, or a part of it, is not kept, or why it is not queued.")
    text: str | None = Field(default=None, description="What a line that is refused says, as far as it could be read.")
    seems: SeemingSame | None = Field(default=None, description="What a new row may be, for a person to decide.")


class ImportCounts(BaseModel):
    added: int = 0
    updated: int = 0
    known: int = Field(default=0, description="There already, with nothing to change.")
    repeated: int = Field(default=0, description="Lines that became a row of one above them.")
    refused: int = 0


class ImportSum(BaseModel):
    """What the lines came to: several lines may be one row, and one line may be several."""

    made: int = Field(description="How many rows are new, each counted once.")
    there: int = Field(description="How many rows were there before, each counted once.")
    changed: int = Field(description="How many of those become others than they were.")
    repeated: int = Field(description="How many lines became a row of one above them.")
    seeming: int = Field(description="How many of the new rows may be there already, from another source.")
    losing: int = Field(description="How many lines are kept without something that they say, as their reason tells.")
    businesses: int = Field(description="How many new businesses came with contacts.")


class ImportAnswer(ImportCounts):
    """Every line's result, and the sums."""

    sum: ImportSum
    batch_id: UUID | None = Field(
        description="The rows that were added, as `batch:` finds them in their tab. Undoing it skips them."
    )
    left_out: list[str] = Field(description="Headings of columns that nothing was made of.")
    rows: list[ImportedRowAnswer]


class PreviewedColumn(BaseModel):
    """One column: its heading, what it becomes, and what stands in it."""

    heading: str
    becomes: str = Field(description="A field, `extra`, or `-` for nothing.")
    is_guessed: bool
    by_values: bool = Field(description="Guessed from what stands in it: its heading alone does not say.")
    examples: list[str]


class PreviewRowAnswer(BaseModel):
    """What would become of one row."""

    line: int
    verdict: Verdict
    reason: str | None
    text: str | None = Field(description="What a line that is refused says, as far as it could be read.")
    seems: SeemingSame | None = Field(description="What a new row may be, for a person to decide.")
    same_as: int | None = Field(description="The line above that says the same: the two become one row.")
    values: dict[str, str]
    extra: dict[str, str]


class FileNumbers(BaseModel):
    """Phone numbers that are written as people of one country write them, while no line says which."""

    without_country: int = Field(description="How many there are.")
    unread: int = Field(description="How many of them stay as they are written, with the country that was given.")
    likely: str | None = Field(description="The country that the rest of the file tells for certain, as two letters.")
    countries: list[str] = Field(description="What can be given.")


class ImportPreview(ImportCounts):
    """What importing the file would come to, by its first rows; nothing was written."""

    into: Subject
    sum: ImportSum
    numbers: FileNumbers
    problem: str | None = Field(description="Why the file cannot be imported as it is; saying what columns are helps.")
    fields: list[str] = Field(description="What a column can become.")
    heading_line: int
    sheet: str | None
    sheets: list[str]
    sheet_lines: dict[str, int] = Field(description="How many lines each sheet has below headings that are known.")
    has_people: bool | None = Field(
        description="Of businesses: whether there are people with e-mail addresses, which only contacts keep as such;"
        " null if there is no e-mail address."
    )
    columns: list[PreviewedColumn]
    rows: list[PreviewRowAnswer]


# A file is written in transactions of its own, a few hundred rows each.
router = APIRouter(prefix="/api/v3/imports", tags=["Import"])


@router.post("/preview", operation_id="preview_import", summary="Say what importing a file would come to")
async def preview_import(
    *,
    sessions: LongSessions,
    actor: Curator,
    file: Uploaded,
    into: Into,
    mapping: MappingGiven = None,
    sheet: Sheet = None,
    country: FileCountry = None,
) -> ImportPreview:
    wanted = await _opened(sessions, actor, file, into, mapping=mapping, sheet=sheet, country=country, must_fit=False)
    rows = await wanted.preview() if wanted.table.fits else []
    return _preview(wanted, mapping or {}, rows)


@router.post("", operation_id="import_file", summary="Import a file")
async def import_file(
    *,
    sessions: LongSessions,
    actor: Curator,
    file: Uploaded,
    into: Into,
    mapping: MappingGiven = None,
    sheet: Sheet = None,
    country: FileCountry = None,
    queue: Annotated[bool, Form(description="Queue the rows that nobody decided about yet.")] = False,
    list_name: Annotated[str | None, Form(max_length=LONGEST_NAME, description="A list for places.")] = None,
) -> ImportAnswer:
    wanted = await _opened(
        sessions, actor, file, into, mapping=mapping, sheet=sheet, country=country, queue=queue, list_name=list_name
    )
    rows = [ImportedRowAnswer.model_validate(row) async for row in wanted.run()]
    counts = _counts(row.verdict for row in rows)
    return ImportAnswer(
        **counts,
        sum=ImportSum(**wanted.tally.sums()),
        batch_id=wanted.batch_id,
        left_out=wanted.table.left_out,
        rows=rows,
    )


async def _opened(
    sessions: Sessions,
    actor: Actor,
    file: UploadFile,
    into: Subject,
    *,
    mapping: Mapping[str, str] | None,
    sheet: str | None,
    country: str | None,
    queue: bool = False,
    list_name: str | None = None,
    must_fit: bool = True,
) -> FileImport:
    where = f"Split it, or have it imported where ScraperSky runs: scrapersky import {into}"
    if (file.size or 0) > LARGEST_FILE:
        raise BadRequest(f"The file has more than {LARGEST_FILE // 1024**2} MB. {where}")
    title = (file.filename or "upload")[:LONGEST_NAME]
    importer = importer_of(into, actor, queues=queue, title=title, list_name=list_name)
    table = await open_file(file.file, into, mapping, sheet=sheet, country=country, must_fit=must_fit)
    wanted = FileImport(sessions, importer, table, title)
    if await asyncio.to_thread(wanted.table.has_more_than, MOST_ROWS):
        raise BadRequest(f"The file has more than {MOST_ROWS:,} rows. {where}")
    return wanted


def _preview(wanted: FileImport, given: Mapping[str, str], rows: list[PreviewedRow]) -> ImportPreview:
    table = wanted.table
    return ImportPreview(
        **_counts(row.result.verdict for row in rows),
        into=table.mapped.subject,
        sum=ImportSum(**wanted.tally.sums()),
        numbers=answer_of(FileNumbers, wanted.numbers, countries=sorted(phonenumbers.SUPPORTED_REGIONS)),
        problem=None if table.fits else str(NoKnownColumn(table.mapped.subject, list(table.columns))),
        fields=list(table.mapped.subject.fields),
        heading_line=table.header_line,
        sheet=table.sheet,
        sheets=list(table.sheets),
        sheet_lines=dict(table.sheet_lines),
        has_people=people_in(table.examples) if table.mapped.subject is Subject.BUSINESSES else None,
        columns=[
            PreviewedColumn(
                heading=heading,
                becomes=becomes,
                is_guessed=heading not in given,
                by_values=heading in table.by_values,
                examples=table.examples.get(heading, []),
            )
            for heading, becomes in table.columns.items()
        ],
        rows=[
            answer_of(
                PreviewRowAnswer,
                row,
                **{name: getattr(row.result, name) for name in ("line", "verdict", "reason", "text", "seems")},
            )
            for row in rows
        ],
    )


def _counts(verdicts: Iterable[Verdict]) -> dict[str, int]:
    counted = Counter(verdicts)
    return {verdict.value: counted[verdict] for verdict in Verdict}
