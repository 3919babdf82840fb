"""The names that the specification promises, as Python for people and type checkers to read: generated modules."""

from collections.abc import Iterable, Iterator, Mapping
from string import Template

from scrapersky.curation_sdk.declaring import CURATION_VALUES, PROCESSING_VALUES, AnyWorkflow, natural_order

_GENERATED = "(generated; change a declaration and run `scrapersky generate`)"

_CALLS = ("add_job", "process_queue", "process_record", "run_job_loop", "update_status_batch")
_DEPENDENCIES = ("UserInToken", "get_background_session", "get_current_active_user", "get_session_dependency")
_RE_EXPORTED = (*_DEPENDENCIES, "opened", "run_job_loop")

_STATUS = Template('''class $name(StrEnum):
    """$meaning"""

$members
''')

_SCHEMAS = Template('''"""What decisions about rows of $table take and answer, in $workflow.

$generated
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from $module import $workflow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from $statuses import $curation_status

    class $request(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: $curation_status,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class $response(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    $request = schemas_of($workflow).batch_request
    $response = schemas_of($workflow).batch_response

__all__ = [
    "$request",
    "$response",
]
''')

_HEADER = Template('''"""The phone book $generated.

Each Python name that the specification promises, where a search finds it. Without a running ScraperSky in this process,
a call opens what it needs by the settings and closes it again; `async with opened()` keeps it open.
"""

from typing import Annotated
from uuid import UUID

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

$imports

__all__ = [
$names
]
''')

_FUNCTIONS = Template('''

async def $process_queue() -> None:
    """Work off what is queued for $workflow."""
    await process_queue($workflow)


async def $process_single(
    session: AsyncSession,
    record_id: UUID,
) -> None:
    """Work on one row of $table now, if it waits or nobody is on it; raises what it failed with."""
    await process_record($workflow, session, record_id)


def $setup_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call $process_queue at its interval."""
    add_job($workflow, $process_queue, scheduler)


async def $update_status_batch(
    request: $request,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> $response:
    """Decide about rows of $table: both statuses change together, in one transaction."""
    answer = $response
    return await update_status_batch($workflow, answer, request, session, current_user)
''')


def statuses_module(workflows: Iterable[AnyWorkflow]) -> str:
    """Real classes, which models show beside themselves."""
    blocks = [block for workflow in workflows for block in _status_classes(workflow)]
    return f'"""The statuses of each workflow {_GENERATED}."""\n\nfrom enum import StrEnum\n\n\n' + "\n\n".join(blocks)


def _status_classes(workflow: AnyWorkflow) -> Iterator[str]:
    names, title = workflow.names, workflow.title
    for name, values, meaning in (
        (names.curation_status_class, CURATION_VALUES, f"What a person wants of a row in {title}."),
        (names.processing_status_class, PROCESSING_VALUES, f"How far the work on a row is in {title}."),
    ):
        members = "\n".join(f'    {value} = "{value}"' for value in values)
        yield _STATUS.substitute(name=name, meaning=meaning, members=members)


def schemas_module(workflow: AnyWorkflow, module: str, statuses: str) -> str:
    return _SCHEMAS.substitute(_template_values(workflow), module=module, statuses=statuses)


def contract_module(modules: Mapping[AnyWorkflow, str], schemas: Mapping[AnyWorkflow, str], statuses: str) -> str:
    """Given where each workflow is declared, and where its schemas and all statuses are."""
    imports = [
        _import("scrapersky.app.calls", _CALLS),
        _import("scrapersky.app.dependencies", _DEPENDENCIES),
        _import("scrapersky.app.shared_product", ["opened"]),
        _import(statuses, [name for workflow in modules for name in _status_names(workflow)]),
        *(_import(schemas[workflow], _schema_names(workflow)) for workflow in modules),
        *(f"from {module} import {workflow.name}" for workflow, module in modules.items()),
    ]
    names = [*_RE_EXPORTED, *(name for workflow in modules for name in _promised(workflow))]
    header = _HEADER.substitute(
        generated=_GENERATED,
        imports="\n".join(sorted(imports, key=lambda text: natural_order(text.split()[1]))),
        names="\n".join(f'    "{name}",' for name in _in_order(names)),
    )
    return header + "".join(_FUNCTIONS.substitute(_template_values(workflow)) for workflow in modules)


def _import(module: str, names: Iterable[str]) -> str:
    ordered = _in_order(names)
    inside = ordered[0] if len(ordered) == 1 else "(\n" + "".join(f"    {name},\n" for name in ordered) + ")"
    return f"from {module} import {inside}"


def _in_order(names: Iterable[str]) -> list[str]:
    """Classes before functions, as import sorters have it."""
    return sorted(names, key=lambda name: (name[0].islower(), name))


def _status_names(workflow: AnyWorkflow) -> tuple[str, ...]:
    return workflow.names.curation_status_class, workflow.names.processing_status_class


def _schema_names(workflow: AnyWorkflow) -> tuple[str, ...]:
    return workflow.names.batch_request_class, workflow.names.batch_response_class


def _promised(workflow: AnyWorkflow) -> tuple[str, ...]:
    names = workflow.names
    functions = names.process_queue, names.process_single, names.setup_scheduler, names.update_status_batch
    return *_status_names(workflow), *_schema_names(workflow), *functions


def _template_values(workflow: AnyWorkflow) -> dict[str, str]:
    names = workflow.names
    return {
        "generated": _GENERATED,
        "workflow": workflow.name,
        "table": names.table,
        "curation_status": names.curation_status_class,
        "request": names.batch_request_class,
        "response": names.batch_response_class,
        "process_queue": names.process_queue,
        "process_single": names.process_single,
        "setup_scheduler": names.setup_scheduler,
        "update_status_batch": names.update_status_batch,
    }
