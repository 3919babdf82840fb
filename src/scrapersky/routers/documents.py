"""The documents for whoever uses the product, served by it: help needs no other place and no network."""

import re
from functools import cache
from pathlib import Path

from fastapi import APIRouter
from pydantic import BaseModel

from scrapersky.routers.access import Viewer

_PACKAGED = Path(__file__).parents[1] / "documents"
_IN_THE_REPOSITORY = Path(__file__).parents[3] / "docs"
GROUPS = {"tutorial": "Tutorials", "how-to": "How to", "explanation": "Explanation", "reference": "Reference"}
# Written for whoever changes the product; the API's own description is served beside it.
LEFT_OUT = frozenset({"api", "python_file_status_map", "a-million-rows"})
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Document(BaseModel):
    """A page in Markdown."""

    name: str
    group: str
    title: str
    text: str


router = APIRouter(prefix="/api/v3", tags=["Browser"])


@router.get("/documents", operation_id="list_documents", summary="The documents of this version, to read offline")
async def documents(_: Viewer) -> list[Document]:
    return list(all_documents())


@cache
def all_documents() -> tuple[Document, ...]:
    root = _PACKAGED if _PACKAGED.is_dir() else _IN_THE_REPOSITORY
    return tuple(
        _read(path, group)
        for folder, group in GROUPS.items()
        for path in sorted((root / folder).glob("*.md"))
        if path.stem not in LEFT_OUT
    )


def _read(path: Path, group: str) -> Document:
    text = path.read_text(encoding="utf-8")
    title = _TITLE.search(text)
    return Document(name=path.stem, group=group, title=title[1] if title else path.stem, text=text)
