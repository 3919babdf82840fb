"""The command line: one file per group of commands."""

from scrapersky.cli.entry import main

__all__ = ["main"]
