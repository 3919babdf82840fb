"""What needs a person: computed facts, the most pressing first.

Whoever runs an installation learns without looking: of all tenants, and so without anything of a row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, KeptRule, Registry, State, WorkflowSetting
from scrapersky.curation_sdk.monitor.forecasts import in_words
from scrapersky.curation_sdk.monitor.workflow_status import STUCK_MINUTES, Standing, oldest_waiting, stuck
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import failing_parts, settings_of

OLD = timedelta(minutes=30)


class NeedKind(StrEnum):
    """In the order in which they press."""

    REFUSED = "refused"
    FAILING = "failing"
    STUCK = "stuck"
    ERRORS = "errors"
    PAUSED = "paused"
    GROWING = "growing"
    TO_DECIDE = "to_decide"
    DRY = "dry"


class Need(BaseModel):
    """A fact, and where to go about it."""

    kind: NeedKind
    workflow: str | None
    words: str
    link: str = Field(description="A path inside the web application.")


class Ruled(StrEnum):
    """How much of what is new in a workflow its rules take by themselves."""

    SOME = "some"
    ALL = "all"


_LIMITS = frozenset(("when", "at_most", "after"))


async def ruled_workflows(session: AsyncSession, tenant_id: UUID) -> dict[str, Ruled]:
    """Those in which rules are at work. A rule that names no rows and no limit takes what the others leave."""
    stands = KeptRule.removed_at.is_(None), KeptRule.suspended.is_(None), KeptRule.is_at_work()
    at_work = KeptRule.tenant_id == tenant_id, *stands
    found: dict[str, Ruled] = {}
    for workflow, written in await session.execute(select(KeptRule.workflow, KeptRule.written).where(*at_work)):
        takes = Ruled.SOME if _LIMITS & written.keys() else Ruled.ALL
        found[workflow] = max(takes, found.get(workflow, takes), key=list(Ruled).index)
    return found


def needs_of(
    standings: Sequence[Standing],
    refused: Mapping[str, str],
    now: datetime,
    failing: Sequence[str] = (),
    ruled: Mapping[str, Ruled] = MappingProxyType({}),
) -> list[Need]:
    needs = [
        Need(kind=NeedKind.REFUSED, workflow=name, words=f"{name} does not run: {why}", link="/settings")
        for name, why in refused.items()
    ]
    if failing:  # by name only: why is for the operator, and may speak of other tenants' rows
        words = f"Fails in the background and is tried again: {', '.join(failing)}"
        needs.append(Need(kind=NeedKind.FAILING, workflow=None, words=words, link="/settings/system"))
    for standing in standings:
        needs += _troubles(standing, now)
    needs += _to_decide(standings, ruled)
    needs += _dry(standings)
    pressing = list(NeedKind)
    return sorted(needs, key=lambda need: pressing.index(need.kind))


def _troubles(standing: Standing, now: datetime) -> Iterator[Need]:
    title, name, waiting = standing.workflow.title, standing.workflow.name, standing.rows(State.QUEUED)
    if standing.stuck:
        words = f"{plural(standing.stuck, 'row')} of {title} in work for more than {STUCK_MINUTES} minutes"
        yield Need(kind=NeedKind.STUCK, workflow=name, words=words, link=f"{standing.address}?status=Processing")
    failed = standing.rows(State.ERROR)
    if failed:
        words = f"{plural(failed, 'row')} of {title} failed with {plural(standing.causes, 'cause')}"
        yield Need(kind=NeedKind.ERRORS, workflow=name, words=words, link=f"/errors?workflow={name}")
    if standing.counts.paused and (waiting or standing.paused_because):
        since = f" for {in_words((now - standing.paused_at).total_seconds())}" if standing.paused_at else ""
        how = f"paused itself{since}: {standing.paused_because}" if standing.paused_because else f"paused{since}"
        words = f"{title}: {how}; {plural(waiting, 'row waits', 'rows wait')}"
        yield Need(kind=NeedKind.PAUSED, workflow=name, words=words, link=standing.address)
    elif waiting and standing.queued_lately > standing.rate.half_hour and (standing.oldest_waiting or 0) > 1800:
        rows = plural(waiting, "row waits", "rows wait")
        words = f"The queue of {title} grows: {rows}, the first for half an hour and more"
        yield Need(kind=NeedKind.GROWING, workflow=name, words=words, link=f"{standing.address}?status=Queued")


def _to_decide(standings: Iterable[Standing], ruled: Mapping[str, Ruled]) -> Iterator[Need]:
    """Every workflow that waits for a person, the first of them first."""
    for standing in standings:
        new, takes = standing.rows(State.NEW), ruled.get(standing.workflow.name)
        if new and takes is not Ruled.ALL:
            rest = "" if takes is None else ", as far as rules leave them to you"
            words = f"{plural(new, 'row')} of {standing.workflow.title} to decide{rest}"
            yield Need(
                kind=NeedKind.TO_DECIDE,
                workflow=standing.workflow.name,
                words=words,
                link=f"{standing.address}?status=New",
            )


def _dry(standings: Sequence[Standing]) -> Iterator[Need]:
    unfinished = sum(standing.rows(State.NEW, State.QUEUED, State.PROCESSING) for standing in standings)
    if standings and not unfinished and any(standing.rows(*State) for standing in standings):
        first = standings[0]
        words = f"Everything is decided and done; {first.workflow.title} can bring more"
        yield Need(kind=NeedKind.DRY, workflow=first.workflow.name, words=words, link=first.address)


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
