"""What whoever runs an installation must learn of without looking: of all tenants, and so without anything of a row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, WorkflowSetting
from scrapersky.curation_sdk.monitor.forecasts import in_words
from scrapersky.curation_sdk.monitor.workflow_status import STUCK_MINUTES, oldest_waiting, stuck
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import failing_parts, settings_of

OLD = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Alert:
    """`key` is the same for as long as the trouble is."""

    key: str
    words: str


async def alerts_of(
    session: AsyncSession, registry: Registry, refused: Mapping[str, str], now: datetime
) -> list[Alert]:
    settings = await settings_of(session)
    alerts = [Alert(f"refused:{name}", f"{name} does not run: {why}") for name, why in refused.items()]
    alerts += [
        Alert(f"background:{part}", f"{part} fails in the background. See: scrapersky doctor")
        for part in await failing_parts(session, now)
    ]
    for workflow in registry:
        alerts += await _of_queue(session, workflow, settings.get(workflow.name), now)
    return alerts


async def _of_queue(
    session: AsyncSession, workflow: AnyWorkflow, setting: WorkflowSetting | None, now: datetime
) -> list[Alert]:
    alerts, title = [], workflow.title
    held = await session.scalar(stuck(workflow.curation, None, now)) or 0
    if held:
        words = f"{plural(held, 'row')} of {title} in work for more than {STUCK_MINUTES} minutes"
        alerts.append(Alert(f"stuck:{workflow.name}", words))
    if setting is not None and setting.paused:
        if setting.paused_because:
            alerts.append(Alert(f"paused:{workflow.name}", f"{title}: paused itself: {setting.paused_because}"))
        return alerts
    since = await session.scalar(oldest_waiting(workflow.curation, None))
    if since is not None and now - since > OLD:
        words = f"The first row in the queue of {title} waits for {in_words((now - since).total_seconds())}"
        alerts.append(Alert(f"waiting:{workflow.name}", words))
    return alerts
