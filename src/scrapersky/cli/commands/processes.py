"""What runs for a while: the web application, workers, all of it on a small internet, and kept pages read again."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by

WORLD = 5_000


class Engine(StrEnum):
    """Where work runs."""

    LOCAL = "local"
    RAY = "ray"


Host = Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.", show_default="8000")]
DataFolder = Annotated[Path | None, typer.Option("--data", help="Where the embedded database and the key live.")]
EngineOption = Annotated[
    Engine | None, typer.Option(help="Where the work runs: here, or on a Ray cluster.", show_default="local")
]
Address = Annotated[str | None, typer.Option(help="Which Ray cluster.", show_default="auto")]
MetricsPort = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Where it tells Prometheus its figures, and others whether it is ready."),
]


@done_by("serving:up")
def up(host: Host = None, port: Port = None, data: DataFolder = None) -> None:
    """Start everything: the web application here, and beside it a process that works on rows and stands back."""


@done_by("serving:api")
def api(host: Host = None, port: Port = None, data: DataFolder = None) -> None:
    """Start the web application alone: it answers people, and other processes work on rows."""


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


@done_by("demo:demo")
def demo(
    host: Host = None,
    port: Port = None,
    data: Annotated[
        Path | None, typer.Option("--data", help="Keep everything in this folder.", show_default="a temporary one")
    ] = None,
    businesses: Annotated[int, typer.Option(min=0, max=WORLD, help="How many businesses to begin with.")] = 600,
) -> None:
    """Start everything on a simulated internet and print where to look. Ctrl-C ends it and leaves nothing behind."""


class Kept(StrEnum):
    """What is read again."""

    HTML = "html"


@done_by("reprocess:reprocess")
def reprocess(
    source: Annotated[Kept, typer.Option("--from", help="What was kept of pages.")] = Kept.HTML,
    engine: EngineOption = None,
    address: Address = None,
    from_the_start: Annotated[bool, typer.Option("--from-the-start", help="Forget how far the last one came.")] = False,
) -> None:
    """Look for contacts again in the pages that are kept, with the extractors of this version; no site is asked.

    Rows keep their states, and corrections stay. Stopped or killed, the same command goes on where it was.
    """
