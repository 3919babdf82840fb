"""A workflow as a browser needs to know it to draw its tab: columns, fields to search by, what follows."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.lists import facets_of, groups_of, search_fields
from scrapersky.curation_sdk.queue import as_values, schedule_of, shown_name

SchedulesOf = Callable[[Request], Mapping[str, declaring.Schedule]]


class ColumnMeta(BaseModel):
    """`hidden`: not shown until a person chooses it."""

    name: str
    label: str
    kind: declaring.ColumnKind
    is_editable: bool
    is_sortable: bool
    width: int | None
    hidden: bool


class ColumnPayload(ColumnMeta):
    """`type` is the database's, `kind` how a person reads it."""

    type: str


class SearchField(BaseModel):
    """A field that a token of a search may name."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    label: str
    kind: declaring.ColumnKind
    values: list[str] | None = Field(description="All the values there are, where they are known.")
    example: str


class WorkflowMeta(BaseModel):
    name: str
    code: str
    title: str
    purpose: str
    table: str
    path: str = Field(description="What the addresses of its endpoints begin with.")
    table_path: str | None
    kebab: str
    camel: str
    pascal: str
    plural: str = Field(description="As in the ids of its buttons: update-{plural}-status-selected.")
    produces: str | None
    background_only: bool
    hands_over: bool = Field(description="What is queued is sent to somebody outside.")
    columns: Sequence[ColumnMeta]
    is_searchable: bool
    default_sort: str
    sorts: list[str]
    search_fields: list[SearchField]
    facets: list[str]
    groups: list[str] = Field(description="The fields that its rows can be grouped by.")
    outcomes: dict[str, str] = Field(description="What a Complete row came to, in words, where its outcome has some.")
    shortfall: str | None = Field(description="What Complete rows are called that did not come to what was wanted.")
    title_column: str | None
    stands_in: str | None = Field(description="The column that a row without a title is called by.")
    opens_with: str = Field(description="The search that its tab opens with, where nothing is to be decided.")
    url_column: str | None
    has_map: bool = Field(description="Whether its rows have places on a map.")
    paused: bool
    changed_by: str | None
    changed_at: datetime | None
    cost_per_row_micros: int | None = Field(description="What a row may cost at most, in millionths of a dollar.")
    next: list[str] = Field(description="The workflows that read what this one produces.")


class WorkflowPayload(WorkflowMeta):
    """A workflow as a client needs to know it."""

    columns: Sequence[ColumnPayload]
    settable: list[declaring.Settable] = list(declaring.Settable)
    states: list[declaring.State] = list(declaring.State)
    schedule: dict[str, float | bool]


def describe_for_browsers(
    workflow: declaring.AnyWorkflow,
    registry: declaring.Registry,
    setting: declaring.WorkflowSetting | None,
    prefix: str,
    reader: declaring.Actor,
) -> WorkflowMeta:
    switched = {
        "paused": bool(setting and setting.paused),
        "changed_by": shown_name(setting.changed_by, setting.changed_in, reader) if setting else None,
        "changed_at": setting.changed_at if setting else None,
    }
    return _declared(workflow, registry, prefix).model_copy(update=switched)


@lru_cache(maxsize=256)
def _declared(workflow: declaring.AnyWorkflow, registry: declaring.Registry, prefix: str) -> WorkflowMeta:
    """All but how it is switched, which alone changes while a process runs."""
    names, table = workflow.names, workflow.model.__table__
    named = {name: getattr(names, name) for name in ("table", "kebab", "camel", "pascal")}
    return declaring.answer_of(
        WorkflowMeta,
        workflow,
        **named,
        path=prefix + names.path,
        table_path=names.table_path and prefix + names.table_path,
        plural=names.button_subject,
        produces=workflow.produces.__tablename__ if workflow.produces else None,
        columns=_columns(workflow),
        is_searchable=workflow.searches is not None,
        sorts=["id", *workflow.sortable],
        search_fields=[SearchField.model_validate(each) for each in search_fields(workflow).values()],
        facets=facets_of(workflow),
        groups=[field.name for field in groups_of(workflow)],
        outcomes=dict(workflow.outcomes),
        shortfall=workflow.shortfall.words if workflow.shortfall else None,
        title_column=next((column.key for column in workflow.columns), None),
        stands_in=workflow.stands_in,
        opens_with=workflow.opens_with,
        url_column=next((column.key for column in workflow.columns if column.kind is declaring.ColumnKind.URL), None),
        has_map={"latitude", "longitude"} <= set(table.c.keys()),
        paused=False,
        changed_by=None,
        changed_at=None,
        cost_per_row_micros=workflow.most_cost_micros,
        next=next_workflows(workflow, registry),
    )


def describe(
    workflow: declaring.AnyWorkflow,
    registry: declaring.Registry,
    setting: declaring.WorkflowSetting | None,
    schedules: Mapping[str, declaring.Schedule],
    reader: declaring.Actor,
) -> WorkflowPayload:
    meta = describe_for_browsers(workflow, registry, setting, "", reader)
    return WorkflowPayload(**dict(meta), schedule=as_values(schedule_of(workflow, schedules, setting)))


def next_workflows(workflow: declaring.AnyWorkflow, registry: declaring.Registry) -> list[str]:
    """On the table that it writes; one that only adds to its rows hands them to the table's later workflows."""
    if workflow.produces is None:
        return []
    there = registry.curating(workflow.produces)
    later = there[there.index(workflow) + 1 :] if workflow in there else there
    return [each.name for each in later]


def _columns(workflow: declaring.AnyWorkflow) -> list[ColumnPayload]:
    types = {key: str(column.type).lower() for key, column in declaring.columns_by_key(workflow.shows).items()}
    types |= {each.key: str(each.expression.type).lower() for each in workflow.computed}
    return [
        declaring.answer_of(
            ColumnPayload,
            column,
            name=column.key,
            type=types[column.key],
            width=column.look.width,
            hidden=column.look.hidden,
        )
        for column in workflow.columns
    ]
