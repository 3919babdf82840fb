"""`scrapersky worker` and `scrapersky scheduler`: what works without a web application."""

from enum import StrEnum
from typing import Annotated

import typer

from scrapersky.cli.commands.up import DataFolder
from scrapersky.cli.loading import done_by


class Engine(StrEnum):
    """Where work runs."""

    LOCAL = "local"
    RAY = "ray"


EngineOption = Annotated[
    Engine | None, typer.Option(help="Where the work runs: here, or on a Ray cluster.", show_default="local")
]
Address = Annotated[str | None, typer.Option(help="Which Ray cluster.", show_default="auto")]
MetricsPort = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Where it tells Prometheus its figures, and others whether it is ready."),
]


@done_by("worker:worker")
def worker(  # noqa: PLR0917  each is an option with a name
    data: DataFolder = None,
    workflow: Annotated[
        list[str] | None, typer.Option("--workflow", metavar="NAME", help="Only this workflow's rows; may be repeated.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option(min=1, help="Rows of a workflow that each process works on at once.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="So many, each started anew if it dies.", show_default="1")
    ] = None,
    engine: EngineOption = None,
    address: Address = None,
    metrics_port: MetricsPort = None,
) -> None:
    """Work the queues without a web application; start as many as you like, on as many machines."""


@done_by("worker:scheduler")
def scheduler(data: DataFolder = None, metrics_port: MetricsPort = None) -> None:
    """Keep the queues in order and carry out what people ordered, such as exports; works on no rows itself."""
