"""Whoever is erased is nowhere any more, and reading the same pages again brings nothing of them back."""

import io
import json
import logging
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.businesses import make_tenant
from tests.clients.internet import Internet as FakeInternet
from tests.conftest import Sessions
from tests.domains import make_domain
from zstandard import ZstdDecompressor

from scrapersky.app.internet import Internet, make_clients
from scrapersky.cli.running import read_settings
from scrapersky.clients.html.folder import HtmlFolder
from scrapersky.clients.html.store import HtmlStores
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import Change, Run, SdkBase
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.models import Base, Contact, Delivery, ExportOrder, Page, PageContent, Preference, User
from scrapersky.services.erasure.disclose import disclosure
from scrapersky.services.erasure.erase import Erasure
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.page_contents import ErasedMeanwhile, PageReading, save_page_content
from scrapersky.services.page_curation_service import load_earlier_readings, read_page
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark
from scrapersky.services.suppression.redaction import Redactor
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation

SITE = "http://acme.example"
TEAM = """<html lang=en><title>The team of Acme: Jane Doe and John Roe</title><h1>Our team</h1>
<h3>Jane Doe</h3><p>Owner</p><p><a href="mailto:jane@acme.example">jane@acme.example</a></p><p>Mobile (512) 555-0177</p>
<p><a href="https://www.linkedin.com/in/jane-doe">LinkedIn</a></p>
<h3>John Roe</h3><p>Dentist</p><p><a href="mailto:john@acme.example">john@acme.example</a></p>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person","name":"Jane Doe",
"email":"jane@acme.example","worksFor":{"@type":"Organization","name":"Acme"}}</script>"""
HOME = (
    "<html lang=en><title>Acme, the dentists of Jane Doe</title><p>Write to info@acme.example or (512) 555-0100</p>"
    "<a href='/team'>Team</a><a href='/team/jane-doe'>Jane Doe</a>" + "<p>We mend teeth.</p>" * 30
)
OWN_PAGE = "<html lang=en><title>Jane Doe</title><h1>Jane Doe</h1><p>Reach me: jane [at] acme [dot] example</p>"
OTHER = (
    "<html lang=en><title>Elsewhere</title><p>Jane Doe of another town mends cars.</p>" + "<p>We mend cars.</p>" * 30
)
OTHER += "<footer>Website by <a href='mailto:jane@acme.example'>Acme</a></footer>"
SITEMAP = "<urlset>" + "".join(f"<url><loc>{SITE}{path}</loc></url>" for path in ("/", "/team", "/team/jane-doe"))
# Not the name alone: there is another of that name.
TRACES = (
    *("jane@acme.example", "555-0177", "5550177", "jane-doe", "dentists of jane doe"),
    *("jane smith", "jane miller", "jane-acme-example", "jane doe of delivered"),
)
CHAIN = (domain_curation, sitemap_curation, sitemap_import, page_curation, contact_curation)


class World:
    """A site, a tenant that reads it, and folders where pages and exports are kept."""

    def __init__(self, engine: AsyncEngine, sessions: Sessions, internet: FakeInternet, folder: Path) -> None:
        self.engine, self.sessions, self.internet, self.folder = engine, sessions, internet, folder
        self.shelf = HtmlFolder(folder / "pages")
        self.stores = HtmlStores(self.shelf, (self.shelf,))
        self.exports = ExportFolder(folder / "exports", kept=None, most_bytes=1)  # type: ignore[arg-type]
        self.actor = Actor(UUID(int=0), "ana")

    async def begin(self) -> None:
        async with self.sessions.begin() as session:
            self.actor = Actor(await make_tenant(session), "ana")
            for host in ("acme.example", "other.example"):
                await make_domain(session, self.actor.tenant_id, name=host, home_url=f"http://{host}/")

    def publish(self, more: str = "") -> None:
        pages = {"/": HOME + more, "/team": TEAM + more, "/team/jane-doe": OWN_PAGE + more}
        self.internet.site("acme.example", {**pages, "/sitemap.xml": SITEMAP + "</urlset>"})
        self.internet.site("other.example", {"/": OTHER + more})

    async def read_everything(self) -> None:
        for workflow in CHAIN:
            await self.run(workflow)

    async def run(self, workflow: AnyWorkflow) -> None:
        async with self.sessions.begin() as session:
            ids = list(await session.scalars(select(workflow.curation.id)))
            await change_status(session, workflow, self.actor, ids, Decision(Settable.QUEUED))
        lease = Lease(self.engine, 3_600)
        await lease.acquire()
        async with self.internet.fetcher() as web:
            clients = replace(make_clients(read_settings(), self.engine, Internet(), web), html=self.stores)
            await run_job_loop(workflow, workflow.schedule, Runtime(self.engine, clients, lease))

    async def leave_traces(self) -> None:
        """In history, runs, exports, deliveries and the suppression list."""
        async with self.sessions.begin() as session:
            jane = (
                await session.scalars(select(Contact).where(Contact.name == "Jane Doe", Contact.email.is_not(None)))
            ).one()
            tenant_id = self.actor.tenant_id
            session.add(
                Change(tenant_id=tenant_id, table_name="contacts", row_id=jane.id, field="email", made_by="ana")
            )
            await session.execute(update(Change).values(before="Jane@Acme.example", after="jane@acme.example"))
            jane.name = "Jane Miller"
            corrected = Change(tenant_id=tenant_id, table_name="contacts", row_id=jane.id, field="name", made_by="ana")
            corrected.before, corrected.after = "Jane Smith", "Jane Miller"
            note = Change(tenant_id=tenant_id, table_name="domains", row_id=jane.domain_id, field="note", made_by="ana")
            note.after = "Jane Smith is Jane Miller now"
            session.add_all([corrected, note])
            await session.execute(update(Run).values(message="jane@acme.example did not answer"))
            session.add(Delivery(tenant_id=tenant_id, contact_id=jane.id, target="webhook", idempotency_key="k"))
            order = ExportOrder(
                tenant_id=tenant_id, workflow="contact_delivery", format="csv", state="ready", made_by="ana"
            )
            order.filter, order.filter_in_words = {"search": "jane@acme.example"}, 'with the words "jane@acme.example"'
            order.file_name = "contact-delivery_with-the-words-jane-acme-example_2026-03-01.csv"
            session.add(order)
            await suppress(session, self.actor, [Mark.read(SuppressionKind.EMAIL, "jane@acme.example")], "by phone")
            await session.flush()
            self.exports.prepare()
            self.exports.file(order).write_text("name,email\nJane Doe,jane@acme.example\n")
            (self.folder / "delivered").mkdir()
            (self.folder / "delivered" / f"{jane.id}.json").write_text('{"name": "Jane Doe of delivered"}')

    def erasure(self) -> Erasure:
        return Erasure(self.sessions, self.stores, (self.shelf,), self.exports, self.folder / "delivered")

    async def everything(self) -> str:
        """All text of all tables and files, in lower case."""
        told = []
        async with self.sessions() as session:
            for table in (*Base.metadata.sorted_tables, *SdkBase.metadata.sorted_tables):
                rows = (await session.execute(select(table))).mappings().all()
                told += [f"{table.name}: {json.dumps(_readable(dict(row)), default=str)}" for row in rows]
        told += [f"{file}: {_unpacked(file.read_bytes())}" for file in self.folder.rglob("*") if file.is_file()]
        return "\n".join(told).lower()


def _readable(row: dict[str, object]) -> dict[str, object]:
    return {name: _unpacked(value) if isinstance(value, bytes) else value for name, value in row.items()}


def _unpacked(content: bytes) -> str:
    is_packed = content.startswith(b"\x28\xb5\x2f\xfd")
    plain = ZstdDecompressor().stream_reader(io.BytesIO(content)).read() if is_packed else content
    return plain.decode("utf-8", "replace")


@pytest.fixture
async def world(engine: AsyncEngine, sessions: Sessions, tmp_path: Path) -> AsyncIterator[World]:
    internet = FakeInternet()
    await internet.start("acme.example", "other.example")
    made = World(engine, sessions, internet, tmp_path)
    await made.begin()
    made.publish()
    yield made
    await internet.close()


async def test_one_person_is_erased_and_stays_so_when_everything_is_read_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.read_everything()
    await world.leave_traces()
    before = await world.everything()
    assert [trace for trace in TRACES if trace not in before] == []

    caplog.set_level(logging.INFO)
    report = await world.erasure().run(world.actor, SuppressionKind.EMAIL, "Jane@acme.example", dry_run=False)
    assert (report.contacts, report.exports, [one.target for one in report.delivered]) == (1, 1, ["webhook"])
    await nothing_is_left(world, caplog)

    world.publish("<p>And new words.</p>")
    await world.read_everything()
    await nothing_is_left(world, caplog)
    assert "and new words" in await world.everything()
    async with world.sessions() as session:
        contacts = set(await session.scalars(select(Contact.email)))
    assert contacts == {"john@acme.example", "info@acme.example"}


async def nothing_is_left(world: World, caplog: pytest.LogCaptureFixture) -> None:
    told = await world.everything()
    left = [line[:300] for line in told.splitlines() for trace in TRACES if trace in line]
    assert left == []
    acme = [line for line in told.splitlines() if "acme.example" in line and "jane doe" in line]
    assert [line[:300] for line in acme] == []
    assert not [trace for trace in TRACES if trace in caplog.text.lower()]
    assert "jane doe of another town" in told


async def test_a_dry_run_tells_the_same_and_changes_nothing(world: World) -> None:
    await world.read_everything()
    await world.leave_traces()
    before = await world.everything()
    dry = await world.erasure().run(world.actor, SuppressionKind.PERSON, "Jane Miller", dry_run=True)
    assert await world.everything() == before
    real = await world.erasure().run(world.actor, SuppressionKind.PERSON, "Jane Miller", dry_run=False)
    assert (dry.contacts, dry.deleted, dry.redacted, dry.pages, dry.exports) == (
        real.contacts,
        real.deleted,
        real.redacted,
        real.pages,
        real.exports,
    )
    assert (dry.dry_run, dry.files, real.files > 0) == (True, 0, True)


async def test_a_domain_goes_with_all_that_hangs_on_it_and_is_not_visited_again(world: World) -> None:
    await world.read_everything()
    await world.erasure().run(world.actor, SuppressionKind.DOMAIN, "acme.example", dry_run=False)
    told = await world.everything()
    assert [line[:300] for line in told.splitlines() if "acme.example" in line] == []
    asked = len(world.internet.paths("acme.example"))
    async with world.sessions.begin() as session:
        await make_domain(session, world.actor.tenant_id, name="acme.example", home_url=f"{SITE}/")
    await world.run(domain_curation)
    assert len(world.internet.paths("acme.example")) == asked
    async with world.sessions() as session:
        messages = list(await session.scalars(select(Run.message).where(Run.message.like("%erased on request."))))
    assert len(messages) == 1


async def test_all_that_is_stored_about_somebody_is_told(world: World) -> None:
    await world.read_everything()
    await world.leave_traces()
    asked = (world.stores, SuppressionKind.EMAIL, "jane@acme.example")
    told = await disclosure(world.sessions, world.actor.tenant_id, *asked)
    async with world.sessions() as session:
        contents = {row.url for row in await session.scalars(select(PageContent))}
    assert [one["name"] for one in told["contacts"]] == ["Jane Miller"]
    assert {one["kind"] for one in told["evidence"]} >= {"email", "person"}
    assert [one["target"] for one in told["deliveries"]] == ["webhook"]
    assert set(told["kept_pages"]) == contents
    assert {one["table"] for one in told["mentioned_in"]} >= {"changes", "runs", "export_jobs", "page_contents"}
    assert told["suppressed"] == ["email jane@acme.example"]


async def test_names_are_looked_for_where_they_are_known_and_beside_what_answers_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of few letters is like most texts of all tables."""
    await world.read_everything()
    read: list[str] = []
    looked = Redactor._without_names

    def look(self: Redactor, text: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        read.append(text)
        return looked(self, text)

    monkeypatch.setattr(Redactor, "_without_names", look)
    for domain, found in (("other.example", {"page_contents"}), ("third.example", set[str]())):
        subject = (world.stores, SuppressionKind.PERSON, "Jane Doe")
        told = await disclosure(world.sessions, world.actor.tenant_id, *subject, domain=domain)
        assert {one["table"] for one in told["mentioned_in"]} == found
    assert any("mend cars" in text for text in read)
    assert not any("mend teeth" in text or "dentists" in text for text in read)


async def test_what_hangs_on_rows_of_another_tenant_is_neither_told_nor_erased(world: World) -> None:
    """Preferences, rows of batches and versions of rules have no tenant of their own."""
    address, (stores, actor) = "jane@acme.example", (world.stores, world.actor)
    async with world.sessions.begin() as session:
        people = [await make_tenant(session), actor.tenant_id]
        for number, tenant_id in enumerate(people):
            user = User(tenant_id=tenant_id, name=f"user {number}", password_hash="!", role="viewer")
            session.add(user)
            await session.flush()
            session.add(Preference(user_id=user.id, content={"recent": [f"{number} {address}"]}))
    told = await disclosure(world.sessions, actor.tenant_id, stores, SuppressionKind.EMAIL, address)
    assert [one["says"] for one in told["mentioned_in"]] == [{"content": {"recent": [f"1 {address}"]}}]
    await world.erasure().run(actor, SuppressionKind.EMAIL, address, dry_run=False)
    async with world.sessions() as session:
        kept = [str(content) for content in await session.scalars(select(Preference.content))]
    assert sorted(address in content for content in kept) == [False, True]


async def test_a_page_that_was_read_before_somebody_was_erased_is_not_kept(world: World) -> None:
    await world.read_everything()
    world.publish("<p>And new words.</p>")
    async with world.sessions() as session, world.internet.fetcher() as web:
        team = (await session.scalars(select(Page).where(Page.url == f"{SITE}/team"))).one()
        clients = replace(make_clients(read_settings(), world.engine, Internet(), web), html=world.stores)
        reading = await read_page((await load_earlier_readings(session, [team]))[team.id], clients)
    assert isinstance(reading, PageReading)
    await world.erasure().run(world.actor, SuppressionKind.EMAIL, "jane@acme.example", dry_run=False)
    async with world.sessions() as session:
        with pytest.raises(ErasedMeanwhile):
            await save_page_content(session, team, reading)
