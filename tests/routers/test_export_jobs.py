"""Exports in the background: ordered, written, fetched, let go."""

import asyncio
import csv
import io
import json
import re
import threading
import time
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import column, func, select, table, update
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business
from tests.contacts import make_contact
from tests.curation_sdk.widgets import eventually, somebody_waits_for_a_lock
from tests.domains import make_domain
from tests.lineages import make_family
from tests.product import add_person, browser_on, product_on
from tests.routers.test_auth import bearer
from tests.statements import counted_statements

from scrapersky.app import orders
from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.curation_sdk.declaring import Actor, State
from scrapersky.curation_sdk.lists.filters import where
from scrapersky.curation_sdk.live.events import Poll
from scrapersky.models import Contact, ExportOrder, Role, Tenant, User
from scrapersky.routers.export_jobs import ExportEvent, WatchedExports
from scrapersky.routers.sessions import Reception
from scrapersky.services.exports import bounds as export_bounds
from scrapersky.services.exports import export as export_service
from scrapersky.services.exports import jobs as export_orders
from scrapersky.services.exports import runner as export_runner
from scrapersky.services.exports.bounds import Bounds, ExportTooLarge, bounded_statements
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.exports.runner import ExportRunner
from scrapersky.services.exports.runner import _is_wanted as is_wanted
from scrapersky.services.exports.xlsx import XlsxWriter
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

JOBS = "/api/v3/exports/jobs"
DRAFT: dict[str, Any] = {"workflow": "contact_delivery", "format": "csv"}


@pytest.fixture
async def token(product: Product, reception: Reception, ana: User) -> dict[str, str]:
    async with product.sessions.begin() as session:
        for number in range(5):
            await make_contact(session, ana.tenant_id, email=f"ana{number}@cedar.example", name="=cmd()", role="owner")
    return bearer(reception, ana)


@pytest.fixture
def runner(product: Product) -> ExportRunner:
    return ExportRunner(
        product.sessions, product.registry, ExportFolder.from_settings(product.settings), beat_seconds=0.05
    )


async def order(client: httpx.AsyncClient, token: dict[str, str], **more: Any) -> dict[str, Any]:
    answer = await client.post(JOBS, json=DRAFT | more, headers=token)
    assert answer.status_code == 202, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def look(client: httpx.AsyncClient, token: dict[str, str], job_id: str) -> dict[str, Any]:
    told: dict[str, Any] = (await client.get(f"{JOBS}/{job_id}", headers=token)).json()
    return told


def rows(answer: httpx.Response) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


async def test_an_export_is_ordered_written_and_fetched(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    job = await order(client, token, status=["New"], search="role:owner")
    assert (job["state"], job["rows"], job["total"], job["made_by"]) == ("waiting", 0, None, "ana")
    assert job["filter_in_words"] == "New; Role is owner"
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    assert job["file_name"] == f"contacts_new-role-is-owner_{day}.csv"
    early = await client.get(f"{JOBS}/{job['id']}/file", headers=token)
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")
    assert await runner.run_pending() == 1
    ready = await look(client, token, job["id"])
    assert (ready["state"], ready["rows"], ready["total"]) == ("ready", 5, 5)
    kept = datetime.fromisoformat(ready["expires_at"]) - datetime.fromisoformat(ready["ready_at"])
    assert timedelta(hours=71) < kept < timedelta(hours=73)
    fetched = await client.get(f"{JOBS}/{job['id']}/file", headers=token)
    assert fetched.headers["content-disposition"] == f'attachment; filename="{job["file_name"]}"'
    assert len(fetched.content) == ready["bytes"]
    assert [row["email"][:4] for row in rows(fetched)] == [f"ana{number}" for number in range(5)]
    assert {row["name"] for row in rows(fetched)} == {"'=cmd()"}
    (file,) = ExportFolder.from_settings(product.settings).folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0


async def test_every_format_is_written_and_carries_its_filter(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    jobs = {name: await order(client, token, format=name, search="ana") for name in ("xlsx", "jsonl", "parquet")}
    assert await runner.run_pending() == 3
    files = {name: (await client.get(f"{JOBS}/{job['id']}/file", headers=token)).content for name, job in jobs.items()}
    book = zipfile.ZipFile(io.BytesIO(files["xlsx"]))
    assert b"Contacts: with the words" in book.read("docProps/core.xml")
    assert len([json.loads(line) for line in files["jsonl"].splitlines()]) == 5
    table = pytest.importorskip("pyarrow.parquet").read_table(io.BytesIO(files["parquet"]))
    assert table.num_rows == 5
    assert table.schema.metadata[b"filter"] == b'Contacts: with the words "ana"'


async def test_an_export_may_be_for_another_program(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    job = await order(client, token, preset="hubspot")
    again = (await client.post(f"{JOBS}/{job['id']}/again", headers=token)).json()
    assert job["file_name"].startswith("contacts-hubspot_")
    await runner.run_pending()
    for each in (job, again):
        found = rows(await client.get(f"{JOBS}/{each['id']}/file", headers=token))
        assert (list(found[0])[:3], found[0]["Email"][:4]) == (["First Name", "Last Name", "Email"], "ana0")
    for wrong in ({"columns": ["email"]}, {"workflow": "domain_curation"}):
        answer = await client.post(JOBS, json=DRAFT | {"preset": "hubspot"} | wrong, headers=token)
        assert answer.status_code in (400, 422), answer.text


async def test_an_export_of_a_search_is_called_after_it(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], ana: User
) -> None:
    async with product.sessions.begin() as session:
        family = await make_family(session, ana.tenant_id, "florists")
    origin, usable = f"place_searches:{family.search_id}", [state for state in State if state is not State.SKIPPED]
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    told = await order(client, token, origin=origin, preset="plain", status=usable)
    assert told["filter_in_words"] == "not Skipped; from “florists in Austin”"
    assert told["file_name"] == f"florists-in-austin_{day}.csv"
    pages = await order(client, token, origin=origin, workflow="page_curation")
    assert pages["file_name"] == f"florists-in-austin_page-curation_{day}.csv"


async def test_suppressed_contacts_are_left_out_whatever_columns_are_chosen(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    early = await order(client, token, columns=["email"])
    await runner.run_pending()
    body = {"kind": "email", "values": ["ana3@cedar.example"]}
    assert (await client.post("/api/v3/suppressions", json=body, headers=token)).status_code == 201
    job = await order(client, token, columns=["role", "domain", "state", "id"])
    await runner.run_pending()
    ready = await look(client, token, job["id"])
    assert (ready["rows"], ready["suppressed"], ready["total"], ready["suppressed_since"]) == (4, 1, 5, 0)
    assert (await look(client, token, early["id"]))["suppressed_since"] == 1
    withheld = await client.get(f"{JOBS}/{early['id']}/file", headers=token)
    assert (withheld.status_code, withheld.json()["error"]["code"]) == (409, "made_before_suppression")
    found = rows(await client.get(f"{JOBS}/{job['id']}/file", headers=token))
    assert list(found[0]) == ["role", "domain", "state", "id"]
    assert len(found) == 4


async def test_every_tab_can_be_exported(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner, ana: User
) -> None:
    async with product.sessions.begin() as session:
        family = await make_family(session, ana.tenant_id, "dentists")
    jobs = {each.name: await order(client, token, workflow=each.name) for each in product.registry}
    await runner.run_pending()
    for workflow in product.registry:
        answer = await client.get(f"{JOBS}/{jobs[workflow.name]['id']}/file", headers=token)
        assert answer.status_code == 200, workflow.name
        found = {UUID(row["id"]) for row in rows(answer)}
        assert found >= family.rows.get(workflow.names.kebab, set())
        assert found, workflow.name
    body = {"kind": "domain", "values": ["dentists-0.example"]}
    await client.post("/api/v3/suppressions", json=body, headers=token)
    listed = (await client.get(JOBS, headers=token)).json()["items"]
    assert {job["workflow"] for job in listed if job["suppressed_since"] == 0} == {"single_search", "deep_scan"}


async def test_only_the_chosen_rows_are_exported(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    listed = (await client.get("/api/v3/contact-delivery/list?sort=id", headers=token)).json()["items"]
    job = await order(client, token, ids=[listed[1]["id"], listed[3]["id"], listed[3]["id"], str(uuid4())])
    assert job["filter_in_words"] == "4 chosen rows"
    await runner.run_pending()
    found = rows(await client.get(f"{JOBS}/{job['id']}/file", headers=token))
    assert [row["email"] for row in found] == [listed[1]["email"], listed[3]["email"]]


async def test_an_export_is_written_again_from_the_same_choice(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    listed = (await client.get("/api/v3/contact-delivery/list?sort=id", headers=token)).json()["items"]
    chosen = {"ids": [listed[1]["id"], listed[3]["id"]], "columns": ["role", "email"], "search": "ana1"}
    first = await order(client, token, format="jsonl", **chosen)
    await runner.run_pending()
    again = await client.post(f"{JOBS}/{first['id']}/again", headers=token)
    assert again.status_code == 202, again.text
    assert again.json()["id"] != first["id"]
    assert again.json()["filter_in_words"] == first["filter_in_words"]
    await runner.run_pending()
    files = [await client.get(f"{JOBS}/{job['id']}/file", headers=token) for job in (first, again.json())]
    assert files[0].content == files[1].content
    assert json.loads(files[1].text)["email"] == "ana1@cedar.example"


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"workflow": "nothing"}, 404),
        ({"format": "pdf"}, 422),
        ({"search": "confidence:high"}, 400),
        ({"origin": f"shoes:{uuid4()}"}, 422),
        ({"columns": ["shoe"]}, 422),
        ({"columns": []}, 422),
        ({"ids": []}, 422),
        ({"colour": "red"}, 422),
    ],
)
async def test_what_cannot_be_exported_is_refused_at_once(
    client: httpx.AsyncClient, token: dict[str, str], wrong: dict[str, Any], status: int
) -> None:
    answer = await client.post(JOBS, json=DRAFT | wrong, headers=token)
    assert answer.status_code == status, answer.text
    assert (await client.get(JOBS, headers=token)).json() == {"items": [], "next": None}


async def test_exports_are_a_tenants_own_and_listed_by_page(
    client: httpx.AsyncClient, product: Product, reception: Reception, token: dict[str, str]
) -> None:
    ids = [(await order(client, token))["id"] for _ in range(3)]
    first = (await client.get(f"{JOBS}?size=2", headers=token)).json()
    assert [job["id"] for job in first["items"]] == [ids[2], ids[1]]
    second = (await client.get(f"{JOBS}?size=2&after={first['next']}", headers=token)).json()
    assert ([job["id"] for job in second["items"]], second["next"]) == ([ids[0]], None)
    stranger = bearer(reception, await add_person(product, "sam", Role.ADMIN, tenant="other"))
    assert (await client.get(JOBS, headers=stranger)).json()["items"] == []
    for method, address in (("GET", ""), ("GET", "/file"), ("POST", "/again"), ("DELETE", "")):
        answer = await client.request(method, f"{JOBS}/{ids[0]}{address}", headers=stranger)
        assert answer.status_code == 404
    viewer = bearer(reception, await add_person(product, "vera", Role.VIEWER))
    assert (await client.post(JOBS, json=DRAFT, headers=viewer)).status_code == 403
    assert (await client.delete(f"{JOBS}/{ids[0]}", headers=viewer)).status_code == 403


async def test_there_is_an_end_to_how_many_may_wait(
    client: httpx.AsyncClient, token: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_orders, "MOST_UNFINISHED", 1)
    await order(client, token)
    refused = await client.post(JOBS, json=DRAFT, headers=token)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_many_exports")


async def test_what_is_let_go_is_cancelled_then_deleted_then_forgotten(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    waiting, done = await order(client, token), await order(client, token)
    assert (await client.delete(f"{JOBS}/{waiting['id']}", headers=token)).json()["state"] == "cancelled"
    assert await runner.run_pending() == 1
    folder = ExportFolder.from_settings(product.settings).folder
    assert len(list(folder.iterdir())) == 1
    assert (await client.delete(f"{JOBS}/{done['id']}", headers=token)).json()["state"] == "expired"
    assert list(folder.iterdir()) == []
    gone = await client.get(f"{JOBS}/{done['id']}/file", headers=token)
    assert (gone.status_code, gone.json()["error"]["code"]) == (410, "file_gone")
    for job in (waiting, done):
        assert (await client.delete(f"{JOBS}/{job['id']}", headers=token)).status_code == 200
        assert (await client.get(f"{JOBS}/{job['id']}", headers=token)).status_code == 404


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Writing waits for the event once the first rows were read."""
    go_on, chunks = asyncio.Event(), export_service.Export.chunks

    async def slowly(self: export_service.Export, sessions: export_service.Sessions) -> Any:
        async for each in chunks(self, sessions):
            yield each
            await go_on.wait()

    monkeypatch.setattr(export_service.Export, "chunks", slowly)
    return go_on


async def until(client: httpx.AsyncClient, token: dict[str, str], job_id: str, **wanted: Any) -> None:
    async with asyncio.timeout(50):
        while wanted.items() - (await look(client, token, job_id)).items():  # noqa: ASYNC110  it is in the database
            await asyncio.sleep(0.02)


async def test_progress_is_told_and_a_running_export_can_be_cancelled(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner, slow: asyncio.Event
) -> None:
    zoe = await add_person(product, "zoe", tenant="other")
    async with product.sessions.begin() as session:
        await make_contact(session, zoe.tenant_id)
    job = await order(client, token)
    running = asyncio.create_task(runner.run_pending())
    await until(client, token, job["id"], state="running", rows=5, total=5)
    before = (await kept(product, job["id"])).lease_until

    async def is_extended() -> bool:
        now = (await kept(product, job["id"])).lease_until
        return before is not None and now is not None and now > before

    await eventually(is_extended)
    await client.delete(f"{JOBS}/{job['id']}", headers=token)
    await asyncio.wait_for(running, 10)
    assert (await look(client, token, job["id"]))["state"] == "cancelled"
    assert list(ExportFolder.from_settings(product.settings).folder.iterdir()) == []


class LateBeat(ExportRunner):
    """Its first beat, begun before any row was written, reaches the database just before the export's last word."""

    def __init__(self, product: Product) -> None:
        super().__init__(
            product.sessions, product.registry, ExportFolder.from_settings(product.settings), beat_seconds=0
        )
        self._begun, self._ending, self._heard, self._ended = (asyncio.Event() for _ in range(4))

    async def _settle(self, order: ExportOrder, **values: object) -> bool:
        if "total" in values:
            await self._begun.wait()
        elif values.get("state") == "ready":
            self._ending.set()
            await self._heard.wait()
        elif not self._begun.is_set():
            self._begun.set()
            await self._ending.wait()
        elif self._heard.is_set():
            await self._ended.wait()
        is_ours = await super()._settle(order, **values)
        if values.get("state") == "ready":
            self._ended.set()
        elif self._ending.is_set():
            self._heard.set()
        return is_ours


async def test_a_beat_that_comes_late_takes_back_nothing(
    client: httpx.AsyncClient, product: Product, token: dict[str, str]
) -> None:
    job = await order(client, token)
    await LateBeat(product).run_pending()
    ready = await look(client, token, job["id"])
    assert (ready["state"], ready["rows"]) == ("ready", 5)


async def test_a_stopped_process_gives_its_export_back(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner, slow: asyncio.Event
) -> None:
    job = await order(client, token)
    runner.start()
    await until(client, token, job["id"], state="running", rows=5)
    await runner.stop()
    assert (await look(client, token, job["id"]))["state"] == "waiting"
    assert (await kept(product, job["id"])).tries == 0
    assert list(ExportFolder.from_settings(product.settings).folder.iterdir()) == []
    slow.set()
    assert await runner.run_pending() == 1
    assert (await look(client, token, job["id"]))["state"] == "ready"


async def kept(product: Product, job_id: str) -> ExportOrder:
    async with product.sessions() as session:
        return await session.get_one(ExportOrder, UUID(job_id))


ABANDONED = uuid4()


async def abandon(product: Product, job_id: str, tries: int) -> None:
    """As a process leaves an export that dies in the middle."""
    values = {"state": "running", "claim": ABANDONED, "tries": tries, "rows": 2}
    over = func.now() - timedelta(seconds=1)
    async with product.sessions.begin() as session:
        await session.execute(
            update(ExportOrder).where(ExportOrder.id == UUID(job_id)).values(**values, lease_until=over)
        )


async def test_an_export_of_a_dead_process_is_taken_up_again_but_not_for_ever(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    once, often = await order(client, token), await order(client, token)
    await abandon(product, once["id"], 1)
    await abandon(product, often["id"], export_runner.MOST_TRIES)
    await runner.run_pending()
    taken_up = await kept(product, once["id"])
    assert (taken_up.state, taken_up.tries) == ("ready", 2)
    assert taken_up.claim != ABANDONED
    told = await look(client, token, often["id"])
    assert (told["state"], told["failure"]) == ("failed", "It was begun 3 times and never finished.")


async def test_an_export_that_was_taken_is_not_taken_again(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    job = await order(client, token)
    taken = await runner._take()
    assert taken is not None
    assert (str(taken.id), await runner._take()) == (job["id"], None)


def test_two_who_write_the_same_export_have_files_of_their_own(tmp_path: Path) -> None:
    shelf, order_id = ExportFolder(tmp_path, timedelta(days=1), most_bytes=1), uuid4()
    first, second = (ExportOrder(id=order_id, claim=uuid4(), state="running") for _ in range(2))
    for each in (first, second):
        shelf.begin(each).close()
    shelf.drop_part(second)
    left = sorted(tmp_path.iterdir())
    assert [path.name for path in left] == [f"{order_id}.{first.claim}.{kind}" for kind in ("part", "spool")]
    assert [path.stat().st_mode & 0o077 for path in left] == [0, 0]
    assert [is_wanted(first, path) for path in left] == [True, True]
    assert [is_wanted(order, path) for path in left for order in (second, None)] == [False] * 4


def test_an_export_that_takes_too_long_is_given_up() -> None:
    hour = Bounds(duration=timedelta(hours=1), began=time.monotonic() - 3590)
    hour.refuse_more(1, 1)
    with pytest.raises(ExportTooLarge, match="can be written in 60 minutes"):
        replace(hour, began=time.monotonic() - 3610).refuse_more(1, 1)


async def test_the_bound_of_an_exports_statements_ends_with_its_transaction(engine: AsyncEngine) -> None:
    in_force = select(func.current_setting("statement_timeout"))
    async with engine.connect() as connection:
        session = AsyncSession(connection)
        async with session.begin(), bounded_statements(session):
            assert await session.scalar(in_force) == "2min"
        assert await session.scalar(in_force) == "0"
        await session.close()


async def test_an_export_in_another_process_s_hands_is_left_alone(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    job = await order(client, token)
    async with product.sessions.begin() as session:
        later = func.now() + timedelta(seconds=20)
        await session.execute(update(ExportOrder).values(state="running", claim=uuid4(), lease_until=later))
    with counted_statements(product.patient) as asked:
        assert await runner.run_pending() == 0
    assert len(asked) == 1, "a look that finds nothing is a single statement"
    assert (await look(client, token, job["id"]))["state"] == "running"


async def test_a_runner_that_lost_its_claim_leaves_no_file(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner, slow: asyncio.Event
) -> None:
    job = await order(client, token)
    running = asyncio.create_task(runner.run_pending())
    await until(client, token, job["id"], state="running", rows=5)
    async with product.sessions.begin() as session:
        later = func.now() + timedelta(seconds=20)
        await session.execute(update(ExportOrder).values(claim=uuid4(), lease_until=later))
    slow.set()
    await asyncio.wait_for(running, 10)
    assert (await look(client, token, job["id"]))["state"] == "running"
    assert list(ExportFolder.from_settings(product.settings).folder.iterdir()) == []


async def test_a_failure_is_told_and_stops_no_other(
    client: httpx.AsyncClient,
    product: Product,
    token: dict[str, str],
    runner: ExportRunner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing, fine = await order(client, token), await order(client, token, format="jsonl")
    begin = ExportFolder.begin

    def no_room(self: ExportFolder, ordered: ExportOrder) -> Any:
        if str(ordered.id) == failing["id"]:
            raise OSError(28, "No space left on device")
        return begin(self, ordered)

    monkeypatch.setattr(ExportFolder, "begin", no_room)
    assert await runner.run_pending() == 2
    told = await look(client, token, failing["id"])
    assert told["state"] == "failed"
    assert "No space left" in told["failure"]
    assert (await look(client, token, fine["id"]))["state"] == "ready"


async def test_expired_files_and_strays_are_swept_away(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    old, new = await order(client, token), await order(client, token)
    await runner.run_pending()
    folder = ExportFolder.from_settings(product.settings).folder
    for name in (f"{uuid4()}.csv", f"{new['id']}.{uuid4()}.part", "notes.txt"):
        await asyncio.to_thread((folder / name).touch)
    await asyncio.to_thread((folder / f"{new['id']}.{uuid4()}.spool" / "rows").mkdir, parents=True)
    async with product.sessions.begin() as session:
        expired = update(ExportOrder).where(ExportOrder.id == UUID(old["id"]))
        await session.execute(expired.values(expires_at=func.now() - timedelta(seconds=1)))
    await runner.sweep()
    assert {path.name for path in _paths(folder)} == {f"{new['id']}.csv", "notes.txt"}
    assert (await look(client, token, old["id"]))["state"] == "expired"


def _paths(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_the_live_stream_hears_of_each_step_once(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner, ana: User
) -> None:
    watch = WatchedExports()

    async def heard() -> list[str]:
        async with product.sessions() as session:
            now = (await session.scalars(select(func.now()))).one()
            news = list(await watch.news(Poll(session, now, [ana.tenant_id])))
        return [event.job.state for _, event in news if isinstance(event, ExportEvent)]

    await order(client, token)
    assert await heard() == ["waiting"]
    assert await heard() == []
    await runner.run_pending()
    assert await heard() == ["ready"]
    assert await heard() == []


async def test_a_span_in_a_search_means_what_it_meant_when_ordered(
    client: httpx.AsyncClient, product: Product, token: dict[str, str]
) -> None:
    job = await order(client, token, search="since:2h")
    assert job["filter_in_words"].startswith("changed since 20")
    async with product.sessions() as session:
        kept = await session.scalar(select(ExportOrder.filter))
    assert kept is not None
    assert "since:2h" not in kept["search"]


async def test_what_nobody_foresaw_stops_no_lane_and_is_told_to_the_operator(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrapersky.curation_sdk.queue.background.SHORTEST_WAIT", 0.01)
    runner = ExportRunner(
        product.sessions, product.registry, ExportFolder.from_settings(product.settings), poll_seconds=0.02
    )
    take, failures = ExportRunner._take, 6

    async def take_at_last(self: ExportRunner) -> ExportOrder | None:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise KeyError("surprise")
        return await take(self)

    monkeypatch.setattr(ExportRunner, "_take", take_at_last)
    job = await order(client, token)
    runner.start()
    await until(client, token, job["id"], state="ready")
    await runner.stop()
    system = (await client.get("/api/v3/system", headers=token)).json()
    (fault,) = system["faults"]
    assert (fault["part"], fault["message"], fault["times"]) == ("exports", "KeyError: 'surprise'", 6)
    assert fault["ongoing"]


async def test_work_that_is_cancelled_from_within_fails_with_a_reason(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancelled(*_: object, **__: object) -> Any:
        raise asyncio.CancelledError

    monkeypatch.setattr(export_runner, "export_to", cancelled)
    job = await order(client, token)
    assert await asyncio.wait_for(runner.run_pending(), 10) == 1
    told = await look(client, token, job["id"])
    assert (told["state"], told["failure"]) == ("failed", "CancelledWithin: Something it waited for was cancelled.")


async def test_a_pool_with_no_connection_to_spare_fails_no_export(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*_: object, **__: object) -> Any:
        raise PoolExhausted("QueuePool limit of size 10 overflow 10 reached")

    monkeypatch.setattr(export_runner, "export_to", exhausted)
    job = await order(client, token)
    assert await runner.run_pending() == 1
    assert (await look(client, token, job["id"]))["state"] == "running"


async def test_a_connection_that_is_cut_in_the_middle_fails_no_export(
    client: httpx.AsyncClient,
    product: Product,
    token: dict[str, str],
    runner: ExportRunner,
    slow: asyncio.Event,
) -> None:
    job = await order(client, token)
    running = asyncio.create_task(runner.run_pending())
    await until(client, token, job["id"], state="running", rows=5)
    activity = table("pg_stat_activity", column("pid"), column("datname"), column("state"))
    reading = activity.c.datname == func.current_database(), activity.c.state == "idle in transaction"
    async with product.sessions() as session:
        await session.execute(select(func.pg_terminate_backend(activity.c.pid)).where(*reading))
    slow.set()
    await asyncio.wait_for(running, 10)
    assert (await look(client, token, job["id"]))["state"] == "running"
    async with product.sessions.begin() as session:
        await session.execute(update(ExportOrder).values(lease_until=func.now() - timedelta(seconds=1)))
    await runner.run_pending()
    assert (await look(client, token, job["id"]))["state"] == "ready"


@pytest.fixture
async def other(product: Product, reception: Reception) -> dict[str, str]:
    return bearer(reception, await add_person(product, "sam", Role.ADMIN, tenant="other"))


async def test_tenants_take_turns_however_many_exports_one_has_ordered(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], other: dict[str, str], runner: ExportRunner
) -> None:
    mine = [(await order(client, token))["id"] for _ in range(3)]
    theirs = [(await order(client, other))["id"] for _ in range(2)]
    await runner.run_pending()
    async with product.sessions() as session:
        begun = [str(each) for each in await session.scalars(select(ExportOrder.id).order_by(ExportOrder.begun_at))]
    assert begun == [mine[0], theirs[0], mine[1], theirs[1], mine[2]]


async def test_a_tenant_has_one_export_at_a_time_and_so_never_every_lane(
    client: httpx.AsyncClient, token: dict[str, str], other: dict[str, str], runner: ExportRunner, slow: asyncio.Event
) -> None:
    first, second, theirs = await order(client, token), await order(client, token), await order(client, other)
    lanes = [asyncio.create_task(runner.run_pending()) for _ in range(3)]
    await until(client, token, first["id"], state="running", rows=5)
    await until(client, other, theirs["id"], state="ready")
    assert (await look(client, token, second["id"]))["state"] == "waiting"
    slow.set()
    await asyncio.gather(*lanes)
    assert await runner.run_pending() <= 1
    assert (await look(client, token, second["id"]))["state"] == "ready"


async def test_an_order_is_taken_by_one_process_after_the_other(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    await order(client, token)
    async with product.sessions.begin() as session:
        await session.execute(select(func.pg_advisory_xact_lock(export_runner.ADVISORY_KEY)))
        waiting = asyncio.create_task(runner.run_pending())
        await eventually(lambda: somebody_waits_for_a_lock(product.engine))
    assert await asyncio.wait_for(waiting, 10) == 1


async def test_two_who_order_at_once_are_counted_one_after_the_other(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_orders, "MOST_UNFINISHED", 1)
    async with product.sessions.begin() as session:
        await session.execute(select(Tenant.id).where(Tenant.id == ana.tenant_id).with_for_update(key_share=True))
        ordering = asyncio.create_task(client.post(JOBS, json=DRAFT, headers=token))
        await eventually(lambda: somebody_waits_for_a_lock(product.engine))
        assert not ordering.done()
        facts = {"workflow": "contact_delivery", "format": "csv", "filter": {}, "filter_in_words": "", "file_name": "x"}
        session.add(ExportOrder(tenant_id=ana.tenant_id, made_by="bo", **facts))
    assert (await ordering).json()["error"]["code"] == "too_many_exports"


async def test_files_that_are_kept_have_a_limit_too(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner, product: Product
) -> None:
    job = await order(client, token)
    await runner.run_pending()
    async with product.sessions.begin() as session:
        room = round(product.settings.export_kept_gigabytes * 1e9)
        await session.execute(update(ExportOrder).values(bytes=room))
    refused = await client.post(JOBS, json=DRAFT, headers=token)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_much_kept")
    await client.delete(f"{JOBS}/{job['id']}", headers=token)
    await order(client, token)


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (Bounds(rows=4), "This export has more than 4 rows (5 so far). Narrow the filter"),
        (Bounds(duration=timedelta(0)), "This export has more than can be written in 0 minutes"),
    ],
)
@pytest.mark.usefixtures("slow")
async def test_an_export_that_takes_too_much_says_so(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], bounds: Bounds, words: str
) -> None:
    shelf = ExportFolder.from_settings(product.settings)
    runner = ExportRunner(product.sessions, product.registry, shelf, beat_seconds=0.05, bounds=lambda: bounds)
    job = await order(client, token)
    await runner.run_pending()
    told = await look(client, token, job["id"])
    assert told["state"] == "failed"
    assert told["failure"].startswith(words)
    assert list(shelf.folder.iterdir()) == []


@pytest.mark.usefixtures("slow")
async def test_an_export_that_takes_too_much_is_not_put_together_first(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = list[str]()
    monkeypatch.setattr(XlsxWriter, "close", lambda _: closed.append("closed"))
    shelf = ExportFolder.from_settings(product.settings)
    runner = ExportRunner(product.sessions, product.registry, shelf, beat_seconds=0.05, bounds=lambda: Bounds(rows=4))
    job = await order(client, token, format="xlsx")
    await runner.run_pending()
    assert (await look(client, token, job["id"]))["failure"].startswith("This export has more than 4 rows")
    assert (closed, list(shelf.folder.iterdir())) == ([], [])


async def test_an_export_stays_ours_until_its_thread_has_ended(
    client: httpx.AsyncClient,
    product: Product,
    token: dict[str, str],
    runner: ExportRunner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closing, go_on, leases = threading.Event(), threading.Event(), set[object]()

    def close_slowly(_: XlsxWriter) -> None:
        closing.set()
        go_on.wait(50)

    def refuse_what_is_closing(_: Bounds, rows: int, size: int) -> None:
        if closing.is_set():
            raise ExportTooLarge(f"{rows}", f"{size} bytes")

    async def is_kept() -> bool:
        async with product.sessions() as session:
            leases.add(await session.scalar(select(ExportOrder.lease_until)))
        return len(leases) > 3

    monkeypatch.setattr(XlsxWriter, "close", close_slowly)
    monkeypatch.setattr(Bounds, "refuse_more", refuse_what_is_closing)
    job = await order(client, token, format="xlsx")
    running = asyncio.create_task(runner.run_pending())
    assert await asyncio.to_thread(closing.wait, 50)
    await eventually(is_kept)
    assert await runner.run_pending() == 0
    go_on.set()
    await running
    assert (await look(client, token, job["id"]))["failure"].startswith("This export has more than")


def test_a_file_that_grows_too_large_is_given_up() -> None:
    with pytest.raises(ExportTooLarge, match=r"more than 4 GB \(4\.1 so far\)"):
        Bounds().refuse_more(1, 4_100_000_000)


def test_what_an_export_may_take_is_a_setting(product: Product) -> None:
    chosen = {"export_rows": 7, "export_gigabytes": 0.5, "export_minutes": 2.0, "export_kept_gigabytes": 1.5}
    changed = replace(product, settings=product.settings.model_copy(update=chosen))
    runner = orders.export_runner(changed)
    assert runner.shelf.most_bytes == 1_500_000_000
    for rows, size, words in ((8, 0, "more than 7 rows"), (1, 600_000_000, "more than 0.5 GB")):
        with pytest.raises(ExportTooLarge, match=words):
            runner._bounds().refuse_more(rows, size)
    assert runner._bounds().duration == timedelta(minutes=2)


async def test_a_statement_that_takes_too_long_fails_in_plain_words(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_bounds, "LONGEST_STATEMENT", timedelta(seconds=0.2))
    monkeypatch.setattr(export_orders, "where", lambda *given: [*where(*given), func.pg_sleep(0.1).is_not(None)])
    job = await order(client, token)
    await runner.run_pending()
    told = await look(client, token, job["id"])
    assert (told["state"], told["total"]) == ("failed", None)
    assert told["failure"] == "Finding the next rows took longer than 0.2 s. Narrow the filter, or try again later."


async def test_a_file_that_cannot_be_deleted_keeps_no_other(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], runner: ExportRunner
) -> None:
    stuck, fine = await order(client, token), await order(client, token)
    await runner.run_pending()
    folder = ExportFolder.from_settings(product.settings).folder
    path = folder / f"{stuck['id']}.csv"
    path.unlink()
    path.mkdir()
    stray = folder / f"{uuid4()}.csv"
    stray.touch()
    async with product.sessions.begin() as session:
        await session.execute(update(ExportOrder).values(expires_at=func.now() - timedelta(seconds=1)))
    with pytest.raises(OSError, match=str(path)):
        await runner.sweep()
    assert (await look(client, token, fine["id"]))["state"] == "expired"
    assert (await look(client, token, stuck["id"]))["state"] == "ready"
    assert _paths(folder) == [path]


async def test_rows_taken_out_of_all_that_match_are_not_exported(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner
) -> None:
    listed = (await client.get("/api/v3/contact-delivery/list", headers=token)).json()["items"]
    out = [each["id"] for each in listed if each["email"][:4] in ("ana1", "ana3")]
    job = await order(client, token, status=["New"], exclude_ids=[*out, out[0], str(uuid4())])
    assert job["filter_in_words"] == "New, except 4"
    await runner.run_pending()
    again = await client.post(f"{JOBS}/{job['id']}/again", headers=token)
    await runner.run_pending()
    for job_id in (job["id"], again.json()["id"]):
        fetched = await client.get(f"{JOBS}/{job_id}/file", headers=token)
        assert {row["email"][:4] for row in rows(fetched)} == {"ana0", "ana2", "ana4"}
        assert (await look(client, token, job_id))["total"] == 3


async def test_a_count_that_takes_too_long_is_not_known(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database says so before the driver gives the connection up."""
    monkeypatch.setattr(export_orders, "where", lambda *given: [*where(*given), func.pg_sleep(5).is_not(None)])
    async with product_on(database_url, tmp_path, database_request_seconds=0.2) as product:
        ana, reception = await add_person(product, "ana"), await make_reception(product)
        async with product.sessions.begin() as session:
            await make_contact(session, ana.tenant_id)
        async with browser_on(product, reception) as browser:
            for one_per_business in (False, True):
                asked = DRAFT | {"one_per_business": one_per_business}
                answer = await browser.post(f"{JOBS}/count", json=asked, headers=bearer(reception, ana))
                assert (answer.status_code, answer.json()) == (200, {"rows": None})


@pytest.fixture(params=[1, 2])
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """So few rows are read at once, so that a business, and as many rows as are wanted, go across two looks."""
    monkeypatch.setattr(export_service, "CHUNK", request.param)


@pytest.mark.usefixtures("chunk")
async def test_of_each_business_the_best_contact_is_counted_and_exported(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], ana: User, runner: ExportRunner
) -> None:
    async with product.sessions.begin() as session:
        elm, fir = [await make_domain(session, ana.tenant_id, f"{name}.example") for name in ("elm", "fir")]
        branches = [{"source_id": name, "name": name, "domain_id": elm} for name in ("north", "south")]
        north, south = [await make_business(session, ana.tenant_id, **each) for each in branches]
        people: tuple[tuple[str, dict[str, Any]], ...] = (
            ("north-sure", {"local_business_id": north, "domain_id": elm, "confidence": 0.9}),
            ("north-doubtful", {"local_business_id": north, "domain_id": elm, "confidence": 0.4}),
            ("south-invalid", {"local_business_id": south, "domain_id": elm, "verification": "invalid"}),
            ("south-role", {"local_business_id": south, "domain_id": elm, "verification": "role", "confidence": 0.5}),
            ("fir-unchecked", {"domain_id": fir, "confidence": 0.8}),
            ("fir-valid", {"domain_id": fir, "confidence": 0.8, "verification": "valid"}),
        )
        for name, values in people:
            await make_contact(session, ana.tenant_id, email=f"{name}@oak.example", **values)
    wanted = {"search": "oak.example", "one_per_business": True}
    counted = await client.post(f"{JOBS}/count", json=DRAFT | wanted, headers=token)
    assert counted.json() == {"rows": 3}
    job = await order(client, token, **wanted)
    assert job["filter_in_words"].endswith("; the best of each business")
    await runner.run_pending()
    again = (await client.post(f"{JOBS}/{job['id']}/again", headers=token)).json()
    await runner.run_pending()
    for job_id in (job["id"], again["id"]):
        found = {
            row["email"].partition("@")[0] for row in rows(await client.get(f"{JOBS}/{job_id}/file", headers=token))
        }
        assert found == {"north-sure", "south-role", "fir-valid"}
        assert (await look(client, token, job_id))["total"] == 3
    async with product.sessions.begin() as session:
        is_best = Contact.email.like("north-sure@%")
        await session.execute(update(Contact).where(is_best).values(contact_delivery_curation_status="Complete"))
        await suppress(
            session, Actor(ana.tenant_id, "ana"), [Mark.read(SuppressionKind.EMAIL, "north-sure@oak.example")]
        )
    later = (await client.post(f"{JOBS}/{job['id']}/again", headers=token)).json()
    await runner.run_pending()
    found = {
        row["email"].partition("@")[0] for row in rows(await client.get(f"{JOBS}/{later['id']}/file", headers=token))
    }
    assert found == {"north-doubtful", "south-role", "fir-valid"}
    told = await look(client, token, later["id"])
    assert (told["total"], told["rows"], told["suppressed"]) == (3, 3, 1)
    narrow = {"search": "north-doubtful", "one_per_business": True}
    assert (await client.post(f"{JOBS}/count", json=DRAFT | narrow, headers=token)).json() == {"rows": 1}
    refused = await client.post(
        JOBS, json={**DRAFT, "workflow": "page_curation", "one_per_business": True}, headers=token
    )
    assert (refused.status_code, "is for contacts" in refused.text) == (422, True)


@pytest.mark.usefixtures("chunk")
async def test_the_best_contact_is_somebody_by_name_who_can_be_written_to(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], ana: User, runner: ExportRunner
) -> None:
    async with product.sessions.begin() as session:
        for site, founder in (("fir", {"verification": "invalid"}), ("yew", {"verification": "no_reply"}), ("elm", {})):
            domain_id = await make_domain(session, ana.tenant_id, f"{site}.example")
            office = {"email": f"info@{site}.example", "verification": "role", "confidence": 0.9}
            named = {"email": f"fay@{site}.example", "name": "Fay Field", "confidence": 0.4, **founder}
            called = {"email": None, "name": "Gus Grove", "phone": "+15125550100", "confidence": 1.0}
            for values in (office, named, called):
                await make_contact(session, ana.tenant_id, domain_id=domain_id, **values)
    job = await order(client, token, one_per_business=True, columns=["email"])
    await runner.run_pending()
    found = {row["email"] for row in rows(await client.get(f"{JOBS}/{job['id']}/file", headers=token))}
    assert found >= {"fay@elm.example", "info@fir.example", "info@yew.example"}
    assert not found & {"info@elm.example", "fay@fir.example", "fay@yew.example"}
    best = {"one_per_business": True, "columns": ["email"], "search": "-cedar"}
    for file_format, most in (("csv", 2), ("jsonl", 2), ("csv", 1)):  # which are told of extra columns, and not
        few = await order(client, token, **best, most_rows=most, format=file_format)
        await runner.run_pending()
        written = (await client.get(f"{JOBS}/{few['id']}/file", headers=token)).text
        assert re.findall(r"\w+@\w+", written) == ["fay@elm", "info@fir"][:most], "though it was found last"


@pytest.mark.usefixtures("chunk")
async def test_no_more_rows_than_wanted_and_suppressed_ones_are_not_among_them(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], ana: User, runner: ExportRunner
) -> None:
    async with product.sessions.begin() as session:
        first = await session.scalar(select(Contact.email).order_by(Contact.id).limit(1))
        await suppress(session, Actor(ana.tenant_id, "ana"), [Mark.read(SuppressionKind.EMAIL, first or "")])
    whole = await order(client, token, columns=["email"])
    some = await order(client, token, columns=["email"], most_rows=3)
    best = await order(client, token, columns=["email"], most_rows=2, one_per_business=True)
    assert some["filter_in_words"].endswith("the first 3")
    assert [job["file_name"].rpartition("_")[0] for job in (whole, some, best)] == [
        "contacts",
        "contacts-3",
        "contacts-best-2",
    ]
    await runner.run_pending()
    again = (await client.post(f"{JOBS}/{some['id']}/again", headers=token)).json()
    await runner.run_pending()
    all_rows = rows(await client.get(f"{JOBS}/{whole['id']}/file", headers=token))
    for job_id in (some["id"], again["id"]):
        assert rows(await client.get(f"{JOBS}/{job_id}/file", headers=token)) == all_rows[:3]
        told = await look(client, token, job_id)
        assert (told["rows"], told["total"], told["suppressed"]) == (3, 3, 1)
    assert len(rows(await client.get(f"{JOBS}/{best['id']}/file", headers=token))) == 2
    counted = await client.post(f"{JOBS}/count", json=DRAFT | {"most_rows": 4}, headers=token)
    assert counted.json() == {"rows": 4}
    assert (await client.post(JOBS, json=DRAFT | {"most_rows": 0}, headers=token)).status_code == 422


async def test_a_file_of_few_rows_has_the_columns_that_these_have_beside_ours(
    client: httpx.AsyncClient, product: Product, token: dict[str, str], ana: User, runner: ExportRunner
) -> None:
    async with product.sessions.begin() as session:
        for name in ("ash", "elm", "fir", "oak"):
            said = {"email": f"{name}@yew.example", "extra_fields": {f"Note of {name}": "yes"}}
            await make_contact(session, ana.tenant_id, **said)
        await suppress(session, Actor(ana.tenant_id, "ana"), [Mark.read(SuppressionKind.EMAIL, "ash@yew.example")])
    wanted = {"search": "yew.example", "most_rows": 2}
    jobs = [await order(client, token, **wanted, one_per_business=is_one) for is_one in (False, True)]
    await runner.run_pending()
    for job in jobs:
        first, second = rows(await client.get(f"{JOBS}/{job['id']}/file", headers=token))
        assert (first["email"], second["email"]) == ("elm@yew.example", "fir@yew.example")
        assert {name for name in first if "Note" in name} == {"extra: Note of elm", "extra: Note of fir"}
        told = await look(client, token, job["id"])
        assert (told["rows"], told["suppressed"]) == (2, 1)


@pytest.mark.parametrize("workflow", ["contact_delivery", "page_curation", "single_search"])
async def test_every_column_that_is_offered_can_be_chosen(
    client: httpx.AsyncClient, token: dict[str, str], runner: ExportRunner, workflow: str
) -> None:
    offered = (await client.get(f"{JOBS}/columns", params={"workflow": workflow}, headers=token)).json()["items"]
    names = [each["name"] for each in offered]
    assert {"id", "state", "created_at"} <= set(names)
    assert all(each["label"] and "_" not in each["label"] for each in offered)
    job = await order(client, token, workflow=workflow, columns=names, format="jsonl")
    await runner.run_pending()
    assert (await look(client, token, job["id"]))["state"] == "ready"
    unknown = await client.get(f"{JOBS}/columns", params={"workflow": "blah"}, headers=token)
    assert unknown.status_code == 404
