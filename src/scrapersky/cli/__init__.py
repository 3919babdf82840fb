"""The command line: one file per group of commands."""

import gc


def main() -> None:
    """What is loaded stays, so no garbage is looked for meanwhile: that was a fifth of every command's start."""
    gc.disable()
    from scrapersky.cli.entry import main as run_command  # noqa: PLC0415

    gc.enable()
    run_command()
