"""`scrapersky worker`: workers only."""

from collections.abc import Sequence
from pathlib import Path

from scrapersky.app.product import open_product
from scrapersky.app.workers import running_schedulers
from scrapersky.cli.running import read_settings, run, say, wait_for_stop
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import AnyWorkflow


def worker(*, data: Path | None) -> None:
    settings = read_settings(scrapersky_data=data)
    set_up_logging(settings.log_level)
    run(work(settings))


async def work(settings: Settings, workflows: Sequence[AnyWorkflow] | None = None) -> None:
    async with open_product(settings, workflows) as product, running_schedulers(product) as schedulers:
        say(f"Working on {', '.join(schedulers.by_workflow) or 'nothing'}. Press Ctrl-C to stop.")
        await wait_for_stop()
