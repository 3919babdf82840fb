"""A contact is checked, held against the list, and handed over once."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.businesses import make_business, make_tenant
from tests.clients.internet import Internet
from tests.conftest import Sessions
from tests.contacts import PretendMailServers, make_contact
from tests.domains import make_domain

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery import DeliveryFailed, DeliveryTarget, OutgoingContact
from scrapersky.clients.delivery.brevo import Brevo
from scrapersky.clients.delivery.folder import Folder
from scrapersky.clients.delivery.hubspot import HubSpot
from scrapersky.clients.delivery.rest import RestTarget
from scrapersky.clients.delivery.target import told_to
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.mail.servers import MailRoute
from scrapersky.clients.mail.verifier import Mailbox, MailboxAnswer
from scrapersky.clients.places.errors import BudgetUsedUp
from scrapersky.coordination.paid_calls import DatabasePaidCalls
from scrapersky.curation_sdk import Nothing, Saved
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.models import ApiCall, Budget, Contact, Delivery
from scrapersky.services.contact_delivery_service import (
    Handover,
    deliver_contact,
    load_contacts,
    save_handover,
)
from scrapersky.services.delivery_targets.sent import sent_of
from scrapersky.services.suppression.entries import SuppressionsNow, suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark


@dataclass
class Noting:
    """A target that writes down what it gets, and refuses as told."""

    name: str = "noting"
    destination: str = "here"
    got: list[tuple[OutgoingContact, str]] = field(default_factory=list)
    failure: DeliveryFailed | None = None
    answer: str = "taken"

    def refusal(self, _: OutgoingContact) -> str | None:
        return None

    async def deliver(self, contact: OutgoingContact, key: str, _: Fetcher) -> str:
        if self.failure is not None:
            raise self.failure
        self.got.append((contact, key))
        return self.answer


@pytest.fixture
async def web() -> AsyncIterator[Fetcher]:
    async with Internet().fetcher() as fetcher:
        yield fetcher


@dataclass
class Desk:
    """One tenant's contacts, and the way they go."""

    sessions: Sessions
    tenant_id: UUID
    web: Fetcher
    mail_servers: PretendMailServers = field(default_factory=PretendMailServers)

    async def add(self, **values: object) -> UUID:
        async with self.sessions.begin() as session:
            return await make_contact(session, self.tenant_id, **values)

    async def suppress(self, kind: SuppressionKind, value: str, reason: str | None = None) -> None:
        async with self.sessions.begin() as session:
            await suppress(session, Actor(self.tenant_id, "ana"), [Mark.read(kind, value)], reason)

    async def work(self, contact_id: UUID, *targets: DeliveryTarget) -> Handover | Nothing:
        async with self.sessions() as session:
            loaded = await load_contacts(session, [await session.get_one(Contact, contact_id)])
        clients = Clients(self.web, mail_servers=self.mail_servers, targets=targets)
        return await deliver_contact(loaded[contact_id], clients)

    async def save(self, contact_id: UUID, handover: Handover) -> Saved:
        async with self.sessions.begin() as session:
            return await save_handover(session, await session.get_one(Contact, contact_id), handover)

    async def process(self, contact_id: UUID, *targets: DeliveryTarget) -> Saved | Nothing:
        handover = await self.work(contact_id, *targets)
        return handover if isinstance(handover, Nothing) else await self.save(contact_id, handover)

    async def look(self, contact_id: UUID) -> Contact:
        async with self.sessions() as session:
            return await session.get_one(Contact, contact_id)

    async def deliveries(self) -> int:
        async with self.sessions() as session:
            return await session.scalar(select(func.count()).select_from(Delivery)) or 0


@pytest.fixture
async def desk(sessions: Sessions, web: Fetcher) -> Desk:
    async with sessions.begin() as session:
        return Desk(sessions, await make_tenant(session), web)


async def test_what_was_delivered_where_and_when_is_on_the_row(desk: Desk) -> None:
    contact_id, another, target = await desk.add(), await desk.add(email="bo@cedar.example"), Noting()
    assert await desk.process(contact_id, target) == Saved(1, None, None)
    row = await desk.look(contact_id)
    assert (row.delivered_to, row.verification) == (["noting"], "valid")
    assert row.delivered_at is not None
    assert row.verification_facts is not None
    assert row.verification_facts["mail_servers"] == ["mx.example"]
    assert target.got[0][0].verification == "valid"
    assert ((await desk.look(another)).verified_at, (await desk.look(another)).delivered_to) == (None, [])


async def test_what_a_target_got_is_told_from_what_is_kept_and_says_whether_it_is_still_so(desk: Desk) -> None:
    contact_id, target = (
        await desk.add(email="ann@cedar.example", name=None),
        Noting(answer="at https://a.example/T0/x"),
    )
    await desk.process(contact_id, target)
    async with desk.sessions.begin() as session:
        (sent,) = await sent_of(session, desk.tenant_id, contact_id, [target])
        assert (sent.target, sent.answer, sent.is_as_sent) == ("noting", "at https://a.example", True)
        assert sent.told["email"] == target.got[0][0].email == "ann@cedar.example"
        assert (sent.told["verification"], "name" in sent.told) == ("valid", False)
        (await session.get_one(Contact, contact_id)).email = "eve@cedar.example"
        await session.flush()
        (changed,) = await sent_of(session, desk.tenant_id, contact_id, [target])
        assert (changed.told["email"], changed.is_as_sent) == ("eve@cedar.example", False)
        (moved,) = await sent_of(session, desk.tenant_id, contact_id, [])
        assert not moved.is_as_sent
        with pytest.raises(RowsNotFound):
            await sent_of(session, uuid4(), contact_id, [target])


def test_each_target_is_told_in_its_own_words_and_no_key_is_among_them() -> None:
    contact = OutgoingContact(id=UUID(int=7), domain="cedar.example", name="Ann Lee", email="ann@cedar.example")
    rest = RestTarget("https://crm.example/", template={"key": "s3cret", "mail": "<{email}>", "deep": {"on": True}})
    assert told_to(rest, contact) == {"key": "…", "mail": "<ann@cedar.example>", "deep": {"on": "…"}}
    assert told_to(HubSpot("token"), contact)["firstname"] == "Ann"
    assert told_to(Brevo("api-key", (3, 4)), contact) == {
        "email": "ann@cedar.example",
        "FIRSTNAME": "Ann",
        "LASTNAME": "Lee",
        "lists": "3, 4",
    }
    assert told_to(Webhook("https://a.example/", "s" * 16), contact)["name"] == "Ann Lee"


async def test_of_an_answer_so_much_is_kept_as_a_row_can_have(desk: Desk) -> None:
    contact_id = await desk.add()
    await desk.process(contact_id, Noting(answer="\x00" + "x" * 2000))
    async with desk.sessions() as session:
        assert (await session.scalars(select(Delivery.answer))).one() == "x" * 1000


async def test_delivering_the_same_contact_twice_doubles_nothing(desk: Desk) -> None:
    contact_id, target = await desk.add(), Noting()
    await desk.process(contact_id, target)
    before = (await desk.look(contact_id)).delivered_at
    again = await desk.process(contact_id, target)
    assert isinstance(again, Saved)
    assert (again.produced, again.outcome) == (0, "already_delivered")
    assert (len(target.got), await desk.deliveries()) == (1, 1)
    assert (await desk.look(contact_id)).delivered_at == before


async def test_a_run_that_died_after_sending_sends_the_same_key_again(desk: Desk) -> None:
    contact_id, target = await desk.add(), Noting()
    await desk.work(contact_id, target)
    handover = await desk.work(contact_id, target)
    assert target.got[0][1] == target.got[1][1]
    assert isinstance(handover, Handover)
    assert [(await desk.save(contact_id, handover)).produced for _ in range(2)] == [1, 0]


async def test_a_contact_that_changed_is_delivered_again(desk: Desk) -> None:
    contact_id, target = await desk.add(), Noting()
    await desk.process(contact_id, target)
    async with desk.sessions.begin() as session:
        (await session.get_one(Contact, contact_id)).phone = "+15125550199"
    assert await desk.process(contact_id, target) == Saved(1, None, None)
    assert (await desk.deliveries(), (await desk.look(contact_id)).delivered_to) == (2, ["noting"])


async def test_a_second_target_gets_what_the_first_one_has(desk: Desk) -> None:
    contact_id, first, second = await desk.add(), Noting(), Noting("second")
    await desk.process(contact_id, first)
    await desk.process(contact_id, first, second)
    assert (len(first.got), len(second.got)) == (1, 1)
    assert (await desk.look(contact_id)).delivered_to == ["noting", "second"]


async def test_a_contact_that_has_only_whatsapp_is_handed_over(desk: Desk) -> None:
    contact_id = await desk.add(identity="whatsapp:+15125550102", email=None, phone=None, whatsapp="+15125550102")
    assert await desk.process(contact_id, Noting()) == Saved(1, None, None)


async def test_who_can_be_reached_in_no_way_is_known_before_anything_is_sent(desk: Desk, sessions: Sessions) -> None:
    """As delivery sees it: by the first of the ways there are."""
    nothing: dict[str, str | None] = {"email": None, "phone": None, "whatsapp": None}
    ways: dict[str, str | None] = {"email": "a@b.example", "phone": "+15125550102", "whatsapp": "+15125550103"}
    told = [("none", nothing), ("all", ways), *((name, nothing | {name: value}) for name, value in ways.items())]
    ids = {name: await desk.add(identity=f"person:{name}", **values) for name, values in told}
    async with sessions() as session:
        reach = dict((await session.execute(select(Contact.id, Contact.reach))).all())
    found = {name: reach[contact_id] for name, contact_id in ids.items()}
    assert found == {"none": None, "all": "email", "email": "email", "phone": "phone", "whatsapp": "whatsapp"}
    unsent = [name for name, contact_id in ids.items() if isinstance(await desk.process(contact_id, Noting()), Nothing)]
    assert unsent == ["none"]


@pytest.mark.parametrize("has_target", [True, False])
async def test_a_contact_that_is_only_a_name_is_neither_checked_nor_handed_over(desk: Desk, has_target: bool) -> None:
    contact_id = await desk.add(identity="person:jane doe", name="Jane Doe", email=None, phone=None)
    target = Noting()
    result = await desk.process(contact_id, *((target,) if has_target else ()))
    assert isinstance(result, Nothing)
    assert result.reason == "unreachable"
    assert (target.got, (await desk.look(contact_id)).verified_at) == ([], None)


async def test_without_a_target_the_contact_is_checked_and_the_person_told_what_to_set(desk: Desk) -> None:
    contact_id = await desk.add(email="info@cedar.example")
    saved = await desk.process(contact_id)
    assert isinstance(saved, Saved)
    assert (saved.produced, saved.outcome) == (0, "verified_only")
    assert "WEBHOOK_URL" in (saved.note or "")
    assert (await desk.look(contact_id)).verification == "role"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (SuppressionKind.EMAIL, "JANEDOE@googlemail.com"),
        (SuppressionKind.DOMAIN, "gmail.com"),
        (SuppressionKind.DOMAIN, "cedar.example"),
        (SuppressionKind.PHONE, "+1 (512) 555-0100"),
        (SuppressionKind.PHONE, "+15125550102"),
    ],
)
async def test_who_is_on_the_list_is_left_alone(desk: Desk, kind: SuppressionKind, value: str) -> None:
    async with desk.sessions.begin() as session:
        domain_id = await make_domain(session, desk.tenant_id, "cedar.example")
    contact_id = await desk.add(
        email="jane.doe+list@gmail.com", phone="+15125550100", whatsapp="+15125550102", domain_id=domain_id
    )
    await desk.suppress(kind, value, "asked us to stop")
    target = Noting()
    nothing = await desk.process(contact_id, target)
    assert isinstance(nothing, Nothing)
    assert nothing.reason == "suppressed"
    assert "asked us to stop" in (nothing.note or "")
    assert (target.got, desk.mail_servers.asked) == ([], [])


async def test_who_asks_to_be_left_alone_after_the_contact_was_taken_up_is_left_alone(
    desk: Desk, engine: AsyncEngine
) -> None:
    contact_id, target = await desk.add(email="ana@cedar.example"), Noting()
    async with desk.sessions() as session:
        loaded = await load_contacts(session, [await session.get_one(Contact, contact_id)])
    look = SuppressionsNow(engine).of_contact
    clients = Clients(desk.web, mail_servers=desk.mail_servers, targets=(target,), last_look=look)
    await desk.suppress(SuppressionKind.EMAIL, "ana@cedar.example", "asked on the phone")
    left_alone = await deliver_contact(loaded[contact_id], clients)
    assert left_alone == Nothing(
        "suppressed", "The email ana@cedar.example is on the suppression list: asked on the phone."
    )
    assert target.got == []


async def test_who_asks_to_be_left_alone_between_two_targets_goes_to_no_further_one(
    desk: Desk, engine: AsyncEngine
) -> None:
    class Slow(Noting):
        async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
            await desk.suppress(SuppressionKind.EMAIL, "ana@cedar.example")
            return await super().deliver(contact, key, web)

    contact_id, first, second = await desk.add(email="ana@cedar.example"), Slow(), Noting("second")
    async with desk.sessions() as session:
        loaded = await load_contacts(session, [await session.get_one(Contact, contact_id)])
    look = SuppressionsNow(engine).of_contact
    clients = Clients(desk.web, mail_servers=desk.mail_servers, targets=(first, second), last_look=look)
    handover = await deliver_contact(loaded[contact_id], clients)
    assert isinstance(handover, Handover)
    assert (len(first.got), len(second.got)) == (1, 0)
    saved = await desk.save(contact_id, handover)
    assert (saved.produced, saved.outcome) == (1, "sent_in_part")
    assert "on the suppression list" in (saved.note or "")


async def test_a_domain_on_the_list_stands_for_what_is_below_it_and_no_other(desk: Desk) -> None:
    below, beside = await desk.add(email="a@mail.cedar.example"), await desk.add(email="a@notcedar.example")
    await desk.suppress(SuppressionKind.DOMAIN, "cedar.example")
    assert isinstance(await desk.process(below, Noting()), Nothing)
    assert await desk.process(beside, Noting()) == Saved(1, None, None)


async def test_another_tenants_list_is_not_ours(desk: Desk) -> None:
    async with desk.sessions.begin() as session:
        other = Desk(desk.sessions, await make_tenant(session), desk.web)
    await other.suppress(SuppressionKind.EMAIL, "ana@cedar.example")
    ours, theirs = await desk.add(), await other.add()
    async with desk.sessions() as session:
        batch = [await session.get_one(Contact, each) for each in (ours, theirs)]
        loaded = await load_contacts(session, batch)
    assert [loaded[each].suppressed_by is None for each in (ours, theirs)] == [True, False]
    assert await desk.process(ours, Noting()) == Saved(1, None, None)


@pytest.mark.parametrize(
    ("email", "outcome"),
    [("ana@gone.example", "invalid"), ("ana@mailinator.com", "disposable"), ("noreply@cedar.example", "no_reply")],
)
async def test_an_address_that_leads_nowhere_is_not_handed_over(desk: Desk, email: str, outcome: str) -> None:
    desk.mail_servers.routes = {"gone.example": MailRoute(domain_exists=False)}
    contact_id, target = await desk.add(email=email), Noting()
    saved = await desk.process(contact_id, target)
    assert isinstance(saved, Saved)
    assert (saved.outcome, target.got) == (outcome, [])
    assert (await desk.look(contact_id)).verification == outcome


async def test_a_contact_without_an_address_goes_to_those_who_take_it(desk: Desk, tmp_path: Path) -> None:
    contact_id = await desk.add(email=None, phone="+15125550100")
    refused = await desk.process(contact_id, HubSpot("t"))
    assert isinstance(refused, Saved)
    assert refused.outcome == "not_taken"
    taken = await desk.process(contact_id, HubSpot("t"), Folder(tmp_path))
    assert isinstance(taken, Saved)
    assert (taken.produced, taken.outcome) == (1, None)
    assert "HubSpot knows contacts by their e-mail" in (taken.note or "")
    assert (await desk.look(contact_id)).verification == "no_email"


async def test_one_targets_failure_keeps_the_contact_from_no_other(desk: Desk) -> None:
    contact_id, well = await desk.add(), Noting("well")
    broken = Noting("broken", failure=DeliveryFailed("It is away.", outcome="http_503", worth_retrying=True))
    with pytest.raises(DeliveryFailed, match="It is away") as failed:
        await desk.work(contact_id, broken, well)
    assert isinstance(failed.value.kept, Handover)
    await desk.save(contact_id, failed.value.kept)
    broken.failure = None
    await desk.process(contact_id, broken, well)
    assert (len(well.got), len(broken.got)) == (1, 1)


async def test_of_two_failures_the_one_that_may_pass_decides(desk: Desk) -> None:
    refusing = Noting("refusing", failure=DeliveryFailed("Never.", outcome="http_400"))
    away = Noting("away", failure=DeliveryFailed("Later.", outcome="http_503", worth_retrying=True))
    with pytest.raises(DeliveryFailed, match="Later"):
        await desk.work(await desk.add(), refusing, away)


LIMITED = DeliveryFailed("Too many.", outcome="http_429", worth_retrying=True, costs_attempt=False)


@pytest.mark.parametrize("is_limited_first", [True, False])
@pytest.mark.parametrize(("status", "may_pass"), [(503, True), (400, False)])
async def test_a_target_with_a_limit_does_not_hide_anothers_failure(
    desk: Desk, status: int, may_pass: bool, is_limited_first: bool
) -> None:
    limited = Noting("limited", failure=LIMITED)
    failure = DeliveryFailed(f"It said {status}.", outcome=f"http_{status}", worth_retrying=may_pass)
    targets = (limited, Noting("broken", failure=failure))
    with pytest.raises(DeliveryFailed, match=rf"^It said {status}\. Too many\.$") as failed:
        await desk.work(await desk.add(), *(targets if is_limited_first else reversed(targets)))
    told = failed.value
    assert (told.outcome, told.worth_retrying, told.costs_attempt) == (f"http_{status}", may_pass, True)


async def test_targets_that_all_have_a_limit_cost_no_attempt(desk: Desk) -> None:
    with pytest.raises(DeliveryFailed, match=r"^Too many\. Too many\.$") as failed:
        await desk.work(await desk.add(), Noting("a", failure=LIMITED), Noting("b", failure=LIMITED))
    assert (failed.value.costs_attempt, failed.value.worth_retrying) == (False, True)


async def test_the_business_and_its_attribution_travel_with_the_contact(desk: Desk) -> None:
    async with desk.sessions.begin() as session:
        business_id = await make_business(session, desk.tenant_id, city="Austin", attribution="© Somebody")
    target = Noting()
    await desk.process(await desk.add(local_business_id=business_id), target)
    business = target.got[0][0].business
    assert business is not None
    assert (business.name, business.city, business.attribution) == ("Cedar & Sons", "Austin", "© Somebody")


async def test_of_a_shared_domain_all_businesses_travel_with_the_contact(desk: Desk) -> None:
    async with desk.sessions.begin() as session:
        domain_id = await make_domain(session, desk.tenant_id, "cedar.example")
        for name, street in (("Cedar South", "1 Oak St"), ("Cedar North", "2 Elm St")):
            facts = {"name": name, "street": street, "city": "Austin", "attribution": "© Somebody"}
            await make_business(session, desk.tenant_id, domain_id=domain_id, **facts)
    target = Noting()
    await desk.process(await desk.add(domain_id=domain_id), target)
    business = target.got[0][0].business
    assert business is not None
    assert (business.name, business.attribution) == ("Cedar North; Cedar South", "© Somebody")
    assert (business.city, business.street) == ("Austin", None)


@dataclass
class Postmaster:
    """A service that knows mailboxes, for a cent each."""

    mailbox: Mailbox
    name: str = "postmaster"
    cost_micros: int = 0
    asked: list[str] = field(default_factory=list)

    async def ask(self, address: str, _: Fetcher) -> MailboxAnswer:
        self.asked.append(address)
        return MailboxAnswer(self.mailbox, "as it is", 10_000)


@pytest.mark.parametrize(
    ("mailbox", "level", "verification", "delivered"),
    [
        (Mailbox.EXISTS, "mailbox", "valid", 1),
        (Mailbox.UNKNOWN, "domain", "valid", 1),
        (Mailbox.MISSING, "domain", "invalid", 0),
    ],
)
async def test_a_mailbox_is_asked_for_once_and_what_that_cost_is_counted(
    desk: Desk, mailbox: Mailbox, level: str, verification: str, delivered: int
) -> None:
    contact_id, target, postmaster = await desk.add(), Noting(), Postmaster(mailbox)
    for _ in range(2):
        async with desk.sessions() as session:
            loaded = await load_contacts(session, [await session.get_one(Contact, contact_id)])
        clients = Clients(desk.web, mail_servers=desk.mail_servers, mail_verifier=postmaster, targets=(target,))
        handover = await deliver_contact(loaded[contact_id], clients)
        assert isinstance(handover, Handover)
        await desk.save(contact_id, handover)
    row = await desk.look(contact_id)
    assert (row.verified_level, row.verification, len(target.got)) == (level, verification, delivered)
    assert len(postmaster.asked) == (2 if mailbox is Mailbox.UNKNOWN else 1)
    async with desk.sessions() as session:
        paid = list(await session.execute(select(ApiCall.source, ApiCall.cost_micros)))
    assert paid == [("postmaster", 10_000)] * len(postmaster.asked)


async def test_mailboxes_are_asked_for_as_far_as_the_budget_goes_and_the_ledger_has_what_they_cost(
    desk: Desk, engine: AsyncEngine
) -> None:
    """It is written before it is asked, at most for what it may cost; what was not charged is given back."""
    postmaster = Postmaster(Mailbox.EXISTS, cost_micros=12_000)
    ids = [await desk.add(email=f"{name}@cedar.example") for name in ("ana", "bo")]
    async with desk.sessions.begin() as session:
        loaded = await load_contacts(session, [await session.get_one(Contact, contact_id) for contact_id in ids])
        budget = {"tenant_id": desk.tenant_id, "source": "postmaster", "per": "month", "changed_by": "ana"}
        per_search = {"per": "search", "source": None, "most_calls": 0}
        await session.execute(insert(Budget).values(budget | {"most_calls": 1}))
        await session.execute(insert(Budget).values(budget | per_search))
    paid = DatabasePaidCalls(engine)
    clients = Clients(desk.web, mail_servers=desk.mail_servers, mail_verifier=postmaster, paid=paid)
    handover = await deliver_contact(loaded[ids[0]], clients)
    assert isinstance(handover, Handover)
    await desk.save(ids[0], handover)
    with pytest.raises(BudgetUsedUp, match=r"The budget for postmaster is used up: .* of 1 request\."):
        await deliver_contact(loaded[ids[1]], clients)
    assert postmaster.asked == ["ana@cedar.example"]
    async with desk.sessions() as session:
        spent = select(func.sum(ApiCall.calls), func.sum(ApiCall.cost_micros)).where(ApiCall.source == "postmaster")
        assert (await session.execute(spent)).one() == (1, 10_000)


async def test_without_a_service_the_level_is_the_domain(desk: Desk) -> None:
    contact_id = await desk.add()
    await desk.process(contact_id)
    assert (await desk.look(contact_id)).verified_level == "domain"
