"""Signing in and out, and the first account."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from scrapersky.accounts.passwords import check_password
from scrapersky.accounts.sign_in import WrongPassword, may_export, sign_in
from scrapersky.accounts.sign_ins import begin_session, end_session, kept_until, remember_sign_in
from scrapersky.accounts.tokens import AccessToken
from scrapersky.accounts.users import AlreadySetUp, clean_name, end_sessions, is_first_start, make_first_account
from scrapersky.curation_sdk.declaring import examples
from scrapersky.models import Role, User
from scrapersky.routers import sessions
from scrapersky.routers.access import SignedIn, SignedInPerson, SignedInUser, authenticator_of
from scrapersky.routers.trail import address_of, trail_of


class LoginRequest(BaseModel):
    """Who you are."""

    model_config = examples({"name": "ana", "password": "correct horse battery"})

    name: str = Field(max_length=200)
    password: str = Field(max_length=1024)


class SetupRequest(LoginRequest):
    """The first account, made with the code that the server printed when it started."""

    model_config = examples({"code": "K7QF-2M9D-X4TR", "name": "ana", "password": "correct horse battery"})

    code: str = Field(max_length=100)


class LogoutRequest(BaseModel):
    """Where to sign out."""

    everywhere: bool = Field(
        default=False, description="Refuse every token of yours made so far, not only those of this session."
    )


class TokenAnswer(BaseModel):
    """A token for `Authorization: Bearer`; browsers get it as a cookie. Whoever showed a cookie gets nothing else."""

    access_token: str | None
    token_type: str = "bearer"  # noqa: S105  the kind, not the token
    expires_at: datetime


class Me(BaseModel):
    """Who is signed in."""

    id: UUID
    name: str
    role: Role
    tenant_id: UUID
    may_export: bool = Field(description="Whether rows may be taken away as files.")


class Door(BaseModel):
    """What a browser needs to know before it shows anything."""

    user: Me | None = Field(description="Who is signed in, if anybody.")
    needs_first_account: bool = Field(description="Nobody has an account yet.")


router = APIRouter(prefix="/api/v3/auth", tags=["Accounts"])


from_here = [Depends(sessions.refuse_foreign_origin)]


@router.post("/login", operation_id="login", summary="Sign in", dependencies=from_here)
async def login(request: Request, response: Response, who: LoginRequest) -> TokenAnswer:
    reception, address, trail = sessions.reception_of(request), address_of(request), trail_of(request)
    trail.is_attempt, trail.name_tried = True, who.name
    door = reception.authenticator.door
    try:
        user = await sign_in(door, reception.throttle, name=who.name, password=who.password, address=address)
    except WrongPassword as error:
        trail.user = error.user
        raise
    return await welcome(request, response, user, reception.authenticator)


@router.post("/setup", operation_id="set_up", summary="Make the first account", dependencies=from_here)
async def setup(request: Request, response: Response, who: SetupRequest) -> TokenAnswer:
    reception = sessions.reception_of(request)
    trail_of(request).is_attempt = True
    user = await _first_account(reception, request, who)
    return await welcome(request, response, user, reception.authenticator)


async def welcome(
    request: Request, response: Response, user: User, authenticator: sessions.Authenticator
) -> TokenAnswer:
    """Into a session of its own."""
    trail_of(request).user = user
    place = (address_of(request), request.headers.get("user-agent", ""))
    token = await begin_session(authenticator.door, authenticator.signer, user, *place)
    sessions.set_cookie(request, response, token, authenticator.signer)
    return TokenAnswer(access_token=token.value, expires_at=token.expires_at)


async def _first_account(reception: sessions.Reception, request: Request, who: SetupRequest) -> User:
    if reception.code is None:
        raise AlreadySetUp
    clean_name(who.name)
    check_password(who.password)
    reception.throttle.count_attempt("first account", address_of(request))
    async with reception.authenticator.door.begin() as session:
        user = await make_first_account(session, reception.code, given=who.code, name=who.name, password=who.password)
    reception.throttle.succeeded("first account", address_of(request))
    return user


@router.post("/refresh", operation_id="refresh_token", summary="Exchange a token for a new one")
async def refresh(request: Request, response: Response, visitor: SignedInPerson) -> TokenAnswer:
    authenticator = authenticator_of(request)
    token = authenticator.signer.exchange(visitor.user, sessions.token_of(request))
    place = (address_of(request), request.headers.get("user-agent", ""))
    async with authenticator.door.begin() as session:
        await remember_sign_in(session, authenticator.signer.read(token.value), *place)
    return handed_over(request, response, token, authenticator)


@router.post("/logout", operation_id="logout", summary="Sign out", status_code=204)
async def logout(request: Request, response: Response, visitor: SignedIn, where: LogoutRequest | None = None) -> None:
    authenticator, claims = authenticator_of(request), visitor.claims
    async with authenticator.door.begin() as session:
        await end_session(session, claims, kept_until(claims.session_until, authenticator.signer))
        if where is not None and where.everywhere:
            visitor.refuse_if_named()
            await end_sessions(session, await session.merge(visitor.user, load=False))
    sessions.forget_cookie(request, response)


def handed_over(
    request: Request, response: Response, token: AccessToken, authenticator: sessions.Authenticator
) -> TokenAnswer:
    """As it was shown: what scripts of a page may not read in the cookie, they must not get by asking."""
    if sessions.cookie_name(request) in request.cookies:
        sessions.set_cookie(request, response, token, authenticator.signer)
    is_for_program = sessions.bearer_of(request) is not None
    return TokenAnswer(access_token=token.value if is_for_program else None, expires_at=token.expires_at)


@router.get("/me", operation_id="get_me", summary="Who is signed in")
async def me(user: SignedInUser) -> Me:
    return me_of(user)


@router.get("/door", operation_id="get_door", summary="Who is signed in, if anybody, without an error if nobody is")
async def door(request: Request) -> Door:
    reception = sessions.reception_of(request)
    user = await reception.authenticator.user_if_any(request)
    return Door(user=me_of(user) if user else None, needs_first_account=await needs_first_account(reception))


def me_of(user: User) -> Me:
    return Me(id=user.id, name=user.name, role=Role(user.role), tenant_id=user.tenant_id, may_export=may_export(user))


async def needs_first_account(reception: sessions.Reception) -> bool:
    if reception.code is None:
        return False
    async with reception.authenticator.door() as session:
        return await is_first_start(session)
