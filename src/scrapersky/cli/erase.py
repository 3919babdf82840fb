"""`scrapersky erase` and `scrapersky disclose`: what is stored about somebody."""

import json
import sys
from pathlib import Path

import typer

from scrapersky.accounts.audit import write_command
from scrapersky.accounts.users import tenant_named
from scrapersky.app.erasing import open_erasure
from scrapersky.app.product import open_product
from scrapersky.cli.running import read_settings, run, say
from scrapersky.clients.whole_files import write_whole
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.plurals import plural
from scrapersky.services.erasure.disclose import disclosure
from scrapersky.services.erasure.erase import ErasureReport
from scrapersky.services.exports.files import refuse_to_overwrite
from scrapersky.services.suppression.kinds import SuppressionKind

OPERATOR = "operator"


def erase(
    *, kind: SuppressionKind, value: str, domain: str | None, tenant: str | None, dry_run: bool, yes: bool
) -> None:

    async def work(*, is_dry: bool) -> ErasureReport:
        async with open_product(read_settings()) as product, open_erasure(product) as erasure:
            async with product.sessions() as session:
                actor = Actor((await tenant_named(session, tenant)).id, OPERATOR, is_admin=True)
            report = await erasure.run(actor, kind, value, domain=domain, dry_run=is_dry)
            async with product.sessions.begin() as session:
                facts = {"kind": kind.value, "dry_run": is_dry, "contacts": report.contacts}
                await write_command(session, "erase", actor.tenant_id, **facts)
            return report

    if dry_run or not yes:
        show(run(work(is_dry=True)))
    if dry_run:
        return
    if not yes:
        typer.confirm("Erase this? It cannot be taken back.", abort=True)
    show(run(work(is_dry=False)))


def show(report: ErasureReport) -> None:
    say("This would be erased:" if report.dry_run else "Erased:")
    lines = [
        plural(report.contacts, "contact"),
        *(f"{plural(count, 'row')} of {table}, deleted" for table, count in sorted(report.deleted.items())),
        *(f"{plural(count, 'row')} of {table}, redacted" for table, count in sorted(report.redacted.items())),
        f"{plural(report.pages, 'kept page')}, redacted",
        f"{plural(report.exports, 'export')}, let go",
    ]
    for line in lines:
        say(f"  {line}")
    if report.delivered:
        say("Delivered before, and erased there only if you ask:")
    for one in report.delivered:
        say(f"  to {one.target} on {one.delivered_at:%Y-%m-%d}, contact {one.contact_id}")
    say("Not reached:")
    for words in report.not_reached:
        say(f"  {words}")


def disclose(*, kind: SuppressionKind, value: str, domain: str | None, tenant: str | None, out: Path | None) -> None:
    if out is not None:
        refuse_to_overwrite(out, force=False)

    async def work() -> bytes:
        async with (
            open_product(read_settings()) as product,
            open_erasure(product) as erasure,
            product.sessions() as session,
        ):
            owner = await tenant_named(session, tenant)
            told = await disclosure(product.sessions, owner.id, erasure.stores, kind, value, domain=domain)
        return json.dumps(told, indent=2, default=str, ensure_ascii=False).encode() + b"\n"

    told = run(work())
    if out is None:
        sys.stdout.write(told.decode())
        return
    write_whole(out, told)
    say(f"Written to {out}.")
