"""LISTEN and NOTIFY: a queued row is picked up at once. A lost notification costs only time, since the poll stays."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, noted

log = logging.getLogger(__name__)

QUEUE_CHANNEL = "curation_queue"
STOP_CHANNEL = "curation_stop"
SETTINGS_CHANNEL = "curation_settings"
SECONDS_BETWEEN_QUESTIONS = 10.0


async def notify(session: AsyncSession, channel: str, workflow: str) -> None:
    """Tell every process if this transaction commits. The name only: a payload over 8,000 bytes would abort it."""
    await session.execute(select(func.pg_notify(channel, workflow)))


class Listener:
    """One connection that listens for all workflows of this process, and comes back when it is cut."""

    def __init__(self, engine: AsyncEngine, heard: Callable[[str, str], None], connected: Callable[[], None]) -> None:
        self._engine, self._heard, self._connected = engine, heard, connected

    async def listen(self, retry_seconds: float = 1.0) -> None:
        """Until cancelled. After each connection everything is looked at once: what was sent meanwhile is lost."""
        while True:
            try:
                await self._listen_once()
            except DATABASE_TROUBLE as error:
                log.warning("listening was cut, polling goes on: %s", error, extra=noted(error))
            await asyncio.sleep(retry_seconds)

    async def _listen_once(self) -> None:
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            driver: Any = (await connection.get_raw_connection()).driver_connection
            cut = asyncio.Event()
            driver.add_termination_listener(lambda *_: cut.set())
            for channel in (QUEUE_CHANNEL, STOP_CHANNEL, SETTINGS_CHANNEL):
                await driver.add_listener(channel, lambda _, __, channel, payload: self._heard(channel, payload))
            self._connected()
            try:
                await self._until_cut(connection, cut)
            finally:
                await connection.invalidate()

    async def _until_cut(self, connection: AsyncConnection, cut: asyncio.Event) -> None:
        """Who only listens does not notice that nobody speaks any more; so it asks now and then."""
        while not cut.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_QUESTIONS):
                    await cut.wait()
                return
            async with asyncio.timeout(SECONDS_BETWEEN_QUESTIONS):
                await connection.execute(select(1))
