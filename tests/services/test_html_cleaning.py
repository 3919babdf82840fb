"""Kept HTML goes when no row names it, and not before."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import update
from tests.conftest import Sessions
from tests.pages import make_content

from scrapersky.clients.html.folder import HtmlFolder
from scrapersky.models import PageContent
from scrapersky.services.html_cleaning import Cleaned, clean_shelf

NAMED, UNNAMED = "aa" + "0" * 62, "bb" + "0" * 62


async def test_what_no_row_names_is_removed_once_it_is_a_day_old(sessions: Sessions, tmp_path: Path) -> None:
    folder = HtmlFolder(tmp_path)
    kept, left = await folder.put(NAMED, b"a"), await folder.put(UNNAMED, b"b")
    async with sessions.begin() as session:
        content_id = await make_content(session, "https://acme.example/", "")
        await session.execute(update(PageContent).where(PageContent.id == content_id).values(html_place=kept.place))
    now = datetime.now(UTC)
    assert await clean_shelf(folder, sessions, now) == Cleaned(2, 0)
    assert await clean_shelf(folder, sessions, now + timedelta(days=2)) == Cleaned(2, 1)
    assert await folder.get(kept) == b"a"
    assert not (tmp_path / (left.place or "").removeprefix("folder:")).exists()
