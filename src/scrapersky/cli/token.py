"""`scrapersky token`: bearer tokens for scripts."""

import json
import sys
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import typer
from rich.table import Table
from sqlalchemy import delete, select

from scrapersky.accounts.audit import write_command
from scrapersky.accounts.named_tokens import NoSuchToken, TokenRequest, make_named_token
from scrapersky.accounts.scopes import scopes_of
from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import user_named
from scrapersky.app.product import open_product
from scrapersky.cli.running import console, read_settings, run, say
from scrapersky.models.user import NamedToken, User
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
        _show(run(_tokens(name)), as_json=as_json)
    elif revoke is not None:
        run(_revoke(revoke))
        say(f"Revoked {revoke}.")
    elif name is None:
        raise typer.BadParameter("Say whom the token speaks for, or --list or --revoke.")
    else:
        sys.stdout.write(run(_make(name, called, scope, timedelta(hours=hours))) + "\n")


async def _make(name: str, called: str, scopes: Sequence[Scope] | None, lifetime: timedelta) -> str:
    settings = read_settings()
    async with open_product(settings) as product, product.sessions.begin() as session:
        user = await user_named(session, name)
        wish = TokenRequest(called, set(scopes or scopes_of(Role(user.role))), lifetime)
        made, kept = await make_named_token(session, make_signer(settings), user, wish)
        facts = {"token": str(kept.id), "scopes": " ".join(kept.scopes)}
        await write_command(session, "token", user.tenant_id, user=str(user.id), **facts)
        return made.value


async def _tokens(name: str | None) -> list[dict[str, str]]:
    async with open_product(read_settings()) as product, product.sessions() as session:
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


async def _revoke(token_id: UUID) -> None:
    async with open_product(read_settings()) as product, product.sessions.begin() as session:
        revoked = delete(NamedToken).where(NamedToken.id == token_id).returning(NamedToken.id)
        if await session.scalar(revoked) is None:
            raise NoSuchToken
        await write_command(session, "token --revoke", None, token=str(token_id))


def _show(tokens: Sequence[dict[str, str]], *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(tokens, indent=2) + "\n")
        return
    if not tokens:
        say("No tokens. Make one: scrapersky token NAME")
        return
    table = Table(*tokens[0], box=None)
    for each in tokens:
        table.add_row(*each.values())
    console.print(table)
