"""What a search finds."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, Orchard, Tree, Variety, add, keep, look

from scrapersky.curation_sdk import DeclarationError, Workflow
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.shown_columns import ComputedColumn, LookedUp, counted, looked_up
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.lists.filters import Filter, is_found_by_index, where
from scrapersky.curation_sdk.lists.listing import Paging, list_rows
from scrapersky.curation_sdk.lists.search.clauses import SearchClauses
from scrapersky.curation_sdk.lists.search.fields import MOST_TOKENS, SearchTooLong, UnknownField, search_fields
from scrapersky.curation_sdk.lists.search.values import BadSearch
from scrapersky.curation_sdk.lists.search.words import words_query
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

care: AnyWorkflow = Workflow(
    code="WF92",
    title="Tree care",
    curation=Tree.tree_care,
    produces=Variety,
    shows=(Tree.name, Tree.height, Tree.planted_at, Tree.size, Tree.edited_fields, Tree.tag),
    labels={"height": "How tall"},
    computed=(looked_up("orchard", Orchard.name, by=Tree.orchard_id),),
    searches=Tree.words,
    host="tag",
    work=look,
    save=keep,
)
planting: AnyWorkflow = Workflow(
    code="WF91",
    title="Orchard planting",
    curation=Orchard.orchard_planting,
    shows=(Orchard.name,),
    computed=(counted("trees", Tree.orchard_id, Orchard),),
    work=look,
    save=keep,
)


async def found(engine: AsyncEngine, search: str, *states: State) -> list[str]:
    async with AsyncSession(engine) as session:
        page = await list_rows(session, care, TENANT, Filter(states=states, search=search), Paging(sort="id"))
    return [item["name"] for item in page.items]


@pytest.fixture
async def trees(orchard: AsyncEngine) -> dict[str, UUID]:
    north, south = await add(orchard, Orchard, [{"name": "North"}, {"name": "South field"}])
    (theirs,) = await add(orchard, Orchard, [{"name": "North"}], STRANGER)
    planted = datetime(2026, 3, 1, 12, tzinfo=UTC)
    rows: list[dict[str, Any]] = [
        {"name": "oak", "height": 3, "orchard_id": north, "planted_at": planted, "tag": "acme.example"},
        {"name": "old oak", "height": 8, "orchard_id": south, "edited_fields": ["name"], "tag": "www.acme.example"},
        {"name": "elm", "height": None, "size": "very small", "planted_at": planted + timedelta(days=1)},
        {"name": "100% elm_", "height": -2, "orchard_id": north, "size": ""},
    ]
    every = ("height", "orchard_id", "planted_at", "size", "tag")
    ids = await add(orchard, Tree, [dict.fromkeys(every) | {"edited_fields": []} | row for row in rows])
    await add(orchard, Tree, [{"name": "oak", "height": 3, "orchard_id": theirs}], STRANGER)
    return dict(zip([row["name"] for row in rows], ids, strict=True))


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("oak", ["oak", "old oak"]),
        ("oak height:>3", ["old oak"]),
        ("-oak", ["elm", "100% elm_"]),
        ("-oa -100", ["elm"]),
        ("oak -old", ["oak"]),
        ('-"old oak" oak', ["oak"]),
        ('-"oak old" oak', ["oak", "old oak"]),
        ("-oak -height:none", ["100% elm_"]),
        ("oak -", ["oak", "old oak"]),
        ('elm "', ["elm", "100% elm_"]),
        ("-", ["oak", "old oak", "elm", "100% elm_"]),
        ('-"', ["oak", "old oak", "elm", "100% elm_"]),
        ('"old oak"', ["old oak"]),
        ('"oak old"', []),
        ('"old o', ["old oak"]),
        ('"old o"', []),
        ("state:new", ["oak", "old oak", "elm", "100% elm_"]),
        ("-state:Complete height:<3", ["100% elm_"]),
        ("state:Complete", []),
        ("height:>=3", ["oak", "old oak"]),
        ("height:3..8", ["oak", "old oak"]),
        ("height:<3", ["100% elm_"]),
        ("height:-2", ["100% elm_"]),
        ("-height:3", ["old oak", "elm", "100% elm_"]),
        ("height:none", ["elm"]),
        ("-height:none", ["oak", "old oak", "100% elm_"]),
        ('name:"old oak"', ["old oak"]),
        ("name:OAK", ["oak"]),
        ("orchard:north name:Oak", ["oak"]),
        ("name:~OAK", ["oak", "old oak"]),
        ("name:~%", ["100% elm_"]),
        ("name:~_", ["100% elm_"]),
        ("size:none", ["oak", "old oak", "100% elm_"]),
        ('size:"very small"', ["elm"]),
        ("planted_at:2026-03-01", ["oak"]),
        ("planted_at:>2026-03-01", ["elm"]),
        ("planted_at:<=2026-03-01", ["oak"]),
        ("planted_at:2026-03-01..2026-03-02", ["oak", "elm"]),
        ("planted_at:>=2026-03-02T12:00:00Z", ["elm"]),
        ("edited_fields:name", ["old oak"]),
        ("edited_fields:none", ["oak", "elm", "100% elm_"]),
        ("edited_fields:~NAM", ["old oak"]),
        ("orchard:North", ["oak", "100% elm_"]),
        ('orchard:"South field"', ["old oak"]),
        ("orchard:~south", ["old oak"]),
        ("-orchard:North", ["old oak", "elm"]),
        ("orchard:none", ["elm"]),
        ("orchard:North height:>0", ["oak"]),
        ("host:acme.example", ["oak"]),
        ("host:https://www.acme.example/x", ["oak", "old oak"]),
        ("since:1h", ["oak", "old oak", "elm", "100% elm_"]),
        ("-since:1h", []),
        ("since:2100-01-01", []),
        ("https://oak", []),
    ],
)
async def test_a_token_finds_what_it_says(
    orchard: AsyncEngine, trees: dict[str, UUID], search: str, names: list[str]
) -> None:
    assert await found(orchard, search) == names


@pytest.mark.parametrize(
    "search",
    [
        "state:done",
        "state:none",
        "height:tall",
        "height:",
        'height:""',
        "height:~3",
        "height:99999999999",
        "height:nan",
        "name:>m",
        "name:1..2",
        "planted_at:yesterday",
        "planted_at:2026-13-01",
        "planted_at:~2026",
        "planted_at:0001-01-01",
        "since:soon",
        "id:12",
        "batch:12",
        "batch:~12",
        "found:many",
        "found:-1",
        "host:~acme",
        'host:"a b"',
        "edited_fields:>a",
        'name:"a\x00b"',
        "error:\x00",
    ],
)
async def test_a_value_that_the_field_cannot_have_is_refused_with_what_to_type(search: str) -> None:
    with pytest.raises(BadSearch, match=r"Type \w+:.+\.$") as refused:
        where(care, TENANT, Filter(search=search))
    assert refused.value.http_status == 400


@pytest.mark.parametrize(
    ("search", "told"),
    [
        ("height:>tall", "How tall is a number, and 'tall' is none"),
        ("height:>4.5", "How tall is a whole number, and 4.5 is none"),
        ("height:99999999999", "How tall is never 99999999999"),
        ("id:seven", "'seven' is no id"),
    ],
)
def test_a_refusal_is_told_in_words_for_people(search: str, told: str) -> None:
    with pytest.raises(BadSearch, match=re.escape(told)) as refused:
        where(care, TENANT, Filter(search=search))
    assert "nput should" not in str(refused.value)


async def test_rows_are_found_by_id_and_by_batch(orchard: AsyncEngine, trees: dict[str, UUID]) -> None:
    async with AsyncSession(orchard) as session, session.begin():
        changed = await change_status(session, care, Actor(TENANT, "ana"), [trees["elm"]], Decision(Settable.SKIPPED))
    assert await found(orchard, f"batch:{changed.batch_id}") == ["elm"]
    assert await found(orchard, f"-batch:{changed.batch_id} elm") == ["100% elm_"]
    assert await found(orchard, f"id:{trees['oak']}") == ["oak"]
    assert await found(orchard, f"id:{uuid4()}") == []
    async with AsyncSession(orchard) as session:
        theirs = await session.scalars(
            select(Tree.name).where(*where(care, STRANGER, Filter(search=f"batch:{changed.batch_id}")))
        )
        assert list(theirs) == []


async def settle(engine: AsyncEngine, row_id: UUID, produced: int | None, **columns: Any) -> None:
    async with AsyncSession(engine) as session, session.begin():
        columns |= {"curation_status": "Queued", "produced": produced}
        values = {f"tree_care_{name}": value for name, value in columns.items()}
        await session.execute(update(Tree).where(Tree.id == row_id).values(values))


async def test_rows_are_found_by_who_decided_and_by_when_they_were_made(
    orchard: AsyncEngine, trees: dict[str, UUID]
) -> None:
    async with AsyncSession(orchard) as session, session.begin():
        await change_status(session, care, Actor(TENANT, "Ana"), [trees["oak"]], Decision(Settable.SKIPPED))
    assert await found(orchard, "by:ana") == ["oak"]
    assert await found(orchard, "by:ben") == []
    assert len(await found(orchard, "made:1h")) == len(trees)
    assert await found(orchard, "-made:1h") == []
    with pytest.raises(BadSearch, match="how long ago"):
        await found(orchard, "made:<1h")


def test_a_part_of_an_address_or_number_is_enough_and_a_whole_one_is_compared_whole() -> None:
    def condition(search: str) -> str:
        (clause,) = SearchClauses.read(contact_delivery, search).clauses(TENANT)
        return str(clause).lower()

    assert all(
        "like" in condition(part) for part in ("email:davis", "email:@acme.example", "phone:512", "source_url:acme")
    )
    whole = ("email:ana@acme.example", "phone:+15125550100", "source_url:https://acme.example/")
    assert not any("like" in condition(each) for each in whole)


@pytest.mark.parametrize(
    "written", ["+1 512 555 0100", "+1 (512) 555-0100", "(512) 555-0100", "0512/5550100", "001 512 555 0100"]
)
def test_a_number_is_sought_as_it_is_kept_however_it_is_written(written: str) -> None:
    (clause,) = SearchClauses.read(contact_delivery, f'phone:"{written}"').clauses(TENANT)
    (value,) = clause.compile().params.values()
    assert value in "+15125550100"
    if written.startswith("+"):
        assert str(words_query(f"Ana {written}")).startswith("('15125550100':* | ")


async def test_rows_are_found_by_what_became_of_them(orchard: AsyncEngine, trees: dict[str, UUID]) -> None:
    failed = {"processing_status": "Error", "processing_error": "https://acme.example/7 answered HTTP 503."}
    await settle(orchard, trees["oak"], None, **failed)
    await settle(orchard, trees["old oak"], 3, processing_status="Complete")
    await settle(orchard, trees["old oak"], 0, processing_status="Complete", outcome="nothing_new")
    await settle(orchard, trees["elm"], 2, processing_status="Complete")
    assert await found(orchard, "error:http") == ["oak"]
    assert await found(orchard, 'error:"ANSWERED http"') == ["oak"]
    assert await found(orchard, "-error:http oak") == ["old oak"]
    assert await found(orchard, 'cause:"address answered HTTP 503."') == ["oak"]
    assert await found(orchard, "cause:~503") == ["oak"]
    assert await found(orchard, "cause:other") == []
    assert await found(orchard, "outcome:nothing_new") == ["old oak"]
    assert await found(orchard, "found:0") == ["old oak"]
    assert await found(orchard, "found:>0") == ["elm"]
    assert await found(orchard, "found:2..5") == ["elm"]
    assert await found(orchard, "-found:0") == ["oak", "elm", "100% elm_"]
    assert await found(orchard, "error:http", State.NEW) == []


def test_what_an_index_finds_is_not_looked_for_state_by_state() -> None:
    for search in ("oak", f"id:{uuid4()}", "orchard:North", "host:acme.example"):
        assert is_found_by_index(care, Filter(search=search)), search
    for search in ("height:3", f"-id:{uuid4()}", "-orchard:North", "orchard:~N", "error:x"):
        assert not is_found_by_index(care, Filter(search=search)), search


def test_a_span_means_the_same_later_once_it_is_pinned() -> None:
    now = datetime(2026, 3, 1, 9, tzinfo=UTC)
    pinned = Filter(search='oak -since:2h name:"a b" since:2026-01-01').pinned(care, now)
    assert pinned.search == '-since:2026-03-01T07:00:00+00:00 name:"a b" since:2026-01-01 oak'
    assert Filter(search="  ").pinned(care, now).search == "  "


def test_a_span_of_any_moment_is_pinned_and_nothing_else_is() -> None:
    now = datetime(2026, 3, 1, 9, tzinfo=UTC)
    spans = Filter(search="planted_at:>2h -planted_at:<=1d planted_at:3d..2h name:2h tag:7d planted_at:none")
    pinned = spans.pinned(care, now).search
    assert pinned == (
        "planted_at:>2026-03-01T07:00:00+00:00 -planted_at:<=2026-02-28T09:00:00+00:00"
        " planted_at:2026-02-26T09:00:00+00:00..2026-03-01T07:00:00+00:00 name:2h tag:7d planted_at:none"
    )
    assert Filter(search=pinned).pinned(care, now + timedelta(days=1)).search == pinned


async def test_what_was_pinned_finds_what_the_span_found(orchard: AsyncEngine, trees: dict[str, UUID]) -> None:
    async with AsyncSession(orchard) as session, session.begin():
        now = (await session.scalars(select(func.now()))).one() + timedelta(microseconds=1)
        ago = {"oak": timedelta(hours=1), "elm": timedelta(days=2), "old oak": timedelta(days=30)}
        for name, since in ago.items():
            await session.execute(update(Tree).where(Tree.name == name).values(planted_at=now - since))
    for search in ("planted_at:>2h", "planted_at:<1d", "planted_at:3d..2h", "-planted_at:>=7d", "planted_at:>1h"):
        pinned = Filter(search=search).pinned(care, now).search
        assert await found(orchard, pinned) == await found(orchard, search), search


def test_there_is_an_end_to_how_many_tokens_a_search_may_have() -> None:
    assert len(SearchClauses.read(care, "height:3 " * MOST_TOKENS).text.tokens) == MOST_TOKENS
    with pytest.raises(SearchTooLong, match="100 tokens at most, and this one 101"):
        SearchClauses.read(care, "height:3 " * (MOST_TOKENS + 1))


def test_words_are_told_with_the_names_that_people_know() -> None:
    assert Filter(search="height:>3 oak").in_words(care) == 'with the words "oak"; How tall above 3'
    assert Filter(search='"colour:red"').in_words(care) == 'with the words "colour:red"'


async def test_a_computed_column_is_shown_and_not_searched_in(orchard: AsyncEngine, trees: dict[str, UUID]) -> None:
    async with AsyncSession(orchard) as session:
        page = await list_rows(session, planting, TENANT, Filter(), Paging(sort="id"))
        assert [(item["name"], item["trees"]) for item in page.items] == [("North", 2), ("South field", 1)]
        names = await list_rows(session, care, TENANT, Filter(), Paging(sort="id"))
    assert [item["orchard"] for item in names.items] == ["North", "South field", None, "North"]
    assert "trees" not in search_fields(planting)
    assert "host" not in search_fields(planting)
    assert [column.key for column in planting.columns] == ["name", "trees"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(search_fields(care))), st.sampled_from(["", ">", "<=", "~"]), st.text(max_size=30))
@example("tag", "", "a\0b")
async def test_no_text_after_a_colon_reaches_the_database_as_a_mistake(
    orchard: AsyncEngine, field: str, operator: str, value: str
) -> None:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    for search in (f'{field}:{operator}"{quoted}"', f"-{field}:{operator}{value}"):
        with suppress(BadSearch):
            await found(orchard, search)


def test_declarations_are_checked_where_they_are_written() -> None:
    def declare(**more: Any) -> None:
        Workflow(code="WF92", title="T", curation=Tree.tree_care, shows=(Tree.name,), work=look, save=keep, **more)

    with pytest.raises(DeclarationError, match="two shown columns are called 'name'"):
        declare(computed=(looked_up("name", Orchard.name, by=Tree.orchard_id),))
    with pytest.raises(DeclarationError, match="facets names 'nme', which is not shown; shown is name"):
        declare(facets=("nme",))
    shared = LookedUp(Tree.orchard_id, Orchard, Orchard.name, named_by=Orchard.id)
    by_another = ComputedColumn("orchard", select(Orchard.name).scalar_subquery(), looked_up=shared)
    for computed in (by_another, counted("orchard", Tree.orchard_id, Orchard)):
        with pytest.raises(DeclarationError, match="facets names 'orchard', which is no column of Tree"):
            declare(computed=(computed,), facets=("orchard",))
    with pytest.raises(DeclarationError, match="host names 'height'"):
        declare(host="height")


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ("blah:x", "There is no field blah. There are: Name, How tall (height:),"),
        ("blah:3", "There is no field blah."),
        ("has:hieght", "There is no field hieght. Did you mean height?"),
        ("oak hieght:>3", "There is no field hieght. Did you mean height?"),
        ('-nmae:"two words"', "There is no field nmae. Did you mean name?"),
    ],
)
def test_a_field_that_there_is_not_is_said_with_what_may_have_been_meant(search: str, message: str) -> None:
    with pytest.raises(UnknownField) as refused:
        SearchClauses.read(care, search)
    assert str(refused.value).startswith(message)
    assert refused.value.http_status == 422


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("how_tall:>3", "height:>3"),
        ("status:New", "state:New"),
        ("-updated:2h", "-since:2h"),
        ("has:height", "-height:none"),
        ('no:"How tall"', "height:none"),
        ("-has:orchard", "orchard:none"),
        ("-no:tag", "-tag:none"),
    ],
)
def test_a_field_is_named_as_its_column_is_called_and_asked_whether_it_has_a_value(typed: str, meant: str) -> None:
    assert SearchClauses.read(care, typed).text == SearchClauses.read(care, meant).text


@pytest.mark.parametrize(
    "search", ["https://acme.example", "localhost:8000", "mailto:a@b.example", '"blah:x"', '"so blah:x"', "so: what"]
)
def test_words_with_a_colon_are_words(search: str) -> None:
    assert SearchClauses.read(care, search).text.words == search


async def test_rows_are_found_by_what_a_person_decided(orchard: AsyncEngine, trees: dict[str, UUID]) -> None:
    names = list(trees)
    ids = [trees[name] for name in names]
    everything = await found(orchard, "")
    assert await found(orchard, "curation:new") == everything
    async with AsyncSession(orchard) as session, session.begin():
        await change_status(session, care, Actor(TENANT, "ana"), ids[:2], Decision(Settable.QUEUED))
        await change_status(session, care, Actor(TENANT, "ana"), ids[2:3], Decision(Settable.SKIPPED))
        failed = {Tree.tree_care.processing_status: "Error", Tree.tree_care.processing_error: "It rained."}
        await session.execute(update(Tree).where(Tree.id == ids[0]).values(failed))
    assert set(await found(orchard, "curation:Queued")) == set(names[:2])
    assert await found(orchard, "curation:Skipped") == names[2:3]
    assert set(await found(orchard, "-curation:Queued")) == set(everything) - set(names[:2])
    assert SearchClauses.read(care, "curation:Queued").in_words() == ["decided as Queued"]
    with pytest.raises(BadSearch, match=r"New, Queued or Skipped\. Type curation:Queued"):
        await found(orchard, "curation:Complete")
