"""No file is overwritten unasked, and none that came meanwhile either."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.process import environment

from scrapersky.services.exports.files import FileExists, NoPlaceForFile, replacing


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "contacts.csv"
    with replacing(file, force=False) as stream:
        stream.write(b"first")
    with pytest.raises(FileExists, match="--force"), replacing(file, force=False):
        pass
    with replacing(file, force=True) as stream:
        stream.write(b"second")
    assert file.read_bytes() == b"second"


def test_what_is_no_file_is_never_replaced_by_one(tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link.csv", tmp_path / "contacts.csv"
    os.mkfifo(pipe)
    with pytest.raises(NoPlaceForFile, match="is a device or a pipe"), replacing(pipe, force=True):
        pass
    assert pipe.is_fifo()
    file.write_text("old")
    link.symlink_to(file)
    with replacing(link, force=True) as stream:
        stream.write(b"new")
    assert (link.is_symlink(), file.read_text()) == (True, "new")


def test_a_name_that_was_taken_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "contacts.csv"
    with pytest.raises(FileExists), replacing(file, force=False):
        file.write_text("theirs")
    assert file.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [file]


def test_libraries_of_files_are_loaded_by_those_who_write_them() -> None:
    asking = "import sys, scrapersky.services.exports.formats; print({'xlsxwriter', 'pyarrow'} & set(sys.modules))"
    command = [sys.executable, "-c", asking]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)  # noqa: S603  ours
    assert ended.stdout.strip() == "set()"
