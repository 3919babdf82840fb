"""The people of a tenant over HTTP; for admins."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.administration import UserChange, change_user, users_of
from scrapersky.accounts.passwords import LONGEST
from scrapersky.accounts.users import add_user
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.models.user import Role, User

Password = Annotated[str, Field(max_length=LONGEST)]


class UserItem(BaseModel):
    """Someone who signs in; one who is disabled does not, and stays in the history."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    name: str
    role: Role
    disabled: bool
    created_at: datetime


class UserDraft(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"name": "ben", "password": "correct horse battery", "role": "curator"}]},
    )

    name: Annotated[str, Field(max_length=200)]
    password: Password
    role: Role


class UserChangeRequest(BaseModel):
    """Only what is given changes."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"role": "viewer"}, {"disabled": True}]})

    role: Role | None = None
    disabled: bool | None = None
    password: Password | None = None


def users_router(access: Access) -> APIRouter:
    router = APIRouter(prefix="/api/v3/users", tags=["Accounts"])
    session_of_request = requires(access.session)

    @router.get("", operation_id="list_users", summary="The people of the tenant")
    async def list_users(
        actor: Annotated[Actor, requires(access.admin)], session: Annotated[AsyncSession, session_of_request]
    ) -> list[UserItem]:
        return [_item(user) for user in await users_of(session, actor.tenant_id)]

    @router.post("", operation_id="add_user", summary="Let somebody in", status_code=201)
    async def add(
        draft: UserDraft,
        actor: Annotated[Actor, requires(access.admin)],
        session: Annotated[AsyncSession, session_of_request],
    ) -> UserItem:
        return _item(await add_user(session, draft.name, draft.password, draft.role, actor.tenant_id))

    @router.patch("/{id}", operation_id="change_user", summary="Change a role or password, or shut somebody out")
    async def change(
        id: UUID,  # noqa: A002  the path's own word
        request: UserChangeRequest,
        actor: Annotated[Actor, requires(access.admin)],
        session: Annotated[AsyncSession, session_of_request],
    ) -> UserItem:
        wanted = UserChange(request.role, request.disabled, request.password)
        return _item(await change_user(session, actor.tenant_id, id, wanted))

    return router


def _item(user: User) -> UserItem:
    return UserItem.model_validate(user)
