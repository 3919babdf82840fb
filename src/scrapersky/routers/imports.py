"""Businesses from an uploaded file."""

import asyncio
from collections.abc import Callable
from typing import Annotated, BinaryIO
from uuid import UUID

from fastapi import APIRouter, File, Query, Request, UploadFile
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import Actor, Registry
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.extract.submitted.xlsx_rows import XlsxReader, is_workbook
from scrapersky.models.local_business import LocalBusiness
from scrapersky.services.imports.businesses import Importer
from scrapersky.services.imports.results import Verdict

LARGEST_FILE = 20 * 1024 * 1024
MOST_ROWS = 50_000  # each row has its result in the answer


def _lines(file: BinaryIO) -> int:
    if is_workbook(file):
        count = sum(1 for _ in XlsxReader(file).rows())
    else:
        count = sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 16), b""))
    file.seek(0)
    return count


class ImportedRowAnswer(BaseModel):
    """What became of one row of a file, or of one address."""

    line: int = Field(description="Counted from 1; in a file, with its header.")
    verdict: Verdict
    id: UUID | None
    reason: str | None


class ImportAnswer(BaseModel):
    """Every row's result, and the sums."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "added": 1,
                    "updated": 0,
                    "refused": 1,
                    "rows": [
                        {
                            "line": 2,
                            "verdict": "added",
                            "id": "0199a8c2-6f7b-7cc3-9c1e-2f1f5b0c8a11",
                            "reason": None,
                        },
                        {"line": 3, "verdict": "refused", "id": None, "reason": "has no name"},
                    ],
                }
            ]
        }
    )

    added: int
    updated: int
    refused: int
    rows: list[ImportedRowAnswer]


def imports_router(
    sessions_of: Callable[[Request], async_sessionmaker[AsyncSession]], registry: Registry, access: Access
) -> APIRouter:
    """The file is written in transactions of its own, a few hundred rows each."""
    router = APIRouter(prefix="/api/v3/local-businesses", tags=["Import"])

    @router.post("/import", operation_id="import_local_businesses", summary="Import businesses from a CSV or XLSX file")
    async def import_local_businesses(
        asking: Request,
        actor: Annotated[Actor, requires(access.curator)],
        file: Annotated[UploadFile, File(description="CSV or XLSX with a header: name, website, phone, … and id.")],
        queue: Annotated[bool, Query(description="Queue the rows that nobody decided about yet.")] = False,
    ) -> ImportAnswer:
        if (file.size or 0) > LARGEST_FILE:
            raise BadRequest(f"The file has more than {LARGEST_FILE // 1024**2} MB; use: scrapersky import businesses")
        if await asyncio.to_thread(_lines, file.file) > MOST_ROWS:
            raise BadRequest(f"The file has more than {MOST_ROWS:,} rows; use: scrapersky import businesses")
        importer = Importer(sessions_of(asking), actor, registry.curating(LocalBusiness)[0] if queue else None)
        rows = [
            ImportedRowAnswer(line=row.line, verdict=row.verdict, id=row.id, reason=row.reason)
            async for row in importer.run(file.file)
        ]
        counts = {verdict.value: sum(row.verdict is verdict for row in rows) for verdict in Importer.verdicts}
        return ImportAnswer(**counts, rows=rows)

    return router
