"""`scrapersky up` and `scrapersky api`: the web application, with workers and without."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by

Host = Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.", show_default="8000")]
DataFolder = Annotated[Path | None, typer.Option("--data", help="Where the embedded database and the key live.")]


@done_by("serving:up")
def up(host: Host = None, port: Port = None, data: DataFolder = None) -> None:
    """Start everything: the web application here, and beside it a process that works on rows and stands back."""


@done_by("serving:api")
def api(host: Host = None, port: Port = None, data: DataFolder = None) -> None:
    """Start the web application alone: it answers people, and other processes work on rows."""
