"""Whether a workflow makes sense, told where it is written."""

import difflib
import inspect
import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text

from scrapersky.curation_sdk import LateFunction
from scrapersky.curation_sdk.declaring.curation import Curation
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.plurals import plural

if TYPE_CHECKING:
    from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow

BUILT_IN_FACETS = ("outcome", "cause")
ON_EVERY_ITEM = frozenset(
    "attempts curation_status error note outcome processing_status state tags updated_at".split()  # noqa: SIM905
)
"""What a list tells of each row besides its id and when it was made."""
_SHAPES = {
    "work": "(row, clients)",
    "save": "(session, row, result)",
    "save_group": "(session, rows_and_results)",
    "load": "(session, rows)",
    "refuses": "(session, tenant_id, ids)",
    "taken_back": "(session, actor, batch)",
}
_REQUIRED = ("work", "save")
_CODE = re.compile(r"WF[0-9A-Z]{1,4}")


def check_declaration(workflow: "AnyWorkflow") -> None:
    """Raises what is wrong first, with what to type instead."""
    if not isinstance(workflow.curation, Curation):
        raise DeclarationError(
            f"Workflow(curation={workflow.curation!r}): type curation=YourModel.your_workflow,"
            " where the model says your_workflow = Curation()."
        )
    if not _CODE.fullmatch(workflow.code):
        raise DeclarationError(f"Workflow code {workflow.code!r}: type WF and a number, such as 'WF7'.")
    for role in _SHAPES:
        function = getattr(workflow, role)
        if role in _REQUIRED or function is not None:
            _check_coroutine(workflow, role, function)
    _check_columns(workflow)
    _check_corrections(workflow)
    _check_order(workflow)
    _check_names(workflow)


def _check_coroutine(workflow: "AnyWorkflow", role: str, function: object) -> None:
    if isinstance(function, LateFunction):  # to look at it would load it
        return
    if not inspect.iscoroutinefunction(function):
        raise DeclarationError(
            f"{workflow.name}: {role} must be a coroutine function; write `async def` before {function!r}."
        )
    shape = _SHAPES[role]
    taken = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    if len(taken) != shape.count(",") + 1:
        raise DeclarationError(
            f"{workflow.name}: {role} takes {shape}, and {function.__name__} takes {plural(len(taken), 'argument')};"
            f" write `async def {function.__name__}{shape}`."
        )


def _check_columns(workflow: "AnyWorkflow") -> None:
    for role in ("shows", "edits", "sorts"):
        for attribute in getattr(workflow, role):
            if getattr(attribute, "class_", None) is not workflow.model:
                raise DeclarationError(
                    f"{workflow.name}: {role} takes columns of {workflow.model.__name__}, and {attribute} is not one;"
                    f" type {workflow.model.__name__}.{_closest(str(attribute).split('.')[-1], workflow.model)}."
                )


def _check_corrections(workflow: "AnyWorkflow") -> None:
    edits = [attribute.key for attribute in workflow.edits]
    for key in workflow.corrections:
        if key not in edits:
            raise DeclarationError(f"{workflow.name}: corrections name {key!r}, which is not among edits.")


def _check_order(workflow: "AnyWorkflow") -> None:
    ordered = workflow.curation.ordered_key
    if ordered is None:
        return
    if ordered not in workflow.model.__table__.c:
        raise DeclarationError(
            f"{workflow.name}: lists are ordered by {ordered}, and {workflow.model.__name__} has no such column;"
            f" type {_closest(ordered, workflow.model)!r}."
        )
    if isinstance(workflow.model.__table__.c[ordered].type, Text):
        raise DeclarationError(f"{workflow.name}: {ordered} is a text, and lists are ordered by numbers or times.")


def _check_names(workflow: "AnyWorkflow") -> None:
    shown = [attribute.key for attribute in workflow.shows]
    shown += [column.key for column in workflow.computed]
    if len(set(shown)) < len(shown):
        twice = next(key for key in shown if shown.count(key) > 1)
        raise DeclarationError(f"{workflow.name}: two shown columns are called {twice!r}; give one another key.")
    if taken := ON_EVERY_ITEM.intersection(shown):
        raise DeclarationError(
            f"{workflow.name}: shows has a column {min(taken)!r}, which every item has as its own;"
            " call the column something else."
        )
    for role in ("labels", "looks", "facets"):
        for key in getattr(workflow, role):
            if key not in shown and not (role == "facets" and key in BUILT_IN_FACETS):
                close = next(iter(difflib.get_close_matches(key, shown, n=1)), ", ".join(shown) or "nothing")
                raise DeclarationError(f"{workflow.name}: {role} names {key!r}, which is not shown; shown is {close}.")
    _check_facets(workflow)
    for role, named in (("host", workflow.host), ("stands_in", workflow.stands_in)):
        if named is not None and named not in shown:
            raise DeclarationError(f"{workflow.name}: {role} names {named!r}, which is not shown.")


def _check_facets(workflow: "AnyWorkflow") -> None:
    """Rows are counted by a column of their own: a value of another table by the key that names its row."""
    for column in workflow.computed:
        is_named_by_id = column.looked_up is not None and column.looked_up.named_by is None
        if column.key in workflow.facets and not is_named_by_id:
            raise DeclarationError(
                f"{workflow.name}: facets names {column.key!r}, which is no column of {workflow.model.__name__} and not"
                " looked up by the id of one row; take it out of facets."
            )


def _closest(name: str, model: type[Any]) -> str:
    columns: list[str] = [column.key for column in model.__table__.columns]
    return next(iter(difflib.get_close_matches(name, columns, n=1)), columns[0])
