"""The phone book: a generated module in which each promised Python name is assigned what it is."""

from collections.abc import Iterable, Mapping

from scrapersky.curation_sdk.declaring import AnyWorkflow, natural_order

_HEADER = '''"""The phone book (generated; change a declaration and run `scrapersky generate`).

Each Python name that the specification promises, and what it is.
"""

from functools import partial

from scrapersky.curation_sdk.decisions import change_status
from scrapersky.curation_sdk.http import schemas_of
from scrapersky.curation_sdk.queue import process_single, run_job_loop, setup_scheduler
'''


def contract_module(modules: Mapping[AnyWorkflow, str]) -> str:
    """The text of the module, given where each workflow is declared."""
    imports = [f"from {module} import {workflow.name}" for workflow, module in modules.items()]
    blocks = [_block(workflow) for workflow in modules]
    return _HEADER + "\n".join(sorted(imports, key=natural_order)) + "\n\n" + "\n\n".join(blocks) + "\n"


def _block(workflow: AnyWorkflow) -> str:
    return "\n".join(f"{name} = {meaning}" for name, meaning in _names(workflow))


def _names(workflow: AnyWorkflow) -> Iterable[tuple[str, str]]:
    names, variable = workflow.names, workflow.name
    yield names.curation_status_class, f"{variable}.curation.curation_enum"
    yield names.processing_status_class, f"{variable}.curation.processing_enum"
    yield names.batch_request_class, f"schemas_of({variable}).batch_request"
    yield names.batch_response_class, f"schemas_of({variable}).batch_response"
    yield names.process_queue, f"partial(run_job_loop, {variable})"
    yield names.process_single, f"partial(process_single, {variable})"
    yield names.setup_scheduler, f"partial(setup_scheduler, {variable})"
    yield names.update_status_batch, f"partial(change_status, workflow={variable})"
