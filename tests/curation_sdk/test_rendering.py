"""Errors as answers."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace

import pytest
from fastapi import FastAPI, HTTPException, Request
from httpx import ASGITransport, AsyncClient
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.orchard import TENANT, add_trees, orchard_registry, tree_care

from scrapersky.curation_sdk.errors import BadRequest, CountDrifted, CurationError, RowsNotFound
from scrapersky.curation_sdk.http.errors import install_error_rendering
from scrapersky.curation_sdk.http.workflow_routes import workflow_router
from scrapersky.curation_sdk.testing import client_of, doors_by_header


class Deadlock(Exception):
    sqlstate = "40P01"


class OrchardClosed(CurationError):
    """Has a code by its name; what derives from it shares that."""


class OrchardFlooded(OrchardClosed):
    pass


async def answer_to(error: Exception, request_id: str | None = None) -> tuple[int, object]:
    app = FastAPI()
    install_error_rendering(app)

    @app.get("/")
    async def fail(request: Request) -> None:
        if request_id:
            request.state.request_id = request_id
        raise error

    async with AsyncClient(transport=ASGITransport(app), base_url="http://test") as client:
        answer = await client.get("/")
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("error", "status", "told", "detail"),
    [
        (RowsNotFound("No row."), 404, {"code": "not_found", "message": "No row."}, "No row."),
        (
            BadRequest("Not so."),
            422,
            {"code": "bad_request", "message": "Not so."},
            [{"loc": [], "msg": "Not so.", "type": "bad_request"}],
        ),
        (
            CountDrifted(1, 1000),
            409,
            {
                "code": "count_drifted",
                "message": "You expected 1 row and 1,000 match now. Look again, then repeat.",
                "details": {"expected": 1, "actual": 1000},
            },
            "You expected 1 row and 1,000 match now. Look again, then repeat.",
        ),
        (HTTPException(403, "Not you."), 403, {"code": "forbidden", "message": "Not you."}, "Not you."),
        (OrchardFlooded("Wet."), 400, {"code": "orchard_closed", "message": "Wet."}, "Wet."),
        (CurationError(), 400, {"code": "curation_error", "message": "CurationError"}, "CurationError"),
        (
            DBAPIError("UPDATE", None, Deadlock()),
            409,
            {"code": "busy", "message": "Someone else was changing the same rows. Nothing was changed; repeat."},
            "Someone else was changing the same rows. Nothing was changed; repeat.",
        ),
    ],
)
async def test_every_error_has_the_same_shape(error: Exception, status: int, told: object, detail: object) -> None:
    assert await answer_to(error) == (status, {"error": told, "detail": detail})


async def test_the_id_of_the_request_is_told() -> None:
    _, body = await answer_to(RowsNotFound("No row."), "r-17")
    assert body == {"error": {"code": "not_found", "message": "No row.", "request_id": "r-17"}, "detail": "No row."}


async def test_what_went_wrong_inside_is_not_shown() -> None:
    error = OperationalError("SELECT secret", None, Exception("secret"))
    with pytest.raises(OperationalError):
        await answer_to(error)


async def test_a_decision_that_could_not_be_committed_is_not_reported_as_done(engine: AsyncEngine) -> None:
    (tree,) = await add_trees(engine, "oak")
    access = doors_by_header(engine)

    async def session_that_cannot_commit(asking: Request) -> AsyncIterator[object]:
        async with aclosing(access.session(asking)) as sessions:
            async for session in sessions:
                yield session
                raise CurationError("The commit failed.")

    app = FastAPI()
    broken = replace(access, session=session_that_cannot_commit)
    app.include_router(workflow_router(tree_care, orchard_registry(), broken, tree_care.names.path))
    install_error_rendering(app)
    async with client_of(app, TENANT) as client:
        answer = await client.put("/tree-care/status", json={"ids": [str(tree)], "status": "Queued"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "The commit failed.")
