"""Failed rows by cause, and by host."""

import itertools
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from httpx import AsyncClient
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import (
    STRANGER,
    TENANT,
    Tree,
    add_trees,
    tree_care,
)
from tests.statements import nodes_of

from scrapersky.curation_sdk.declaring import workflow as declared
from scrapersky.curation_sdk.lists.counting import plan_of
from scrapersky.curation_sdk.lists.search.fields import search_fields
from scrapersky.curation_sdk.monitor import error_causes as grouping
from scrapersky.curation_sdk.monitor.error_causes import By, Failures, Period, Since


@pytest.fixture
def ana(client: AsyncClient) -> AsyncClient:
    """She only curates here."""
    return client


async def fail(
    engine: AsyncEngine, trees: list[UUID], message: str, *, hours_ago: float = 0, name: str = "tree_care"
) -> None:
    values: dict[str, Any] = {
        f"{name}_curation_status": "Queued",
        f"{name}_processing_status": "Error",
        f"{name}_processing_error": message,
        f"{name}_outcome": "timeout",
        f"{name}_updated_at": func.now() - timedelta(hours=hours_ago),
    }
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(Tree).where(Tree.id.in_(trees)).values(values))


async def groups(client: AsyncClient, **query: str) -> dict[str, Any]:
    answer = await client.get("/errors/groups", params=query)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_rows_that_failed_alike_are_one_group_per_workflow(orchard: AsyncEngine, ana: AsyncClient) -> None:
    a, b, c, _ = await add_trees(orchard, "a", "b", "c", "d")
    (theirs,) = await add_trees(orchard, "theirs", tenant_id=STRANGER)
    await fail(orchard, [a], "https://a.example/ took 20 s")
    await fail(orchard, [b, theirs], "https://b.example/ took 31 s")
    await fail(orchard, [c], 'No leaf "c" is left')
    await fail(orchard, [c], "https://c.example/ took 3 s", name="tree_survey")
    told = await groups(ana)
    assert (told["total"], told["more"]) == (4, 0)
    first, *others = told["groups"]
    assert (first["workflow"], first["signature"], first["count"]) == ("tree_care", "address took # s", 2)
    assert first["example"] in ("https://a.example/ took 20 s", "https://b.example/ took 31 s")
    assert (first["search"], first["outcome"]) == ('cause:"address took # s"', "timeout")
    assert sum(first["trend"]) == 2
    assert len(first["trend"]) == 24
    assert first["trend"][-1] == 2
    assert {(each["workflow"], each["signature"]) for each in others} == {
        ("tree_care", "No leaf … is left"),
        ("tree_survey", "address took # s"),
    }
    assert [each["workflow"] for each in (await groups(ana, workflow="tree_survey"))["groups"]] == ["tree_survey"]


async def test_only_what_failed_since_counts(orchard: AsyncEngine, ana: AsyncClient) -> None:
    a, b, c = await add_trees(orchard, "a", "b", "c")
    await fail(orchard, [a], "dry")
    await fail(orchard, [b], "dry", hours_ago=5)
    await fail(orchard, [c], "dry", hours_ago=50)
    counts = {since: (await groups(ana, since=since))["total"] for since in ("1h", "24h", "all")}
    assert counts == {"1h": 1, "24h": 2, "all": 3}
    trend = (await groups(ana))["groups"][0]["trend"]
    assert (trend[23], trend[19] or trend[18], sum(trend)) == (1, 1, 2)


async def test_more_groups_than_are_shown_are_counted(
    orchard: AsyncEngine, ana: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grouping, "MOST_GROUPS", 2)
    trees = await add_trees(orchard, "a", "b", "c", "d")
    for tree, cause in zip(trees, ("one thing", "another thing", "a third", "a third"), strict=True):
        await fail(orchard, [tree], cause)
    told = await groups(ana)
    assert (told["total"], told["more"], len(told["groups"])) == (4, 1, 2)
    assert told["groups"][0]["signature"] == "a third"


async def test_rows_of_one_host_are_one_group(
    orchard: AsyncEngine, ana: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(declared, "ADDRESSES", ("name",))
    trees = await add_trees(orchard, "https://WWW.acme.example:8080/a", "http://www.acme.example?b", "other.example/x")
    await fail(orchard, trees, "broken")
    told = await groups(ana, by="host", workflow="tree_care")
    assert [(each["signature"], each["count"], each["search"]) for each in told["groups"]] == [
        ("www.acme.example", 2, 'only_host:"www.acme.example"'),
        ("other.example", 1, 'only_host:"other.example"'),
    ]


@pytest.fixture
def hosts_in_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Which fields there are is found out once; it is forgotten before and after."""
    monkeypatch.setattr(declared, "ADDRESSES", ("name",))
    search_fields.cache_clear()
    yield
    search_fields.cache_clear()


async def queue_again(client: AsyncClient, group: dict[str, Any], **more: Any) -> Any:
    wanted = {"filter": {"states": ["Error"], "search": group["search"]}, "expected_count": group["count"]}
    answer = await client.put("/tree-care/status/by-filter", json=wanted | {"status": "Queued"} | more)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.usefixtures("hosts_in_names")
@pytest.mark.parametrize("since", ["1h", "all"])
async def test_queueing_the_group_of_a_host_leaves_its_subdomains_alone(
    orchard: AsyncEngine, ana: AsyncClient, since: str
) -> None:
    names = [
        "https://Acme.example/a",
        "acme.example:80/b",
        "https://shop.acme.example/",
        "https://example/",
        'a"b c\\/d',
    ]
    trees = await add_trees(orchard, *names)
    await fail(orchard, trees, "broken")
    told = {
        each["signature"]: each for each in (await groups(ana, by="host", workflow="tree_care", since=since))["groups"]
    }
    assert (await queue_again(ana, told["acme.example"]))["updated_ids"] == [str(trees[0]), str(trees[1])]
    assert (await queue_again(ana, told['a"b c\\']))["updated_ids"] == [str(trees[4])]
    assert {each["signature"] for each in (await groups(ana, by="host"))["groups"]} == {"shop.acme.example", "example"}


@pytest.mark.usefixtures("hosts_in_names")
async def test_a_group_has_only_the_rows_that_were_read_for_their_hosts(
    orchard: AsyncEngine, ana: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = await add_trees(orchard, *(f"https://acme.example/{number}" for number in range(5)))
    await fail(orchard, trees, "broken")
    monkeypatch.setattr(grouping, "MOST_READ_FOR_HOSTS", 5)
    assert (await groups(ana, by="host", workflow="tree_care"))["newest_only"] is None
    monkeypatch.setattr(grouping, "MOST_READ_FOR_HOSTS", 3)
    told = await groups(ana, by="host", workflow="tree_care")
    assert (told["total"], told["newest_only"]) == (3, 3)
    assert sorted((await queue_again(ana, told["groups"][0]))["updated_ids"]) == sorted(map(str, trees[2:]))


async def test_rows_tried_again_are_spread_over_the_time_given_and_so_are_those_of_each_host(
    orchard: AsyncEngine, ana: AsyncClient
) -> None:
    trees = await add_trees(orchard, *(str(number) for number in range(60)))
    await fail(orchard, trees, "broken")
    (group,) = (await groups(ana))["groups"]
    await queue_again(ana, group, undo_seconds=10, spread_seconds=600)
    async with AsyncSession(orchard) as session:
        due = func.extract("epoch", tree_care.curation.queue_order - tree_care.curation.updated_at)
        waits = [float(each) for each in await session.scalars(select(due).order_by(Tree.id))]
    assert all(10 <= wait < 610 for wait in waits)
    in_order = sorted(waits)
    assert max(later - earlier for earlier, later in itertools.pairwise(in_order)) < 25
    # Neighbours are often of one host: six of them are far apart too.
    for first in range(0, 60, 6):
        near = sorted(waits[first : first + 6])
        assert min(later - earlier for earlier, later in itertools.pairwise(near)) > 50


async def test_where_rows_have_no_host_there_are_no_groups_by_host(orchard: AsyncEngine, ana: AsyncClient) -> None:
    await fail(orchard, await add_trees(orchard, "oak"), "broken")
    assert await groups(ana, by="host") == {"total": 0, "groups": [], "more": 0, "newest_only": None}


async def test_a_workflow_that_is_not_there_is_told(ana: AsyncClient) -> None:
    assert (await ana.get("/errors/groups", params={"workflow": "nope"})).status_code == 404
    assert (await ana.get("/errors/groups", params={"since": "ever"})).status_code == 422


async def test_groups_by_cause_are_read_from_their_index_alone(orchard: AsyncEngine) -> None:
    trees = await add_trees(orchard, *(str(number) for number in range(300)))
    await fail(orchard, trees[:20], "broken")
    async with AsyncSession(orchard) as session:
        now = (await session.scalars(select(func.now()))).one()
        failures = Failures.of(tree_care, TENANT, Period(now, Since.DAY), By.CAUSE)
        assert failures is not None
        await session.execute(select(func.set_config("enable_seqscan", "off", True)))  # noqa: FBT003
        for statement in (failures.groups(), failures.trend(["broken"], Period(now, Since.DAY))):
            nodes = nodes_of(await plan_of(session, statement))
            assert {node["Index Name"] for node in nodes if "Index Name" in node} == {"ix_tree_care_errors"}
            assert "Index Only Scan" in {node["Node Type"] for node in nodes}


async def test_a_row_that_is_queued_again_is_no_error_any_more(orchard: AsyncEngine, ana: AsyncClient) -> None:
    (oak,) = await add_trees(orchard, "oak")
    await fail(orchard, [oak], "broken")
    await ana.put("/trees/status", json={"ids": [str(oak)], "status": "Queued"})
    assert (await groups(ana))["total"] == 0
