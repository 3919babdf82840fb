"""The file of a run that left rows for later."""

from pathlib import Path

import pytest

from scrapersky.cli.ready_contacts import RunFile
from scrapersky.services.exports.files import FileExists


@pytest.fixture
def file(tmp_path: Path) -> RunFile:
    return RunFile(tmp_path / "contacts.csv", "dentists in Austin", tmp_path / "data")


def test_a_file_that_nobody_noted_is_not_replaced(file: RunFile) -> None:
    file.refuse_to_overwrite(force=False)
    file.out.write_text("mine")
    with pytest.raises(FileExists):
        file.refuse_to_overwrite(force=False)
    file.refuse_to_overwrite(force=True)


def test_the_same_command_goes_on_with_the_file_it_left_unfinished(file: RunFile, tmp_path: Path) -> None:
    file.out.write_text("half")
    file.note(put_off=3)
    file.refuse_to_overwrite(force=False)
    with pytest.raises(FileExists):
        RunFile(file.out, "plumbers in Austin", tmp_path / "data").refuse_to_overwrite(force=False)


def test_a_file_that_somebody_changed_since_is_left_alone(file: RunFile) -> None:
    file.out.write_text("half")
    file.note(put_off=3)
    file.out.write_text("half, and my notes")
    with pytest.raises(FileExists):
        file.refuse_to_overwrite(force=False)


def test_a_file_that_is_finished_is_not_replaced(file: RunFile) -> None:
    file.out.write_text("half")
    file.note(put_off=3)
    file.out.write_text("whole")
    file.note(put_off=0)
    with pytest.raises(FileExists):
        file.refuse_to_overwrite(force=False)
