"""The folder of a demonstration says so: what is in it exists on the demonstration's own small internet alone."""

from pathlib import Path

from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError

_MARK = "demonstration.txt"


class IsADemonstration(ScraperSkyError):
    """Worked on elsewhere, each of its rows would end in an error."""

    code = "is_a_demonstration"

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder} is a demonstration's. Its websites exist in this command alone: scrapersky demo --data {folder}."
            " For an installation of your own choose another folder with SCRAPERSKY_DATA or --data."
        )


class IsNoDemonstration(ScraperSkyError):
    """A demonstration would look for real websites on its small internet, and find none."""

    code = "is_no_demonstration"

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is an installation's. Give the demonstration a folder of its own with --data.")


def mark_demonstration(folder: Path) -> None:
    if (folder / "postgres" / "PG_VERSION").exists() and not (folder / _MARK).exists():
        raise IsNoDemonstration(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / _MARK).write_text("Made by `scrapersky demo`. Nothing in here exists outside of it.\n")


def refuse_demonstration(settings: Settings) -> None:
    """For whoever works on rows on the real internet."""
    if settings.database_url is None and (settings.scrapersky_data / _MARK).exists():
        raise IsADemonstration(settings.scrapersky_data)
