"""Corrections over HTTP: each field by what it is, and a message of its own for each that is refused."""

from dataclasses import replace
from uuid import UUID

import httpx
import pytest
from tests.contacts import make_contact
from tests.lineages import make_family
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.curation_sdk import DeclarationError
from scrapersky.models import User
from scrapersky.routers.sessions import Reception
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

WRONG: dict[str, dict[str, object]] = {
    "contact-delivery": {"name": "--", "role": "\u0007", "email": "not an email", "phone": "call us"},
    "domain-extraction": {"name": "", "website": "not a website", "phone": "x"},
    "deep-scan": {"website": "ftp://acme.example", "phone": "12"},
    "domain-curation": {"home_url": "nowhere", "language": "German"},
    "page-curation": {"kind": "best"},
    "single-search": {"result_limit": 0},
}


@pytest.fixture
async def rows(product: Product, ana: User) -> dict[str, UUID]:
    async with product.sessions.begin() as session:
        family = await make_family(session, ana.tenant_id, "dentists")
        contact = await make_contact(session, ana.tenant_id, email="ana@cedar.example")
    found = {tab: next(iter(ids)) for tab, ids in family.rows.items()}
    return found | {"contact-delivery": contact, "single-search": family.search_id}


@pytest.mark.parametrize("tab", WRONG)
async def test_what_a_value_cannot_be_is_refused_field_by_field(
    client: httpx.AsyncClient, reception: Reception, ana: User, rows: dict[str, UUID], tab: str
) -> None:
    path, token = f"/api/v3/{tab}/{rows[tab]}", bearer(reception, ana)
    before = (await client.get(path, headers=token)).json()["row"]
    answer = await client.patch(path, json=WRONG[tab], headers=token)
    assert answer.status_code == 422
    for name in WRONG[tab]:
        assert name in answer.text
    assert (await client.get(path, headers=token)).json()["row"] == before


async def test_what_is_right_is_tidied_and_an_empty_text_takes_the_value_away(
    client: httpx.AsyncClient, reception: Reception, ana: User, rows: dict[str, UUID]
) -> None:
    path, token = f"/api/v3/contact-delivery/{rows['contact-delivery']}", bearer(reception, ana)
    body = {"email": " Bo@Cedar.example", "phone": "+49 89 9017238", "name": "", "role": None}
    row = (await client.patch(path, json=body, headers=token)).json()["row"]
    assert (row["email"], row["phone"]) == ("bo@cedar.example", "+49899017238")
    assert (row["name"], row["role"]) == (None, None)


def test_a_correction_of_what_nobody_may_correct_is_refused_where_it_is_declared() -> None:
    with pytest.raises(DeclarationError, match="corrections name 'colour', which is not among edits"):
        replace(contact_delivery, corrections={"colour": str})
