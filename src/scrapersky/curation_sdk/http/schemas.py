"""The payloads of one workflow: under the promised names, with its own columns and with examples."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, Field, create_model
from sqlalchemy import Column

from scrapersky.curation_sdk import decisions
from scrapersky.curation_sdk.declaring import (
    AnyWorkflow,
    Body,
    State,
    columns_by_key,
    computed_type,
    shown_type,
    value_type,
)
from scrapersky.curation_sdk.http.payloads import Detail, Item, ItemPage, ListQuery
from scrapersky.curation_sdk.lists import Filter

EXAMPLE_ID = "019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55"
EXAMPLE_BATCH = "019a86f3-0b7a-7f02-8a64-6d5e4c3b2a19"
EXAMPLE_TIME = "2026-03-01T09:14:00Z"
_EXAMPLES: dict[Any, Any] = {str: "text", int: 1, float: 0.5, bool: True}

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Schemas:
    """The models of one workflow. `query_values` says which parameter of a list filters by which column."""

    list_query: type[ListQuery]
    groups_query: type[ListQuery]
    query_values: dict[str, str]
    item: type[Item]
    detail: type[Item]
    page: type[ItemPage]
    batch_request: type[decisions.BatchStatusUpdateRequest]
    filter_request: type[decisions.FilterStatusUpdateRequest]
    batch_response: type[decisions.BatchStatusUpdateResponse]
    edit: type[Body]
    rows_edit: type[decisions.RowsEditRequest]

    def filter_of(self, query: ListQuery) -> Filter:
        names = self.query_values.keys() & query.model_fields_set
        given = query.model_dump(mode="json", include=names) if names else {}
        return Filter(
            states=tuple(state for state in State if state in query.status_filter),
            search=query.search,
            batch=query.batch,
            outcome=query.outcome,
            updated_since=query.updated_since,
            origin=query.origin,
            values={self.query_values[name]: value for name, value in given.items()},
        )


@cache
def schemas_of(workflow: AnyWorkflow) -> Schemas:
    """Made once: a start checks them against the database and then serves them."""
    names = workflow.names
    list_query, query_values = _list_query(workflow)
    grouped_by = Field(max_length=100, description="The field to group by.")
    item, edit = _item(workflow), _edit(workflow)
    return Schemas(
        list_query=list_query,
        groups_query=_derived(f"{names.pascal}GroupsQuery", list_query, {"by": "cause"}, {"by": (str, grouped_by)}),
        query_values=query_values,
        item=item,
        detail=_detail(workflow, item),
        page=_page(workflow, item),
        batch_request=_derived(
            names.batch_request_class, decisions.BatchStatusUpdateRequest, _DECISION | {"ids": [EXAMPLE_ID]}
        ),
        filter_request=_derived(
            f"{names.pascal}FilterStatusUpdateRequest",
            decisions.FilterStatusUpdateRequest,
            _DECISION | {"filter": {"states": ["New"]}, "exclude_ids": [], "expected_count": 412},
        ),
        batch_response=_derived(names.batch_response_class, decisions.BatchStatusUpdateResponse, _CHANGED),
        edit=edit,
        rows_edit=_rows_edit(workflow, edit),
    )


_DECISION = {"status": "Queued", "undo_seconds": 10, "priority": 0}
_CHANGED = {
    "message": "Updated 1 row to Queued.",
    "updated_ids": [EXAMPLE_ID],
    "updated_count": 1,
    "queued_count": 1,
    "not_found": [],
    "in_work": [],
    "batch_id": EXAMPLE_BATCH,
    "undo_token": EXAMPLE_BATCH,
}
_STATUSES = {
    "id": EXAMPLE_ID,
    "created_at": EXAMPLE_TIME,
    "curation_status": "Queued",
    "processing_status": "Complete",
    "state": "Complete",
    "error": None,
    "outcome": None,
    "attempts": 1,
    "updated_at": EXAMPLE_TIME,
    "tags": ["berlin"],
    "note": None,
}


def _derived(
    class_name: str, base: type[Model], example: dict[str, Any], fields: dict[str, Any] | None = None
) -> type[Model]:
    config = {"json_schema_extra": {"examples": [example]}}
    return create_model(class_name, __base__=base, __module__=__name__, __cls_kwargs__=config, **(fields or {}))


def _list_query(workflow: AnyWorkflow) -> tuple[type[ListQuery], dict[str, str]]:
    """A column whose name the list needs itself (`size`, `page`) is asked for as `size_is`."""
    columns = columns_by_key(workflow.shows)
    values = {f"{key}_is" if key in ListQuery.model_fields else key: key for key in columns}
    fields: dict[str, Any] = {
        parameter: (value_type(columns[key]) | None, Field(None, description=f"Only rows whose {key} is this."))
        for parameter, key in values.items()
    }
    sort = ListQuery.model_fields["sort"]
    fields["sort"] = (str, Field(workflow.default_sort, max_length=100, description=sort.description))
    return _derived(f"{workflow.names.pascal}ListQuery", ListQuery, {"status_filter": ["New"]}, fields), values


def _item(workflow: AnyWorkflow) -> type[Item]:
    names = workflow.names
    promised: dict[str, Any] = {
        names.curation_status: (State, ...),
        names.processing_status: (State | None, ...),
        names.processing_error: (str | None, ...),
        names.updated_at: (Item.model_fields["updated_at"].annotation, ...),
    }
    shown: dict[str, Any] = {key: (shown_type(column), ...) for key, column in columns_by_key(workflow.shows).items()}
    computed: dict[str, Any] = {each.key: (computed_type(each.expression.type), ...) for each in workflow.computed}
    return _derived(f"{names.pascal}Item", Item, example_item(workflow), promised | shown | computed)


def example_item(workflow: AnyWorkflow) -> dict[str, Any]:
    names = workflow.names
    promised = {
        names.curation_status: "Queued",
        names.processing_status: "Complete",
        names.processing_error: None,
        names.updated_at: EXAMPLE_TIME,
    }
    shown = {key: _example(column) for key, column in columns_by_key(workflow.shows).items()}
    computed = {each.key: _example_of(each.expression.type) for each in workflow.computed}
    return _STATUSES | promised | shown | computed


def _example(column: Any) -> Any:
    return _example_of(column.type) if shown_type(column) is not Any else None


def _example_of(column_type: Any) -> Any:
    return _EXAMPLES.get(getattr(column_type, "python_type", str))


def _page(workflow: AnyWorkflow, item: type[Item]) -> type[ItemPage]:
    example = {
        "items": [example_item(workflow)],
        "total": 1,
        "total_is_estimate": False,
        "page": 1,
        "size": 50,
        "next": None,
        "previous": None,
        "through": EXAMPLE_ID,
    }
    items: Any = (list[item], ...)  # type: ignore[valid-type]  # a model made at run time
    return _derived(f"{workflow.names.pascal}Page", ItemPage, example, {"items": items})


def _detail(workflow: AnyWorkflow, item: type[Item]) -> type[Item]:
    example = example_item(workflow) | {
        "row": {"id": EXAMPLE_ID},
        "states": {workflow.name: "New"},
        "edited_fields": [],
        "refusal": None,
    }
    fields: dict[str, Any] = {name: (each.annotation, each) for name, each in Detail.model_fields.items()}
    return _derived(f"{workflow.names.pascal}Detail", item, example, fields)


def _edit(workflow: AnyWorkflow) -> type[Body]:
    """Only what was sent is changed, so no field is required; one that may not be empty refuses null."""
    columns = columns_by_key(workflow.edits)
    fields: dict[str, Any] = {
        key: (_corrected(value_type(column), workflow.corrections.get(key), column), Field(None))
        for key, column in columns.items()
    }
    example = {key: _example(column) for key, column in list(columns.items())[:1]}
    return _derived(f"{workflow.names.pascal}Edit", Body, example, fields)


def _rows_edit(workflow: AnyWorkflow, edit: type[Body]) -> type[decisions.RowsEditRequest]:
    example = {"ids": [EXAMPLE_ID], "add_tags": ["berlin"], "note": "Call in May."}
    fields: dict[str, Any] = {"values": (edit | None, Field(None))} if workflow.edits else {}
    return _derived(f"{workflow.names.pascal}RowsEditRequest", decisions.RowsEditRequest, example, fields)


def _corrected(kind: Any, read: Callable[[Any], Any] | None, column: Column[Any]) -> Any:
    def corrected(value: Any) -> Any:
        if column.nullable and (value is None or (isinstance(value, str) and not value.strip())):
            return None
        return read(value) if read is not None else value

    return Annotated[kind, AfterValidator(corrected)]
