"""Domains, sitemaps and pages handed in directly, as a list of addresses."""

from itertools import islice

from fastapi import APIRouter
from pydantic import BaseModel, Field

from scrapersky.curation_sdk.declaring import Body, StoredText, examples
from scrapersky.curation_sdk.queue import Sessions
from scrapersky.routers.access import Curator, LongSessions
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

    added: int
    known: int
    refused: int
    rows: list[ImportedRowAnswer]


# Rows are written in transactions of their own, some hundred each.
router = APIRouter(prefix="/api/v3", tags=["Import"])


def _add_submit(target: AddressTable) -> None:
    table = target.model.__tablename__
    path = f"/{table.replace('_', '-')}/submit"  # /sitemap-files/submit

    @router.post(path, operation_id=f"submit_{table}", summary=f"Add {target.subject} by address")
    async def submit(sessions: LongSessions, actor: Curator, submission: Submission) -> SubmissionAnswer:
        return await _answer(AddressImporter(actor, target, submission.queue), submission, sessions)


for _target in TARGETS:
    _add_submit(_target)


async def _answer(importer: AddressImporter, wanted: Submission, sessions: Sessions) -> SubmissionAnswer:
    results: list[ImportedRow] = []
    rows = submitted(importer.target, wanted.addresses)
    while some := list(islice(rows, ROWS_PER_TRANSACTION)):
        async with sessions.begin() as session:
            results += await importer.write(session, some)
    counts = {verdict.value: sum(row.verdict is verdict for row in results) for verdict in AddressImporter.verdicts}
    return SubmissionAnswer(**counts, rows=[ImportedRowAnswer.of(row) for row in results])
