"""What may stand on the suppression list, and in which spelling."""

import asyncio
from dataclasses import dataclass
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain
from tests.pages import make_page
from tests.statements import counted_statements

from scrapersky.clients.delivery import OutgoingContact
from scrapersky.curation_sdk.decisions import (
    BatchStatusUpdateRequest,
    FilterStatusUpdateRequest,
    RowDecisions,
    RowsRefused,
    take_back,
)
from scrapersky.curation_sdk.declaring import Actor, Batch, Registry, Settable
from scrapersky.curation_sdk.declaring.followed import noting
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.testing import make_sample
from scrapersky.models import Contact, SitemapFile, Suppression
from scrapersky.services.suppression import entries
from scrapersky.services.suppression.contacts import skip_suppressed, take_off
from scrapersky.services.suppression.entries import (
    ERASED,
    SuppressionsNow,
    release,
    suppress,
    suppressed_marks,
    suppressions,
    why_suppressed,
)
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import LONGEST_VALUE, Mark, NotSuppressible, marks_of, marks_of_host
from scrapersky.services.suppression.redaction import Erasures
from scrapersky.services.suppression.refusing import refuse_suppressed
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

EMAIL, DOMAIN, PHONE, PERSON = (SuppressionKind(name) for name in ("email", "domain", "phone", "person"))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (EMAIL, "ana"),
        (EMAIL, "@acme.com"),
        (EMAIL, "ana@localhost"),
        (EMAIL, "ana@localhost/acme.com"),
        (EMAIL, "a b@acme.com"),
        (EMAIL, "a" * (LONGEST_VALUE - 8) + "@acme.com"),
        (DOMAIN, "localhost"),
        (DOMAIN, "10.0.0.1"),
        (DOMAIN, ""),
        (PHONE, "call me"),
        (PHONE, "+1"),
        (PHONE, "1" * 40),
        (PERSON, "acme.com/"),
        (PERSON, "localhost/Jane Doe"),
        (SuppressionKind.PROFILE, "linkedin.com/"),
        (SuppressionKind.PROFILE, "localhost/in/jane"),
    ],
)
def test_what_names_nobody_is_refused(kind: SuppressionKind, text: str) -> None:
    with pytest.raises(NotSuppressible, match=r"is not (a|the)"):
        Mark.read(kind, text)


def test_a_long_address_and_that_of_a_page_about_somebody_are_read() -> None:
    longest = "a" * (LONGEST_VALUE - 9) + "@acme.com"
    assert Mark.read(EMAIL, longest).value == longest
    assert Mark.read(DOMAIN, "https://acme.example/@jane").value == "acme.example"


@given(st.sampled_from(SuppressionKind), st.text(max_size=50))
def test_a_spelling_that_was_read_reads_the_same_again(kind: SuppressionKind, text: str) -> None:
    try:
        mark = Mark.read(kind, text)
    except NotSuppressible:
        return
    assert Mark.read(kind, mark.value) == mark


@dataclass(frozen=True)
class Somebody:
    email: str | None = None
    phone: str | None = None
    whatsapp: str | None = None
    fax: str | None = None
    name: str | None = None


def test_a_contact_is_on_the_list_by_all_it_can_be_reached_by_and_by_its_site() -> None:
    somebody = Somebody("Jane.Doe+x@Mail.Cedar.co.uk", "+1 512 555-0100", "+15125550101", "(512) 555-0102")
    assert {(mark.kind, mark.value) for mark in marks_of(somebody, "shop.oak.example")} == {
        (EMAIL, "jane.doe+x@mail.cedar.co.uk"),
        (DOMAIN, "mail.cedar.co.uk"),
        (DOMAIN, "cedar.co.uk"),
        (DOMAIN, "shop.oak.example"),
        (DOMAIN, "oak.example"),
        (PHONE, "+15125550100"),
        (PHONE, "+15125550101"),
        (PHONE, "5125550102"),
    }
    assert list(marks_of(Somebody(phone="ask for Jane"))) == []


@pytest.mark.parametrize("host", ["www.gov.uk", "www.acme.example", "acme.example", "www.shop.acme.co.uk"])
def test_a_domain_on_the_list_stands_for_the_host_it_was_written_as(host: str) -> None:
    assert Mark.read(DOMAIN, host) in set(marks_of_host(host))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (EMAIL, "Info@München.de"),
        (EMAIL, "info@xn--mnchen-3ya.de"),
        (DOMAIN, "münchen.de"),
        (DOMAIN, "xn--mnchen-3ya.de"),
    ],
)
@pytest.mark.parametrize("host", ["münchen.de", "xn--mnchen-3ya.de"])
def test_an_international_host_is_the_same_in_both_spellings(kind: SuppressionKind, text: str, host: str) -> None:
    assert Mark.read(kind, text) in set(marks_of(Somebody(f"info@{host}")))
    assert Mark.read(DOMAIN, host) in set(marks_of(Somebody(), "www.münchen.de"))


def test_an_address_listed_in_its_own_script_before_stays_listed() -> None:
    assert Mark(EMAIL, "info@münchen.de") in set(marks_of(Somebody("Info@München.de")))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("+49 (0)89 9017238", "+49899017238"),
        ("0049 89 9017238", "+49899017238"),
        ("+49 89 9017238 ext. 5", "+49899017238"),
        ("089 / 9017238", "089 / 9017238 ext 5"),
        ("089 / 9017238 x5", "089 9017238"),
    ],
)
def test_a_number_is_the_same_in_all_spellings_and_with_an_extension(text: str, kept: str) -> None:
    assert Mark.read(PHONE, text) in set(marks_of(Somebody(phone=kept)))


async def test_putting_somebody_on_the_list_twice_keeps_the_first_reason(sessions: Sessions) -> None:
    mark = Mark.read(EMAIL, "ana@cedar.example")
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        for reason in ("asked us", "again"):
            (kept,) = await suppress(session, actor, [mark, mark], reason)
            assert (kept.reason, kept.added_by) == ("asked us", "ana")
        assert await suppressed_marks(session, actor.tenant_id, [mark]) == {mark: "asked us"}
        assert await suppressed_marks(session, actor.tenant_id, []) == {}


async def test_a_tenants_list_is_its_own(sessions: Sessions) -> None:
    marks = [Mark.read(DOMAIN, "oak.example"), *(Mark.read(EMAIL, f"{name}@cedar.example") for name in ("ben", "ana"))]
    async with sessions.begin() as session:
        ours, theirs = [Actor(await make_tenant(session), name) for name in ("ana", "zoe")]
        kept = await suppress(session, ours, marks, "asked us")
        assert [each.value for each in kept] == ["oak.example", "ana@cedar.example", "ben@cedar.example"]
        await suppress(session, theirs, [marks[1]], "asked them")
        assert await suppressed_marks(session, theirs.tenant_id, marks) == {marks[1]: "asked them"}
        whole, total = await suppressions(session, ours.tenant_id, None, limit=2, offset=1)
        assert ([each.value for each in whole], total) == (["ana@cedar.example", "ben@cedar.example"], 3)
        addresses, total = await suppressions(session, theirs.tenant_id, EMAIL, limit=9, offset=0)
        assert ([(each.value, each.reason) for each in addresses], total) == ([("ben@cedar.example", "asked them")], 1)
        assert (await suppressions(session, theirs.tenant_id, DOMAIN, limit=9, offset=0))[1] == 0
        with pytest.raises(RowsNotFound, match="no suppression"):
            await release(session, theirs, kept[0].id)
        await release(session, ours, kept[0].id)
        assert await suppressed_marks(session, ours.tenant_id, marks) == dict.fromkeys(marks[1:], "asked us")
        for actor in (ours, theirs):
            erased = {"tenant_id": actor.tenant_id, "kind": EMAIL, "value": marks[2].hashed(actor.tenant_id)}
            await session.execute(insert(Suppression).values(erased | {"is_hashed": True}))
        erasures = await Erasures.of(session, ours.tenant_id)
        assert erasures.hashes == {marks[2].hashed(ours.tenant_id)}
        assert erasures.kinds == {"email"}
        assert await erasures.are_still_all(session)
        with pytest.raises(NotSuppressible, match="scrapersky erase"):
            await suppress(session, ours, marks, ERASED)
        for wanted in (marks[:1], [marks[2], marks[1]]):
            kept = await suppress(session, theirs, wanted)
            assert [each.value for each in kept] == sorted(mark.value for mark in wanted), "those, and in order"


async def test_at_the_moment_of_fetching_the_list_is_as_it_was_a_moment_ago(
    engine: AsyncEngine, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = [0.0]
    now = SuppressionsNow(engine, lambda: moments[-1])

    async def list_them(*hosts: str) -> None:
        async with sessions.begin() as session:
            await suppress(session, ours, [Mark.read(DOMAIN, host) for host in hosts])

    async with sessions.begin() as session:
        ours, theirs = [Actor(await make_tenant(session), name) for name in ("ana", "zoe")]
    host, told = "www.oak.example", "The domain oak.example is on the suppression list."
    assert await now.of_host(ours.tenant_id, host) is None
    await list_them("oak.example")
    moments.append(0.9)
    assert await now.of_host(ours.tenant_id, host) is None
    moments.append(1.0)
    assert [await now.of_host(each.tenant_id, host) for each in (ours, theirs)] == [told, None]
    assert await now.of_host(ours.tenant_id, "elm.example") is None
    await list_them("elm.example")
    monkeypatch.setattr(entries, "MOST_DOMAINS", 1)
    moments.append(2.0)
    assert [await now.of_host(ours.tenant_id, each) for each in (host, "ash.example")] == [told, None]
    contact = OutgoingContact(UUID(int=1), "elm.example", email="ana@ash.example")
    assert await now.of_contact(ours.tenant_id, contact) == "The domain elm.example is on the suppression list."
    assert await now.of_contact(theirs.tenant_id, contact) is None


async def test_all_pages_of_a_moment_ask_for_the_list_once(
    engine: AsyncEngine, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = [0.0]
    now = SuppressionsNow(engine, lambda: moments[-1])
    monkeypatch.setattr(entries, "MOST_DOMAINS", 1)
    async with sessions.begin() as session:
        ours, theirs = [Actor(await make_tenant(session), name) for name in ("ana", "zoe")]
        for actor, listed in ((ours, "oak.example"), (theirs, "ash.example")):
            await suppress(session, actor, [Mark.read(DOMAIN, listed)])

    async def asked(*hosts: str) -> int:
        with counted_statements(engine) as statements:
            await asyncio.gather(*(now.of_host(ours.tenant_id, host) for host in hosts))
        return len(statements)

    assert (await asked("ash.example"), await asked("ash.example")) == (1, 0)
    moments.append(1.0)
    assert await asked("ash.example", "elm.example") == 1, "who comes while it is read need not read it too"


def test_why_somebody_is_left_alone_is_told_without_naming_who_was_erased() -> None:
    mark = Mark.read(EMAIL, "ana@oak.example")
    assert why_suppressed(mark, ERASED) == "The email was erased on request."
    assert why_suppressed(mark, "by phone") == "The email ana@oak.example is on the suppression list: by phone."


@pytest.mark.parametrize(
    ("kind", "text", "meant", "other"),
    [
        (DOMAIN, "cedar.co.uk", {"email": "ana@mail.cedar.co.uk"}, {"email": "ana@redcedar.co.uk"}),
        (DOMAIN, "c_d.example", {"email": "ana@mail.c_d.example"}, {"email": "ana@mail.cod.example"}),
        (DOMAIN, "cedar.example", {"site": "shop.cedar.example"}, {"site": "redcedar.example"}),
        (DOMAIN, "münchen.de", {"email": "ana@post.münchen.de"}, {"email": "ana@post.munchen.de"}),
        (DOMAIN, "cedar.example", {"site": "cedar.example"}, {"site": "redcedar.example"}),
        (EMAIL, "ana@münchen.de", {"email": "ana@münchen.de"}, {"email": "ben@münchen.de"}),
        (EMAIL, "Ana@cedar.example", {"email": "ana@cedar.example"}, {"email": "ana@elm.example"}),
        (EMAIL, "ana.lo@gmail.com", {"email": "analo@googlemail.com"}, {"email": "analo@mail.com"}),
        (PERSON, "cedar.example/Meant", {"site": "cedar.example"}, {"site": "elm.example"}),
        (PHONE, "+49899017238", {"phone": "+49 (0)89 9017238 ext. 5"}, {"phone": "+49 89 90172380"}),
        (PHONE, "089 / 9017238", {"fax": "(089) 90-17-238"}, {"fax": "(088) 90-17-238"}),
    ],
)
async def test_contacts_that_wait_are_skipped_in_whatever_spelling_they_are(
    sessions: Sessions, kind: SuppressionKind, text: str, meant: dict[str, str], other: dict[str, str]
) -> None:
    async with sessions.begin() as session:
        actor, stranger = [Actor(await make_tenant(session), name) for name in ("ana", "zoe")]
        for tenant_id, name, values in (
            (actor.tenant_id, "meant", meant),
            (actor.tenant_id, "other", other),
            (stranger.tenant_id, "meant", meant),
        ):
            ways = {"email": f"{name}@oak.example", **values}
            site = await make_domain(session, tenant_id, ways.pop("site", None))
            await make_contact(session, tenant_id, name=name, domain_id=site, **ways)
        skipped = [await skip_suppressed(session, actor, [Mark.read(kind, text)]) for _ in range(2)]
        assert [each.count for each in skipped] == [1, 0], "those that wait, and they wait no more"
        delivery = Contact.contact_delivery
        left_alone = await session.execute(select(Contact.name, delivery.outcome).where(delivery.state == "Skipped"))
        assert left_alone.all() == [("meant", "suppressed")]


@pytest.mark.parametrize(("by", "told", "listed"), [("ana", "No longer", []), ("ben", "Still", ["cedar.example"])])
async def test_who_takes_their_suppression_back_takes_the_entry_off_too(
    sessions: Sessions, by: str, told: str, listed: list[str]
) -> None:
    async with sessions.begin() as session:
        actor, stranger = [Actor(await make_tenant(session), "ana") for _ in range(2)]
        await make_contact(session, actor.tenant_id)
        await suppress(session, actor, [Mark.read(DOMAIN, "earlier.example")])
    mark = Mark.read(DOMAIN, "cedar.example")
    async with sessions.begin() as session:
        await suppress(session, actor, [mark])
        await suppress(session, stranger, [mark])
        erased = {"tenant_id": actor.tenant_id, "kind": EMAIL, "value": "a hash", "is_hashed": True, "added_by": "ana"}
        await session.execute(insert(Suppression).values(erased))
        token = (await skip_suppressed(session, actor, [mark])).undo_token
    async with sessions.begin() as session:
        registry = Registry(product_workflows())
        undone = await take_back(session, registry, Actor(actor.tenant_id, by), token)
        assert undone.message.startswith(f"1 of 1 restored. {told} suppressed: domain cedar.example.")
        found, _ = await suppressions(session, actor.tenant_id, None, limit=10, offset=0)
        assert [each.value for each in found if not each.is_hashed] == [*listed, "earlier.example"]
        assert [each.value for each in found if each.is_hashed] == ["a hash"]
        assert (await suppressions(session, stranger.tenant_id, None, limit=10, offset=0))[1] == 1
        assert await session.scalar(select(Contact.contact_delivery.state)) == "New"


async def test_of_many_entries_that_are_taken_back_three_are_named(sessions: Sessions) -> None:
    marks = [Mark.read(DOMAIN, f"{name}.example") for name in ("ash", "elm", "fir", "oak")]
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
    for few, more in ((marks[:3], ""), (marks, " and more")):
        async with sessions.begin() as session:
            await suppress(session, actor, few)
            token = (await skip_suppressed(session, actor, few)).undo_token
        async with sessions.begin() as session:
            undone = await take_back(session, Registry(product_workflows()), actor, token)
            named = "domain ash.example, domain elm.example, domain fir.example"
            assert undone.message == f"No longer suppressed: {named}{more}."


async def test_who_was_erased_is_taken_off_without_a_name_and_what_had_no_reason_is_put_back_without_one(
    sessions: Sessions,
) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        (entry,) = await suppress(session, actor, [Mark.read(EMAIL, "ana@oak.example")])
        erased = {"tenant_id": actor.tenant_id, "kind": PHONE, "value": "a hash", "is_hashed": True}
        hashed = (await session.execute(insert(Suppression).values(erased).returning(Suppression.id))).scalar_one()
        with noting() as facts:
            await take_off(session, actor, hashed)
        assert facts["kind"] == "phone"
        await take_off(session, actor, entry.id)
        last, first = await session.scalars(select(Batch).order_by(Batch.id.desc()))
        assert first.what == "somebody who was erased (phone) taken off the suppression list"
        assert last.what == "taken off the suppression list: email ana@oak.example"
    async with sessions.begin() as session:
        await take_back(session, Registry(product_workflows()), actor, last.id)
        (again,), _ = await suppressions(session, actor.tenant_id, None, limit=10, offset=0)
        assert (again.value, again.reason) == ("ana@oak.example", None)


async def test_one_tenants_list_refuses_nothing_of_anothers(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        actor, stranger = [Actor(await make_tenant(session), "ana") for _ in range(2)]
        ours, theirs = [await make_contact(session, each.tenant_id) for each in (actor, stranger)]
        await suppress(session, actor, [Mark.read(EMAIL, "ana@cedar.example")])
        assert await refuse_suppressed(session, actor.tenant_id, [theirs]) == {}
        assert await refuse_suppressed(session, stranger.tenant_id, [theirs]) == {}
        told = "The email ana@cedar.example is on the suppression list."
        assert await refuse_suppressed(session, actor.tenant_id, [ours, theirs]) == {ours: told}


async def test_nothing_of_a_website_that_is_on_the_list_can_be_queued(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        elm, fir = [await make_domain(session, actor.tenant_id, f"{name}.example") for name in ("elm", "fir")]
        page_id = (await make_page(session, "https://www.elm.example/team", actor.tenant_id)).page_id
        sitemaps = [
            await make_sample(session, SitemapFile, tenant_id=actor.tenant_id, domain_id=domain_id, url=url)
            for domain_id, url in ((elm, "https://www.elm.example/s.xml"), (fir, "https://fir.example/s.xml"))
        ]
        await suppress(session, actor, [Mark.read(DOMAIN, "elm.example")])
        told = "The domain elm.example is on the suppression list."
        for workflow, ids in (
            (domain_curation, [elm, fir]),
            (sitemap_curation, sitemaps),
            (sitemap_import, sitemaps),
            (page_curation, [page_id]),
        ):
            assert workflow.refuses is not None
            assert await workflow.refuses(session, actor.tenant_id, ids) == {ids[0]: told}
        wanted = BatchStatusUpdateRequest(ids=[elm, fir], status=Settable.QUEUED)
        answer = await RowDecisions(session, domain_curation, actor).decide_by_ids(wanted)
        assert (answer.updated_ids, [(each.id, each.reason) for each in answer.refused]) == ([fir], [(elm, told)])


async def test_of_all_that_match_the_suppressed_are_left_as_they_are(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        ids = [await make_contact(session, actor.tenant_id, email=f"{name}@oak.example") for name in ("ana", "ben")]
        await suppress(session, actor, [Mark.read(EMAIL, "ana@oak.example")])
        decisions = RowDecisions(session, contact_delivery, actor)
        wanted = FilterStatusUpdateRequest(status=Settable.QUEUED, expected_count=2)
        answer = await decisions.decide_by_filter(wanted)
        assert (answer.updated_ids, [each.id for each in answer.refused]) == ([ids[1]], [ids[0]])
        await suppress(session, actor, [Mark.read(EMAIL, "ben@oak.example")])
        with pytest.raises(RowsRefused, match="2 rows were not queued"):
            await decisions.decide_by_filter(wanted)
        skipped = await decisions.decide_by_filter(wanted.model_copy(update={"status": Settable.SKIPPED}))
        assert (skipped.updated_count, skipped.refused) == (2, [])


async def test_who_is_suppressed_is_not_queued_and_taking_one_off_is_in_the_history(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        ids = [await make_contact(session, actor.tenant_id, email=f"{name}@oak.example") for name in ("ana", "ben")]
        wanted = BatchStatusUpdateRequest(ids=ids, status=Settable.QUEUED)
        decisions = RowDecisions(session, contact_delivery, actor)
        assert (await decisions.decide_by_ids(wanted)).message == "Updated 2 rows to Queued."
        (entry,) = await suppress(session, actor, [Mark.read(EMAIL, "ana@oak.example")], "asked us")
        told = await decisions.decide_by_ids(wanted)
        why = "The email ana@oak.example is on the suppression list: asked us."
        assert told.message == f"Updated 1 row to Queued. 1 row was not queued. {why}"
        assert ([each.id for each in told.refused], told.updated_ids, told.not_found) == (ids[:1], ids[1:], [])
        with pytest.raises(RowsRefused, match="1 row was not queued"):
            await decisions.decide_by_ids(BatchStatusUpdateRequest(ids=ids[:1], status=Settable.QUEUED))
        await take_off(session, actor, entry.id)
        batch = (await session.scalars(select(Batch).order_by(Batch.id.desc()).limit(1))).one()
        assert batch.what == "taken off the suppression list: email ana@oak.example; reason: asked us"
    async with sessions.begin() as session:
        undone = await take_back(session, Registry(product_workflows()), actor, batch.id)
        assert undone.message.endswith("On the suppression list again: email ana@oak.example.")
        (again,), _ = await suppressions(session, actor.tenant_id, None, limit=10, offset=0)
        assert (again.value, again.reason, again.added_by) == ("ana@oak.example", "asked us", "ana")
