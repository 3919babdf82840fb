"""A file is there when it is whole, for whom it is meant."""

import os
from pathlib import Path

import pytest

from scrapersky.clients.whole_files import draft_of, write_whole


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "contact.json"
    with draft_of(file) as stream:
        stream.write(b"half")
        assert not file.exists()
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (b"half", [file])


def test_a_name_may_be_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    file = tmp_path / ("ä" * 120 + "x" * 15)
    write_whole(file, b"whole")
    assert file.read_bytes() == b"whole"


def test_what_fails_half_way_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "contact.json"
    write_whole(file, b"old")
    with pytest.raises(TypeError), draft_of(file) as stream:
        stream.write("a text, which is no bytes")  # type: ignore[call-overload]  # the failure that is wanted
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (b"old", [file])


def test_others_may_read_a_draft_as_the_mask_says_and_what_is_written_whole_never(tmp_path: Path) -> None:
    shared, private = tmp_path / "export.csv", tmp_path / "made" / "contact.json"
    before = os.umask(0o027)
    try:
        with draft_of(shared):
            pass
        write_whole(private, b"{}")
    finally:
        os.umask(before)
    assert [oct(file.stat().st_mode & 0o777) for file in (shared, private)] == ["0o640", "0o600"]
