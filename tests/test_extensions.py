"""Packages from outside: what is sound is added, what is broken is named and left out."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.app.extensions import GROUPS, Extensions, apply_extension_schemas, load_extensions
from scrapersky.app.product import SchemaPending, _ready_schema
from scrapersky.cli.doctor import check_schema
from scrapersky.cli.running import read_settings
from scrapersky.clients.extensions.built_in import built_in
from scrapersky.db.schema import AppliedFile, SchemaFile, pending_files

FRESH = """
from scrapersky.curation_sdk import Curation, Workflow
from sqlalchemy import func
from sqlalchemy.orm import DeclarativeBase, mapped_column

class Base(DeclarativeBase):
    pass

class Leaf(Base):
    __tablename__ = "leaves"
    id = mapped_column(func.now().type, primary_key=True)
    leaf_pressing = Curation()

async def work(row, clients): ...
async def save(session, row, result): ...

leaf_pressing = Workflow(code="WFX7", title="Leaf pressing", curation=Leaf.leaf_pressing, work=work, save=save)
same_code = Workflow(code="WF3", title="Leaf pressing", curation=Leaf.leaf_pressing, work=work, save=save)

class Source:
    pass

number = 7
"""


@pytest.fixture
def addon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with one workflow, its SQL, and some things that do not fit."""
    package = tmp_path / "leaf_addon"
    (package / "schema").mkdir(parents=True)
    (package / "__init__.py").write_text(FRESH, encoding="utf-8")
    (package / "broken.py").write_text("raise RuntimeError('half finished')", encoding="utf-8")
    (package / "leaving.py").write_text("raise SystemExit(3)", encoding="utf-8")
    (package / "schema" / "0002_more.sql").write_text("CREATE TABLE twigs ();", encoding="utf-8")
    (package / "schema" / "0001_leaves.sql").write_text("CREATE TABLE leaves ();", encoding="utf-8")
    (package / "schema" / "notes.txt").write_text("not SQL", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "leaf_addon"


def entry(name: str, value: str, group: str = "scrapersky.workflows") -> EntryPoint:
    return EntryPoint(name, value, group)


def test_a_sound_workflow_is_added_with_its_sql_under_the_packages_name(addon: str) -> None:
    found = load_extensions([entry("leaf_pressing", f"{addon}:leaf_pressing")])
    assert [each.name for each in found.workflows] == ["leaf_pressing"]
    assert [file.name for file in found.schemas[addon]] == ["leaf_addon/0001_leaves.sql", "leaf_addon/0002_more.sql"]
    assert found.faults == {}


@pytest.mark.parametrize(
    ("value", "group", "words"),
    [
        ("{}.broken:anything", "scrapersky.workflows", "RuntimeError: half finished"),
        ("{}.leaving:anything", "scrapersky.extractors", "SystemExit: 3"),
        ("{}:missing", "scrapersky.workflows", "AttributeError"),
        ("nowhere_at_all:thing", "scrapersky.workflows", "ModuleNotFoundError"),
        ("{}:Source", "scrapersky.workflows", "takes a Workflow(...)"),
        ("{}:same_code", "scrapersky.workflows", "The code WF3 is that of domain_extraction"),
        ("scrapersky.workflows:domain_extraction", "scrapersky.workflows", "There is a workflow domain_extraction"),
        ("{}:number", "scrapersky.place_sources", "takes a class or a function"),
        ("{}:number", "scrapersky.delivery_targets", "takes a class or a function"),
        ("{}:number", "scrapersky.extractors", "takes a class or a function"),
    ],
)
def test_what_is_broken_is_named_and_the_rest_is_loaded(addon: str, value: str, group: str, words: str) -> None:
    sound = entry("leaf_pressing", f"{addon}:leaf_pressing")
    found = load_extensions([entry("odd", value.format(addon), group), sound])
    assert [each.name for each in found.workflows] == ["leaf_pressing"]
    (key,) = found.faults
    assert key.startswith("odd (")
    assert words in found.faults[key]


def test_what_is_broken_is_told_in_one_line_that_names_the_place(addon: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    found = load_extensions([entry("anything", f"{addon}.broken:anything")])
    assert found.faults == {"anything (leaf_addon)": "RuntimeError: half finished (broken.py, line 1)"}
    assert [record.exc_info for record in caplog.records] == [None]
    assert caplog.messages == [f"extension anything of leaf_addon is left out: {found.faults['anything (leaf_addon)']}"]


async def test_the_doctor_and_a_start_count_the_files_of_packages_too(
    addon: str, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = load_extensions([entry("leaf_pressing", f"{addon}:leaf_pressing")])
    monkeypatch.setattr("scrapersky.cli.doctor.load_extensions", lambda: found)
    finding = await check_schema(engine, is_embedded=False)
    assert finding.found == "2 files pending: leaf_addon/0001_leaves.sql, leaf_addon/0002_more.sql"
    async with engine.begin() as connection:
        await connection.execute(delete(AppliedFile).where(AppliedFile.name == "0001_log.sql"))
    with pytest.raises(SchemaPending, match=r"^3 schema files .*leaf_addon/0002_more\.sql"):
        await _ready_schema(read_settings(database_url="postgresql://set"), engine, found)


def test_sources_targets_and_extractors_are_found_by_name(addon: str) -> None:
    found = load_extensions([entry("leaves", f"{addon}:Source", group) for group in GROUPS[1:]])
    added = found.additions
    for group in (added.place_sources, added.delivery_targets, added.extractors, added.mail_verifiers):
        addition = group["leaves"]
        assert (str(addition), addition.place) == ("leaves (leaf_addon)", "leaf_addon:Source")


def test_two_packages_may_not_share_a_name(addon: str) -> None:
    twice = [entry("leaves", f"{addon}:{name}", "scrapersky.extractors") for name in ("Source", "work")]
    found = load_extensions(twice)
    assert "Another package calls itself leaves" in found.faults["leaves (leaf_addon)"]


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("google", "scrapersky.place_sources"),
        ("file", "scrapersky.place_sources"),
        ("webhook", "scrapersky.delivery_targets"),
        ("contacts", "scrapersky.extractors"),
        ("zerobounce", "scrapersky.mail_verifiers"),
    ],
)
def test_a_package_may_not_take_the_name_of_ours(addon: str, name: str, group: str) -> None:
    found = load_extensions([entry(name, f"{addon}:Source", group)])
    assert f"{name} is one of ours in {group}" in found.faults[f"{name} (leaf_addon)"]


def test_ours_are_registered_as_packages_are(addon: str) -> None:
    found = load_extensions([entry("leaves", f"{addon}:Source", "scrapersky.place_sources")]).additions
    ours = built_in()
    assert list(found.place_sources) == [*ours.place_sources, "leaves"]
    assert (found.delivery_targets, found.extractors) == (ours.delivery_targets, ours.extractors)
    for group in (ours.place_sources, ours.delivery_targets, ours.extractors, ours.mail_verifiers):
        assert all(each.is_ours and callable(each.made_by) for each in group.values())


async def test_the_sql_of_one_extension_fails_alone(engine: AsyncEngine) -> None:
    sound = SchemaFile("sound/1.sql", "CREATE TABLE sound (id int);")
    broken = [SchemaFile("broken/1.sql", "CREATE TABLE half (id int);"), SchemaFile("broken/2.sql", "SELECT nonsense;")]
    extensions = Extensions(schemas={"broken": broken, "sound": [sound]})
    applied, failed = await apply_extension_schemas(engine, extensions)
    assert applied == ["sound/1.sql"]
    assert "nonsense" in failed["SQL of broken"]
    assert await pending_files(engine, [*broken, sound]) == ["broken/1.sql", "broken/2.sql"]
