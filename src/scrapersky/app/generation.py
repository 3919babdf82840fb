"""Files that are derived from the declarations, committed and checked: `scrapersky generate`."""

from collections.abc import Iterator

from scrapersky.app.contract_text import contract_module, schemas_module, statuses_module
from scrapersky.app.source_files import status_map
from scrapersky.app.workflow_pages import workflow_page
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Registry, documented_settings
from scrapersky.curation_sdk.schema import GENERATED, canonical_yaml, pipeline_graph, workflow_sql
from scrapersky.monitoring.alerts import alert_rules, metrics_tables
from scrapersky.services.exports.meanings import MEANINGS
from scrapersky.services.exports.tables import export_table
from scrapersky.workflows import product_workflows


def generated_files() -> dict[str, str]:
    """Every generated file's content, by its path from the project's root."""
    registry = Registry(product_workflows())
    files = dict(_workflow_files(registry))
    files |= _contract_files(registry)
    files["docs/reference/workflows/README.md"] = _index(registry)
    files["docs/reference/python_file_status_map.md"] = status_map(registry, files)
    files["docs/reference/exports.md"] = _exports_page()
    files["docs/reference/metrics.md"] = f"# Figures\n\n*{GENERATED}*\n\n{metrics_tables()}\n"
    files["examples/prometheus/alerts.yml"] = f"# {GENERATED}\n{alert_rules()}"
    files["docs/reference/settings.md"] = _settings_page(registry)
    files[".env.example"] = _env_example(registry)
    return files


def _contract_files(registry: Registry) -> dict[str, str]:
    statuses = "scrapersky.models.statuses"
    schemas = {each: f"scrapersky.schemas.{each.name}" for each in registry}
    modules = {each: f"scrapersky.workflows.{each.code.lower()}_{each.name}" for each in registry}
    return {
        "src/scrapersky/models/statuses.py": statuses_module(registry),
        "src/scrapersky/contract.py": contract_module(modules, schemas, statuses),
        **{
            f"src/scrapersky/schemas/{each.name}.py": schemas_module(each, module, statuses)
            for each, module in modules.items()
        },
    }


def _workflow_files(registry: Registry) -> Iterator[tuple[str, str]]:
    for workflow in registry:
        sql = workflow_sql(workflow.curation, f"{workflow.code} {workflow.title}")
        yield f"schema/workflows/{workflow.name}.sql", sql
        yield f"docs/reference/workflows/{workflow.name}.md", workflow_page(workflow, registry)
        yield f"docs/reference/workflows/{workflow.name}.yaml", canonical_yaml(workflow, registry)


def _index(registry: Registry) -> str:
    lines = [f"- [{each.code} {each.title}]({each.name}.md): {each.purpose}" for each in registry]
    graph = f"```mermaid\n{pipeline_graph(registry)}```"
    return f"# Workflows\n\n*{GENERATED}*\n\n" + graph + "\n\n" + "\n".join(lines) + "\n"


def _exports_page() -> str:
    words = (
        "`scrapersky export` and exports of a tab write these columns in this order; programs go by their names."
        " In a tab, fewer can be chosen. `scrapersky export contacts --columns` says the same in the terminal.\n\n"
        'In CSV and XLSX several values of a cell are separated by "; ", and structured ones are JSON; in CSV, texts'
        " that a spreadsheet would calculate have an apostrophe in front. Phone numbers have spaces there, so that no"
        " program takes them for numbers. CSV begins with a byte order mark, by which Excel knows UTF-8;"
        " `--no-bom`, or `bom=false`, leaves it out. JSON Lines and Parquet keep values as they"
        " are (`pandas.read_json` needs `dtype=False` to leave texts of digits alone),"
        " Parquet structured ones as JSON text. Times are UTC. What is on the suppression list is in no export."
    )
    sections = [f"# Columns of exports\n\n*{GENERATED}*\n\n{words}"]
    for name, meanings in MEANINGS.items():
        kinds = export_table(name).kinds
        rows = [f"| `{column}` | {kind.value} | {meanings[column]} |" for column, kind in kinds.items()]
        head = "| column | kind | meaning |\n| --- | --- | --- |\n"
        sections.append(f"## {name.value.capitalize()}\n\n{head}" + "\n".join(rows))
    return "\n\n".join(sections) + "\n"


def _product_settings() -> Iterator[tuple[str, str, str]]:
    for name, field in (Settings.model_fields | PlaceSettings.model_fields).items():
        default = "" if field.default is None or field.default_factory else str(field.default)
        yield name.upper(), default, field.description or ""


def _settings_page(registry: Registry) -> str:
    rows = [
        f"| `{name}` | {f'`{default}`' if default else ''} | {text} |" for name, default, text in _product_settings()
    ]
    head = "| setting | default | meaning |\n| --- | --- | --- |\n"
    sections = [f"# Settings\n\n*{GENERATED}*\n\nOrder: code default, `.env`, environment.\n\n{head}" + "\n".join(rows)]
    for workflow in registry:
        own = [f"| `{name}` | `{default}` | {text} |" for name, default, text in documented_settings(workflow)]
        sections.append(f"## {workflow.code} {workflow.title}\n\n{head}" + "\n".join(own))
    return "\n\n".join(sections) + "\n"


def _env_example(registry: Registry) -> str:
    lines = [f"# {GENERATED}", "# Copy to .env and take the # away from what you set."]
    for name, default, text in _product_settings():
        lines += ["", f"# {text}", f"#{name}={default}"]
    for workflow in registry:
        lines += ["", f"# {workflow.code} {workflow.title}"]
        lines += [f"#{name}={default}" for name, default, _ in documented_settings(workflow)]
    return "\n".join(lines) + "\n"
