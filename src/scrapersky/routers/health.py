"""Whether this process can do its work."""

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

PATIENCE_SECONDS = 2
PRODUCT = "scrapersky"
"""By which one of us knows another, whatever else may listen on its port."""


class Health(BaseModel):
    """What a load balancer or a supervisor looks at."""

    product: str = PRODUCT
    status: str
    database: str


def health_router(sessions_of: Callable[[Request], async_sessionmaker[AsyncSession]]) -> APIRouter:
    router = APIRouter(tags=["Operations"])

    @router.get("/healthz", operation_id="get_health", summary="Whether the server and its database answer")
    async def health(asking: Request, response: Response) -> Health:
        if await _answers(sessions_of(asking)):
            return Health(status="ok", database="ok")
        response.status_code = 503
        return Health(status="unavailable", database="away")

    return router


async def _answers(sessions: async_sessionmaker[AsyncSession]) -> bool:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), sessions() as session:
            await session.execute(select(1))
    except (SQLAlchemyError, OSError, TimeoutError):
        return False
    return True
