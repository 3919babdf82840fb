"""Troubles of the installation, told to a webhook, each at most once an hour."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import orjson
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Registry, and_updated_at
from scrapersky.curation_sdk.monitor import Alert, alerts_of
from scrapersky.errors import ScraperSkyError
from scrapersky.models import ToldAlert

PART = "alerts"
SECONDS_BETWEEN_LOOKS = 60.0
NOT_AGAIN_WITHIN = timedelta(hours=1)


def alert_hook(url: str, settings: Settings) -> Webhook:
    """Signed as contacts are, and sent by the same fetcher: no address inside our own network is asked."""
    secret = settings.alert_webhook_secret.get_secret_value() if settings.alert_webhook_secret else ""
    return Webhook(url, secret, title="The webhook for alerts", settings="ALERT_WEBHOOK")


@dataclass(frozen=True, slots=True)
class Alerting:
    sessions: async_sessionmaker[AsyncSession]
    registry: Registry
    refused: Mapping[str, str]
    hook: Webhook
    web: Fetcher

    async def send_due(self) -> int:
        """How many were sent. No transaction waits for the receiver; one that does not take it is asked again."""
        async with self.sessions() as session:
            now = (await session.scalars(select(func.now()))).one()
            alerts = await alerts_of(session, self.registry, self.refused, now)
        sent = 0
        for alert in alerts:
            if alert.key != f"background:{PART}" and await self._claim(alert):
                await self._send(alert)
                sent += 1
        return sent

    async def _send(self, alert: Alert) -> None:
        at = datetime.now(UTC)
        payload = {"key": alert.key, "words": alert.words, "at": at.isoformat(timespec="seconds")}
        key = hashlib.sha256(f"{alert.key}\n{at:%Y-%m-%d %H}".encode()).hexdigest()[:40]
        try:
            await self.hook.send(orjson.dumps({"event": "installation.alert", "alert": payload}), key, self.web)
        except ScraperSkyError:
            async with self.sessions.begin() as session:
                await session.execute(delete(ToldAlert).where(ToldAlert.key == alert.key))
            raise

    async def _claim(self, alert: Alert) -> bool:
        values = {"words": alert.words, "told_at": func.now()}
        statement = insert(ToldAlert).values(key=alert.key, **values)
        statement = statement.on_conflict_do_update(
            index_elements=[ToldAlert.key],
            set_=and_updated_at(values),
            where=ToldAlert.told_at <= func.now() - NOT_AGAIN_WITHIN,
        )
        async with self.sessions.begin() as session:
            return await session.scalar(statement.returning(ToldAlert.key)) is not None
