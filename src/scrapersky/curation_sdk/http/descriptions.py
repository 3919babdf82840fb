"""A workflow as the API describes it."""

from collections.abc import Mapping

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Schedule, WorkflowSetting, columns_by_key
from scrapersky.curation_sdk.http.payloads import ColumnPayload, WorkflowPayload
from scrapersky.curation_sdk.queue import as_values, schedule_of, shown_name


def describe(
    workflow: AnyWorkflow, setting: WorkflowSetting | None, schedules: Mapping[str, Schedule], reader: Actor
) -> WorkflowPayload:
    return WorkflowPayload(
        name=workflow.name,
        code=workflow.code,
        title=workflow.title,
        purpose=workflow.purpose,
        table=workflow.names.table,
        path=workflow.names.path,
        table_path=workflow.names.table_path,
        produces=None if workflow.produces is None else workflow.produces.__tablename__,
        columns=_columns(workflow),
        default_sort=workflow.default_sort,
        is_searchable=workflow.searches is not None,
        schedule=as_values(schedule_of(workflow, schedules, setting)),
        paused=bool(setting and setting.paused),
        changed_by=shown_name(setting.changed_by, setting.changed_in, reader) if setting else None,
        changed_at=setting.changed_at if setting else None,
    )


def _columns(workflow: AnyWorkflow) -> list[ColumnPayload]:
    types = {key: str(column.type).lower() for key, column in columns_by_key(workflow.shows).items()}
    types |= {each.key: str(each.expression.type).lower() for each in workflow.computed}
    return [
        ColumnPayload(
            name=each.key,
            label=each.label,
            type=types[each.key],
            kind=each.kind,
            is_editable=each.is_editable,
            is_sortable=each.is_sortable,
        )
        for each in workflow.columns
    ]
