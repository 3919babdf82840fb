"""`scrapersky schedules`: searches that are run again by themselves."""

from typing import Annotated

import typer

from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="Searches that are run again by themselves.", no_args_is_help=True)

Search = Annotated[str, typer.Argument(help="The search: its words, such as dentists in Austin, TX, or its id.")]
Tenant = Annotated[str | None, typer.Option(help="Whose searches; needed if there are several tenants.")]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]


@app.command("list")
@done_by("schedules:show")
def show(*, tenant: Tenant = None, as_json: Json = False) -> None:
    """Which searches are repeated, and when next."""


@app.command("set")
@done_by("schedules:repeat")
def repeat(
    search: Search,
    *,
    every: Annotated[int, typer.Option(min=1, max=366, help="So many days apart.")] = 7,
    now: Annotated[bool, typer.Option("--now", help="First now, and not when so many days are over.")] = False,
    tenant: Tenant = None,
) -> None:
    """Repeat a search that was made before. Only what is new or says that it changed is read."""


@app.command("remove")
@done_by("schedules:stop")
def stop(search: Search, *, tenant: Tenant = None) -> None:
    """Repeat a search no more."""


@app.command("reports")
@done_by("schedules:reports")
def reports(*, tenant: Tenant = None, as_json: Json = False) -> None:
    """What repeated searches brought, the newest first."""
