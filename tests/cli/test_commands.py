"""What each command prints, and how it fails."""

import asyncio
import json
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.cli.conftest import Command
from tests.spreadsheets import MESSY

from scrapersky.app.generation import generated_files
from scrapersky.cli.running import read_settings

PASSWORD = "correct horse battery"


def test_the_version_is_printed(command: Command) -> None:
    assert command("--version").out == f"scrapersky {version('scrapersky')}\n"


def test_a_command_that_does_not_exist_is_bad_usage(command: Command) -> None:
    ended = command("stauts")
    assert ended.code == 2
    assert "status" in ended.err


def test_users_are_added_listed_changed_and_removed(command: Command) -> None:
    added = command("user", "add", "Ana", "--role", "admin", "--password-stdin", given=PASSWORD)
    assert (added.code, added.out) == (0, "Added ana, admin of main.\n")
    (listed,) = json.loads(command("user", "list", "--json").out)
    assert (listed["name"], listed["role"], listed["tenant"]) == ("ana", "admin", "main")
    assert listed["state"] == "active"
    assert "ana" in command("user", "list").out
    assert command("user", "password", "ana", "--password-stdin", given="another password").code == 0
    assert command("user", "remove", "ana", "--yes").code == 0
    assert "No users yet" in command("user", "list").out


def test_a_disabled_account_is_listed_as_such(command: Command, database_url: str) -> None:
    for name in ("ana", "bob"):
        command("user", "add", name, "--password-stdin", given=PASSWORD)

    async def disable() -> None:
        connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
        await connection.execute("UPDATE users SET disabled = true WHERE name = 'bob'")
        await connection.close()

    asyncio.run(disable())
    listed = json.loads(command("user", "list", "--json").out)
    assert {each["name"]: each["state"] for each in listed} == {"ana": "active", "bob": "disabled"}
    assert re.search(r"bob.*disabled", command("user", "list").out)


def test_a_name_that_is_taken_is_refused_in_one_line(command: Command) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    ended = command("user", "add", "ANA", "--password-stdin", given=PASSWORD)
    assert (ended.code, ended.err) == (1, "Error: There is already a user 'ana'.\n")


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        (("user", "add", "ana", "--password-stdin"), "short", "at least 10"),
        (("user", "add", "a b", "--password-stdin"), PASSWORD, "A user name has"),
        (("user", "password", "nobody", "--password-stdin"), PASSWORD, "no user 'nobody'"),
        (("user", "remove", "nobody", "--yes"), "", "no user 'nobody'"),
        (("token", "nobody"), "", "no user 'nobody'"),
        (("workflow", "show", "domain_extracton"), "", "did you mean domain_extraction?"),
        (("schema", "sql", "nonsense.sql"), "", "0001_log.sql"),
        (("generate",), "", "no pyproject.toml"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(
    command: Command, arguments: tuple[str, ...], given: str, words: str
) -> None:
    ended = command(*arguments, given=given)
    assert ended.code == 1
    assert words in ended.err
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DATABASE_URL", "postgresql://nobody:hush@127.0.0.1:1/none", "database 'none' at 127.0.0.1, port 1: "),
        ("DATABASE_URL", "postgresql://nobody:hush@127.0.0.1:1/none", "See that the server runs and that DATABASE_URL"),
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL must be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("DATABASE_URL", "mysql://somewhere/else", "PostgreSQL only"),
        ("DATABASE_URL", "nonsense", "postgresql://user:password@host"),
        ("PORT", "many", "PORT must be a whole number"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(name, value)
    ended = command("status")
    assert ended.code == 1
    assert words in ended.err
    assert "hush" not in ended.err
    assert ended.err.count("\n") == 1


def test_a_level_of_the_log_is_read_however_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert read_settings().log_level == "DEBUG"


def test_a_password_is_not_asked_for_where_nobody_can_type_it(command: Command) -> None:
    ended = command("user", "add", "ana")
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert "--password-stdin" in ended.err


def test_debug_shows_where_an_error_comes_from(
    elsewhere: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "many")
    with pytest.raises(Exception, match="PORT"):
        command("--debug", "status")


def test_a_token_opens_nothing_once_the_password_changed(command: Command) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    first = command("token", "ana").out.strip()
    assert first.count(".") == 2
    command("user", "password", "ana", "--password-stdin", given="another password")
    generations = {_claims(token)["gen"] for token in (first, command("token", "ana").out.strip())}
    assert len(generations) == 2


def test_tokens_are_named_listed_and_revoked(command: Command) -> None:
    command("user", "add", "ana", "--role", "viewer", "--password-stdin", given=PASSWORD)
    command("token", "ana", "--called", "nightly", "--scope", "read", "--hours", "1")
    (token,) = json.loads(command("token", "--list", "--json").out)
    assert (token["name"], token["user"], token["scopes"], token["last used"]) == ("nightly", "ana", "read", "never")
    assert "nightly" in command("token", "ana", "--list").out
    too_wide = command("token", "ana", "--scope", "admin")
    assert (too_wide.code, "viewer cannot have the scope admin" in too_wide.err) == (1, True)
    assert command("token", "--revoke", token["id"]).code == 0
    assert "No tokens" in command("token", "--list").out
    assert (command("token", "--revoke", token["id"]).code, command("token").code) == (1, 2)
    lines = [json.loads(line) for line in command("audit", "--format", "jsonl").out.splitlines()]
    assert [each["operation"].removeprefix("scrapersky ") for each in lines] == ["token --revoke", "token", "user add"]
    assert command("audit", "--operation", "login").out.count("\n") == 1


def test_a_link_to_set_a_password_is_printed(command: Command) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    link = command("user", "reset", "ana").out.strip()
    assert link.startswith("/reset#")
    assert _claims(link.removeprefix("/reset#"))["for"] == "set a password"


def _claims(token: str) -> dict[str, Any]:
    import jwt  # noqa: PLC0415

    claims: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    return claims


def test_importing_tells_each_row_that_was_refused(command: Command, elsewhere: Path) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    file = elsewhere / "businesses.csv"
    file.write_text("name,website\nAcme,https://acme.example\n,https://x.example\n", encoding="utf-8")
    ended = command("import", "businesses", str(file), "--queue")
    assert ended.code == 0
    sums = "1 added, 0 updated, 0 known, 0 repeated, 1 refused.\n1 row is new, of 2 lines: 1 refused.\n"
    assert ended.out == f"line 3 has no name\n{sums}"
    workflows = json.loads(command("status", "--json").out)["workflows"]
    (counts,) = (each["states"] for each in workflows if each["name"] == "domain_extraction")
    assert (counts["Queued"], counts["New"]) == (1, 0)


def test_a_test_contact_goes_to_each_target(command: Command, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert command("delivery").out.startswith("No target is set up.")
    monkeypatch.setenv("DELIVERY_FOLDER", str(elsewhere / "out"))
    assert command("delivery").out.startswith("folder: set up for ")
    for _ in range(2):
        assert command("delivery", "--test-contact", "me@example.com").code == 0
    (file,) = (elsewhere / "out").iterdir()
    assert json.loads(file.read_text("utf-8"))["email"] == "me@example.com"


def test_a_messy_workbook_is_looked_at_and_then_imported(command: Command, elsewhere: Path) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    file = elsewhere / "kunden.xlsx"
    file.write_bytes(MESSY)
    seen = command("import", "contacts", str(file), "--preview").out
    assert "Sheet 'Kunden 2024' of Kunden 2024, Notizen. Columns: Firma -> business" in seen
    assert "Kept as extra fields: " in seen
    assert "line 8 repeated; the same as line 4" in seen
    rows = "3 rows are new, of 5 lines: 1 line repeats one above it, 1 refused"
    sums = f"3 added, 0 updated, 0 known, 1 repeated, 1 refused.\n{rows}"
    assert seen.endswith(f"Nothing was written. It would be: {sums}, 2 new businesses with them.\n")
    done = command("import", "contacts", str(file), "--map", "VIP=-", "--map", "Kunde seit=category").out
    assert "Kunde seit -> category. Empty so far: 1 other column. Left out: VIP." in done
    assert done.endswith(f"\n{sums}, 2 new businesses with them.\n")
    again = "0 rows are new, of 5 lines: 3 there already, 1 line repeats one above it, 1 refused.\n"
    assert command("import", "contacts", str(file)).out.endswith(
        f"\n0 added, 2 updated, 1 known, 1 repeated, 1 refused.\n{again}"
    )
    *lines, told = map(json.loads, command("import", "contacts", str(file), "--preview", "--json").out.splitlines())
    assert (len(lines), told["updated"], told["known"], told["repeated"], told["sum"]["there"]) == (5, 0, 3, 1, 3)
    assert command("import", "contacts", str(file), "--map", "VIP").code == 2


def test_importing_for_programs_gives_one_object_a_row(command: Command, elsewhere: Path) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    file = elsewhere / "businesses.csv"
    file.write_text("name\nAcme\n", encoding="utf-8")
    row, sums = map(json.loads, command("import", "businesses", str(file), "--json").out.splitlines())
    assert (row["line"], row["verdict"]) == (2, "added")
    of_rows = {"made": 1, "there": 0, "changed": 0, "repeated": 0, "losing": 0, "seeming": 0, "businesses": 0}
    assert sums == {"added": 1, "updated": 0, "known": 0, "repeated": 0, "refused": 0, "sum": of_rows}


def test_importing_without_a_tenant_says_what_to_do(command: Command, elsewhere: Path) -> None:
    file = elsewhere / "businesses.csv"
    file.write_text("name\nAcme\n", encoding="utf-8")
    assert "scrapersky user add" in command("import", "businesses", str(file)).err


def test_a_file_that_is_not_there_is_bad_usage(command: Command) -> None:
    assert command("import", "businesses", "nowhere.csv").code == 2


def test_status_shows_every_workflow(command: Command) -> None:
    ended = command("status")
    assert "WF3 domain_extraction" in ended.out
    assert "0 worker processes at work." in ended.out


def test_a_workflow_that_is_set_wrongly_is_left_out_and_named(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMAIN_EXTRACTION_SCHEDULER_BATCH_SIZE", "-3")
    workflows = json.loads(command("status", "--json").out)["workflows"]
    (standing,) = (each for each in workflows if each["name"] == "domain_extraction")
    assert "DOMAIN_EXTRACTION_SCHEDULER_BATCH_SIZE" in standing["fault"]


def test_workflows_are_listed_and_shown(command: Command) -> None:
    assert "local_businesses" in command("workflow", "list").out
    shown = command("workflow", "show", "domain_extraction").out
    assert re.search(r"DOMAIN_EXTRACTION_SCHEDULER_INTERVAL_MINUTES +2\n", shown)
    assert json.loads(command("workflow", "show", "domain_extraction", "--json").out)["destination"] == "domains"


def test_every_promised_name_can_be_found(command: Command) -> None:
    found = command("workflow", "names", "domain_extraction", "--find", "checkbox").out
    assert "selectAllDomainExtractionCheckbox" in found
    assert "domainExtraction-item-checkbox" in found
    names = json.loads(command("workflow", "names", "domain_extraction", "--json").out)
    assert names["process_single"] == "process_single_local_business_for_domain_extraction"
    assert names["status_button selected"] == "update-local-businesses-status-selected"


def test_the_schema_is_printed_and_not_pending(command: Command) -> None:
    assert "CREATE TYPE domainextractioncurationstatus" in command("schema", "sql").out
    assert command("schema", "pending").out == "Nothing is pending.\n"
    assert command("schema", "apply").out == "Nothing to apply.\n"


def test_generating_writes_what_is_missing_and_then_nothing(command: Command, elsewhere: Path) -> None:
    (elsewhere / "pyproject.toml").touch()
    refused = command("generate", "--check")
    assert refused.code == 1
    assert "schema/workflows/domain_extraction.sql" in refused.err
    command("generate")
    assert {name: (elsewhere / name).read_text(encoding="utf-8") for name in generated_files()} == generated_files()
    assert command("generate", "--check").code == 0


def test_the_doctor_finds_nothing_wrong_here(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "0")
    ended = command("doctor")
    assert ended.code == 0, ended.out
    assert "WRONG" not in ended.out
    assert "PostgreSQL 18" in ended.out


def test_the_doctor_says_what_to_do(command: Command, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "file").touch()
    monkeypatch.setenv("SCRAPERSKY_DATA", str(elsewhere / "file" / "below"))
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    ended = command("doctor", "--json")
    assert ended.code == 1
    wrong = {finding["what"]: finding["remedy"] for finding in json.loads(ended.out) if not finding["is_well"]}
    assert "SCRAPERSKY_DATA" in wrong["data folder"]
    assert "DATABASE_URL" in wrong["database"]


def test_a_schema_that_agrees_is_said_to_agree(command: Command) -> None:
    assert command("schema", "verify").out == "Database, models and API agree.\n"


async def _execute(database_url: str, statement: str) -> None:
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    await connection.execute(statement)
    await connection.close()


async def on_database(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def test_verifying_an_empty_database_says_to_apply_the_schema(command: Command, database_url: str) -> None:
    asyncio.run(on_database(database_url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public"))
    ended = command("schema", "verify")
    assert ended.code == 1
    assert "Apply them with: scrapersky schema apply" in ended.err
    assert "CREATE TYPE" not in ended.out + ended.err


@pytest.mark.parametrize(
    "arguments", [("schema", "pending"), ("schema", "verify"), ("schema", "apply"), ("status",), ("up",), ("worker",)]
)
def test_a_database_of_a_newer_version_is_left_alone(
    command: Command, database_url: str, arguments: tuple[str, ...]
) -> None:
    newer = "INSERT INTO schema_log (name, checksum, applied_by) VALUES ('9001_newer.sql', '', 'me')"
    gone = newer.replace("9001_newer", "some_package/0001")
    asyncio.run(on_database(database_url, newer, gone))
    ended = command(*arguments)
    assert ended.code == 1
    assert "A newer version of ScraperSky has changed this database: 9001_newer.sql." in ended.err
    assert "Nothing is pending" not in ended.out
    assert "9001_newer.sql" in command("doctor").out


def test_verifying_names_what_differs_once_and_the_status_says_who_is_left_out(
    command: Command, database_url: str
) -> None:
    asyncio.run(_execute(database_url, "ALTER TABLE sitemap_files DROP COLUMN found_by CASCADE"))
    ended = command("schema", "verify")
    assert ended.code == 1
    first, second = ended.out.splitlines()
    readers = "domain_curation, sitemap_curation, sitemap_import"
    assert first == f"{readers}: The column sitemap_files.found_by does not exist."
    assert second == "    ALTER TABLE sitemap_files ADD COLUMN found_by TEXT NOT NULL;"
    told = json.loads(command("schema", "verify", "--json").out)
    assert told["sitemap_import"][0]["stops"] is True
    standings = json.loads(command("status", "--json").out)["workflows"]
    faults = {each["name"]: each["fault"] for each in standings}
    assert "sitemap_files.found_by does not exist" in faults["sitemap_import"]
    assert faults["domain_extraction"] is None


def test_the_committed_documents_are_sound(command: Command) -> None:
    ended = command("workflow", "check", "--root", str(Path(__file__).parents[2]))
    assert (ended.code, "every connection is sound" in ended.out) == (0, True), ended.out


def test_checking_names_a_document_that_is_wrong(command: Command, elsewhere: Path) -> None:
    command("workflow", "docs", "--out", "docs/reference/workflows")
    file = elsewhere / "docs" / "reference" / "workflows" / "sitemap_curation.yaml"
    file.write_text(": not yaml [", encoding="utf-8")
    ended = command("workflow", "check")
    assert (ended.code, ended.out) == (
        1,
        "sitemap_curation.yaml is not the document of a workflow: it has no `workflow`.\n",
    )


def test_the_pipeline_is_drawn(command: Command, elsewhere: Path) -> None:
    assert command("workflow", "graph").out.startswith("flowchart LR")
    assert command("workflow", "graph", "--format", "svg", "--out", "pipeline.svg").code == 0
    assert (elsewhere / "pipeline.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert "# WF3 Businesses" in command("workflow", "docs", "domain_extraction").out


def test_a_broken_extension_is_named_and_the_product_starts(
    command: Command, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / "broken_addon.py").write_text("raise RuntimeError('half finished')", encoding="utf-8")
    installed = elsewhere / "broken_addon-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-addon\nVersion: 1.0\n", encoding="utf-8")
    entries = "[scrapersky.workflows]\nmenu_extraction = broken_addon:menu_extraction\n"
    (installed / "entry_points.txt").write_text(entries, encoding="utf-8")
    monkeypatch.syspath_prepend(str(elsewhere))
    ended = command("status", "--json")
    assert ended.code == 0, ended.err
    faults = {each["name"]: each["fault"] for each in json.loads(ended.out)["workflows"]}
    assert faults["menu_extraction (broken_addon)"] == "RuntimeError: half finished (broken_addon.py, line 1)"
    assert faults["domain_extraction"] is None
