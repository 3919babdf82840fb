"""Every order that a list offers has an index that gives it."""

import re
from typing import Any

import pytest
from sqlalchemy import Table

from scrapersky.curation_sdk import Curation, DeclarationError, Workflow
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.lists.keyset import sort_key
from scrapersky.curation_sdk.schema.ddl import compiled
from scrapersky.models import Page
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf7_page_curation import page_curation


def written(expression: Any) -> str:
    """As in an index, without the table."""
    return re.sub(r"\b[a-z_]+\.", "", compiled(expression))


def indexed(workflow: AnyWorkflow) -> list[list[str]]:
    table: Table = workflow.model.__table__
    return [[written(each) for each in index.expressions] for index in table.indexes]


@pytest.mark.parametrize("workflow", product_workflows(), ids=lambda each: each.name)
def test_every_sort_of_a_workflow_has_its_index(workflow: AnyWorkflow) -> None:
    assert workflow.sorts
    state = [workflow.names.state]
    for key, column in workflow.sortable.items():
        by_state = state if key == workflow.curation.ordered_key else []
        assert ["tenant_id", *by_state, written(sort_key(column, column)), "id"] in indexed(workflow), key
        assert key in {each.key for each in workflow.columns}, f"{key} is sorted by and not shown"


def test_pages_come_with_the_most_promising_first() -> None:
    assert page_curation.default_sort == "-score"


async def nothing(_: object, __: object) -> None: ...


async def nowhere(_: object, __: object, ___: object) -> int:
    return 0


@pytest.mark.parametrize(
    ("ordered_by", "words"),
    [
        ("-scoer", "lists are ordered by scoer, and Page has no such column; type 'score'"),
        ("url", "url is a text, and lists are ordered by numbers or times"),
    ],
)
def test_an_order_without_an_index_is_refused_where_it_is_written(
    monkeypatch: pytest.MonkeyPatch, ordered_by: str, words: str
) -> None:
    curation: Curation = Page.page_curation
    monkeypatch.setattr(curation, "ordered_by", ordered_by)
    with pytest.raises(DeclarationError, match=words):
        Workflow(code="WF7", title="Page curation", curation=curation, work=nothing, save=nowhere)
