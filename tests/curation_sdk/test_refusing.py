"""Rows that may not be queued: who says so, and what becomes of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.curation_sdk.widgets import widget_polish

from scrapersky.curation_sdk import DeclarationError


async def remark(_session: AsyncSession, _ids: Sequence[UUID]) -> str:
    return "gone"


def refuse(_session: AsyncSession, _tenant_id: UUID, _ids: Sequence[UUID]) -> Mapping[UUID, str]:
    return {}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"refuses": remark}, r"refuses takes \(session, tenant_id, ids\), and remark takes 2 arguments; write `async"),
        ({"refuses": refuse}, "refuses must be a coroutine function; write `async def` before"),
        ({"taken_back": remark}, r"taken_back takes \(session, actor, batch\)"),
    ],
)
def test_a_function_of_the_wrong_shape_is_refused_where_it_is_declared(given: dict[str, Any], words: str) -> None:
    with pytest.raises(DeclarationError, match=words):
        replace(widget_polish, **given)
