"""`scrapersky rules`: what is queued or skipped without a click, kept as a file."""

import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from scrapersky.cli.desk import Desk, at_desk
from scrapersky.cli.running import say, write_json
from scrapersky.curation_sdk.declaring import KeptRule, State
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.rules import (
    Choice,
    Previewer,
    RuleBook,
    RuleDifference,
    RulePreview,
    Rules,
    TenantRows,
    apply_rules,
    by_workflow,
    decided_counts,
    differences,
    kept_rules,
    read_rules,
    resume_rule,
    suspend_rule,
    undo_rule,
    write_rules,
)
from scrapersky.services.runs.default_rules import default_text, rule_fields


def read_book(desk: Desk, rules: Rules) -> RuleBook:
    return RuleBook(rule_fields(desk.product.registry), rules)


async def kept_here(desk: Desk) -> list[KeptRule]:
    return await kept_rules(desk.session, desk.actor.tenant_id)


async def named(desk: Desk, workflow: str, name: str) -> KeptRule:
    there = await kept_here(desk)
    rule = next((each for each in there if (each.workflow, each.name) == (workflow, name)), None)
    if rule is None:
        names = ", ".join(f"{each.workflow} {each.name!r}" for each in there) or "none"
        raise RowsNotFound(f"There is no rule {name!r} of {workflow}; there are: {names}.")
    return rule


def read_file(file: Path) -> Rules:
    return read_rules(sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8"))


def check(*, file: Path, tenant: str | None, as_json: bool) -> None:
    check_rules(tenant=tenant, rules=read_file(file), as_json=as_json)


@at_desk
async def check_rules(desk: Desk, *, rules: Rules, as_json: bool) -> None:
    book = read_book(desk, rules)
    stages = frozenset(each.name for each in desk.product.registry)
    previewer = Previewer(desk.session, Choice(book, TenantRows(desk.actor.tenant_id, stages)))
    previews = [await previewer.of(read) for some in book.by_workflow.values() for read in some]
    if as_json:
        write_json([each.model_dump(mode="json") for each in previews])
        return
    for each in previews:
        say_preview(each)


def say_preview(preview: RulePreview) -> None:
    say(f"{preview.workflow}: {preview.name}")
    say(f"  {preview.words}")
    if preview.forecast is not None and preview.most:
        say(f"  {preview.forecast.words}")
    for row in preview.sample[:3]:
        say(f"    {row.title}")
    if preview.replay.decisions:
        say(f"  {preview.replay.words}")
    for row in preview.replay.differing:
        says = "leaves it to you" if row.rule_says == State.NEW else f"says {row.rule_says}"
        say(f"    {row.title}: you said {row.decided}, the rule {says}")


def diff(*, file: Path, tenant: str | None) -> None:
    compare_rules(tenant=tenant, rules=read_file(file))


@at_desk
async def compare_rules(desk: Desk, *, rules: Rules) -> None:
    read_book(desk, rules)
    found = differences(await kept_here(desk), rules)
    say_differences(found)
    if found:
        raise typer.Exit(1)
    say("Nothing would change.")


def say_differences(found: Iterable[RuleDifference]) -> None:
    for line in (line for each in found for line in each.in_words()):
        say(line)


def apply(*, file: Path, tenant: str | None) -> None:
    replace_rules(tenant=tenant, rules=read_file(file))


@at_desk
async def replace_rules(desk: Desk, *, rules: Rules) -> None:
    found = await apply_rules(desk.session, read_book(desk, rules), desk.actor)
    say_differences(found)
    say(f"{plural(sum(map(len, rules.values())), 'rule')} at work." if found else "Nothing changed.")


def export(*, tenant: str | None, default: bool) -> None:
    sys.stdout.write(default_text() if default else written_rules(tenant=tenant))


@at_desk
async def written_rules(desk: Desk) -> str:
    return write_rules(by_workflow(await kept_here(desk)))


@at_desk
async def show(desk: Desk) -> None:
    counts = await decided_counts(desk.session, desk.actor.tenant_id)
    kept = await kept_here(desk)
    for rule in kept:
        decided = plural(counts.get(rule.id, 0), "row")
        say(f"{rule.workflow}: {rule.name}, version {rule.version}, {decided} decided")
        if rule.suspended:
            say(f"  rests: {rule.suspended}")
    if not kept:
        say("No rules. Begin with those of a run: scrapersky rules export --default > rules.yaml")


@at_desk
async def suspend(desk: Desk, *, workflow: str, name: str, reason: str | None) -> None:
    rule = await suspend_rule(desk.session, desk.actor, (await named(desk, workflow, name)).id, reason)
    say(f"{name} rests: {rule.suspended}")


@at_desk
async def resume(desk: Desk, *, workflow: str, name: str) -> None:
    await resume_rule(desk.session, desk.actor, (await named(desk, workflow, name)).id)
    say(f"{name} goes on.")


@at_desk
async def undo(desk: Desk, *, workflow: str, name: str) -> None:
    rule = await named(desk, workflow, name)
    say(await undo_rule(desk.session, desk.product.registry, desk.actor, rule.id))
