"""A new workflow as a package of its own, installed beside the product."""

import importlib.util
from string import Template

from scrapersky.builder.answers import Answers, Models
from scrapersky.builder.bad_answer import BadAnswer
from scrapersky.builder.drafted_tests import DraftedTests
from scrapersky.builder.drafting import Where, WorkflowDraft
from scrapersky.builder.service_drafts import ServiceDraft
from scrapersky.curation_sdk.declaring import snake_case

_PYPROJECT = Template("""[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "$distribution"
version = "0.1.0"
description = "$purpose"
requires-python = ">=3.11"
dependencies = ["scrapersky"]

[project.optional-dependencies]
test = ["httpx>=0.28", "pytest>=8.3", "pytest-asyncio>=0.25"]

[project.entry-points."scrapersky.workflows"]
$name = "$package.workflow:$name"

# A package can bring more, each by its name; docs/how-to/write-an-extension.md of ScraperSky has one of each:
# [project.entry-points."scrapersky.place_sources"]     made with the fetcher; scrapersky search --source NAME
# [project.entry-points."scrapersky.delivery_targets"]  made with nothing; DELIVERY_TARGETS=NAME
# [project.entry-points."scrapersky.extractors"]        a function from HTML and address to findings
# [project.entry-points."scrapersky.mail_verifiers"]    made with the settings; MAIL_VERIFIER=NAME

[tool.hatch.build.targets.wheel]
packages = ["src/$package"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["src", "."]
asyncio_mode = "auto"
asyncio_default_fixture_loop_scope = "function"
addopts = "--import-mode=importlib -p scrapersky.testing"
""")

_README = Template("""# $distribution

$purpose

A workflow for ScraperSky: rows of `$source` in, $writes out.

In the environment that ScraperSky is installed in:

    pip install -e ".[test]"
    pytest
    scrapersky schema apply
    scrapersky up

What the workflow does is in `src/$package/service.py`: `work_on_$name` finds out, `save_$name` keeps what was found.
A package may also bring place sources, delivery targets and extractors; `pyproject.toml` says where they go, and
`scrapersky doctor` whether they could be used.
""")


def checked_package(name: str) -> str:
    if snake_case(name) != name or not name.isidentifier():
        raise BadAnswer(f"Package name {name!r} is not snake_case; type {snake_case(name)!r} instead.")
    if importlib.util.find_spec(name) is not None:
        raise BadAnswer(f"There is a Python package {name!r} already; type another name, such as {name + '_addon'!r}.")
    return name


def package_files(package: str, answers: Answers, models: Models) -> dict[str, str]:
    """Content by path from the package's folder, without the generated SQL and YAML."""
    where = Where(f"{package}.workflow", f"{package}.service", f"{package}.models", f"{package}.models")
    draft = WorkflowDraft(answers, models, where)
    holes = {
        "package": package,
        "distribution": package.replace("_", "-"),
        "purpose": answers.purpose,
        "name": answers.name,
        "source": answers.source.__tablename__,
        "writes": f"rows of `{answers.destination}`" if answers.destination else "the same rows with more known",
    }
    inside = f"src/{package}"
    files = {
        "pyproject.toml": _PYPROJECT.substitute(holes),
        "README.md": _README.substitute(holes),
        f"{inside}/__init__.py": f'"""{answers.purpose}"""\n',
        f"{inside}/models.py": draft.model() if draft.is_new_table else draft.attachment(),
        f"{inside}/service.py": ServiceDraft(draft).text(),
        f"{inside}/workflow.py": draft.workflow(),
    }
    if draft.is_new_table:
        files[f"{inside}/schema/0001_{answers.destination}.sql"] = draft.table_sql()
    return files | {f"tests/{place}": text for place, text in DraftedTests(draft).files().items()}
