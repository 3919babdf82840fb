"""What `up` has of workers."""

import asyncio
import os
from pathlib import Path

import pytest

from scrapersky.cli import worker_children
from scrapersky.cli.supervising import Lifeline
from scrapersky.cli.worker_children import WorkerChildren
from scrapersky.config.settings import Settings


async def test_workers_begin_once_people_are_answered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: list[str] = []
    monkeypatch.setattr(worker_children, "fork", lambda _: os.posix_spawnp("sleep", ["sleep", "60"], os.environ))
    monkeypatch.setattr(Lifeline, "say_go", lambda _: told.append("go"))
    children, is_answering = WorkerChildren(Settings.model_validate({"scrapersky_data": tmp_path})), asyncio.Event()
    async with children.working(lambda: None, is_answering):
        await asyncio.sleep(0.01)
        assert told == []
        is_answering.set()
        await asyncio.sleep(0.01)
        assert told == ["go"]
