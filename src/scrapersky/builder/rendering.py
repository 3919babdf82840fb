"""Run inside a package that is being made: writes SQL, canonical YAML and promised names of its workflow."""

import importlib
import sys
from pathlib import Path

from scrapersky.app.contract_text import contract_module, schemas_module, statuses_module
from scrapersky.app.extensions import installed_workflows
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, Workflow
from scrapersky.curation_sdk.schema import canonical_yaml, check_registry, workflow_sql


def render(package: str, root: Path) -> None:
    module = importlib.import_module(f"{package}.workflow")
    workflow: AnyWorkflow = next(value for value in vars(module).values() if isinstance(value, Workflow))
    registry = Registry([*installed_workflows(), workflow])
    problems = check_registry(registry)
    if problems:
        sys.exit("; ".join(problems))
    folder = root / "src" / package / "schema"
    folder.mkdir(exist_ok=True)
    sql = workflow_sql(workflow.curation, f"{workflow.code} {workflow.title}")
    (folder / f"{workflow.name}.sql").write_text(sql, encoding="utf-8")
    for name, text in contract_files(package, workflow).items():
        (root / "src" / package / name).write_text(text, encoding="utf-8")
    (root / f"{workflow.name}.yaml").write_text(canonical_yaml(workflow, registry), encoding="utf-8")


def contract_files(package: str, workflow: AnyWorkflow) -> dict[str, str]:
    """The names that the specification promises, as the product has them for its own workflows."""
    module, schemas, statuses = (f"{package}.{name}" for name in ("workflow", "schemas", "statuses"))
    return {
        "statuses.py": statuses_module([workflow]),
        "schemas.py": schemas_module(workflow, module, statuses),
        "contract.py": contract_module({workflow: module}, {workflow: schemas}, statuses),
    }


if __name__ == "__main__":
    render(sys.argv[1], Path())
