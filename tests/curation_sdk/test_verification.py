"""Every way in which a database may differ from the models, made on purpose and named."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.product import product_on

from scrapersky.app.product import leave_out_unsound
from scrapersky.app.workers import running_schedulers
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.schema import verification
from scrapersky.curation_sdk.schema.catalog import done_beside
from scrapersky.curation_sdk.schema.verification import SchemaDifference, verify
from scrapersky.db.engine import make_engine
from scrapersky.db.second_line import lift
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import

COLUMN = "ALTER TABLE sitemap_files ALTER COLUMN sitemap_import_"
CURATION_TYPE = "sitemapimportcurationstatus"
SHORT_ADDRESSES = (
    "ALTER TABLE sitemap_files DROP CONSTRAINT ck_sitemap_files_url,"
    " ADD CONSTRAINT ck_sitemap_files_url CHECK (length(url) <= 10)"
)
LASTING_SITEMAPS = (
    "ALTER TABLE pages DROP CONSTRAINT pages_tenant_id_sitemap_file_id_fkey,"
    " ADD CONSTRAINT pages_tenant_id_sitemap_file_id_fkey"
    " FOREIGN KEY (tenant_id, sitemap_file_id) REFERENCES sitemap_files (tenant_id, id) ON DELETE RESTRICT"
)


async def differences(engine: AsyncEngine, *statements: str) -> list[SchemaDifference]:
    async with engine.begin() as connection:
        await lift(connection)
        for statement in statements:
            await connection.exec_driver_sql(statement)
    return (await verify(engine, Registry([sitemap_import]))).get("sitemap_import", [])


async def test_a_database_made_from_the_files_has_no_differences(engine: AsyncEngine) -> None:
    assert await differences(engine) == []


@pytest.mark.parametrize(
    ("statement", "words", "stops"),
    [
        (
            "ALTER TABLE sitemap_files DROP COLUMN sitemap_import_attempts",
            "The column sitemap_files.sitemap_import_attempts does not exist.",
            True,
        ),
        (
            f"{COLUMN}attempts TYPE bigint",
            "The column sitemap_files.sitemap_import_attempts is bigint and should be integer.",
            True,
        ),
        (
            f"{COLUMN}attempts DROP NOT NULL",
            "The column sitemap_files.sitemap_import_attempts may be NULL, and the model says otherwise.",
            True,
        ),
        (
            f"{COLUMN}outcome SET NOT NULL",
            "The column sitemap_files.sitemap_import_outcome may not be NULL, and the model says otherwise.",
            True,
        ),
        (
            f"{COLUMN}priority SET DEFAULT 5",
            "The default of sitemap_files.sitemap_import_priority is 5 and should be 0.",
            True,
        ),
        (
            f"{COLUMN}updated_at DROP DEFAULT",
            "The default of sitemap_files.sitemap_import_updated_at is none and should be now().",
            True,
        ),
        (
            f"{COLUMN}outcome SET DEFAULT 'fine'",
            "The default of sitemap_files.sitemap_import_outcome is fine and should be none.",
            True,
        ),
        (
            f"{COLUMN}state DROP EXPRESSION",
            "The column sitemap_files.sitemap_import_state is not generated as the model says.",
            True,
        ),
        (
            f"ALTER TYPE {CURATION_TYPE} RENAME VALUE 'New' TO 'new'",
            f"The type {CURATION_TYPE} has no value 'New'.",
            True,
        ),
        (
            f"ALTER TYPE {CURATION_TYPE} ADD VALUE 'Archived'",
            f"The type {CURATION_TYPE} has a value 'Archived' that no workflow knows.",
            True,
        ),
        (
            f"ALTER TYPE {CURATION_TYPE} RENAME TO something",
            f"The type {CURATION_TYPE} does not exist.",
            True,
        ),
        ("ALTER TABLE pages DROP COLUMN score", "The column pages.score does not exist.", True),
        ("DROP TABLE pages CASCADE", "The table pages does not exist.", True),
        (
            "ALTER TABLE pages ADD COLUMN colour text NOT NULL",
            "The column pages.colour is in no model, and no row can be added without it.",
            True,
        ),
        (
            "ALTER TABLE pages DROP CONSTRAINT uq_pages_url",
            "pages has no constraint uq_pages_url: UNIQUE (domain_id, url).",
            True,
        ),
        (
            "ALTER TABLE sitemap_files DROP CONSTRAINT ck_sitemap_import_queued",
            "sitemap_files has no constraint ck_sitemap_import_queued: CHECK",
            False,
        ),
        (
            SHORT_ADDRESSES,
            "ck_sitemap_files_url of sitemap_files is CHECK ((length(url) <= 10)) and should be",
            False,
        ),
        (
            "ALTER TABLE pages DROP CONSTRAINT pages_tenant_id_domain_id_fkey",
            (
                "pages has no constraint pages_tenant_id_domain_id_fkey:"
                " FOREIGN KEY (tenant_id, domain_id) REFERENCES domains(tenant_id, id) ON DELETE CASCADE."
            ),
            False,
        ),
        (
            "ALTER TABLE sitemap_files DROP CONSTRAINT sitemap_files_tenant_id_fkey",
            (
                "sitemap_files has no constraint sitemap_files_tenant_id_fkey:"
                " FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE."
            ),
            False,
        ),
        (
            "ALTER TABLE sitemap_files DROP CONSTRAINT sitemap_files_tenant_id_parent_id_fkey",
            (
                "sitemap_files has no constraint sitemap_files_tenant_id_parent_id_fkey:"
                " FOREIGN KEY (tenant_id, parent_id) REFERENCES sitemap_files(tenant_id, id) ON DELETE CASCADE."
            ),
            False,
        ),
        (
            LASTING_SITEMAPS,
            (
                "pages_tenant_id_sitemap_file_id_fkey of pages is FOREIGN KEY (tenant_id, sitemap_file_id)"
                " REFERENCES sitemap_files(tenant_id, id) ON DELETE RESTRICT and should be FOREIGN KEY"
                " (tenant_id, sitemap_file_id) REFERENCES sitemap_files(tenant_id, id)"
                " ON DELETE SET NULL (sitemap_file_id)."
            ),
            False,
        ),
        (
            "ALTER TABLE pages ADD CONSTRAINT only_once UNIQUE (title)",
            "pages has a constraint only_once that no model knows, and it refuses rows: UNIQUE (title).",
            False,
        ),
        (
            "ALTER TABLE pages ADD CONSTRAINT short CHECK (words < 5)",
            "pages has a constraint short that no model knows, and it refuses rows: CHECK ((words < 5)).",
            False,
        ),
        (
            "ALTER TABLE pages ADD CONSTRAINT elsewhere FOREIGN KEY (id) REFERENCES domains (id)",
            (
                "pages has a constraint elsewhere that no model knows, and it refuses rows:"
                " FOREIGN KEY (id) REFERENCES domains(id)."
            ),
            False,
        ),
        (
            "ALTER TABLE pages DROP CONSTRAINT pages_pkey CASCADE",
            "pages has no constraint pages_pkey: PRIMARY KEY (id).",
            True,
        ),
        (
            "DROP INDEX ix_sitemap_import_processing_queue",
            "The index ix_sitemap_import_processing_queue on sitemap_files does not exist.",
            False,
        ),
        (
            "DROP INDEX ix_sitemap_import_in_work; CREATE INDEX ix_sitemap_import_in_work ON sitemap_files (url)",
            "The index ix_sitemap_import_in_work is not as the model says",
            False,
        ),
    ],
)
async def test_each_difference_is_named(engine: AsyncEngine, statement: str, words: str, stops: bool) -> None:
    found = await differences(engine, *statement.split("; "))
    named = [each for each in found if each.words.startswith(words)]
    assert len(named) == 1, found
    assert named[0].stops is stops
    assert named[0].remedy


async def test_a_status_that_the_api_takes_and_the_type_cannot_keep_is_named(engine: AsyncEngine) -> None:
    found = await differences(engine, f"ALTER TYPE {CURATION_TYPE} RENAME VALUE 'Skipped' TO 'Rejected'")
    assert f"PUT /api/v3/sitemap-import/status takes 'Skipped', which {CURATION_TYPE} cannot keep." in [
        each.words for each in found
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE sitemap_files DROP COLUMN sitemap_import_attempts",
        f"{COLUMN}attempts TYPE bigint",
        f"{COLUMN}attempts DROP NOT NULL",
        f"{COLUMN}priority SET DEFAULT 5",
        f"{COLUMN}updated_at DROP DEFAULT",
        f"{COLUMN}outcome SET DEFAULT 'fine'",
        f"{COLUMN}state DROP EXPRESSION",
        f"ALTER TYPE {CURATION_TYPE} RENAME VALUE 'New' TO 'new'",
        "ALTER TABLE pages DROP CONSTRAINT uq_pages_url",
        "ALTER TABLE sitemap_files DROP CONSTRAINT ck_sitemap_import_queued",
        "ALTER TABLE pages DROP CONSTRAINT pages_tenant_id_domain_id_fkey",
        LASTING_SITEMAPS,
        "ALTER TABLE pages ADD CONSTRAINT only_once UNIQUE (title)",
        "ALTER TABLE pages ADD CONSTRAINT short CHECK (words < 5)",
        "DROP INDEX ix_sitemap_import_processing_queue",
    ],
)
async def test_doing_what_is_advised_removes_the_difference(engine: AsyncEngine, statement: str) -> None:
    """Until nothing is left: dropping a column takes its check and its index along."""
    found = await differences(engine, statement)
    for _ in range(3):
        repairs = dict.fromkeys(part for each in found[:1] for part in each.remedy.split("; "))
        if "RENAME VALUE" in statement:
            repairs = dict.fromkeys([f"ALTER TYPE {CURATION_TYPE} RENAME VALUE 'new' TO 'New';"])
            assert repairs.keys() <= {each.remedy for each in found}
        found = await differences(engine, *repairs)
        if not found:
            break
    assert found == []


async def test_what_another_workflow_added_to_the_table_is_its_own_affair(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE sitemap_files DROP COLUMN sitemap_curation_attempts CASCADE")
    found = await verify(engine, Registry([sitemap_curation, sitemap_import]))
    assert list(found) == ["sitemap_curation"]


async def test_what_a_package_that_is_gone_left_in_the_table_is_nobodys_concern(engine: AsyncEngine) -> None:
    found = await differences(
        engine,
        "ALTER TABLE pages ADD COLUMN menu_extraction_claim uuid",
        "ALTER TABLE pages ADD CONSTRAINT ck_menu_extraction_claim CHECK (menu_extraction_claim IS NULL)",
    )
    assert found == []


async def test_what_is_done_meanwhile_comes_after_a_question_and_before_its_answer() -> None:
    heard = []

    async def ask() -> None:
        heard.append("asked")
        await asyncio.sleep(0.05)
        heard.append("answered")

    await done_beside(ask(), lambda: heard.append("something else"))
    assert heard == ["asked", "something else", "answered"]


async def test_an_answer_is_waited_for_although_what_was_done_meanwhile_failed() -> None:
    answered = asyncio.Event()

    async def ask() -> None:
        await asyncio.sleep(0.05)
        answered.set()

    with pytest.raises(ZeroDivisionError):
        await done_beside(ask(), lambda: 1 // 0)
    assert answered.is_set()


async def test_sound_workflows_are_those_that_something_was_made_of_meanwhile(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "_descriptions", {})
    seen: list[Registry] = []
    declared = Registry([sitemap_import])
    registry, _ = await leave_out_unsound(engine, declared, seen.append)
    assert seen == [registry]
    assert registry is declared


async def test_verifying_leaves_no_trace(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        counted = "SELECT count(*) FROM pg_class WHERE relname = 'sitemap_files' AND relkind = 'r'"
        await verify(engine, Registry([sitemap_import]))
        assert (await connection.exec_driver_sql(counted)).scalar() == 1


async def test_a_database_user_who_may_make_no_temporary_tables_still_runs_everything(
    engine: AsyncEngine, database_url: str
) -> None:
    async with engine.begin() as connection:
        name = (await connection.exec_driver_sql("SELECT current_database()")).scalar()
        for statement in (
            "DROP ROLE IF EXISTS clerk",
            "CREATE ROLE clerk LOGIN",
            f"REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC",
        ):
            await connection.exec_driver_sql(statement)
    clerk = make_engine(database_url.replace("postgres:@", "clerk:@"))
    registry, faults = await leave_out_unsound(clerk, Registry([sitemap_import]))
    await clerk.dispose()
    assert (len(registry), faults) == (1, {})


async def test_a_workflow_whose_columns_do_not_match_is_refused_and_the_others_run(
    engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE sitemap_files DROP COLUMN sitemap_import_state CASCADE")
    async with product_on(database_url, tmp_path) as product:
        assert "sitemap_files.sitemap_import_state does not exist" in product.faults["sitemap_import"]
        async with running_schedulers(product) as schedulers:
            assert "sitemap_import" not in schedulers.by_workflow
            assert "sitemap_curation" in schedulers.by_workflow
            assert schedulers.failures["sitemap_import"] == product.faults["sitemap_import"]
