"""The people of a tenant over HTTP; for admins."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.accounts import administration
from scrapersky.accounts.own_passwords import make_password_link
from scrapersky.accounts.passwords import LONGEST
from scrapersky.accounts.sign_ins import end_own_session, sign_ins_of
from scrapersky.accounts.users import add_user
from scrapersky.curation_sdk.declaring import Body, examples, note
from scrapersky.models import Role
from scrapersky.routers.access import Admin, Session, authenticator_of

Password = Annotated[str, Field(max_length=LONGEST)]
UserId = Annotated[UUID, Path(alias="id")]


class UserItem(BaseModel):
    """Someone who signs in; one who is disabled does not, and stays in the history."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    name: str
    role: Role
    disabled: bool
    may_export: bool = Field(description="Asked of viewers only: curators and admins may.")
    created_at: datetime


class PasswordLinkItem(BaseModel):
    """Hand it over; whoever opens it sets a password of their own, once."""

    model_config = ConfigDict(from_attributes=True)

    path: str
    expires_at: datetime


class SessionItem(BaseModel):
    """Somewhere that somebody is signed in."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    begun_at: datetime
    seen_at: datetime
    until: datetime
    address: str
    agent: str = Field(description="What the browser or program says of itself.")
    is_this: bool = Field(default=False, description="The session that asks.")


class UserDraft(Body):
    model_config = examples({"name": "ben", "password": "correct horse battery", "role": "curator"})

    name: Annotated[str, Field(max_length=200)]
    password: Password
    role: Role
    may_export: bool | None = Field(default=None, description="Lets a viewer take files away.")


class UserChangeRequest(Body):
    """Only what is given changes."""

    model_config = examples({"role": "viewer"}, {"disabled": True})

    role: Role | None = None
    disabled: bool | None = None
    password: Password | None = None
    may_export: bool | None = None


router = APIRouter(prefix="/api/v3/users", tags=["Accounts"])


@router.get("", operation_id="list_users", summary="The people of the tenant")
async def list_users(actor: Admin, session: Session) -> list[UserItem]:
    return [UserItem.model_validate(user) for user in await administration.users_of(session, actor.tenant_id)]


@router.post("", operation_id="add_user", summary="Let somebody in", status_code=201)
async def add(draft: UserDraft, actor: Admin, session: Session) -> UserItem:
    administration.refuse_unless_operator(actor, draft.role)
    who = (draft.name, draft.password, draft.role, actor.tenant_id)
    user = await add_user(session, *who, may_export=bool(draft.may_export))
    note(user=str(user.id), role=user.role)
    return UserItem.model_validate(user)


@router.patch("/{id}", operation_id="change_user", summary="Change a role or password, or shut somebody out")
async def change(user_id: UserId, request: UserChangeRequest, actor: Admin, session: Session) -> UserItem:
    note(fields=" ".join(sorted(request.model_fields_set)), **({"role": request.role} if request.role else {}))
    wanted = administration.UserChange(request.role, request.disabled, request.password, request.may_export)
    return UserItem.model_validate(await administration.change_user(session, actor, user_id, wanted))


@router.post("/{id}/password-link", operation_id="make_password_link", summary="A one-time link to set a password with")
async def password_link(user_id: UserId, asking: Request, actor: Admin, session: Session) -> PasswordLinkItem:
    user = await administration.user_in(session, actor.tenant_id, user_id)
    administration.refuse_unless_operator(actor, user.role)
    return PasswordLinkItem.model_validate(make_password_link(authenticator_of(asking).signer, user))


@router.delete("/{id}", operation_id="remove_user", summary="Remove somebody; what they decided stays", status_code=204)
async def remove(user_id: UserId, actor: Admin, session: Session) -> None:
    await administration.dismiss_user(session, actor, user_id)


@router.get("/{id}/sessions", operation_id="list_sessions_of_user", summary="Where somebody is signed in")
async def sessions(user_id: UserId, actor: Admin, session: Session) -> list[SessionItem]:
    user = await administration.user_in(session, actor.tenant_id, user_id)
    administration.refuse_unless_operator(actor, user.role)
    return [SessionItem.model_validate(each) for each in await sign_ins_of(session, user)]


@router.delete(
    "/{id}/sessions/{session_id}",
    operation_id="end_session_of_user",
    summary="Sign somebody out somewhere",
    status_code=204,
)
async def end(user_id: UserId, session_id: UUID, asking: Request, actor: Admin, session: Session) -> None:
    user = await administration.user_in(session, actor.tenant_id, user_id)
    administration.refuse_unless_operator(actor, user.role)
    note(user=str(user.id))
    await end_own_session(session, user, session_id, authenticator_of(asking).signer)
