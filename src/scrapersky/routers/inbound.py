"""Rows that come without a file: what another program posts, and domains, sitemaps and pages as lists of addresses."""

import csv
import io
from collections.abc import Sequence
from itertools import islice
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, Field, model_validator

from scrapersky.clients.places.errors import UnknownSource
from scrapersky.curation_sdk.declaring import Actor, Body, StoredText, examples
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.queue import Sessions
from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import LocalBusiness
from scrapersky.routers.access import Curator, Held, LongSessions
from scrapersky.routers.imports import ImportedRowAnswer
from scrapersky.services.imports.addresses import DOMAINS, PAGES, TARGETS, AddressImporter, AddressTable, submitted
from scrapersky.services.imports.businesses import BusinessImporter
from scrapersky.services.imports.files import ROWS_PER_TRANSACTION, FileImport, open_file
from scrapersky.services.imports.results import ImportedRow
from scrapersky.services.searches.requests import NewSearch, start_search


class InboundRequest(Body):
    """One of them."""

    model_config = examples({"phrase": "dentists in Austin, TX", "source": "overpass"})

    phrase: StoredText | None = Field(default=None, description="Starts a search.")
    source: StoredText = Field(default="overpass", description="Where a phrase is looked for.")
    url: StoredText | None = Field(default=None, description="A domain, or a page.")
    row: dict[str, StoredText] | None = Field(
        default=None, max_length=30, description="A business: name, website, phone, city and so on."
    )

    @model_validator(mode="after")
    def _is_one(self) -> "InboundRequest":
        if sum(each is not None for each in (self.phrase, self.url, self.row)) != 1:
            raise ValueError("send one of phrase, url and row")
        return self


class InboundAnswer(BaseModel):
    workflow: str
    id: UUID
    verdict: str = Field(description="added, or known if it was there already.")
    reason: str | None = Field(default=None, description="Why a part of it is not kept, or why it is not queued.")


# Rows are written in transactions of their own, some hundred each.
router = APIRouter(prefix="/api/v3", tags=["Import"])


@router.post("/inbound", operation_id="post_inbound", summary="A phrase, an address or a business to begin with")
async def receive(sessions: LongSessions, held: Held, actor: Curator, request: InboundRequest) -> InboundAnswer:
    if request.phrase is not None:
        return await _search(sessions, actor, request.phrase, request.source, held.sources)
    if request.url is not None:
        target = PAGES if _has_path(request.url) else DOMAINS
        async with sessions.begin() as session:
            rows = list(submitted(target, [request.url]))
            results = await AddressImporter(actor, target, queues=True).write(session, rows)
        return _answer(results, "page_curation" if target is PAGES else "domain_curation")
    table = await open_file(_as_file(request.row or {}), Subject.BUSINESSES)
    importing = FileImport(sessions, BusinessImporter(actor, queues=True), table)
    return _answer([row async for row in importing.run()], LocalBusiness.domain_extraction.name)


def _has_path(url: str) -> bool:
    """What is no address has none: it is refused where addresses are read."""
    try:
        return bool(urlsplit(url).path.strip("/"))
    except ValueError:
        return False


async def _search(sessions: Sessions, actor: Actor, phrase: str, source: str, known: Sequence[str]) -> InboundAnswer:
    if source not in known:
        raise UnknownSource(source, list(known))
    async with sessions.begin() as session:
        search = await start_search(session, actor, NewSearch(phrase, source), queue=True)
    return InboundAnswer(workflow="single_search", id=search.id, verdict="known" if search.run else "added")


def _as_file(row: dict[str, str]) -> io.BytesIO:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(row))
    writer.writeheader()
    writer.writerow(row)
    return io.BytesIO(text.getvalue().encode())


def _answer(rows: list[ImportedRow], workflow: str) -> InboundAnswer:
    for row in rows:
        if row.id is not None:
            return InboundAnswer(workflow=workflow, id=row.id, verdict=row.verdict.value, reason=row.reason)
    raise BadRequest(f"It was not taken: {rows[0].reason if rows else 'there is nothing in it'}.")


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


def _add_submit(target: AddressTable) -> None:
    table = target.model.__tablename__
    path = f"/{table.replace('_', '-')}/submit"  # /sitemap-files/submit

    @router.post(path, operation_id=f"submit_{table}", summary=f"Add {target.subject} by address")
    async def submit(sessions: LongSessions, actor: Curator, submission: Submission) -> SubmissionAnswer:
        return await _submitted(AddressImporter(actor, target, submission.queue), submission, sessions)


for _target in TARGETS:
    _add_submit(_target)


async def _submitted(importer: AddressImporter, wanted: Submission, sessions: Sessions) -> SubmissionAnswer:
    results: list[ImportedRow] = []
    rows = submitted(importer.target, wanted.addresses)
    while some := list(islice(rows, ROWS_PER_TRANSACTION)):
        async with sessions.begin() as session:
            results += await importer.write(session, some)
    counts = {verdict.value: sum(row.verdict is verdict for row in results) for verdict in AddressImporter.verdicts}
    return SubmissionAnswer(**counts, rows=[ImportedRowAnswer.model_validate(row) for row in results])
