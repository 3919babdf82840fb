"""The project's own papers agree with each other."""

import os
import re
import shutil
import stat
import subprocess
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from scrapersky.cli.entry import COMMANDS
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import documented_settings
from scrapersky.workflows import product_workflows

ROOT = Path(__file__).parents[1]
MAKE = shutil.which("make") or ""
# Private keys, and keys of clouds, code hosts, messengers, payments and the services that we speak to.
SECRETS = (
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|xox[abprs]-[0-9A-Za-z-]{20}"
    r"|sk_live_[0-9A-Za-z]{20}|AIza[0-9A-Za-z_-]{35}|pat-(na|eu)[0-9]-[0-9a-f]{8}-|xkeysib-[0-9a-f]{32}"
    r"|eyJ[A-Za-z0-9_-]{20,}[.]eyJ"
)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    declared = tomllib.loads(text_of("pyproject.toml"))["project"]["version"]
    newest = re.search(r"^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == declared == version("scrapersky")
    assert f"scrapersky-{declared}-py3-none-any.whl" in text_of("README.md")
    assert FetchPolicy().user_agent == f"ScraperSky/{declared}"


def test_the_readme_names_the_two_commands_and_shows_pictures_that_exist() -> None:
    readme = text_of("README.md")
    targets = re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE)
    for command in ("demo", "test"):
        assert f"make {command}\n" in readme
        assert command in targets
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", readme)
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).exists()] == []


def test_the_readme_names_every_command() -> None:
    readme = text_of("README.md") + text_of("CONTRIBUTING.md") + text_of("CHANGELOG.md")
    assert {name for name in COMMANDS if not re.search(rf"`(scrapersky )?{name}\b", readme)} == set()


def test_the_readme_says_which_tab_is_which_name() -> None:
    readme = text_of("README.md")
    rows = [f"| {each.code} {each.title} | `{each.name}` |" for each in product_workflows()]
    assert [row for row in rows if row not in readme] == []


def test_the_page_for_operators_names_settings_that_exist() -> None:
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", text_of("docs/how-to/run-it-for-a-team.md")))
    assert "DATABASE_POOLER" in named
    known = {name.upper() for name in Settings.model_fields}
    known |= {name for each in product_workflows() for name, _, _ in documented_settings(each)}
    assert named - known == {"FORWARDED_ALLOW_IPS", "POSTGRES_PASSWORD"}


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="needs the history's files")
def test_no_file_has_a_secret_in_it() -> None:
    assert re.search(SECRETS, "key = " + "AKIA" + 16 * "7")
    looked = subprocess.run(  # noqa: S603  our own words
        [shutil.which("git") or "", "grep", "-nIE", "-e", SECRETS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (looked.returncode, looked.stdout) == (1, "")


def test_hooks_fetch_nothing_from_elsewhere() -> None:
    configuration = yaml.safe_load(text_of(".pre-commit-config.yaml"))
    assert {repository["repo"] for repository in configuration["repos"]} == {"local"}


def test_the_locks_have_hashes_and_no_addresses() -> None:
    for name in ("runtime.lock", "dev.lock", "node.lock"):
        lock = text_of(f"requirements/{name}")
        assert "--hash=sha256:" in lock
        assert "://" not in lock


def test_the_build_server_can_run_what_it_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    assert "make test" in script.read_text(encoding="utf-8")


def test_a_public_host_runs_what_a_build_server_runs() -> None:
    workflow = yaml.safe_load(text_of(".github/workflows/ci.yml"))
    job = workflow["jobs"]["test"]
    assert job["strategy"]["matrix"] == {"python": ["3.11", "3.12", "3.13", "3.14"], "postgres": ["16", "18"]}
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert (ROOT / ".ci/run").stat().st_mode & stat.S_IXUSR


def test_papers_link_to_files_that_exist() -> None:
    for paper in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"):
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text_of(paper))
        assert [link for link in links if not (ROOT / link).exists()] == [], paper


# Stands in for Python: its environment's commands do nothing, so that only what `make` says is left.
_PYTHON = """#!/bin/sh
[ "$1" = -m ] || exit 0
mkdir -p .venv/bin
for name in python pip scrapersky ruff lint-imports mypy pytest; do printf '#!/bin/sh\\n' > .venv/bin/$name; done
chmod +x .venv/bin/*
"""


@pytest.mark.skipif(not MAKE, reason="there is no make here")
@pytest.mark.parametrize(("target", "lock"), [("demo", "runtime"), ("test", "dev")])
def test_make_says_which_step_it_is_at_and_later_nothing(tmp_path: Path, target: str, lock: str) -> None:
    for name in ("Makefile", "pyproject.toml", "hatch_build.py", "requirements"):
        (tmp_path / name).symlink_to(ROOT / name)
    python = tmp_path / "python"
    python.write_text(_PYTHON)
    python.chmod(0o755)

    outside_of_make = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}

    first, second = (
        subprocess.run(  # noqa: S603  our own Makefile
            [MAKE, target, f"PYTHON={python}"],
            cwd=tmp_path,
            env=outside_of_make,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    )

    libraries = len(re.findall(r"^[a-z].*==", text_of(f"requirements/{lock}.lock"), re.MULTILINE))
    steps = ["environment of its own", "some minutes the first time", f"1 of 3: {libraries} libraries", "3 of 3:"]
    assert [step for step in steps if step in first] == steps
    assert [step for step in steps if step in second] == []
    assert target != "demo" or second == ""


def test_what_no_column_takes_is_taken_out_in_one_place() -> None:
    """Robots.txt is parsed without NUL; whatever is stored goes through `storable`."""
    modules = (ROOT / "src" / "scrapersky").rglob("*.py")
    stripping = [each.name for each in modules if r'replace("\x00"' in each.read_text(encoding="utf-8")]
    assert sorted(stripping) == ["columns.py", "rules.py"]
