"""What whoever runs an installation asks of it: its state, its parts, its trail, tokens, backups, its targets."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer

from scrapersky.cli.loading import done_by
from scrapersky.roles import Scope


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


@done_by("backup:backup")
def backup(
    file: Annotated[Path, typer.Argument(help="The file to make.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write the whole database to a file while everything runs. It is whole or not there."""


@done_by("backup:restore")
def restore(file: Annotated[Path, typer.Argument(help="A file that `scrapersky backup` or pg_dump -Fc made.")]) -> None:
    """Fill an empty database from a backup, all or nothing."""


@done_by("delivery:delivery")
def delivery(
    test_contact: Annotated[
        str | None, typer.Option("--test-contact", metavar="EMAIL", help="Hand over a made-up contact of this address.")
    ] = None,
) -> None:
    """Ask each delivery target what it lacks of what contacts would be given, and try it with a test contact."""


@done_by("delivery:rotate_keys")
def rotate_keys() -> None:
    """Seal the secrets of all tenants' delivery targets with a new key, or with the first of SEALING_KEYS."""


@done_by("doctor:doctor")
def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check Python, database, background, data folder, port, time, disk and extensions; say what to do about each."""


@done_by("generate:generate")
def generate(
    context: typer.Context,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a file would change.")] = False,
    root: Annotated[Path, typer.Option(help="The project's root.")] = Path(),
) -> None:
    """Write every generated file, or check that none would change."""


class BillFormat(StrEnum):
    TABLE = "table"
    CYCLONEDX = "cyclonedx"


@done_by("sbom:sbom")
def sbom(
    form: Annotated[BillFormat, typer.Option("--format", help="A table to read, or CycloneDX 1.6.")] = BillFormat.TABLE,
    advisories: Annotated[
        str | None,
        typer.Option(help="Ask this OSV service, such as https://api.osv.dev, what is known against them instead."),
    ] = None,
) -> None:
    """List every library of this installation, of the server and of the browser, with version and licence.

    With --advisories it ends with 1 where one has a known weakness. Where the service gives no answer it says so.
    """


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


@done_by("status:status")
def status(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Look again every two seconds, until Ctrl-C.")] = False,
) -> None:
    """Show how many rows of each workflow are in which state, and who works on them."""
