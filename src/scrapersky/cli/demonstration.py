"""The folder of a demonstration says so: what is in it exists on the demonstration's own small internet alone."""

from pathlib import Path

from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError

_MARK = "demonstration.txt"


def mark_demonstration(folder: Path) -> None:
    if (folder / "postgres" / "PG_VERSION").exists() and not (folder / _MARK).exists():
        raise ScraperSkyError(f"{folder} is an installation's. Give the demonstration a folder of its own with --data.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / _MARK).write_text("Made by `scrapersky demo`. Nothing in here exists outside of it.\n")


def refuse_demonstration(settings: Settings) -> None:
    """For whoever works on rows on the real internet."""
    if settings.database_url is None and (settings.scrapersky_data / _MARK).exists():
        folder = settings.scrapersky_data
        raise ScraperSkyError(
            f"{folder} is a demonstration's. Its websites exist in this command alone: scrapersky demo --data {folder}."
            " For an installation of your own choose another folder with SCRAPERSKY_DATA or --data."
        )
