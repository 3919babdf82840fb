"""Workflows that somebody paused, resumed or set otherwise: for every tenant, or for their own."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from scrapersky.curation_sdk.declaring import Actor, WorkflowSetting
from scrapersky.curation_sdk.live.events import WorkflowEvent
from scrapersky.curation_sdk.live.polling import News, Poll
from scrapersky.curation_sdk.queue import settings_by_tenant, shown_name

_Seen = tuple[bool, datetime]


class WatchedSwitches:
    def __init__(self) -> None:
        self._seen: dict[UUID, dict[str, _Seen]] = {}

    async def news(self, look: Poll) -> Iterable[News]:
        before = self._seen
        settings = await settings_by_tenant(look.session, look.tenants)
        self._seen = {tenant_id: _seen(of_tenant) for tenant_id, of_tenant in settings.items()}
        return [
            (tenant_id, _event(name, settings[tenant_id].get(name), tenant_id))
            for tenant_id in look.tenants
            if tenant_id in before
            for name in _changed(before[tenant_id], self._seen[tenant_id])
        ]


def _seen(settings: Mapping[str, WorkflowSetting]) -> dict[str, _Seen]:
    return {name: (setting.paused, setting.changed_at) for name, setting in settings.items()}


def _changed(before: Mapping[str, _Seen], now: Mapping[str, _Seen]) -> list[str]:
    return [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]


def _event(name: str, setting: WorkflowSetting | None, tenant_id: UUID) -> WorkflowEvent:
    if setting is None:
        return WorkflowEvent(name=name, paused=False, changed_by=None)
    who = shown_name(setting.changed_by, setting.changed_in, Actor(tenant_id, "all who listen"))
    return WorkflowEvent(name=name, paused=setting.paused, changed_by=who)
