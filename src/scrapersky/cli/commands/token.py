"""`scrapersky token`: a bearer token for scripts."""

from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


@done_by("token:token")
def token(
    name: Annotated[str, typer.Argument(help="The user the token speaks for.")],
    hours: Annotated[float, typer.Option(min=0.01, max=24 * 365, help="How long it is good for.")] = 12,
) -> None:
    """Print a token for `Authorization: Bearer`. A changed password makes it void."""
