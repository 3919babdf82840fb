"""Domains, sitemaps and pages handed in directly, as a list of addresses."""

from collections.abc import Callable
from itertools import islice

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import Body, StoredText, examples
from scrapersky.routers.access import Curator
from scrapersky.routers.imports import ImportedRowAnswer
from scrapersky.services.imports.addresses import TARGETS, AddressImporter, AddressTable, submitted
from scrapersky.services.imports.files import ROWS_PER_TRANSACTION
from scrapersky.services.imports.results import ImportedRow

MOST_ADDRESSES = 10_000


class Submission(Body):
    """Addresses to add. What is there already stays as it is."""

    model_config = examples({"addresses": ["acme.example", "https://bolt.example/"]})

    addresses: list[StoredText] = Field(min_length=1, max_length=MOST_ADDRESSES, fail_fast=True)
    queue: bool = Field(default=False, description="Queue the rows that nobody decided about yet.")


class SubmissionAnswer(BaseModel):
    """Every row's result, and the sums."""

    model_config = examples(
        {
            "added": 0,
            "known": 0,
            "refused": 1,
            "rows": [{"line": 1, "verdict": "refused", "id": None, "reason": "is only a Facebook page"}],
        }
    )

    added: int
    known: int
    refused: int
    rows: list[ImportedRowAnswer]


SessionsOf = Callable[[Request], async_sessionmaker[AsyncSession]]


def submissions_router(sessions_of: SessionsOf) -> APIRouter:
    """Rows are written in transactions of their own, a thousand each: a bad row spoils no other."""
    router = APIRouter(prefix="/api/v3", tags=["Import"])
    for target in TARGETS:
        _add_submit(router, sessions_of, target)
    return router


def _path(target: AddressTable) -> str:
    return f"/{target.model.__tablename__.replace('_', '-')}"  # /sitemap-files


def _add_submit(router: APIRouter, sessions_of: SessionsOf, target: AddressTable) -> None:
    table = target.model.__tablename__

    @router.post(f"{_path(target)}/submit", operation_id=f"submit_{table}", summary=f"Add {target.subject} by address")
    async def submit(asking: Request, actor: Curator, submission: Submission) -> SubmissionAnswer:
        importer = AddressImporter(actor, target, submission.queue)
        return await _answer(importer, submission, sessions_of(asking))


async def _answer(
    importer: AddressImporter, wanted: Submission, sessions: async_sessionmaker[AsyncSession]
) -> SubmissionAnswer:
    results: list[ImportedRow] = []
    rows = submitted(importer.target, wanted.addresses)
    while some := list(islice(rows, ROWS_PER_TRANSACTION)):
        async with sessions.begin() as session:
            results += await importer.write(session, some)
    counts = {verdict.value: sum(row.verdict is verdict for row in results) for verdict in AddressImporter.verdicts}
    return SubmissionAnswer(**counts, rows=[ImportedRowAnswer.of(row) for row in results])
