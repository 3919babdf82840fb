"""The fixtures that tests of packages use too."""

import os
from pathlib import Path

from scrapersky.testing import remove_leftovers


def test_what_killed_test_processes_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    gone, running = tmp_path / "scrapersky-test-99999999-a", tmp_path / f"scrapersky-test-{os.getpid()}-b"
    others = tmp_path / "scrapersky-test-notes"
    for folder in (gone, running, others):
        (folder / "postgres").mkdir(parents=True)
    remove_leftovers(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([running, others])
