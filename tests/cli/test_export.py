"""`scrapersky export` as people type it."""

import asyncio
import csv
import json
import os
import sys
from collections.abc import AsyncGenerator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.cli.conftest import Command
from tests.contacts import make_contact

from scrapersky.db.engine import make_engine
from scrapersky.models import Tenant
from scrapersky.services.exports.choices import Format


@pytest.fixture
def contacts(command: Command, database_url: str) -> None:
    command("user", "add", "ana", "--password-stdin", given="correct horse battery")

    async def add() -> None:
        engine = make_engine(database_url)
        async with AsyncSession(engine) as session, session.begin():
            tenant_id = (await session.scalars(select(Tenant.id))).one()
            for number in range(3):
                await make_contact(session, tenant_id, email=f"ana{number}@cedar.example", name="=1+1")
        await engine.dispose()

    asyncio.run(add())


@pytest.mark.usefixtures("contacts")
def test_contacts_are_written_to_a_file_that_is_not_overwritten(command: Command, elsewhere: Path) -> None:
    ended = command("export", "contacts", "--out", "contacts.csv")
    assert (ended.code, ended.out) == (0, "3 contacts written to contacts.csv.\n")
    with (elsewhere / "contacts.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [(row["email"], row["name"]) for row in csv.DictReader(file)] == [
            (f"ana{number}@cedar.example", "'=1+1") for number in range(3)
        ]
    again = command("export", "contacts", "--out", "contacts.csv")
    assert again.code == 1
    assert "--force" in again.err
    assert command("export", "contacts", "--out", "contacts.csv", "--force").code == 0


@pytest.mark.usefixtures("contacts")
def test_the_ending_of_the_name_says_the_format(command: Command, elsewhere: Path) -> None:
    command("export", "contacts", "--out", "contacts.jsonl", "--filter", "search=ana2")
    assert json.loads((elsewhere / "contacts.jsonl").read_text())["email"] == "ana2@cedar.example"
    command("export", "contacts", "--out", "contacts.xlsx")
    assert (elsewhere / "contacts.xlsx").read_bytes().startswith(b"PK")
    told = command("export", "contacts", "--out", "odd\n\x1b[31mname.csv").out
    assert (told.count("\n"), "\x1b" in told) == (1, False)
    piped = command("export", "contacts", "--out", "-")
    lines = piped.out.removeprefix("\ufeff").splitlines()
    assert [row["email"][:4] for row in csv.DictReader(lines)] == ["ana0", "ana1", "ana2"]
    assert piped.err == "3 contacts written.\n"
    command("export", "contacts", "--out", "file.xlsx", "--format", "csv")
    assert (elsewhere / "file.xlsx").read_bytes().startswith(b"\xef\xbb\xbfname,")
    assert command("export", "contacts", "--out", "-", "--no-bom").out.startswith("name,")


def test_what_columns_mean_is_told_without_a_file(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://nobody.is.asked/")
    told = command("export", "contacts", "--columns")
    assert told.code == 0
    assert "What the person does there" in told.out
    without = command("export", "contacts")
    assert without.code == 2
    assert "--out" in without.err


async def test_who_reads_no_further_ends_the_export_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    async def pieces(*_: object, **__: object) -> AsyncGenerator[bytes, None]:
        yield b"id,name\r\n"

    command = import_module("scrapersky.cli.export")
    monkeypatch.setattr(command, "pieces_of", pieces)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        product, export = SimpleNamespace(sessions=None), SimpleNamespace()
        with pytest.raises(typer.Exit) as ended:
            await command.to_standard_output(product, export, Format.CSV, byte_order_mark=True)
    assert ended.value.exit_code == 141


@pytest.mark.usefixtures("contacts")
def test_a_filter_that_is_none_is_one_clear_line_and_makes_no_file(command: Command, elsewhere: Path) -> None:
    for condition in ("shoe=9", "state=nonsense", "x"):
        ended = command("export", "contacts", "--out", "c.csv", "--filter", condition)
        assert ended.code == 1
        assert ended.err.count("\n") == 1
    assert not (elsewhere / "c.csv").exists()


@pytest.mark.usefixtures("contacts")
@pytest.mark.parametrize("condition", ["confidence=>0.9", "confidence>0.9", "confidence > 0.9"])
def test_who_compares_in_a_filter_is_told_how_to(command: Command, elsewhere: Path, condition: str) -> None:
    ended = command("export", "contacts", "--out", "c.csv", "--filter", condition)
    assert ended.code == 1
    assert ended.err.endswith("To compare, type search=confidence:>0.9\n")
    assert command("export", "contacts", "--out", "c.csv", "--filter", "search=confidence:>0.9").code == 0
    assert (elsewhere / "c.csv").exists()


@pytest.mark.parametrize("path", [("export", "contacts"), ("run", "dentists in Austin, TX")], ids=["export", "run"])
@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("c.pdf", "c.pdf ends in .pdf, which cannot be written. Let it end in one of .csv, "),
        ("nowhere/c.csv", "There is no folder "),
        (".", ". is a folder; name a file in it"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_done(
    command: Command, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], out: str, words: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://nobody.is.asked/")
    ended = command(*path, "--out", out)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert words in ended.err


def test_a_run_does_not_mix_contacts_into_what_it_tells(command: Command, elsewhere: Path) -> None:
    ended = command("run", "dentists in Austin, TX", "--source", "simulator", "--out", "-")
    assert (ended.code, ended.err) == (
        1,
        "Error: A run tells how far it is on standard output. Name a file for the contacts.\n",
    )
    assert not (elsewhere / "-").exists()


def test_a_folder_that_is_not_there_is_one_clear_line(command: Command) -> None:
    command("user", "add", "ana", "--password-stdin", given="correct horse battery")
    ended = command("export", "contacts", "--out", "nowhere/c.csv")
    assert ended.code == 1
    assert "nowhere" in ended.err
