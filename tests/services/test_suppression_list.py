"""What may stand on the suppression list, and in which spelling."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact, make_domain

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.models.contact import Contact
from scrapersky.services.suppression.contacts import skip_suppressed
from scrapersky.services.suppression.entries import suppress, suppressed_marks
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark, NotSuppressible, marks_of, marks_of_host

EMAIL, DOMAIN, PHONE = SuppressionKind.EMAIL, SuppressionKind.DOMAIN, SuppressionKind.PHONE


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (EMAIL, "ana"),
        (EMAIL, "@acme.com"),
        (EMAIL, "ana@localhost"),
        (EMAIL, "ana@localhost/acme.com"),
        (EMAIL, "a b@acme.com"),
        (EMAIL, "a" * 400 + "@acme.com"),
        (DOMAIN, "localhost"),
        (DOMAIN, "10.0.0.1"),
        (DOMAIN, ""),
        (PHONE, "call me"),
        (PHONE, "+1"),
        (PHONE, "1" * 40),
    ],
)
def test_what_names_nobody_is_refused(kind: SuppressionKind, text: str) -> None:
    with pytest.raises(NotSuppressible, match="is not a"):
        Mark.read(kind, text)


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


@pytest.mark.parametrize(
    ("kind", "text", "meant", "other"),
    [
        (DOMAIN, "cedar.co.uk", {"email": "ana@mail.cedar.co.uk"}, {"email": "ana@redcedar.co.uk"}),
        (DOMAIN, "c_d.example", {"email": "ana@mail.c_d.example"}, {"email": "ana@mail.cod.example"}),
        (DOMAIN, "cedar.example", {"site": "shop.cedar.example"}, {"site": "redcedar.example"}),
        (DOMAIN, "münchen.de", {"email": "ana@post.münchen.de"}, {"email": "ana@post.munchen.de"}),
        (EMAIL, "ana@münchen.de", {"email": "ana@münchen.de"}, {"email": "ben@münchen.de"}),
        (PHONE, "+49899017238", {"phone": "+49 (0)89 9017238 ext. 5"}, {"phone": "+49 89 90172380"}),
        (PHONE, "089 / 9017238", {"fax": "(089) 90-17-238"}, {"fax": "(088) 90-17-238"}),
    ],
)
async def test_contacts_that_wait_are_skipped_in_whatever_spelling_they_are(
    sessions: Sessions, kind: SuppressionKind, text: str, meant: dict[str, str], other: dict[str, str]
) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        for name, values in (("meant", meant), ("other", other)):
            ways = {"email": f"{name}@oak.example", **values}
            site = await make_domain(session, actor.tenant_id, ways.pop("site", None))
            await make_contact(session, actor.tenant_id, name=name, domain_id=site, **ways)
        assert await skip_suppressed(session, actor, [Mark.read(kind, text)]) == 1
        state = Contact.contact_delivery.state
        skipped = await session.execute(
            select(Contact.name, Contact.contact_delivery.outcome).where(state == "Skipped")
        )
        assert skipped.all() == [("meant", "suppressed")]
