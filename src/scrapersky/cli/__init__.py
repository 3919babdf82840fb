"""The command line: one file per group of commands."""

import gc
import sys


def main() -> None:
    """What is loaded stays, so no garbage is looked for meanwhile, nor in it later: a third of a command's start."""
    gc.disable()
    try:
        from scrapersky.cli.entry import main as run_command  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit(130)
    if gc.get_freeze_count() == 0:  # not again where one process runs many commands: their garbage would stay too
        gc.freeze()
    gc.enable()
    run_command()
