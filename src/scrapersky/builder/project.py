"""A new workflow inside a checkout: the files that are new, and those that get a line more."""

from pathlib import Path

from scrapersky.builder.answers import Answers, Models
from scrapersky.builder.destinations import class_of
from scrapersky.builder.drafted_tests import DraftedTests
from scrapersky.builder.drafting import Where, WorkflowDraft
from scrapersky.builder.editing import with_curation, with_model, with_workflow
from scrapersky.builder.service_drafts import ServiceDraft
from scrapersky.curation_sdk.declaring import snake_case


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
        index: with_model(_read(root, index), f"scrapersky.models.{module}", draft.product),
        f"schema/{number:04}_{draft.answers.destination}.sql": draft.table_sql(),
    }


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")
