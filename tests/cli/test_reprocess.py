"""Kept pages read again: by a real command, also one that is killed in the middle."""

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from tests.businesses import make_tenant
from tests.pages import HtmlInRows, make_content
from tests.process import scrapersky

from scrapersky.curation_sdk.queue import LocalEngine
from scrapersky.models import Contact, PageContent
from scrapersky.services.reprocessing import GROUP, Progress, Reprocessing
from scrapersky.workflows.wf8_contact_curation import contact_curation

Sessions = async_sessionmaker[AsyncSession]

CURATION = PageContent.contact_curation
DONE = {CURATION.curation_status: "Complete", CURATION.processing_status: "Complete"}


async def plant(sessions: Sessions, count: int) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        for number in range(count):
            host = f"firm{number}.example"
            html = f"<html><body><h1>Firm {number}</h1><a href='mailto:info@{host}'>info@{host}</a></body></html>"
            await make_content(session, f"https://{host}/contact", html, tenant_id)
        await session.execute(update(PageContent).values(DONE))


async def emails(sessions: Sessions) -> Sequence[str | None]:
    async with sessions() as session:
        return sorted((await session.scalars(select(Contact.email))).all(), key=str)


def wanted(count: int) -> list[str]:
    return sorted(f"info@firm{number}.example" for number in range(count))


@pytest.mark.timeout(200)
async def test_after_a_kill_the_same_command_goes_on_where_it_was(
    sessions: Sessions, database_url: str, tmp_path: Path
) -> None:
    count = 2 * GROUP + 20
    await plant(sessions, count)
    variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path)}
    with scrapersky("reprocess", "--from", "html", folder=tmp_path, **variables) as first:
        first.wait_for(f"of {count} pages")
        first.end(signal.SIGKILL)
    done_before = len(await emails(sessions))
    with scrapersky("reprocess", "--from", "html", folder=tmp_path, **variables) as second:
        assert second.ended() == 0, second.printed
        if done_before < count:
            assert "Going on after " in second.printed
        assert f"{count} pages read again" in second.printed
    assert await emails(sessions) == wanted(count)
    assert not (tmp_path / "reprocess.json").exists()


async def read_again(sessions: Sessions, noted: list[int]) -> Progress:
    engine = sessions.kw["bind"]
    again = Reprocessing(contact_curation, engine, LocalEngine(HtmlInRows()), lambda so_far: noted.append(so_far.done))
    progress = await again.begin()
    await again.run(progress)
    return progress


async def test_rows_keep_their_states_and_those_of_others_are_left_alone(sessions: Sessions) -> None:
    await plant(sessions, 3)
    async with sessions.begin() as session:
        first = await session.scalar(select(PageContent.id).order_by(PageContent.id).limit(1))
        skipped = {CURATION.curation_status: "Skipped", CURATION.processing_status: None}
        await session.execute(update(PageContent).where(PageContent.id == first).values(skipped))
    noted: list[int] = []
    progress = await read_again(sessions, noted)
    assert (progress.total, progress.done, progress.new, noted) == (2, 2, 2, [2])
    assert (await read_again(sessions, [])).new == 0
    assert await emails(sessions) == wanted(3)[1:]
    async with sessions() as session:
        states = sorted((await session.scalars(select(CURATION.state))).all())
    assert states == ["Complete", "Complete", "Skipped"]


async def test_a_page_that_cannot_be_read_is_counted_and_stops_no_other(sessions: Sessions) -> None:
    await plant(sessions, 3)
    async with sessions.begin() as session:
        broken = select(PageContent.id).order_by(PageContent.id).limit(1).scalar_subquery()
        await session.execute(update(PageContent).where(PageContent.id == broken).values(html=b"not a page"))
    progress = await read_again(sessions, [])
    assert (progress.done, progress.new, progress.failed) == (3, 2, 1)
    assert progress.reasons == {"stored_page_broken": 1}
