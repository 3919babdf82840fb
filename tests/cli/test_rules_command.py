"""`scrapersky rules` as people type it."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business
from tests.cli.conftest import Command
from tests.searches import make_search

from scrapersky.curation_sdk.rules import read_rules
from scrapersky.db.engine import make_engine
from scrapersky.models import SearchReport, Tenant

GOOD = """
domain_extraction:
  - name: Good ones
    when: |
      rating > 4
      and not business_status ~ "closed"
"""


@pytest.fixture
def shops(command: Command, database_url: str, elsewhere: Path) -> Path:
    command("user", "add", "ana", "--password-stdin", given="correct horse battery")

    async def add() -> None:
        engine = make_engine(database_url)
        async with AsyncSession(engine) as session, session.begin():
            tenant_id = (await session.scalars(select(Tenant.id))).one()
            for rating in (4.5, 4.8, 3.0):
                await make_business(session, tenant_id, name=f"Shop {rating}", rating=rating)
        await engine.dispose()

    asyncio.run(add())
    file = elsewhere / "rules.yaml"
    file.write_text(GOOD)
    return file


def test_a_file_is_checked_compared_applied_and_written_out_again(command: Command, shops: Path) -> None:
    checked = command("rules", "check", "rules.yaml")
    assert checked.code == 0, checked.err
    assert "2 rows become Queued." in checked.out
    (told,) = json.loads(command("rules", "check", "rules.yaml", "--json").out)
    assert (told["least"], told["most"]) == (2, 2)
    assert command("rules", "diff", "rules.yaml").code == 1
    applied = command("rules", "apply", "rules.yaml")
    assert applied.out.startswith("added domain_extraction: Good ones")
    assert command("rules", "diff", "rules.yaml").out == "Nothing would change.\n"
    written = command("rules", "export").out
    assert read_rules(written) == read_rules(shops.read_text())
    assert "version 1, 0 rows decided" in command("rules", "list").out
    assert command("rules", "suspend", "domain_extraction", "Good ones", "--reason", "a test").code == 0
    assert "rests: operator suspended it: a test" in command("rules", "list").out
    assert command("rules", "resume", "domain_extraction", "Good ones").code == 0
    assert "0 of 0 rows restored" in command("rules", "undo", "domain_extraction", "Good ones").out
    missing = command("rules", "resume", "domain_extraction", "Bad ones")
    assert (missing.code, "domain_extraction 'Good ones'" in missing.err) == (1, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("domain_extraction: [{name: x, when: raiting > 4}]", "Did you mean rating?"),
        ("domain_extraction:\n  - name: x\n    wehn: rating > 4\n", "line 3: a rule has no 'wehn'. Did you mean when?"),
        ("domain_extraction: [{name: x\n", "this is no YAML"),
        ("domain_extractoin: [{name: x}]", "did you mean domain_extraction?"),
        ("- just\n- a list\n", "the file must be an object with names and values"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(command: Command, shops: Path, text: str, words: str) -> None:
    shops.write_text(text)
    checked = command("rules", "check", "rules.yaml")
    assert checked.code == 1
    assert words in checked.err


def test_the_default_rules_are_a_file_to_begin_with(command: Command, elsewhere: Path) -> None:
    command("user", "add", "ana", "--password-stdin", given="correct horse battery")
    printed = command("rules", "export", "--default").out
    assert "page_curation:" in printed
    (elsewhere / "mine.yaml").write_text(printed)
    applied = command("rules", "apply", "mine.yaml")
    assert f"{printed.count('- name:')} rules at work." in applied.out, applied.err


def test_a_search_is_repeated_by_its_words(command: Command, shops: Path, database_url: str) -> None:
    assert shops.exists()
    refused = command("schedules", "set", "dentists in Austin, TX")
    assert refused.code == 1
    assert "There is no search 'dentists in Austin, TX'; run it once" in refused.err

    async def add() -> None:
        engine = make_engine(database_url)
        async with AsyncSession(engine) as session, session.begin():
            tenant_id = (await session.scalars(select(Tenant.id))).one()
            search_id = await make_search(session, tenant_id)
            report = {"search_id": search_id, "tenant_id": tenant_id, "since": func.now(), "until": func.now()}
            counts = {"new_businesses": 3, "closed_businesses": 2, "new_people": 5}
            await session.execute(insert(SearchReport).values(report | counts))
        await engine.dispose()

    asyncio.run(add())
    assert "is repeated every 14 days" in command("schedules", "set", "Dentists  in Austin, TX", "--every", "14").out
    (told,) = json.loads(command("schedules", "list", "--json").out)
    assert (told["phrase"], told["every_days"], told["made_by"]) == ("dentists in Austin, TX", 14, "operator")
    assert "3 new businesses, 2 closed, 5 new people." in command("schedules", "reports").out
    assert command("schedules", "remove", told["search_id"]).code == 0
    assert command("schedules", "list").out.startswith("No search is repeated.")
