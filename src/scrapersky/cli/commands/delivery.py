"""`scrapersky delivery`: whether contacts would arrive."""

from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


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
