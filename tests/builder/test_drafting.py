"""The files of each sort of workflow, and the small changes to modules that exist."""

import ast
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scrapersky.app.extensions import GROUPS
from scrapersky.builder.project import (
    checked_package,
    package_files,
    project_files,
    with_curation,
    with_import,
    with_workflow,
)
from scrapersky.builder.questionnaire import answer_all, take_default
from scrapersky.builder.staging import DoesNotWork, staged_in_project, staged_package, write_files
from scrapersky.builder.wording import BadAnswer
from scrapersky.cli.workflow_new import known_models

ROOT = Path(__file__).parents[2]
UPDATING = {"name": "title_tidying", "purpose": "Tidy titles.", "source": "page_contents", "fields": "title, url"}
SHARING = {"name": "page_finding", "purpose": "Find pages.", "source": "sitemap_files", "destination": "pages"}
RULED = {
    "name": "site_finding",
    "purpose": "Find sites.",
    "source": "local_businesses",
    "destination": "found_sites",
    "fields": "name required, website required, phone, reviews required",
    "columns": "name required, website url required, phone phone, reviews number, opened time, rank decimal, text",
    "validation": "name max 200, name min 3, phone phone, email",
}
SAMPLE = {"name": "contact_extraction", "purpose": "Extract contacts", "source": "pages", "destination": "contacts"}
MANY = {
    "name": "link_finding",
    "purpose": "Find links.",
    "source": "pages",
    "destination": "found_links",
    "fields": "page_content required, title",
    "columns": "link url required, page_content required, price decimal required, note text",
}
CREATING = {"name": "menu_finding", "purpose": "Find menus.", "source": "pages", "destination": "menus"}


SORTS = (
    UPDATING | {"name": "title_checking", "fields": "title required", "validation": "title max 9"},
    SHARING,
    SAMPLE | {"fields": "page_content, url", "validation": "email"},
    MANY,
    RULED,
)


def drafted(given: dict[str, str], root: Path = ROOT, code: str = "WF10") -> dict[str, str]:
    models = known_models()
    return project_files(root, answer_all(given, models, take_default, code), models)


@pytest.mark.timeout(300)
def test_every_sort_of_workflow_imports_generates_and_has_four_test_files(tmp_path: Path) -> None:
    """One after the other in one project, which is tried out once."""
    for name in ("src/scrapersky/models", "src/scrapersky/workflows", "schema"):
        shutil.copytree(ROOT / name, tmp_path / name)
    drafts: dict[str, str] = {}
    for number, given in enumerate(SORTS, 10):
        drafts |= drafted(given, tmp_path, f"WF{number}")
        write_files(tmp_path, drafts)
    files = staged_in_project(ROOT, drafts)
    for given in SORTS:
        check_files(given["name"], files)
    for path, text in files.items():
        if path.endswith(".py"):
            ast.parse(text)
            assert max(len(line) for line in text.splitlines()) <= 120, path


def check_files(name: str, files: Mapping[str, str]) -> None:
    assert f"schema/workflows/{name}.sql" in files
    assert f"docs/reference/workflows/{name}.yaml" in files
    assert f"work_on_{name}" in files[f"src/scrapersky/services/{name}_service.py"]
    folders = sorted(path.split("/")[1] for path in files if path.startswith("tests/") and name in path)
    assert folders == sorted([f"{name}_rows.py", "routers", "scheduler", "services", "workflows"])


def test_fields_rules_and_columns_end_up_in_model_sql_service_and_tests() -> None:
    files = drafted(RULED)
    model = files["src/scrapersky/models/found_site.py"]
    for line in (
        "    website: Mapped[str]\n",
        "    reviews: Mapped[int | None]\n",
        "    opened: Mapped[datetime | None]\n",
        "    rank: Mapped[float | None]\n",
        'CheckConstraint("length(website) <= 2000", name="ck_found_sites_website")',
        'CheckConstraint("length(phone) <= 30", name="ck_found_sites_phone")',
    ):
        assert line in model
    (sql,) = [text for path, text in files.items() if path.startswith("schema/") and "CREATE TABLE" in text]
    for line in ("    website text NOT NULL,\n", "    opened timestamptz,\n", "    rank double precision,\n"):
        assert line in sql
    assert "CONSTRAINT ck_found_sites_website CHECK (length(website) <= 2000)" in sql
    service = files["src/scrapersky/services/site_finding_service.py"]
    reasons = ("no_name", "no_website", "no_reviews", "name_too_long", "name_too_short", "phone_no_phone", "no_email")
    tests = files["tests/services/test_site_finding_service.py"]
    for reason in (*reasons, "website_no_url"):
        assert f'("{reason}", "' in service
        assert f', "{reason}"),' in tests
    assert '"website": given.website' in service
    assert '"opened"' not in service


def test_many_rows_of_one_record_have_a_key_of_their_own() -> None:
    files = drafted(MANY)
    model, service = (
        files["src/scrapersky/models/found_link.py"],
        files["src/scrapersky/services/link_finding_service.py"],
    )
    assert 'UniqueConstraint("page_id", "link", name="uq_found_links_source")' in model
    (sql,) = [text for path, text in files.items() if path.startswith("schema/") and "CREATE TABLE" in text]
    assert "CONSTRAINT uq_found_links_source UNIQUE (page_id, link)" in sql
    assert "page_id uuid NOT NULL," in sql
    assert "FOREIGN KEY (tenant_id, page_id) REFERENCES pages (tenant_id, id) ON DELETE CASCADE" in sql
    assert 'key=("page_id", "link")' in service
    assert "outerjoin(PageContent, PageContent.page_id == Page.id)" in service
    assert '"price": first_found(_ANY_DECIMAL, text)' in service
    assert '"note"' not in service


def test_what_is_found_for_contacts_goes_through_their_keeper() -> None:
    service = drafted(SAMPLE | {"fields": "page_content"})["src/scrapersky/services/contact_extraction_service.py"]
    assert "from scrapersky.services.contacts.adding import add_emails" in service
    assert "upsert" not in service


def test_a_workflow_without_a_tab_says_so() -> None:
    files = drafted(CREATING | {"interface": "no"})
    assert "background_only=True," in files["src/scrapersky/workflows/wf10_menu_finding.py"]


def test_the_time_a_record_takes_gives_the_time_limit() -> None:
    files = drafted(CREATING | {"seconds_per_row": "30"})
    assert "Schedule(timeout_seconds=300)" in files["src/scrapersky/workflows/wf10_menu_finding.py"]


def test_a_draft_that_does_not_import_is_not_written() -> None:
    files = drafted(CREATING)
    files["src/scrapersky/services/menu_finding_service.py"] += "\nraise RuntimeError('half finished')\n"
    with pytest.raises(DoesNotWork, match=r"Nothing was written, .*half finished"):
        staged_in_project(ROOT, files)


def test_a_package_that_updates_its_source_attaches_its_curation() -> None:
    models = known_models()
    answers = answer_all(UPDATING, models, take_default, "WFX1")
    files = staged_package("title_addon", package_files("title_addon", answers, models))
    assert 'TITLE_TIDYING = Curation.attach(PageContent, "title_tidying")' in files["src/title_addon/models.py"]
    assert "src/title_addon/schema/title_tidying.sql" in files
    assert "async def process_title_tidying_queue() -> None:" in files["src/title_addon/contract.py"]
    assert "class TitleTidyingBatchStatusUpdateRequest(" in files["src/title_addon/schemas.py"]
    assert 'title_tidying = "title_addon.workflow:title_tidying"' in files["pyproject.toml"]
    for group in GROUPS:
        assert f'[project.entry-points."{group}"]' in files["pyproject.toml"]


def test_a_package_brings_what_its_tests_need_as_an_extra() -> None:
    models = known_models()
    files = package_files("title_addon", answer_all(UPDATING, models, take_default, "WFX1"), models)
    project = tomllib.loads(files["pyproject.toml"])
    needed = {Requirement(each).name for each in project["project"]["optional-dependencies"]["test"]}
    assert needed == {"httpx", "pytest", "pytest-asyncio"}
    assert 'pip install -e ".[test]"' in files["README.md"]
    assert project["tool"]["pytest"]["ini_options"]["asyncio_default_fixture_loop_scope"] == "function"


@pytest.mark.parametrize(
    ("name", "words"),
    [("My Addon", "type 'my_addon' instead"), ("json", "There is a Python package 'json' already")],
)
def test_a_package_name_that_cannot_work_is_told_what_to_type(name: str, words: str) -> None:
    with pytest.raises(BadAnswer, match=words):
        checked_package(name)


def test_a_curation_is_added_at_the_end_of_the_class() -> None:
    text = "import x\n\n\nclass One:\n    a = 1\n\n\nclass Two:\n    b = 2\n"
    assert with_curation(text, "One", "menu_finding") == (
        "import x\n\nfrom scrapersky.curation_sdk import Curation\n\n\nclass One:\n    a = 1\n\n"
        "    menu_finding = Curation()\n\n\nclass Two:\n    b = 2\n"
    )


def test_a_second_curation_stands_beside_the_first() -> None:
    text = "from scrapersky.curation_sdk import Curation\n\n\nclass One:\n    a = 1\n\n    first = Curation()\n"
    assert with_curation(text, "One", "second").endswith("    first = Curation()\n    second = Curation()\n")


def test_a_list_of_many_workflows_is_broken_into_lines() -> None:
    names = [f"a_workflow_of_some_length_{number}" for number in range(5)]
    text = f"from scrapersky.workflows.wf1_a import a\n\n\ndef product_workflows():\n    return [{', '.join(names)}]\n"
    changed = with_workflow(text, "scrapersky.workflows.wf10_menu_finding", "menu_finding")
    assert "from scrapersky.workflows.wf10_menu_finding import menu_finding\n" in changed
    assert changed.endswith("        menu_finding,\n    ]\n")
    assert "        again,\n    ]\n" in with_workflow(changed, "scrapersky.workflows.wf11_again", "again")


def test_a_model_is_added_to_the_index_in_order() -> None:
    models = [f"from scrapersky.models.{name.lower()} import {name} as {name}" for name in ("Base", "Menu", "Zebra")]
    text = "\n".join((models[0], models[2], ""))
    assert with_import(text, "scrapersky.models.menu", "Menu as Menu") == "\n".join((*models, ""))
