"""`scrapersky token`: bearer tokens for scripts."""

import sys
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import typer
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.audit import write_command
from scrapersky.accounts.named_tokens import NoSuchToken, TokenRequest, make_named_token, scopes_of
from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import user_named
from scrapersky.cli.desk import in_session
from scrapersky.cli.running import read_settings, say
from scrapersky.cli.terminal import say_table
from scrapersky.models import NamedToken, User
from scrapersky.roles import Role, Scope


def token(
    *,
    name: str | None,
    called: str,
    scope: list[Scope] | None,
    hours: float,
    listed: bool,
    revoke: UUID | None,
    as_json: bool,
) -> None:
    if listed:
        say_table(_tokens(name), as_json=as_json, if_none="No tokens. Make one: scrapersky token NAME")
    elif revoke is not None:
        _revoke(revoke)
        say(f"Revoked {revoke}.")
    elif name is None:
        raise typer.BadParameter("Say whom the token speaks for, or --list or --revoke.")
    else:
        sys.stdout.write(_make(name, called, scope, timedelta(hours=hours)) + "\n")


@in_session
async def _make(
    session: AsyncSession, name: str, called: str, scopes: Sequence[Scope] | None, lifetime: timedelta
) -> str:
    user = await user_named(session, name)
    wish = TokenRequest(called, set(scopes or scopes_of(Role(user.role))), lifetime)
    made, kept = await make_named_token(session, make_signer(read_settings()), user, wish)
    facts = {"token": str(kept.id), "scopes": " ".join(kept.scopes)}
    await write_command(session, "token", user.tenant_id, user=str(user.id), **facts)
    return made.value


@in_session
async def _tokens(session: AsyncSession, name: str | None) -> list[dict[str, str]]:
    rows = select(NamedToken, User.name).join(User, NamedToken.user_id == User.id).order_by(NamedToken.made_at)
    if name is not None:
        rows = rows.where(User.id == (await user_named(session, name)).id)
    return [_described(token, user) for token, user in await session.execute(rows)]


def _described(token: NamedToken, user: str) -> dict[str, str]:
    used = token.last_used_at
    return {
        "id": str(token.id),
        "name": token.name,
        "user": user,
        "scopes": " ".join(token.scopes),
        "expires": f"{token.expires_at:%Y-%m-%d %H:%M}",
        "last used": f"{used:%Y-%m-%d %H:%M}" if used else "never",
    }


@in_session
async def _revoke(session: AsyncSession, token_id: UUID) -> None:
    revoked = delete(NamedToken).where(NamedToken.id == token_id).returning(NamedToken.id)
    if await session.scalar(revoked) is None:
        raise NoSuchToken
    await write_command(session, "token --revoke", None, token=str(token_id))
