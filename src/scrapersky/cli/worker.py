"""`scrapersky worker`: workers only."""

import logging

from scrapersky.cli.running import console, read_settings, run
from scrapersky.cli.serving import wait_for_stop
from scrapersky.cli.up import DataFolder
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.main import open_product, running_schedulers

log = logging.getLogger(__name__)


def worker(data: DataFolder = None) -> None:
    """Work the queues without a web application; start as many as you like."""
    settings = read_settings(scrapersky_data=data)
    set_up_logging(settings.log_level)
    run(work(settings))


async def work(settings: Settings) -> None:
    async with open_product(settings) as product, running_schedulers(product) as schedulers:
        console.print(f"Working on {', '.join(schedulers.by_workflow) or 'nothing'}. Press Ctrl-C to stop.")
        await wait_for_stop()
