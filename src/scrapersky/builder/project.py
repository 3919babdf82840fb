"""A new workflow's files: new ones and those that get a line more inside a checkout, or a package of its own."""

import ast
import importlib.util
import re
from pathlib import Path

from scrapersky.builder.answers import Answers, Models
from scrapersky.builder.destinations import class_of
from scrapersky.builder.drafted_tests import DraftedTests
from scrapersky.builder.drafting import Where, WorkflowDraft, template
from scrapersky.builder.service_drafts import ServiceDraft
from scrapersky.builder.wording import BadAnswer
from scrapersky.curation_sdk.declaring import natural_order, snake_case

LINE_LIMIT = 120


def project_files(root: Path, answers: Answers, models: Models) -> dict[str, str]:
    """Content by path from the root; what is generated from declarations comes later, from `generate`."""
    stem = f"{answers.code.lower()}_{answers.name}"
    product = snake_case(class_of(answers.destination)) if answers.destination else ""
    where = Where(
        workflow=f"scrapersky.workflows.{stem}",
        service=f"scrapersky.services.{answers.name}_service",
        product=f"scrapersky.models.{product}",
        curation="",
    )
    draft = WorkflowDraft(answers, models, where)
    source = f"src/{answers.source.__module__.replace('.', '/')}.py"
    index = "src/scrapersky/workflows/__init__.py"
    files = {
        source: with_curation(_read(root, source), answers.source.__name__, answers.name),
        index: with_workflow(_read(root, index), where.workflow, answers.name),
        f"src/scrapersky/workflows/{stem}.py": draft.workflow(),
        f"src/scrapersky/services/{answers.name}_service.py": ServiceDraft(draft).text(),
    }
    if draft.is_new_table:
        files |= _table_files(root, draft, product)
    return files | {f"tests/{place}": text for place, text in DraftedTests(draft).files().items()}


def _table_files(root: Path, draft: WorkflowDraft, module: str) -> dict[str, str]:
    index = "src/scrapersky/models/__init__.py"
    numbers = [int(path.name[:4]) for path in (root / "schema").glob("[0-9][0-9][0-9][0-9]_*.sql")]
    number = max(numbers, default=0) + 1
    return {
        f"src/scrapersky/models/{module}.py": draft.model(),
        index: with_import(_read(root, index), f"scrapersky.models.{module}", f"{draft.product} as {draft.product}"),
        f"schema/{number:04}_{draft.answers.destination}.sql": draft.table_sql(),
    }


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def with_curation(text: str, class_name: str, workflow: str) -> str:
    """The model's module with one more `Curation()` at the end of the class."""
    (found,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == class_name)
    lines = text.splitlines()
    end = found.body[-1].end_lineno or len(lines)
    is_after_curation = lines[end - 1].rstrip().endswith("= Curation()")
    lines[end:end] = [*([] if is_after_curation else [""]), f"    {workflow} = Curation()"]
    changed = "\n".join(lines) + "\n"
    return with_import(changed, "scrapersky.curation_sdk", "Curation")


def with_import(text: str, module: str, name: str) -> str:
    """With `from module import name` among the imports of the project, in order."""
    if re.search(rf"^from {re.escape(module)} import .*\b{name}\b", text, re.MULTILINE):
        return text
    lines = text.splitlines()
    ours = [number for number, line in enumerate(lines) if re.match(r"from scrapersky\.\S+ import ", line)]
    line = f"from {module} import {name}"
    if not ours:
        last = max(number for number, line in enumerate(lines) if re.match(r"(from|import) ", line))
        lines[last + 1 : last + 1] = ["", line]
    else:
        later = [number for number in ours if natural_order(lines[number]) > natural_order(line)]
        lines.insert(later[0] if later else ours[-1] + 1, line)
    return "\n".join(lines) + "\n"


def with_workflow(text: str, module: str, name: str) -> str:
    """The list of the product's workflows with one more at its end."""
    changed = with_import(text, module, name)
    returned = next(node for node in ast.walk(ast.parse(changed)) if isinstance(node, ast.Return))
    assert isinstance(returned.value, ast.List)  # noqa: S101  our own module
    names = [*(ast.unparse(element) for element in returned.value.elts), name]
    short = f"    return [{', '.join(names)}]"
    long = ["    return [", *(f"        {each}," for each in names), "    ]"]
    lines = changed.splitlines()
    lines[returned.lineno - 1 : returned.end_lineno] = [short] if len(short) <= LINE_LIMIT else long
    return "\n".join(lines) + "\n"


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
