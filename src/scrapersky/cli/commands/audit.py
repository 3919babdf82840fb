"""`scrapersky audit`: who did what, in the whole installation."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


class AuditFile(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"


@done_by("audit:audit")
def audit(
    *,
    operation: Annotated[str | None, typer.Option(help="Only this operation, such as login.")] = None,
    user: Annotated[str | None, typer.Option(help="Only what this user did.")] = None,
    address: Annotated[str | None, typer.Option(help="Only from this address; it is kept as a hash.")] = None,
    tried: Annotated[str | None, typer.Option(help="Only where this name was tried at signing in.")] = None,
    since: Annotated[datetime | None, typer.Option(help="From this moment on, UTC.")] = None,
    until: Annotated[datetime | None, typer.Option(help="Before this moment, UTC.")] = None,
    file_format: Annotated[AuditFile, typer.Option("--format", help="Kind of lines.")] = AuditFile.CSV,
) -> None:
    """Print who did what, when and from where, newest first. Entries can be neither changed nor deleted."""
