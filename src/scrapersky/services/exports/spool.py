"""An export for a reader who may be slow: rows are read at the database's pace into a temporary file, and sent from it.

A transaction that waited for the reader would hold its connection all the while, and after a minute the server ends it.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator

from scrapersky.services.exports.choices import Format
from scrapersky.services.exports.export import Export, Sessions, export_to

PIECE = 64 * 1024
_FRONT_TO_BACK = frozenset((Format.CSV, Format.JSONL))


async def pieces_of(
    export: Export, file_format: Format, sessions: Sessions, *, byte_order_mark: bool = True
) -> AsyncGenerator[bytes, None]:
    """From the first rows on; formats that have their table of contents at the end, or go back, once they are whole."""
    has_more, is_whole, place = asyncio.Event(), False, 0
    with tempfile.TemporaryFile() as spool:
        writing = asyncio.create_task(
            export_to(spool, export, file_format, sessions, has_more=has_more, byte_order_mark=byte_order_mark)
        )
        writing.add_done_callback(lambda _: has_more.set())
        try:
            while not is_whole:
                await has_more.wait()
                has_more.clear()
                if is_whole := writing.done():
                    await writing
                    spool.flush()
                elif file_format not in _FRONT_TO_BACK:
                    continue
                while piece := os.pread(spool.fileno(), PIECE, place):
                    place += len(piece)
                    yield piece
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
