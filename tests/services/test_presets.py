"""Files for other programs, and read back by others than ourselves."""

import asyncio
import csv
import io
import shutil
from pathlib import Path
from uuid import UUID

import pytest
from python_calamine import CalamineWorkbook
from sqlalchemy import func, select
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain
from tests.services.test_own_exports import imported, tenant_id

from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import Contact, LocalBusiness
from scrapersky.services.exports.choices import Exportable, Format, Preset
from scrapersky.services.exports.export import export_to, make_export
from scrapersky.services.imports.results import Verdict

__all__ = ["tenant_id"]

DEMANDED = {
    Preset.SALESFORCE: ("Last Name", "Company"),
    Preset.PLAIN: (),
    Preset.HUBSPOT: (),
    Preset.GOOGLE_CONTACTS: (),
    Preset.MAILCHIMP: (),
}


async def written(sessions: Sessions, tenant_id: UUID, preset: Preset | None, file_format: Format) -> bytes:
    stream = io.BytesIO()
    await export_to(stream, make_export(Exportable.CONTACTS, tenant_id, preset=preset), file_format, sessions)
    return stream.getvalue()


async def counted(sessions: Sessions) -> tuple[int, ...]:
    async with sessions() as session:
        counts = [await session.scalar(select(func.count(each.id))) for each in (Contact, LocalBusiness)]
    return tuple(count or 0 for count in counts)


@pytest.mark.parametrize("file_format", [Format.CSV, Format.XLSX, Format.JSONL])
@pytest.mark.parametrize("preset", list(Preset))
async def test_a_file_of_every_preset_comes_back_and_adds_nothing(
    sessions: Sessions, tenant_id: UUID, preset: Preset, file_format: Format
) -> None:
    before = await counted(sessions)
    results = await imported(
        sessions, tenant_id, Subject.CONTACTS, await written(sessions, tenant_id, preset, file_format)
    )
    assert [row.verdict for row in results] == [Verdict.UPDATED] * 3, results
    assert await counted(sessions) == before


@pytest.mark.parametrize("preset", list(Preset))
async def test_names_are_apart_and_what_is_demanded_is_there(
    sessions: Sessions, tenant_id: UUID, preset: Preset
) -> None:
    content = (await written(sessions, tenant_id, preset, Format.CSV)).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    (ana,) = (row for row in rows if row["First Name"])
    assert (ana["First Name"], ana["Last Name"]) == ("Ana María", "de la Cruz")
    for name in DEMANDED[preset]:
        assert all(row[name] for row in rows)


async def test_rows_of_one_website_follow_one_another(sessions: Sessions, tenant_id: UUID) -> None:
    async with sessions.begin() as session:
        oak, elm = [await make_domain(session, tenant_id, name=f"{name}.example") for name in ("oak", "elm")]
        for name, domain in (("ana", oak), ("bea", elm), ("cem", oak)):
            await make_contact(session, tenant_id, email=f"{name}@x.example", domain_id=domain)
    content = (await written(sessions, tenant_id, Preset.PLAIN, Format.CSV)).decode("utf-8-sig")
    addresses = [row["E-mail"][:3] for row in csv.DictReader(io.StringIO(content)) if "x.example" in row["E-mail"]]
    assert addresses in (["ana", "cem", "bea"], ["bea", "ana", "cem"])


async def test_a_workbook_is_typed_filtered_and_explains_itself(sessions: Sessions, tenant_id: UUID) -> None:
    content = await written(sessions, tenant_id, None, Format.XLSX)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    headings, *rows = book.get_sheet_by_index(0).to_python()
    row = dict(zip(headings, rows[0], strict=True))
    assert isinstance(row["confidence"], float)
    assert row["extra: Notiz"] == "zurückrufen; bald"
    assert row["socials"] == "facebook: https://facebook.com/x"
    assert not any(str(cell).startswith(("{", "[")) for each in rows for cell in each)
    explained = {line[0]: line[1] for line in book.get_sheet_by_name("Columns").to_python()[1:]}
    assert list(explained) == headings
    assert all(explained.values())


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed here")
async def test_libreoffice_reads_what_we_write(sessions: Sessions, tenant_id: UUID, tmp_path: Path) -> None:
    (tmp_path / "contacts.xlsx").write_bytes(await written(sessions, tenant_id, Preset.PLAIN, Format.XLSX))
    converting = await asyncio.create_subprocess_exec(
        shutil.which("soffice") or "", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless",
        "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", "contacts.xlsx",
        cwd=tmp_path, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert await converting.wait() == 0
    theirs = list(csv.reader(io.StringIO((tmp_path / "contacts.csv").read_text("utf-8-sig"))))
    ours = (await written(sessions, tenant_id, Preset.PLAIN, Format.CSV)).decode("utf-8-sig")
    expected = [[cell.removeprefix("'") for cell in row] for row in csv.reader(io.StringIO(ours))]
    assert [row[:7] for row in theirs] == [row[:7] for row in expected]
