"""Workflows of packages in `scrapersky run`, one of them on a table that only another package knows."""

import os
from pathlib import Path

import pytest
from tests.installing import install
from tests.process import SOURCES, ran

from scrapersky.workflows import product_workflows

TAKING = ("--purpose", "Take notes.", "--source", "local_businesses", "--destination", "notes", "--fields", "name")
CHECKING = ("--purpose", "Check notes.", "--source", "notes", "--fields", "text")
RUN = ("run", "dentists in Austin, TX", "--source", "simulator", "--businesses", "60", "--limit", "2")
# Those that neither package follows on: a whole run is that of tests/cli/test_run.py.
LEFT_OUT = {f"{each.name.upper()}_SCHEDULER_ENABLED": "false" for each in product_workflows()[2:]}


class Workbench:
    def __init__(self, folder: Path, database_url: str) -> None:
        self.folder, self.site = folder, folder / "site"
        self.variables = {
            "DATABASE_URL": database_url,
            "SCRAPERSKY_DATA": str(folder / "data"),
            "PYTHONPATH": os.pathsep.join([str(SOURCES), str(self.site)]),
        } | LEFT_OUT

    def scrapersky(self, *arguments: str) -> str:
        ended = ran(*arguments, folder=self.folder, **self.variables)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def add_package(self, name: str, workflow: str, *answers: str) -> None:
        self.scrapersky("workflow", "new", workflow, *answers, "--package", name, "--yes")
        install(self.folder / name, self.site)


@pytest.mark.timeout(300)
def test_a_workflow_on_a_table_of_a_package_goes_through_a_run(tmp_path: Path, database_url: str) -> None:
    workbench = Workbench(tmp_path, database_url)
    workbench.add_package("my_notes", "note_taking", *TAKING)
    workbench.add_package("my_checks", "note_checking", *CHECKING)
    workbench.scrapersky("schema", "apply")
    printed = workbench.scrapersky(*RUN, "--out", "contacts.csv")
    assert "Note taking: 2 of 2 done" in printed
    assert "Note checking: 2 of 2 done" in printed
