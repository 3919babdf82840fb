"""A new workflow as a package of its own, installed beside the product."""

import importlib.util

from scrapersky.builder.answers import Answers, Models
from scrapersky.builder.bad_answer import BadAnswer
from scrapersky.builder.drafted_tests import DraftedTests
from scrapersky.builder.drafting import Where, WorkflowDraft
from scrapersky.builder.service_drafts import ServiceDraft
from scrapersky.builder.text_with_holes import template
from scrapersky.curation_sdk.declaring import snake_case


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
        "pyproject.toml": template("package_pyproject").substitute(holes),
        "README.md": template("package_readme").substitute(holes),
        f"{inside}/__init__.py": f'"""{answers.purpose}"""\n',
        f"{inside}/models.py": draft.model() if draft.is_new_table else draft.attachment(),
        f"{inside}/service.py": ServiceDraft(draft).text(),
        f"{inside}/workflow.py": draft.workflow(),
    }
    if draft.is_new_table:
        files[f"{inside}/schema/0001_{answers.destination}.sql"] = draft.table_sql()
    return files | {f"tests/{place}": text for place, text in DraftedTests(draft).files().items()}
