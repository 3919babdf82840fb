"""Columns as a person sees them."""

import pytest
from tests.curation_sdk.orchard import Tree, keep, look

from scrapersky.curation_sdk import DeclarationError, Workflow
from scrapersky.curation_sdk.declaring.shown_columns import ColumnKind, label_of
from scrapersky.workflows import product_workflows


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("postal_code", "Postal code"),
        ("url", "URL"),
        ("final_url", "Final URL"),
        ("email", "E-mail"),
        ("delivered_at", "Delivered"),
        ("size_bytes", "Size"),
        ("cost_micros", "Cost"),
        ("list_id", "List"),
        ("id", "ID"),
    ],
)
def test_a_label_is_derived_from_the_key(key: str, label: str) -> None:
    assert label_of(key, {}) == label


def test_a_declared_label_wins_and_the_kind_comes_from_the_database() -> None:
    care = Workflow(
        code="WF92",
        title="Tree care",
        curation=Tree.tree_care,
        shows=(Tree.name, Tree.height, Tree.planted_at),
        labels={"height": "How tall"},
        edits=(Tree.name,),
        sorts=(Tree.height,),
        work=look,
        save=keep,
    )
    name, height, planted = care.columns
    assert (name.label, name.kind, name.is_editable, name.is_sortable) == ("Name", ColumnKind.TEXT, True, False)
    assert (height.label, height.kind, height.is_editable, height.is_sortable) == (
        "How tall",
        ColumnKind.NUMBER,
        False,
        True,
    )
    assert (planted.label, planted.kind) == ("Planted", ColumnKind.MOMENT)


def test_a_label_for_what_is_not_shown_is_refused_where_it_is_written() -> None:
    with pytest.raises(
        DeclarationError, match=r"tree_care: labels names 'heigth', which is not shown; shown is height\."
    ):
        Workflow(
            code="WF92",
            title="Tree care",
            curation=Tree.tree_care,
            shows=(Tree.name, Tree.height),
            labels={"heigth": "How tall"},
            work=look,
            save=keep,
        )


def test_no_column_of_the_product_shows_its_machinery() -> None:
    labels = [column.label for workflow in product_workflows() for column in workflow.columns]
    assert not [label for label in labels if "_" in label or label != label.strip() or "micros" in label.lower()]
    kinds = {column.key: column.kind for workflow in product_workflows() for column in workflow.columns}
    assert kinds["cost_micros"] is ColumnKind.MONEY_MICROS
    assert kinds["size_bytes"] is ColumnKind.BYTES
    assert kinds["website"] is kinds["url"] is ColumnKind.URL
    assert kinds["delivered_to"] is ColumnKind.JSON
    assert kinds["parked"] is ColumnKind.BOOLEAN
