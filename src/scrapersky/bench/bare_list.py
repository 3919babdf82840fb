"""`python -m scrapersky.bench.bare_list PORT`: our list's columns by one query; and raw SQL."""

from typing import Any

import orjson
from fastapi import Response
from sqlalchemy import select

from scrapersky.bench.bare_api import app, serve, sessions
from scrapersky.bench.lists import questions
from scrapersky.curation_sdk.http import schemas_of
from scrapersky.curation_sdk.lists import item_columns
from scrapersky.models import LocalBusiness
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

Item: Any = schemas_of(domain_extraction).item


@app.get("/list")
async def newest() -> list[Item]:
    async with sessions() as session:
        rows = select(*item_columns(domain_extraction)).order_by(LocalBusiness.id.desc()).limit(50)
        return [dict(row) for row in (await session.execute(rows)).mappings()]


@app.get("/raw/{rows}/{name}")
async def raw(rows: int, name: str) -> Response:
    """Raw SQL of what `scrapersky bench lists` asks."""
    (question,) = (each for each in questions(rows) if each.name == name)
    async with sessions() as session:
        connection = await session.connection()
        driver: Any = (await connection.get_raw_connection()).driver_connection
        found = [dict(row) for statement in question.statements for row in await driver.fetch(statement)]
    return Response(orjson.dumps(found, default=str), media_type="application/json")


if __name__ == "__main__":
    serve()
