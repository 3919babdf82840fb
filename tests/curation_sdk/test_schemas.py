"""The payloads of a workflow: a start makes them once, and their validators when they are first needed."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.orchard import tree_care

from scrapersky.curation_sdk.declaring.declaration import ON_EVERY_ITEM
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.http.payloads import Item
from scrapersky.curation_sdk.http.schemas import schemas_of
from scrapersky.curation_sdk.testing import app_of


def test_names_that_every_item_has_are_refused_where_a_workflow_is_written() -> None:
    assert Item.model_fields.keys() - {"id", "created_at"} == ON_EVERY_ITEM


def test_a_workflow_has_one_set_of_payloads() -> None:
    assert schemas_of(tree_care) is schemas_of(tree_care)
    assert schemas_of(replace(tree_care)) is not schemas_of(tree_care)


async def test_an_application_that_nobody_asked_has_built_no_answers(engine: AsyncEngine) -> None:
    fresh = replace(tree_care)
    app = app_of(Registry([fresh]), engine)
    schemas = schemas_of(fresh)
    answers = (schemas.item, schemas.detail, schemas.page, schemas.batch_response)
    assert not any(each.__pydantic_complete__ for each in answers)
    errors = {
        str(answer["content"])
        for path in app.openapi()["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if int(status) >= 400
    }
    assert errors == {"{'application/json': {'schema': {'$ref': '#/components/schemas/ErrorPayload'}}}"}
    assert "ErrorPayload" in app.openapi()["components"]["schemas"]
