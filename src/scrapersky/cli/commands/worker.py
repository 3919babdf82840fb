"""`scrapersky worker`: workers only."""

from scrapersky.cli.commands.up import DataFolder
from scrapersky.cli.loading import done_by


@done_by("worker:worker")
def worker(data: DataFolder = None) -> None:
    """Work the queues without a web application; start as many as you like."""
