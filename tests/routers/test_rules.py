"""Rules over HTTP: tried out, applied, at work, suspended, taken back."""

import asyncio
import random
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import func, insert, select, update
from tests.businesses import make_business
from tests.domains import make_domain
from tests.filters import without_filters
from tests.lineages import make_family
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.orders import rule_stream
from scrapersky.app.product import Product
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Batch, BatchRow, KeptRule, RuleVersion, Settable, State
from scrapersky.curation_sdk.rules import RuleStream
from scrapersky.curation_sdk.rules import preview as rule_preview
from scrapersky.models import LocalBusiness, Page, Role, User
from scrapersky.routers.sessions import Reception
from scrapersky.services.runs.default_rules import rule_fields

BUSINESSES = LocalBusiness.domain_extraction


class Curator:
    """Ana, with what she asks for, and the rules at work as one process has them."""

    def __init__(self, product: Product, client: httpx.AsyncClient, headers: Mapping[str, str], user: User) -> None:
        self.product, self.client, self.headers, self.user = product, client, dict(headers), user
        self.stream = rule_stream(product)

    async def ask(self, method: str, path: str, body: Any = None, *, code: int = 200) -> Any:
        answer = await self.client.request(method, f"/api/v3/rules{path}", json=body, headers=self.headers)
        assert answer.status_code == code, answer.text
        return answer.json()

    async def apply(self, **rules: list[dict[str, Any]]) -> list[str]:
        told: list[str] = (await self.ask("PUT", "", {"rules": rules}))["differences"]
        return told

    async def only_rule(self) -> dict[str, Any]:
        (rule,) = (await self.ask("GET", ""))["items"]
        return dict(rule)

    async def businesses(self, *values: Mapping[str, Any]) -> list[UUID]:
        async with self.product.sessions.begin() as session:
            return [await make_business(session, self.user.tenant_id, **each) for each in values]

    async def reset(self, row_id: UUID, sitting: UUID | None = None) -> UUID:
        """As a browser asks for it, which gives ten seconds to take it back."""
        decision = Decision(Settable.NEW, undo_seconds=10, sitting=sitting)
        ana, workflow = Actor(self.user.tenant_id, self.user.name), self.product.registry["domain_extraction"]
        async with self.product.sessions.begin() as session:
            return (await change_status(session, workflow, ana, [row_id], decision)).batch_id

    async def pass_time(self, batch_id: UUID, *, seconds: int) -> None:
        earlier = func.now() - timedelta(seconds=seconds)
        async with self.product.sessions.begin() as session:
            await session.execute(update(Batch).where(Batch.id == batch_id).values(made_at=earlier))
            await session.execute(update(BatchRow).where(BatchRow.batch_id == batch_id).values(changed_at=earlier))

    async def states(self, curation: Any = BUSINESSES) -> dict[UUID, str]:
        async with self.product.sessions() as session:
            return dict((await session.execute(select(curation.id, curation.state))).all())


@pytest.fixture
def curator(product: Product, reception: Reception, client: httpx.AsyncClient, ana: User) -> Curator:
    return Curator(product, client, bearer(reception, ana), ana)


async def test_rows_are_decided_as_they_come_and_say_which_rule_it_was(curator: Curator) -> None:
    good, bad, other = await curator.businesses({"rating": 4.5}, {"rating": 2.0}, {})
    await curator.apply(
        domain_extraction=[
            {"name": "Bad ones", "when": "rating < 3", "action": "skip"},
            {"name": "Rated", "when": "rating is not empty"},
        ]
    )
    assert await curator.stream.decide_all() == 2
    assert await curator.states() == {good: "Queued", bad: "Skipped", other: "New"}
    (late,) = await curator.businesses({"rating": 5.0})
    assert await curator.stream.decide_all() == 1
    assert await curator.stream.decide_all() == 0, "nothing is decided twice"
    async with curator.product.sessions() as session:
        made = select(Batch.made_by, Batch.rule_version).join(BatchRow, BatchRow.batch_id == Batch.id)
        assert (await session.execute(made.where(BatchRow.row_id == late))).all() == [("rule Rated, version 1", 1)]
    told = await curator.client.get(f"/api/v3/insight/local_businesses/{bad}", headers=curator.headers)
    assert [each["made_by"] for each in told.json()["decisions"]] == ["rule Bad ones, version 1"]


async def test_many_processes_decide_about_each_row_once(curator: Curator) -> None:
    ids = await curator.businesses(*({"rating": 4.5} for _ in range(40)))
    await curator.apply(domain_extraction=[{"name": "All"}])
    streams = [rule_stream(curator.product) for _ in range(4)]
    counts = await asyncio.gather(*(stream.decide_all() for stream in streams for _ in range(3)))
    assert sum(counts) == len(ids)
    async with curator.product.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(BatchRow)) == len(ids)


async def test_a_rule_reaches_no_row_of_another_tenant_though_no_statement_asks_whose_it_is(curator: Curator) -> None:
    zoe = await add_person(curator.product, "zoe", tenant="other")
    (own,) = await curator.businesses({})
    async with curator.product.sessions.begin() as session:
        theirs = await make_business(session, zoe.tenant_id)
    await curator.apply(domain_extraction=[{"name": "All"}])
    with without_filters():
        await curator.stream.decide_all()
    assert await curator.states() == {own: "Queued", theirs: "New"}


async def test_only_who_holds_the_lock_decides(curator: Curator) -> None:
    await curator.businesses({})
    await curator.apply(domain_extraction=[{"name": "All"}])
    async with curator.product.sessions.begin() as session:
        key = func.hashtextextended(f"rules {curator.user.tenant_id}", 0)
        await session.execute(select(func.pg_advisory_xact_lock(key)))
        assert await curator.stream.decide_all() == 0
    assert await curator.stream.decide_all() == 1


async def test_the_stream_wakes_by_itself(curator: Curator) -> None:
    stream = RuleStream(
        curator.product.patient, rule_fields(curator.product.registry), ["domain_extraction"], poll_seconds=0.05
    )
    await curator.apply(domain_extraction=[{"name": "All"}])
    stream.start()
    try:
        (row_id,) = await curator.businesses({})
        while (await curator.states())[row_id] != "Queued":  # noqa: ASYNC110  what is waited for is in the database
            await asyncio.sleep(0.02)
    finally:
        await stream.stop()


async def test_a_rule_leaves_rows_that_a_person_just_reset_as_long_as_that_can_be_taken_back(curator: Curator) -> None:
    (row_id,) = await curator.businesses({})
    await curator.apply(domain_extraction=[{"name": "All"}])
    await curator.stream.decide_all()
    batch_id = await curator.reset(row_id)
    assert await curator.stream.decide_all() == 0
    assert await curator.states() == {row_id: "New"}
    await curator.pass_time(batch_id, seconds=11)
    assert await curator.stream.decide_all() == 1, "New says that nobody decided, so the rule does"


async def test_a_rule_leaves_rows_just_reset_in_a_sitting_that_began_long_ago(curator: Curator) -> None:
    first, second = await curator.businesses({}, {})
    await curator.apply(domain_extraction=[{"name": "All"}])
    await curator.stream.decide_all()
    sitting = uuid4()
    batch_id = await curator.reset(first, sitting)
    await curator.pass_time(batch_id, seconds=600)
    assert await curator.reset(second, sitting) == batch_id
    assert await curator.stream.decide_all() == 1
    assert await curator.states() == {first: "Queued", second: "New"}


async def test_all_that_a_rule_decided_is_taken_back_as_one(curator: Curator) -> None:
    first = await curator.businesses({}, {})
    await curator.apply(domain_extraction=[{"name": "All"}])
    await curator.stream.decide_all()
    second = await curator.businesses({})
    await curator.stream.decide_all()
    async with curator.product.sessions.begin() as session:
        done = {BUSINESSES.processing_status: "Complete", BUSINESSES.updated_at: func.now()}
        await session.execute(update(LocalBusiness).where(LocalBusiness.id == first[0]).values(done))
    rule = await curator.only_rule()
    expected = await curator.ask("GET", f"/{rule['id']}/undo")
    assert (expected["restorable"], expected["total"]) == (2, 3)
    assert expected["words"].endswith("; the other was worked on or decided anew since.")
    told = await curator.ask("POST", f"/{rule['id']}/undo")
    assert told["message"].startswith("2 of 3 rows restored")
    assert await curator.states() == {first[0]: "Complete", first[1]: "New", second[0]: "New"}
    assert await curator.stream.decide_all() == 0, "it would decide the same again"
    assert (await curator.only_rule())["suspended"] == "ana suspended it: what it had decided was taken back"
    await curator.ask("POST", f"/{rule['id']}/resume")
    assert await curator.stream.decide_all() == 2


async def test_taking_back_one_batch_lets_its_rule_rest(curator: Curator) -> None:
    await curator.businesses({})
    await curator.apply(domain_extraction=[{"name": "All"}], deep_scan=[{"name": "All"}])
    await curator.stream.decide_all()
    async with curator.product.sessions() as session:
        batch_id = (await session.scalars(select(Batch.id))).one()
    answer = await curator.client.post(f"/api/v3/undo/{batch_id}", headers=curator.headers)
    assert answer.json()["restored"] == 1
    assert await curator.stream.decide_all() == 0
    async with curator.product.sessions() as session:
        resting = dict((await session.execute(select(KeptRule.workflow, KeptRule.suspended))).all())
    assert resting == {"domain_extraction": "ana took back what it had decided.", "deep_scan": None}


async def test_a_row_that_a_person_stopped_stays_theirs(curator: Curator) -> None:
    (row_id,) = await curator.businesses({})
    await curator.apply(domain_extraction=[{"name": "All"}])
    await curator.stream.decide_all()
    async with curator.product.sessions.begin() as session:
        claimed = {BUSINESSES.processing_status: "Processing", BUSINESSES.claim: row_id, BUSINESSES.worker: row_id}
        await session.execute(update(LocalBusiness).values(claimed | {BUSINESSES.claimed_at: func.now()}))
    stopped = await curator.client.post(f"/api/v3/domain-extraction/{row_id}/stop", headers=curator.headers)
    assert stopped.status_code < 300, stopped.text
    assert await curator.states() == {row_id: "New"}
    assert await curator.stream.decide_all() == 0


async def test_a_rule_has_versions_and_a_suspended_one_rests_until_it_says_something_else(curator: Curator) -> None:
    await curator.businesses({"rating": 4.5})
    assert await curator.apply(domain_extraction=[{"name": "Good", "when": "rating > 4"}]) == [
        "added domain_extraction: Good",
        "  + when: rating > 4",
    ]
    assert await curator.apply(domain_extraction=[{"name": "Good", "when": "rating > 4"}]) == []
    rule = await curator.only_rule()
    await curator.ask("POST", f"/{rule['id']}/suspend", {"reason": "too many"})
    assert await curator.stream.decide_all() == 0
    assert (await curator.only_rule())["suspended"] == "ana suspended it: too many"
    await curator.apply(domain_extraction=[{"name": "Good", "when": "rating > 4.2"}])
    assert await curator.stream.decide_all() == 1
    changed = await curator.only_rule()
    assert (changed["version"], changed["id"], changed["decided"]) == (2, rule["id"], 1)
    async with curator.product.sessions() as session:
        said = await session.execute(select(RuleVersion.version, RuleVersion.written).order_by(RuleVersion.version))
        assert [(version, written["when"]) for version, written in said] == [(1, "rating > 4"), (2, "rating > 4.2")]
    assert await curator.apply() == ["removed domain_extraction: Good", "  - when: rating > 4.2"]
    assert (await curator.ask("GET", ""))["items"] == []


async def test_a_rule_that_takes_too_long_rests_and_others_go_on(
    curator: Curator, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with curator.product.sessions.begin() as session:
        domain_id = await make_domain(session, curator.user.tenant_id, "cedar.example")
        rows = [
            {"tenant_id": curator.user.tenant_id, "domain_id": domain_id, "url": f"https://cedar.example/{number}"}
            for number in range(3_000)
        ]
        await session.execute(insert(Page), rows)
    slow = " and ".join(f'not url ~ "x{number}"' for number in range(90))
    await curator.businesses({})
    await curator.apply(page_curation=[{"name": "Slow", "when": slow}], domain_extraction=[{"name": "All"}])
    fields = rule_fields(curator.product.registry)
    hurried = RuleStream(curator.product.patient, fields, ["page_curation"], statement_seconds=0.001)
    await hurried.decide_all()
    async with curator.product.sessions() as session:
        told = dict((await session.execute(select(KeptRule.name, KeptRule.suspended))).all())
    assert (told["Slow"] or "").startswith("It took longer than 0.001 s")
    tried = {"rules": {"page_curation": [{"name": "Slow", "when": slow}], "domain_extraction": [{"name": "All"}]}}
    (preview,) = await curator.ask("POST", "/preview", tried | {"only": "All"})
    assert preview["name"] == "All"
    monkeypatch.setattr(rule_preview, "MOST_SECONDS", 0.001)
    refused = await curator.ask("POST", "/preview", tried, code=422)
    assert refused["error"]["message"].startswith("It took longer than 0.001 s to find its rows.")
    assert not any(state != "New" for state in (await curator.states(Page.page_curation)).values())


async def test_a_wrong_rule_is_told_with_its_place_and_nothing_is_applied(curator: Curator) -> None:
    rules = {"domain_extraction": [{"name": "Good", "when": "rating > 4 and\nreveiws > 20"}]}
    answer = await curator.ask("PUT", "", {"rules": rules}, code=422)
    told = answer["error"]
    place = told["details"]
    assert (told["code"], place["line"], place["column"]) == ("bad_rule", 2, 1)
    assert "Did you mean reviews?" in told["message"]
    assert (await curator.ask("GET", ""))["items"] == []


async def test_what_others_changed_meanwhile_is_not_overwritten(curator: Curator) -> None:
    await curator.apply(domain_extraction=[{"name": "Good", "when": "rating > 4"}])
    seen = {"domain_extraction": [{"name": "Good", "when": "rating > 4"}]}
    theirs = {"domain_extraction": [{"name": "Good", "when": "rating > 3"}, {"name": "Rest", "action": "skip"}]}
    await curator.ask("PUT", "", {"rules": theirs, "before": seen})
    mine = {"domain_extraction": [{"name": "Good", "when": "rating > 4.5"}]}
    refused = await curator.ask("PUT", "", {"rules": mine, "before": seen}, code=409)
    assert refused["error"]["code"] == "rules_changed"
    assert refused["error"]["message"] == (
        "The rules were changed by ana since you read them: domain_extraction 'Good', domain_extraction 'Rest'."
        " Yours are not saved. Look at theirs, then save again."
    )
    assert [each["written"] for each in (await curator.ask("GET", ""))["items"]] == theirs["domain_extraction"]
    await curator.ask("PUT", "", {"rules": mine, "before": theirs})
    assert (await curator.only_rule())["written"] == mine["domain_extraction"][0]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"at_most": 3}, "say per what"),
        ({"at_most": 3, "per": "domian"}, "Did you mean domain?"),
        ({"per": "domain", "after": ["page_curatoin"]}, "Did you mean page_curation?"),
        ({"per": "domain", "after": ["deep_scan"]}, "belong to no domain"),
        ({"per": "domain", "after": ["page_curation"]}, "wait for each other"),
        ({"first": ["-scoer"]}, "Did you mean score?"),
        ({"first": ["kind in ("]}, "a value was expected"),
        ({"enough": {"knid": 3}}, "Did you mean kind?"),
    ],
)
async def test_limits_that_make_no_sense_are_refused(curator: Curator, rule: dict[str, Any], words: str) -> None:
    answer = await curator.ask("PUT", "", {"rules": {"page_curation": [{"name": "x", **rule}]}}, code=422)
    assert words in answer["error"]["message"]


async def test_a_preview_counts_exactly_what_the_rule_then_does(curator: Curator) -> None:
    dice = random.Random(7)
    values = [
        {"rating": dice.choice((None, 2.5, 4.0, 4.5)), "city": dice.choice(("Austin", "Bern"))} for _ in range(60)
    ]
    await curator.businesses(*values)
    rules = [
        {"name": "Bad", "when": "rating < 3", "action": "skip"},
        {"name": "In Bern", "when": 'city = "Bern" and not rating >= 4.5'},
        {"name": "Others"},
    ]
    previews = await curator.ask("POST", "/preview", {"rules": {"domain_extraction": rules}})
    assert sum(each["least"] for each in previews) == 60
    await curator.apply(domain_extraction=rules)
    await curator.stream.decide_all()
    decided = {each["name"]: each["decided"] for each in (await curator.ask("GET", ""))["items"]}
    assert {each["name"]: (each["least"], each["most"]) for each in previews} == {
        name: (count, count) for name, count in decided.items()
    }


async def test_a_preview_of_a_rule_with_limits_is_a_range_that_holds(curator: Curator) -> None:
    async with curator.product.sessions.begin() as session:
        sites = [await make_domain(session, curator.user.tenant_id, f"{name}.example") for name in ("oak", "elm")]
        for site in sites:
            for number in range(5):
                values = {"domain_id": site, "url": f"https://{site}.example/{number}", "score": number}
                await session.execute(insert(Page).values(tenant_id=curator.user.tenant_id, **values))
        await change_status(
            session,
            curator.product.registry["domain_curation"],
            Actor(curator.user.tenant_id, "ana"),
            [sites[0]],
            Decision(Settable.QUEUED),
        )
    rule = {"name": "Best", "when": "score > 0", "at_most": 3, "per": "domain", "after": ["domain_curation"]}
    (preview,) = await curator.ask("POST", "/preview", {"rules": {"page_curation": [rule]}})
    assert (preview["least"], preview["most"], preview["matching"]) == (3, 6, 8)
    assert preview["words"] == "3 to 6 rows become Queued, of 8 that it holds for."
    await curator.apply(page_curation=[rule])
    assert await curator.stream.decide_all() == 3
    async with curator.product.sessions.begin() as session:
        await change_status(
            session,
            curator.product.registry["domain_curation"],
            Actor(curator.user.tenant_id, "ana"),
            [sites[0]],
            Decision(Settable.SKIPPED),
        )
    assert await curator.stream.decide_all() == 3


async def test_a_replay_says_how_often_people_decided_the_same(curator: Curator) -> None:
    ids = await curator.businesses(*({"name": f"Shop {n}", "rating": 4.5 if n < 8 else 2.0} for n in range(10)))
    workflow, actor = curator.product.registry["domain_extraction"], Actor(curator.user.tenant_id, "ana")
    async with curator.product.sessions.begin() as session:
        await change_status(session, workflow, actor, ids[:9], Decision(Settable.QUEUED))
        await change_status(session, workflow, actor, [ids[0]], Decision(Settable.SKIPPED))
        await change_status(session, workflow, actor, [ids[9]], Decision(Settable.SKIPPED), rule="Not a person")
    rules = {"domain_extraction": [{"name": "Good", "when": "rating > 4"}]}
    (preview,) = await curator.ask("POST", "/preview", {"rules": rules})
    replay = preview["replay"]
    assert (replay["decisions"], replay["agreeing"]) == (9, 7)
    assert replay["words"] == "It agrees with 7 of your own 9 decisions; on these 2 it differs."
    assert [(each["title"], each["decided"], each["rule_says"]) for each in replay["differing"]] == [
        ("Shop 0", "Skipped", "Queued"),
        ("Shop 8", "Queued", "New"),
    ]


@pytest.mark.parametrize(
    ("decisions", "agreeing", "words"),
    [
        (3, 2, "It agrees with 2 of your own 3 decisions; on this one it differs."),
        (1, 1, "It agrees with your own decision."),
        (3, 3, "It agrees with all 3 of your own decisions."),
        (1, 0, "It differs from your own decision."),
        (4, 0, "It differs from all 4 of your own decisions."),
        (90, 20, "It agrees with 20 of your own 90 decisions; on 70, such as these 12, it differs."),
    ],
)
def test_how_far_a_rule_agrees_is_counted(decisions: int, agreeing: int, words: str) -> None:
    row = rule_preview.Disagreement(id=UUID(int=1), title="x", decided="Queued", rule_says="New")
    assert rule_preview._agreement(decisions, agreeing, [row] * min(12, decisions - agreeing)) == words


async def test_rules_of_one_tenant_touch_no_rows_of_another(curator: Curator) -> None:
    stranger = await add_person(curator.product, "zoe", Role.CURATOR, tenant="other")
    async with curator.product.sessions.begin() as session:
        theirs = await make_business(session, stranger.tenant_id)
    (mine,) = await curator.businesses({})
    await curator.apply(domain_extraction=[{"name": "All", "when": "place.name is empty"}])
    assert await curator.stream.decide_all() == 1
    assert await curator.states() == {mine: State.QUEUED.value, theirs: State.NEW.value}


async def test_a_rule_of_a_field_that_is_gone_rests_and_others_go_on(curator: Curator) -> None:
    await curator.businesses({})
    await curator.apply(domain_extraction=[{"name": "First", "when": "rating > 4"}, {"name": "All"}])
    async with curator.product.sessions.begin() as session:
        gone = update(KeptRule).where(KeptRule.name == "First")
        await session.execute(gone.values(written={"name": "First", "when": "sparkle > 4"}))
    assert await curator.stream.decide_all() == 1
    async with curator.product.sessions() as session:
        told = dict((await session.execute(select(KeptRule.name, KeptRule.suspended))).all())
    assert told["All"] is None
    assert "has no field sparkle" in (told["First"] or "")


async def test_what_comes_of_one_search_goes_on_by_itself_beside_the_rules(curator: Curator) -> None:
    async with curator.product.sessions.begin() as session:
        chosen = await make_family(session, curator.user.tenant_id, "dentists")
        await make_family(session, curator.user.tenant_id, "bakers")
    path, origin = "/../origins/going-on", f"place_searches:{chosen.search_id}"
    stages = ["deep_scan", "domain_extraction"]
    assert await curator.ask("PUT", path, {"origin": origin, "workflows": stages}) == stages
    told = await curator.ask("GET", "")
    assert told["items"] == []
    assert sorted((each["workflow"], each["for_origin"], each["name"][:8]) for each in told["for_origins"]) == [
        (each, origin, what) for each in stages for what in ("Go on wi", "Leave ou")
    ]
    first, closed = sorted(chosen.rows["domain-extraction"])[:2]
    async with curator.product.sessions.begin() as session:
        is_closed = update(LocalBusiness).where(LocalBusiness.id == closed)
        await session.execute(is_closed.values(business_status="CLOSED_PERMANENTLY"))
    rule = {"name": "Not this", "when": f'id = "{first}"', "action": "skip"}
    await curator.apply(domain_extraction=[rule])
    assert await curator.stream.decide_all() == 4
    states = await curator.states()
    queued = {row_id for row_id, state in states.items() if state == "Queued"}
    assert queued == chosen.rows["domain-extraction"] - {first, closed}
    assert (states[first], states[closed]) == ("Skipped", "Skipped")
    progress = await curator.client.get("/api/v3/origins/progress", params={"origin": origin}, headers=curator.headers)
    assert progress.json()["goes_on"] == stages
    assert await curator.ask("PUT", path, {"origin": origin, "workflows": ["deep_scan"]}) == ["deep_scan"]
    batches = (await curator.client.get("/api/v3/batches", headers=curator.headers)).json()["items"]
    scanned = next(each for each in batches if each["workflow"] == "deep_scan")
    assert scanned["made_by"].startswith("rule Go on with dentists in Austin")
    await curator.client.post(f"/api/v3/undo/{scanned['id']}", headers=curator.headers)
    assert await curator.stream.decide_all() == 0
