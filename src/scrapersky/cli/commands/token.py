"""`scrapersky token`: bearer tokens for scripts."""

from typing import Annotated
from uuid import UUID

import typer

from scrapersky.cli.loading import done_by
from scrapersky.roles import Scope


@done_by("token:token")
def token(
    name: Annotated[str | None, typer.Argument(help="The user the token speaks for.")] = None,
    *,
    called: Annotated[str, typer.Option(help="What the token is for, by which it is known in lists.")] = "command line",
    scope: Annotated[list[Scope] | None, typer.Option(help="What it may do; without, all that its user may.")] = None,
    hours: Annotated[float, typer.Option(min=0.01, max=24 * 365, help="How long it is good for.")] = 12,
    listed: Annotated[bool, typer.Option("--list", help="List the tokens there are, of NAME or of everybody.")] = False,
    revoke: Annotated[UUID | None, typer.Option(help="Revoke the token with this id, as the list has it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: for programs.")] = False,
) -> None:
    """Print a token for `Authorization: Bearer`, list tokens, or revoke one. A changed password makes them void."""
