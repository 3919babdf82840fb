"""`python -m scrapersky.bench.bare_api PORT`: a FastAPI with SQLAlchemy that asks the database whether it is there."""

import os
import sys

import uvicorn
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine

app = FastAPI()
sessions = async_sessionmaker(create_async_engine(os.environ["DATABASE_URL"]))


@app.get("/readyz")
async def is_ready() -> bool:
    async with sessions() as session:
        return bool(await session.scalar(select(1)))


def serve() -> None:
    uvicorn.run(app, port=int(sys.argv[1]), access_log=False, log_level="warning")


if __name__ == "__main__":
    serve()
