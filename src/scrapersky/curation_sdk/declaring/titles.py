"""By what a person recognises a row: the first column that its workflow shows."""

from sqlalchemy import ColumnElement, Text, cast, func, literal_column

from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow

LONGEST_TITLE = 200


def title_of(workflow: AnyWorkflow) -> ColumnElement[str | None]:
    for column in workflow.shows:
        return func.left(cast(column, Text), LONGEST_TITLE)
    nothing: ColumnElement[str | None] = cast(literal_column("NULL"), Text)
    return nothing
