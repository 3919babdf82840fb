"""The command line: one file per group of commands."""

import sys


def main() -> None:
    """Whoever changes their mind while it loads sees no trace of it."""
    try:
        from scrapersky.cli.entry import main as run_command  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit(130)
    run_command()
