"""Budgets over HTTP."""

from uuid import uuid4

import httpx
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.clients.places.payer import Payer
from scrapersky.coordination.paid_calls import DatabasePaidCalls
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception

PATH = "/api/v3/budgets"


async def test_budgets_are_set_as_a_whole_and_say_what_is_used(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    headers, row = bearer(reception, ana), uuid4()
    body = {"budgets": [{"source": "google", "most_micros": 90_000}, {"per": "search", "most_calls": 200}]}
    assert (await client.put(PATH, json=body, headers=headers)).status_code == 200
    await DatabasePaidCalls(product.engine).pay(Payer(ana.tenant_id, "google", "single_search", row), 35_000)
    told = {(each["source"], each["per"]): each for each in (await client.get(PATH, headers=headers)).json()}
    assert told["google", "month"]["used_micros"] == 35_000
    assert (told["google", "month"]["used_calls"], told[None, "search"]["used_calls"]) == (1, None)
    (entry,) = (await client.get(f"{PATH}/ledger", headers=headers)).json()
    assert (entry["row_id"], entry["search_id"], entry["cost_micros"]) == (str(row), str(row), 35_000)
    assert (await client.put(PATH, json={"budgets": []}, headers=headers)).json() == []


async def test_what_others_changed_meanwhile_is_not_overwritten(
    reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    headers, seen, theirs = bearer(reception, ana), [{"most_calls": 5}], [{"most_calls": 7}]
    assert (await client.put(PATH, json={"budgets": seen, "before": []}, headers=headers)).status_code == 200
    assert (await client.put(PATH, json={"budgets": theirs, "before": seen}, headers=headers)).status_code == 200
    for before, by in ((seen, " by ana"), ([], " by ana"), ([*theirs, {"per": "search", "most_calls": 1}], "")):
        refused = await client.put(PATH, json={"budgets": [], "before": before}, headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "budgets_changed")
        assert refused.json()["error"]["message"].startswith(f"The budgets were changed{by} since you read them.")
    assert [each["most_calls"] for each in (await client.get(PATH, headers=headers)).json()] == [7]
    assert (await client.put(PATH, json={"budgets": [], "before": theirs}, headers=headers)).json() == []


async def test_only_who_administers_sets_budgets_and_nonsense_is_refused(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    curator = await add_person(product, "cora", Role.CURATOR)
    assert (await client.put(PATH, json={"budgets": []}, headers=bearer(reception, curator))).status_code == 403
    for bad in ([{"per": "month"}], [{"most_calls": 1}, {"most_calls": 2}], [{"per": "year", "most_calls": 1}]):
        answer = await client.put(PATH, json={"budgets": bad}, headers=bearer(reception, ana))
        assert answer.status_code == 422
