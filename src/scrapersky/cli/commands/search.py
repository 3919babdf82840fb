"""`scrapersky search`: a phrase, and the places it means."""

from typing import Annotated

import typer

from scrapersky.cli.loading import done_by
from scrapersky.clients.places.registry import SOURCES
from scrapersky.simulator.world import LARGEST_WORLD

USUAL_SOURCE = "overpass"
_OURS = ", ".join(f"{source.name} ({source.summary})" for source in SOURCES)
SOURCES_HELP = f"Where places are looked for: {_OURS}, simulator (made up), or one that a package adds."


@done_by("search:search")
def search(
    phrase: Annotated[str | None, typer.Argument(help='What and where: "dentists in Austin, TX".')] = None,
    *,
    source: Annotated[str | None, typer.Option(help=SOURCES_HELP, show_default=USUAL_SOURCE)] = None,
    seed: Annotated[int, typer.Option(help="Which simulated world.")] = 1,
    businesses: Annotated[int, typer.Option(min=1, max=LARGEST_WORLD, help="How large that world is.")] = 10_000,
    area: Annotated[str | None, typer.Option(help="Where, if the phrase does not say.")] = None,
    radius: Annotated[float | None, typer.Option(min=1, help="Metres around the middle of the area.")] = None,
    category: Annotated[str | None, typer.Option(help="The source's own name for a kind of place.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Stop at so many places.")] = None,
    list_name: Annotated[str | None, typer.Option("--list", help="A client or a campaign; made if it is new.")] = None,
    queue: Annotated[bool, typer.Option("--queue", help="Queue the places that nobody decided about yet.")] = False,
    tenant: Annotated[str | None, typer.Option(help="Whose search; needed if there are several tenants.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per place, then the report.")] = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Read searches from standard input, one object a line.")
    ] = False,
) -> None:
    """Search now and say how much was found. The same words again find what is new, or go on where they stopped."""
