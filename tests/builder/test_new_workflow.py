"""The builder from the first answer to a Complete row: once inside a copy of the project, once as a package outside."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.installing import install
from tests.process import environment, running

from scrapersky.curation_sdk.testing import make_sample
from scrapersky.db.engine import make_engine
from scrapersky.models import Page, PageContent, Tenant

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
# The sample of the specification, letter by letter, and the defaults of what it does not ask.
TYPED = (
    *("contact_extraction", "Extract contacts", "pages", "contacts", "Yes", "No", "Creates new records"),
    *("> 5 seconds (background)", "page_content, url", "Check for valid email format"),
)
OUTSIDE = """
name: headline_extraction
purpose: Keep the headlines of a page.
source: page_contents
destination: headlines
seconds_per_row: 2
fields: [title required, words, url required, contacts_found]
columns: [title required, url url required, words number, text required, link url required, price number required,
          contacts_found number, seen time]
rows: many
validation: [number, title max 200, title min 3]
"""


ONE_AFTER_THE_OTHER = """
import json, sys
from scrapersky.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv = ["scrapersky", *words]
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            raise
"""


class Workbench:
    """A copy of the project, a folder for packages, and commands that see both."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self.folder, self.copy, self.site = folder, folder / "copy", folder / "site"
        self.variables = {
            "DATABASE_URL": database_url,
            "SCRAPERSKY_DATA": str(folder / "data"),
            "PYTHONPATH": os.pathsep.join([str(self.copy / "src"), str(self.site)]),
        }
        for name in ("src", "schema", "docs/reference"):  # with what was compiled, which takes longer than all else
            shutil.copytree(ROOT / name, self.copy / name)
        for name in ("pyproject.toml", ".env.example", "tests/conftest.py", "tests/db/test_schema.py"):
            (self.copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.copy / name)

    def run(self, *arguments: str, cwd: Path | None = None, typed: str | None = None) -> str:
        ended = subprocess.run(  # noqa: S603  our own program
            [sys.executable, *arguments],
            cwd=cwd or self.copy,
            env=environment(**self.variables),
            input=typed,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def scrapersky(self, *commands: tuple[str, ...], cwd: Path | None = None) -> str:
        """One after the other in one process: the copy's product is loaded once."""
        return self.run("-c", ONE_AFTER_THE_OTHER, json.dumps(commands), cwd=cwd)

    def run_tests(self, *places: str, cwd: Path) -> None:
        """In a folder of their own: in the usual one a second pytest takes from our server the right to read."""
        own = ("-p", "no:cacheprovider", "--basetemp", str(self.folder / "temporary"))
        self.run("-m", "pytest", "-q", *own, *places, cwd=cwd)

    def make_inside(self) -> None:
        written = self.run("-m", "scrapersky", "workflow", "new", typed="\n".join(TYPED) + "\n")
        assert "wrote tests/services/test_contact_extraction_service.py" in written
        self.scrapersky(("generate", "--check"), ("workflow", "check"))
        self.run("-m", "ruff", "check", "src/scrapersky", "tests")
        self.run("-m", "ruff", "format", "--check", "src/scrapersky/workflows", "src/scrapersky/services", "tests")
        self.run_tests("tests", cwd=self.copy)

    def make_outside(self) -> None:
        (self.folder / "answers.yaml").write_text(OUTSIDE, encoding="utf-8")
        made = ("workflow", "new", "--from", "answers.yaml", "--package", "my_addon")
        self.scrapersky(made, cwd=self.folder)
        install(self.folder / "my_addon", self.site)
        self.run_tests(cwd=self.folder / "my_addon")


@pytest.fixture
def workbench(tmp_path: Path, database_url: str) -> Workbench:
    return Workbench(tmp_path, database_url)


async def add_page(database_url: str) -> dict[str, str]:
    """A page and what it says, by the paths of the workflows that read them."""
    engine = make_engine(database_url)
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await session.scalar(select(Tenant.id))
        page_id = await make_sample(session, Page, tenant_id=tenant_id)
        text = "Leek soup 4, pea soup 5: https://soup.example/leek. Write to ana@soup.example or Bo@soup.example."
        content = {"tenant_id": tenant_id, "page_id": page_id, "title": "Our 3 soups", "body_text": text}
        content |= {"url": "https://soup.example/"}
        content_id = await make_sample(session, PageContent, **content)
    await engine.dispose()
    return {"/contact-extraction": str(page_id), "/headline-extraction": str(content_id)}


def drive(client: httpx.Client, path: str, row_id: str) -> dict[str, Any]:
    """From New to an end, as a person would see it."""
    (item,) = client.get(f"{path}/list").json()["items"]
    assert (item["id"], item["state"]) == (row_id, "New")
    queued = client.put(f"{path}/status", json={"ids": [row_id], "status": "Queued"})
    assert queued.json()["queued_count"] == 1
    deadline = time.monotonic() + PATIENCE
    while (row := client.get(f"{path}/{row_id}").json())["state"] in ("Queued", "Processing"):
        assert time.monotonic() < deadline, row
        time.sleep(0.1)
    found: dict[str, Any] = row
    return found


@pytest.mark.timeout(600)
def test_a_new_workflow_inside_and_one_outside_go_from_new_to_complete(workbench: Workbench, database_url: str) -> None:
    workbench.make_inside()
    workbench.make_outside()
    printed = workbench.scrapersky(("schema", "apply"), ("schema", "verify"))
    assert "applied workflows/contact_extraction.sql" in printed
    assert "applied my_addon/headline_extraction.sql" in printed
    assert "agree" in printed
    promised = "from my_addon.contract import process_headline_extraction_queue as work"
    workbench.run("-c", f"import asyncio; {promised}; asyncio.run(work())")
    with running(["-m", "scrapersky", "up", "--port", "0"], workbench.folder, **workbench.variables) as server:
        address, code = server.wait_for(r"ScraperSky is at (\S+)"), server.wait_for(r"one-time code (\S+)")
        person = {"name": "ana", "password": "correct horse battery", "code": code}
        token = httpx.post(f"{address}/api/v3/auth/setup", json=person, timeout=PATIENCE).json()["access_token"]
        rows = asyncio.run(add_page(database_url))
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=f"{address}/api/v3", headers=headers, timeout=PATIENCE) as client:
            for path, row_id in rows.items():
                row = drive(client, path, row_id)
                assert (row["state"], row["outcome"], row["error"]) == ("Complete", None, None)
            contacts = client.get("/contacts/list").json()["items"]
            assert {each["email"] for each in contacts} == {"ana@soup.example", "bo@soup.example"}
            lineage = client.get(f"/headline-extraction/{rows['/headline-extraction']}/lineage").json()
            assert "headlines" in {each["table"] for each in lineage}
        assert server.end() == 0
