"""Saved views and preferences: what a person keeps of the browser."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field

from scrapersky.curation_sdk.decisions import LONGEST_UNDO_SECONDS
from scrapersky.curation_sdk.declaring import Body, State, StoredText, answer_of, examples
from scrapersky.curation_sdk.http import EXAMPLE_ID, EXAMPLE_TIME
from scrapersky.curation_sdk.lists import LONGEST_SEARCH, WrittenOrigin
from scrapersky.models import SavedView, User
from scrapersky.routers.access import Session, SignedInUser, Workflows
from scrapersky.services.saved_views import SavedViews, keep_preferences, preferences_of

Density = Literal["comfortable", "compact"]
Name = Annotated[StoredText, Field(min_length=1, max_length=100)]
Short = Annotated[StoredText, Field(max_length=300)]

_CONTENT = {"status": ["New"], "search": "score:>80", "sort": "-score"}
_DRAFT: dict[str, Any] = {"workflow": "page_curation", "name": "Worth reading", "content": _CONTENT}

_KEPT = {"id": EXAMPLE_ID, "mine": True, "made_by": "ana", "changed_at": EXAMPLE_TIME}


class ColumnLayout(Body):
    name: Name
    width: int | None = Field(default=None, ge=20, le=4000)
    hidden: bool = False


class ViewContent(Body):
    """The filter and the layout of a tab."""

    status: list[State] = Field(default_factory=list, max_length=20)
    search: Annotated[StoredText, Field(max_length=LONGEST_SEARCH)] = ""
    sort: Short | None = None
    origin: WrittenOrigin | None = None
    group: Name | None = None
    columns: list[ColumnLayout] | None = Field(default=None, max_length=200)
    frozen: int = Field(1, ge=0, le=50)
    density: Density = "comfortable"


class ViewDraft(Body):
    """A view to keep."""

    model_config = examples(_DRAFT)

    workflow: Name
    name: Name
    shared: bool = Field(default=False, description="Everyone of the tenant sees it; its maker changes it.")
    content: ViewContent


class View(ViewDraft):
    """A view that is kept."""

    model_config = examples(_DRAFT | _KEPT)

    id: UUID
    mine: bool
    made_by: str
    changed_at: datetime


class Layout(Body):
    """How a person left a tab."""

    columns: list[ColumnLayout] = Field(default_factory=list, max_length=200)
    frozen: int = Field(1, ge=0, le=50)
    density: Density = "comfortable"
    size: int = Field(50, ge=1, le=100)


class Prefs(Body):
    """How a person likes the application. What is not sent is as at the beginning."""

    model_config = examples({"theme": "dark", "single_keys": True, "keys": {"queue": "q"}})

    theme: Literal["system", "light", "dark"] = "system"
    single_keys: bool = True
    keys: dict[Name, Short] = Field(default_factory=dict, max_length=200)
    undo_seconds: float = Field(10, ge=0, le=LONGEST_UNDO_SECONDS, allow_inf_nan=False)
    layouts: dict[Name, Layout] = Field(default_factory=dict, max_length=100)
    recent: list[Short] = Field(default_factory=list, max_length=100)


# Everyone may keep views and preferences of their own, whoever may only look as well.
router = APIRouter(prefix="/api/v3", tags=["Browser"])


@router.get("/views", operation_id="list_views", summary="Your views, and those shared with you")
async def list_views(
    user: SignedInUser, session: Session, workflow: Annotated[str | None, Query(max_length=100)] = None
) -> list[View]:
    return [_view(view, made_by, user) for view, made_by in await SavedViews(session, user).seen(workflow)]


@router.post("/views", operation_id="add_view", summary="Keep a view", status_code=201)
async def add_view(draft: ViewDraft, user: SignedInUser, session: Session, registry: Workflows) -> View:
    name = registry[draft.workflow].name
    content = draft.content.model_dump(mode="json")
    added = await SavedViews(session, user).add(name, draft.name, content, shared=draft.shared)
    return _view(added, user.name, user)


@router.put("/views/{view_id}", operation_id="change_view", summary="Change a view of yours")
async def change_view(
    view_id: UUID, draft: ViewDraft, user: SignedInUser, session: Session, registry: Workflows
) -> View:
    name = registry[draft.workflow].name
    content = draft.content.model_dump(mode="json")
    changed = await SavedViews(session, user).change(view_id, name, draft.name, content, shared=draft.shared)
    return _view(changed, user.name, user)


@router.delete("/views/{view_id}", operation_id="remove_view", summary="Delete a view of yours", status_code=204)
async def remove_view(view_id: UUID, user: SignedInUser, session: Session) -> None:
    await SavedViews(session, user).remove(view_id)


@router.get("/prefs", operation_id="get_prefs", summary="How you like the application")
async def get_prefs(user: SignedInUser, session: Session) -> Prefs:
    return Prefs.model_validate(await preferences_of(session, user))


@router.put("/prefs", operation_id="keep_prefs", summary="Keep how you like the application")
async def keep_prefs(prefs: Prefs, user: SignedInUser, session: Session) -> Prefs:
    await keep_preferences(session, user, prefs.model_dump(mode="json"))
    return prefs


def _view(view: SavedView, made_by: str, user: User) -> View:
    return answer_of(View, view, mine=view.user_id == user.id, made_by=made_by)
