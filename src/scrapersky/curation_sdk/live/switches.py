"""Workflows that somebody paused, resumed or set otherwise: for every tenant, since workers are everyone's."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from scrapersky.curation_sdk.declaring import Actor, WorkflowSetting
from scrapersky.curation_sdk.live.events import WorkflowEvent
from scrapersky.curation_sdk.live.polling import News, Poll
from scrapersky.curation_sdk.queue import settings_of, shown_name


class WatchedSwitches:
    def __init__(self) -> None:
        self._seen: dict[str, datetime] | None = None

    async def news(self, look: Poll) -> Iterable[News]:
        settings = await settings_of(look.session)
        before, self._seen = self._seen, {name: setting.changed_at for name, setting in settings.items()}
        if before is None:
            return []
        changed = [setting for name, setting in settings.items() if before.get(name) != setting.changed_at]
        return [(tenant_id, _event(setting, tenant_id)) for setting in changed for tenant_id in look.tenants]


def _event(setting: WorkflowSetting, tenant_id: UUID) -> WorkflowEvent:
    who = shown_name(setting.changed_by, setting.changed_in, Actor(tenant_id, "all who listen"))
    return WorkflowEvent(name=setting.workflow, paused=setting.paused, changed_by=who)
