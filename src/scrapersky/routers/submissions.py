"""Domains, sitemaps and pages handed in directly: a list of addresses, or a file."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, File, Query, Request, UploadFile
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import Actor, StoredText
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.routers.imports import ImportedRowAnswer
from scrapersky.services.imports.addresses import TARGETS, AddressImporter, AddressTable
from scrapersky.services.imports.results import ImportedRow

MOST_ADDRESSES = 10_000
LARGEST_FILE = 20 * 1024 * 1024


class Submission(BaseModel):
    """Addresses to add. What is there already stays as it is."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"addresses": ["acme.example", "https://bolt.example/"]}]}
    )

    addresses: list[StoredText] = Field(min_length=1, max_length=MOST_ADDRESSES, fail_fast=True)
    queue: bool = Field(default=False, description="Queue the rows that nobody decided about yet.")


class SubmissionAnswer(BaseModel):
    """Every row's result, and the sums."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "added": 0,
                    "known": 0,
                    "refused": 1,
                    "rows": [{"line": 1, "verdict": "refused", "id": None, "reason": "is only a Facebook page"}],
                }
            ]
        }
    )

    added: int
    known: int
    refused: int
    rows: list[ImportedRowAnswer]


SessionsOf = Callable[[Request], async_sessionmaker[AsyncSession]]


def submissions_router(sessions_of: SessionsOf, access: Access) -> APIRouter:
    """Rows are written in transactions of their own, a thousand each: a bad row spoils no other."""
    router = APIRouter(prefix="/api/v3", tags=["Import"])
    for target in TARGETS:
        _add_submit(router, sessions_of, access, target)
        _add_import(router, sessions_of, access, target)
    return router


def _path(target: AddressTable) -> str:
    return f"/{target.model.__tablename__.replace('_', '-')}"  # /sitemap-files


def _add_submit(router: APIRouter, sessions_of: SessionsOf, access: Access, target: AddressTable) -> None:
    table = target.model.__tablename__

    @router.post(f"{_path(target)}/submit", operation_id=f"submit_{table}", summary=f"Add {target.name} by address")
    async def submit(
        asking: Request, actor: Annotated[Actor, requires(access.curator)], submission: Submission
    ) -> SubmissionAnswer:
        importer = AddressImporter(sessions_of(asking), actor, target, submission.queue)
        return await _answer(importer.submit(submission.addresses))


def _add_import(router: APIRouter, sessions_of: SessionsOf, access: Access, target: AddressTable) -> None:
    table = target.model.__tablename__

    @router.post(f"{_path(target)}/import", operation_id=f"import_{table}", summary=f"Import {target.name} from a file")
    async def import_file(
        asking: Request,
        actor: Annotated[Actor, requires(access.curator)],
        file: Annotated[UploadFile, File(description="A CSV or XLSX with a header, JSON lines, or a plain list.")],
        queue: Annotated[bool, Query(description="Queue the rows that nobody decided about yet.")] = False,
    ) -> SubmissionAnswer:
        if (file.size or 0) > LARGEST_FILE:
            size = LARGEST_FILE // 1024**2
            raise BadRequest(f"The file has more than {size} MB; use: scrapersky import {target.name}")
        return await _answer(AddressImporter(sessions_of(asking), actor, target, queue).run(file.file))


async def _answer(results: AsyncIterator[ImportedRow]) -> SubmissionAnswer:
    rows = [
        ImportedRowAnswer(line=row.line, verdict=row.verdict, id=row.id, reason=row.reason) async for row in results
    ]
    counts = {verdict.value: sum(row.verdict is verdict for row in rows) for verdict in AddressImporter.verdicts}
    return SubmissionAnswer(**counts, rows=rows)
