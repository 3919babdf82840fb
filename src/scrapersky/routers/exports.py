"""An export over HTTP, sent while it is being written."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from scrapersky.curation_sdk.declaring import links_of, note
from scrapersky.curation_sdk.http import Own
from scrapersky.errors import ScraperSkyError
from scrapersky.routers.access import LongSessions, Viewer, Workflows
from scrapersky.services.exports.choices import Exportable, Format, Preset
from scrapersky.services.exports.export import make_export
from scrapersky.services.exports.filters import read_filter
from scrapersky.services.exports.spool import pieces_of
from scrapersky.services.exports.tables import export_table

MOST_TO_ONE = 2
MOST_IN_ALL = 4  # each holds one of the process's connections until its rows are read, and a file until it is sent


class TooManyDownloads(ScraperSkyError):
    http_status = 429

    def __init__(self, count: int) -> None:
        super().__init__(
            f"{count} exports are being sent already. Wait until one is whole, or order it in the background:"
            " POST /api/v3/exports/jobs."
        )


class Downloads:
    """What is being sent right now, so that nobody's downloads take every connection of the process."""

    def __init__(self) -> None:
        self._sending: Counter[UUID] = Counter()

    async def counted(self, tenant_id: UUID, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Who goes away in the middle gives up the connections to the database at once."""
        for count, most in ((self._sending[tenant_id], MOST_TO_ONE), (self._sending.total(), MOST_IN_ALL)):
            if count >= most:
                raise TooManyDownloads(count)
        self._sending[tenant_id] += 1
        try:
            async with aclosing(pieces):
                async for piece in pieces:
                    yield piece
        finally:
            self._sending -= Counter([tenant_id])


router = APIRouter(prefix="/api/v3/exports", tags=["Export"])
downloads_of = Own(lambda _: Downloads())


@router.get(
    "/{table}",
    operation_id="export_rows",
    summary="Rows as a file",
    response_class=StreamingResponse,
    responses={501: {"description": "That kind of file needs a library that is not installed"}},
)
async def export_rows(
    *,
    asking: Request,
    sessions: LongSessions,
    registry: Workflows,
    table: Exportable,
    actor: Viewer,
    file_format: Annotated[Format, Query(alias="format", description="Kind of file.")] = Format.CSV,
    conditions: Annotated[
        list[str] | None, Query(alias="filter", max_length=50, description="NAME=VALUE, such as state=Complete.")
    ] = None,
    preset: Annotated[
        Preset | None, Query(description="Contacts as that program imports them; `plain` is for people.")
    ] = None,
    byte_order_mark: Annotated[
        bool, Query(alias="bom", description="CSV begins with a byte order mark, by which Excel knows UTF-8.")
    ] = True,
) -> StreamingResponse:
    note(format=file_format.value)
    workflow = next(iter(registry.curating(export_table(table).model)), None)
    export = make_export(
        table, actor.tenant_id, workflow, read_filter(conditions or []), links=links_of(registry), preset=preset
    )
    pieces = pieces_of(export, file_format, sessions, byte_order_mark=byte_order_mark)
    counted = downloads_of(asking).counted(actor.tenant_id, pieces)
    first = await anext(counted, b"")  # what cannot be exported is told before anything is sent
    name = f"{table.value}{f'-{preset.value}' if preset else ''}.{file_format.value}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(_following(first, counted), media_type=file_format.media_type, headers=headers)


async def _following(first: bytes, pieces: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    async with aclosing(pieces):
        yield first
        async for piece in pieces:
            yield piece
