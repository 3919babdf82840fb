"""`scrapersky schedules`: searches that are run again by themselves."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from scrapersky.cli.desk import Desk, at_desk
from scrapersky.cli.running import say, write_json
from scrapersky.curation_sdk.plurals import plural
from scrapersky.services.searches import schedules

NONE = 'No search is repeated. Begin with: scrapersky schedules set "dentists in Austin, TX" --every 7'


@at_desk
async def show(desk: Desk, *, as_json: bool) -> None:
    kept = await schedules.schedules_of(desk.session, desk.actor.tenant_id)
    phrases = await schedules.phrases_of(desk.session, [each.search_id for each in kept])
    if as_json:
        write_json(facts(kept, ("search_id", "every_days", "next_at", "began_at", "made_by"), phrases))
        return
    for each in kept:
        when = "under way now" if each.began_at else f"next at {each.next_at:%Y-%m-%d %H:%M} UTC"
        days = plural(each.every_days, "day")
        say(f"{phrases[each.search_id]}: every {days}, {when}, by {each.made_by}")
    if not kept:
        say(NONE)


@at_desk
async def repeat(desk: Desk, *, search: str, every: int, now: bool) -> None:
    found = await schedules.named_search(desk.session, desk.actor.tenant_id, search)
    first_at = datetime.now(UTC) if now else None
    kept = await schedules.set_schedule(
        desk.session, desk.product.registry, desk.actor, found.id, every_days=every, first_at=first_at
    )
    say(f"{found.phrase} is repeated every {plural(every, 'day')}, first at {kept.next_at:%Y-%m-%d %H:%M} UTC.")


@at_desk
async def stop(desk: Desk, *, search: str) -> None:
    found = await schedules.named_search(desk.session, desk.actor.tenant_id, search)
    await schedules.remove_schedule(desk.session, desk.actor, found.id)
    say(f"{found.phrase} is repeated no more.")


@at_desk
async def reports(desk: Desk, *, as_json: bool) -> None:
    found = await schedules.reports_of(desk.session, desk.actor.tenant_id)
    phrases = await schedules.phrases_of(desk.session, [each.search_id for each in found])
    if as_json:
        counts = ("new_businesses", "closed_businesses", "new_people")
        write_json(facts(found, ("search_id", "since", "until", *counts), phrases))
        return
    for each in found:
        say(f"{each.until:%Y-%m-%d} {phrases[each.search_id]}: {schedules.in_words(each)}")
    if not found:
        say("No repeated search has come to its end yet.")


def facts(rows: Sequence[Any], names: Sequence[str], phrases: dict[Any, str]) -> list[dict[str, Any]]:
    return [{"phrase": phrases[row.search_id]} | {name: getattr(row, name) for name in names} for row in rows]
