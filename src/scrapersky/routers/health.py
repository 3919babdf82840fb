"""Whether this process lives, and whether it can do its work."""

import asyncio
from functools import partial
from importlib.metadata import version

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from scrapersky.curation_sdk.queue import Sessions
from scrapersky.db.schema import schema_version
from scrapersky.routers.access import LongSessions

PATIENCE_SECONDS = 2
PRODUCT = "scrapersky"
"""By which one of us knows another, whatever else may listen on its port."""


class Health(BaseModel):
    """What a supervisor looks at, who would start the process anew."""

    product: str = PRODUCT
    version: str = Field(default_factory=partial(version, PRODUCT))
    database_schema: str = Field(default_factory=schema_version, description="The newest that this version knows.")
    status: str


class Readiness(Health):
    """What a load balancer looks at, who would send people elsewhere."""

    database: str


router = APIRouter(tags=["Operations"])


@router.get("/healthz", operation_id="get_health", summary="Whether the server lives, also without its database")
async def health() -> Health:
    return Health(status="ok")


@router.get("/readyz", operation_id="get_readiness", summary="Whether the server and its database answer")
async def readiness(sessions: LongSessions, response: Response) -> Readiness:
    if await _answers(sessions):
        return Readiness(status="ok", database="ok")
    response.status_code = 503
    return Readiness(status="unavailable", database="away")


async def _answers(sessions: Sessions) -> bool:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), sessions() as session:
            await session.execute(select(1))
    except (SQLAlchemyError, OSError, TimeoutError):
        return False
    return True
