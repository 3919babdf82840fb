"""`scrapersky reprocess`: kept pages, read again with the extractors of this version."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from uuid import UUID

import orjson

from scrapersky.app.internet import open_clients
from scrapersky.app.product import open_product
from scrapersky.app.workers import work_elsewhere
from scrapersky.cli.commands.processes import Engine, Kept
from scrapersky.cli.running import read_settings, run, say
from scrapersky.config.logging import set_up_logging
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import LocalEngine
from scrapersky.errors import ScraperSkyError
from scrapersky.services.reprocessing import Progress, Reprocessing
from scrapersky.workflows.wf8_contact_curation import contact_curation

SECONDS_BETWEEN_LINES = 2.0


@dataclass(slots=True)
class Checkpoint:
    """How far it came, in a file that is replaced whole: a process may be killed at any moment."""

    file: Path
    began: float = field(default_factory=time.monotonic)
    said_at: float = float("-inf")
    done_before: int = 0

    def read(self) -> Progress | None:
        """None where nothing was begun, or by another version, whose extractors knew something else."""
        try:
            kept = orjson.loads(self.file.read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return None
        if kept.pop("version", None) != version("scrapersky"):
            return None
        kept["after"], kept["until"] = UUID(kept["after"]), UUID(kept["until"])
        self.done_before = kept["done"]
        return Progress(**kept)

    def note(self, progress: Progress) -> None:
        new = self.file.with_suffix(".new")
        kept = {name: getattr(progress, name) for name in ("total", "done", "new", "failed", "after", "until")}
        new.write_bytes(orjson.dumps(kept | {"version": version("scrapersky")}, default=str))
        new.replace(self.file)
        self._tell(progress)

    def _tell(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self.said_at < SECONDS_BETWEEN_LINES and progress.done < progress.total:
            return
        self.said_at = now
        rate = (progress.done - self.done_before) / max(now - self.began, 0.001)
        left = f", {(progress.total - progress.done) / rate / 60:.0f} min left" if rate else ""
        say(f"{progress.done:,} of {plural(progress.total, 'page')}, {rate:,.0f} a second{left}")

    @contextmanager
    def alone(self) -> Iterator[None]:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.with_suffix(".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ScraperSkyError(
                    "Another process reads the kept pages again already. Wait for it, or stop it."
                ) from error
            yield


def reprocess(*, source: Kept, engine: Engine | None, address: str | None, from_the_start: bool) -> None:  # noqa: ARG001
    settings = read_settings(work_engine=engine, ray_address=address)
    set_up_logging(settings.log_level, for_people=True)
    place = Checkpoint(settings.scrapersky_data / "reprocess.json")

    async def work() -> Progress:
        async with (
            open_product(settings) as product,
            open_clients(settings, product.engine, product.internet) as clients,
            work_elsewhere(product, claims=True) as elsewhere,
        ):
            again = Reprocessing(contact_curation, product.engine, elsewhere or LocalEngine(clients), place.note)
            progress = (None if from_the_start else place.read()) or await again.begin()
            if progress.done:
                say(f"Going on after {plural(progress.done, 'page')}.")
            place.began = time.monotonic()
            await again.run(progress)
            return progress

    with place.alone():
        progress = run(work())
        place.file.unlink(missing_ok=True)
    reasons = ", ".join(f"{count:,} {reason}" for reason, count in progress.reasons.most_common())
    failed = f"; {progress.failed:,} could not be read{f' ({reasons})' if reasons else ''}" if progress.failed else ""
    say(f"{plural(progress.done, 'page')} read again, {plural(progress.new, 'new contact')}{failed}.")
