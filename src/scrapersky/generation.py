"""Files that are derived from the declarations, committed and checked: `scrapersky generate`."""

from scrapersky.curation_sdk.ddl import workflow_sql
from scrapersky.workflows import product_workflows


def generated_files() -> dict[str, str]:
    """Every generated file's content, by its path from the project's root."""
    return {
        f"schema/workflows/{workflow.name}.sql": workflow_sql(workflow.curation, f"{workflow.code} {workflow.title}")
        for workflow in product_workflows()
    }
