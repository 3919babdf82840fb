"""`scrapersky html clean`: kept HTML that no row names any more goes."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.cli.conftest import Command


def test_what_no_page_names_is_removed_from_the_folder(command: Command, elsewhere: Path) -> None:
    old, young = (elsewhere / "data" / "pages" / f"{name}{'0' * 62}.html.zst" for name in ("aa/aa", "bb/bb"))
    for file in (old, young):
        file.parent.mkdir(parents=True)
        file.write_bytes(b"packed")
    long_ago = (datetime.now(UTC) - timedelta(days=2)).timestamp()
    os.utime(old, (long_ago, long_ago))
    ended = command("html", "clean")
    assert (ended.code, ended.out) == (0, "folder: 1 of 2 pages removed\n")
    assert (old.exists(), young.exists()) == (False, True)


def test_a_bucket_half_set_up_is_told_in_one_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTML_STORE", "bucket")
    ended = command("html", "clean")
    assert (ended.code, ended.err.startswith("Error: HTML_STORE is bucket: set HTML_BUCKET")) == (1, True)
