"""`scrapersky erase` and `scrapersky disclose`: what is stored about somebody."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by
from scrapersky.services.suppression.kinds import SuppressionKind

Kind = Annotated[SuppressionKind, typer.Argument(help="What the value is.")]
Value = Annotated[str, typer.Argument(help="The address, domain, number, profile, or the person's name.")]
Domain = Annotated[
    str | None, typer.Option("--domain", help="Where a person works; without it, wherever one of that name does.")
]
Tenant = Annotated[str | None, typer.Option(help="Whose rows; needed if there are several tenants.")]


@done_by("erase:erase")
def erase(  # noqa: PLR0917  each is an option with a name
    kind: Kind,
    value: Value,
    domain: Domain = None,
    tenant: Tenant = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be erased.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Erase somebody from all tables, kept pages, history and exports, and keep them from coming back.

    It is told what would go before anything does, and what cannot be reached.
    """


@done_by("erase:disclose")
def disclose(
    kind: Kind,
    value: Value,
    domain: Domain = None,
    tenant: Tenant = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A file instead of standard output.")] = None,
) -> None:
    """Write all that is stored about somebody as JSON: contacts, evidence, deliveries, pages, every mention."""
