"""Files over HTTP, looked at and then imported."""

import json
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select
from tests.conftest import Sessions
from tests.routers.test_auth import bearer
from tests.spreadsheets import MESSY, workbook_of

from scrapersky.models import Contact, LocalBusiness, Place, User
from scrapersky.routers.sessions import Reception


@pytest.fixture
def headers(reception: Reception, ana: User) -> dict[str, str]:
    return dict(bearer(reception, ana))


async def sent(client: httpx.AsyncClient, headers: dict[str, str], path: str, content: bytes, **data: str) -> Any:
    answer = await client.post(f"/api/v3/imports{path}", data=data, files={"file": ("file", content)}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_preview_says_what_importing_comes_to_and_writes_nothing(
    client: httpx.AsyncClient, headers: dict[str, str], sessions: Sessions
) -> None:
    seen = await sent(client, headers, "/preview", MESSY, into="contacts")
    assert (seen["sheet"], seen["sheets"], seen["heading_line"]) == ("Kunden 2024", ["Kunden 2024", "Notizen"], 3)
    assert (seen["sheet_lines"], seen["has_people"]) == ({"Kunden 2024": 5, "Notizen": 0}, None)
    assert (await sent(client, headers, "/preview", MESSY, into="businesses"))["has_people"] is True
    assert {column["heading"]: column["becomes"] for column in seen["columns"] if column["heading"] != "column 1"} == {
        "Firma": "business",
        "Ansprechpartner": "name",
        "Tel.": "phone",
        "E-Mail": "email",
        "Web Site": "website",
        "PLZ": "postal_code",
        "Ort": "city",
        "Land": "country",
        "Kunde seit": "extra",
        "VIP": "extra",
    }
    rows = {row["line"]: row for row in seen["rows"]}
    assert (rows[4]["verdict"], rows[4]["values"]["business"], rows[4]["extra"]) == (
        "added",
        "Müller & Söhne",
        {"VIP": "true"},
    )
    assert rows[5]["values"]["business"] == "Müller & Söhne"
    assert (rows[6]["values"]["phone"], rows[6]["extra"]) == ("15125550123", {"Kunde seit": "2021-05-03"})
    assert (rows[7]["verdict"], "not an address" in rows[7]["reason"]) == ("refused", True)
    assert (rows[8]["verdict"], rows[8]["same_as"]) == ("repeated", 4)
    async with sessions() as session:
        assert (await session.scalars(select(Contact.id))).all() == []
        assert (await session.scalars(select(LocalBusiness.id))).all() == []
    done = await sent(client, headers, "", MESSY, into="contacts")
    assert (
        seen["sum"]
        == done["sum"]
        == {"made": 3, "there": 0, "changed": 0, "repeated": 1, "losing": 0, "seeming": 0, "businesses": 2}
    )
    assert [row["verdict"] for row in done["rows"]] == [row["verdict"] for row in seen["rows"]]
    async with sessions() as session:
        kept = {row.email: row for row in await session.scalars(select(Contact))}
        businesses = sorted(row.name for row in await session.scalars(select(LocalBusiness)))
    assert sorted(filter(None, kept)) == ["bonjour@cava.example", "eva@mueller.example", "joerg@mueller.example"]
    assert businesses == ["Müller & Söhne", "Ça va"]
    assert (kept["eva@mueller.example"].phone, kept["eva@mueller.example"].name) == ("+49899017239", "Eva Groß")
    assert kept["joerg@mueller.example"].extra_fields == {"VIP": "true"}
    await _taken_back(client, headers, done["batch_id"], kept["eva@mueller.example"].id)


async def _taken_back(client: httpx.AsyncClient, headers: dict[str, str], batch: str, touched: UUID) -> None:
    """What the import added is found together and is skipped together, but for what somebody decided about since."""
    tab = "/api/v3/contact-delivery"
    (entry,) = (await client.get("/api/v3/batches", headers=headers)).json()["items"]
    assert (entry["id"], entry["what"], entry["done"]) == (batch, "imported from file", 3)
    insight = (await client.get(f"/api/v3/insight/contacts/{touched}", headers=headers)).json()
    (past,) = insight["decisions"]
    assert (past["batch_id"], past["what"], past["line"]) == (batch, "imported from file", 5)
    found = (await client.get(f"{tab}/list", params={"search": f"batch:{batch}"}, headers=headers)).json()["items"]
    assert len(found) == 3
    await client.put(f"{tab}/status", json={"ids": [str(touched)], "status": "Queued"}, headers=headers)
    undone = (await client.post(f"/api/v3/undo/{batch}", headers=headers)).json()
    assert undone["message"].startswith("2 of 3 skipped.")
    states = {row["id"]: row["state"] for row in (await client.get(f"{tab}/list", headers=headers)).json()["items"]}
    assert states == {row["id"]: "Skipped" for row in found} | {str(touched): "Queued"}


async def test_a_person_says_what_columns_become(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    content = workbook_of({"A": [["Wer", "Was", "Intern"], ["Acme", "Zahnarzt", "7"]], "B": [["Name"], ["Bolt"]]})
    answer = await client.post(
        "/api/v3/imports/preview", data={"into": "businesses", "sheet": "A"}, files={"file": content}, headers=headers
    )
    assert (answer.json()["rows"], [column["becomes"] for column in answer.json()["columns"]]) == ([], ["extra"] * 3)
    assert "say which of them is the name. There are: Wer, Was, Intern." in answer.json()["problem"]
    mapping = json.dumps({"Wer": "name", "Was": "category", "Intern": "-"})
    seen = await sent(client, headers, "/preview", content, into="businesses", mapping=mapping, sheet="A")
    assert seen["rows"][0]["values"] == {"name": "Acme", "category": "Zahnarzt"}
    done = await sent(client, headers, "", content, into="businesses", mapping=mapping, sheet="A")
    assert (done["added"], done["left_out"]) == (1, ["Intern"])
    for wrong in ('{"Wer": "nonsense"}', '{"Nobody": "name"}'):
        data = {"into": "businesses", "mapping": wrong, "sheet": "B"}
        answer = await client.post("/api/v3/imports", data=data, files={"file": content}, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "wrong_mapping"), answer.text


@pytest.mark.parametrize(
    ("headings", "fields"),
    [
        ("Company Name,Web Site,Tel.,Street Address,Zip Code", "name website phone street postal_code"),
        ("Firmenname;Webseite;Telefonnummer;Straße;Ort;PLZ", "name website phone street city postal_code"),
        ("Nombre de la empresa;Página web;Teléfono;Ciudad;Código postal", "name website phone city postal_code"),
        ("Raison sociale\tSite internet\tTéléphone\tVille\tPays", "name website phone city country"),
        ("Ragione sociale;Sito web;Telefono;Città", "name website phone city"),
    ],
)
async def test_headings_of_several_languages_are_known(
    client: httpx.AsyncClient, headers: dict[str, str], headings: str, fields: str
) -> None:
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        seen = await sent(client, headers, "/preview", f"{headings}\r\na\r\n".encode(encoding), into="businesses")
        assert [column["becomes"] for column in seen["columns"]] == fields.split(), encoding


async def test_several_addresses_in_a_cell_are_contacts_each(
    client: httpx.AsyncClient, headers: dict[str, str], sessions: Sessions
) -> None:
    content = (
        b'Name,Practice E-Mail,Phone\nAna,"a@acme.example; B@acme.example (office)",+49 89 9017238 / 089 9017239\n'
    )
    seen = await sent(client, headers, "/preview", content, into="contacts")
    assert [(column["becomes"], column["by_values"]) for column in seen["columns"]] == [
        ("name", False),
        ("email", True),
        ("phone", False),
    ]
    done = await sent(client, headers, "", content, into="contacts")
    told = [("email", "also contacts: b@acme.example"), ("phone", "kept beside the first: 089 9017239")]
    reason = "; ".join(f"has 2 in the cell of its {name}; {others}" for name, others in told)
    assert (done["added"], done["rows"][0]["reason"]) == (1, reason)
    assert (seen["sum"]["made"], done["sum"]["made"], done["sum"]["repeated"]) == (2, 2, 0)
    async with sessions() as session:
        kept = {row.email: (row.name, row.phone, row.extra_fields) for row in await session.scalars(select(Contact))}
    same = ("Ana", "+49899017238", {"phone 2": "089 9017239"})
    assert kept == {"a@acme.example": same, "b@acme.example": same}


async def test_what_files_say_beside_our_fields_is_kept_and_exported(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await sent(client, headers, "", b"id,name,Notes\n1,Acme,call back\n", into="businesses")
    await sent(client, headers, "", b"id,name,Rank\n1,Acme,gold\n", into="businesses")
    exported = await client.get("/api/v3/exports/businesses", params={"format": "jsonl"}, headers=headers)
    assert exported.json()["extra_fields"] == {"Notes": "call back", "Rank": "gold"}


async def test_rows_are_told_once_however_many_lines_say_them(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await sent(client, headers, "", b"name,city\nAcme,Austin\n", into="businesses")
    content = b"name,city\nAcme,Austin\nBolt,Kyle\nBOLT, kyle\nacme,Austin\nCog,Buda\n,Buda\n"
    told = {"made": 2, "there": 1, "changed": 0, "repeated": 2, "losing": 0, "seeming": 0, "businesses": 0}
    seen = await sent(client, headers, "/preview", content, into="businesses")
    done = await sent(client, headers, "", content, into="businesses")
    assert (seen["sum"], done["sum"], len(done["rows"]), done["refused"]) == (told, told, 6, 1)
    (entry, _) = (await client.get("/api/v3/batches", headers=headers)).json()["items"]
    assert (entry["what"], entry["total"]) == ("imported from file", 2)
    assert entry["told"] == "of 6 lines: 1 there already, 2 lines repeat ones above them, 1 refused"


async def test_only_the_rows_that_become_others_are_told_as_changed(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await sent(client, headers, "", b"id,name,Rank\n1,Acme,\n2,Bolt,\n3,Cog,\n", into="businesses")
    content = b"id,name,Rank\n1,Acme,\n2,Bolt,gold\n2,Bolt,gold\n3,Cog,\n4,Dove,\n4,Dove,gold\n"
    seen = await sent(client, headers, "/preview", content, into="businesses")
    assert seen["sum"] == {
        "made": 1,
        "there": 3,
        "changed": 1,
        "repeated": 2,
        "losing": 0,
        "seeming": 0,
        "businesses": 0,
    }
    people = b"name,email\nAna,a@acme.example b@acme.example\n"
    await sent(client, headers, "", people, into="contacts")
    seen = await sent(client, headers, "/preview", people, into="contacts")
    assert (seen["sum"]["there"], seen["sum"]["changed"], seen["known"], seen["updated"]) == (2, 0, 1, 0)
    more = b"name,email,Rank\nAna,b@acme.example,\nAna,a@acme.example,gold\n"
    for path, changed in (("/preview", 1), ("", 1), ("/preview", 0)):
        seen = await sent(client, headers, path, more, into="contacts")
        assert (seen["sum"]["there"], seen["sum"]["changed"]) == (2, changed)
    both = b"name,email,role\nAna,a@acme.example b@acme.example,Owner\n"
    assert (await sent(client, headers, "/preview", both, into="contacts"))["sum"]["changed"] == 2


async def test_several_transactions_of_a_file_are_told_as_one(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    lines = [f"Shop {number},City {number}" for number in range(600)]
    content = "\n".join(["name,city", *lines, lines[0]]).encode()
    done = await sent(client, headers, "", content, into="businesses")
    assert done["sum"] == {
        "made": 600,
        "there": 0,
        "changed": 0,
        "repeated": 1,
        "losing": 0,
        "seeming": 0,
        "businesses": 0,
    }
    (entry,) = (await client.get("/api/v3/batches", headers=headers)).json()["items"]
    assert (entry["total"], entry["told"]) == (600, "of 601 lines: 1 line repeats one above it")


GERMAN = "name,phone,website,email\nAcme,089 9017238,acme.de,\nBolt,030/23125001,,a@bolt.de\nCog,+49 89 9017239,,\n"


async def test_numbers_without_a_country_are_read_by_that_of_the_file(
    client: httpx.AsyncClient, headers: dict[str, str], sessions: Sessions
) -> None:
    seen = await sent(client, headers, "/preview", GERMAN.encode(), into="businesses")
    numbers = seen["numbers"]
    assert (numbers["without_country"], numbers["unread"], numbers["likely"]) == (2, 2, "DE")
    assert {"DE", "US"} <= set(numbers["countries"])
    seen = await sent(client, headers, "/preview", GERMAN.encode(), into="businesses", country="DE")
    assert (seen["numbers"]["without_country"], seen["numbers"]["unread"]) == (2, 0)
    first = await sent(client, headers, "", GERMAN.encode(), into="businesses")
    again = await sent(client, headers, "", GERMAN.encode(), into="businesses", country="de")
    assert (first["sum"]["made"], again["sum"]["made"], again["sum"]["there"]) == (3, 0, 3)
    async with sessions() as session:
        kept = {row.name: (row.phone, row.country) for row in await session.scalars(select(LocalBusiness))}
    assert kept["Acme"] == ("+49899017238", None), "where the business is, nobody said"
    assert kept["Bolt"] == ("+493023125001", None)
    for into in ("contacts", "places"):
        seen = await sent(client, headers, "/preview", GERMAN.encode(), into=into, country="DE")
        assert (seen["numbers"]["without_country"], seen["numbers"]["unread"]) == (2, 0), into
    for country, status in (("Atlantis", 422), ("Germany", 200)):
        data = {"into": "businesses", "country": country}
        answer = await client.post("/api/v3/imports/preview", data=data, files={"file": b"name\nA\n"}, headers=headers)
        assert answer.status_code == status, answer.text
        assert status == 200 or "'Atlantis' is no country" in answer.text


async def test_lines_that_lose_values_are_counted_before_and_after(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    content = b"name,phone,website\nAcme,call us,javascript:alert(1)\nBolt,+49 89 9017239,bolt.example\n"
    for into in ("businesses", "places"):
        seen = await sent(client, headers, "/preview", content, into=into)
        done = await sent(client, headers, "", content, into=into)
        assert (seen["sum"]["losing"], done["sum"]["losing"], done["refused"]) == (1, 1, 0), into


PARISIAN = "name,phone,country\nAcme,(512) 555-0100,\nCafé,01 42 68 53 00,\nDupont,01 42 68 53 00,France\n"


@pytest.mark.parametrize("into", ["businesses", "places"])
async def test_a_number_that_the_country_of_the_file_cannot_have_stays_as_it_is_written(
    client: httpx.AsyncClient, headers: dict[str, str], sessions: Sessions, into: str
) -> None:
    seen = await sent(client, headers, "/preview", PARISIAN.encode(), into=into, country="US")
    assert (seen["numbers"]["without_country"], seen["numbers"]["unread"]) == (2, 1)
    await sent(client, headers, "", PARISIAN.encode(), into=into, country="US")
    table: Any = LocalBusiness if into == "businesses" else Place
    async with sessions() as session:
        kept = {row.name: row.phone for row in await session.scalars(select(table))}
    assert kept == {"Acme": "+15125550100", "Café": "01 42 68 53 00", "Dupont": "+33142685300"}
