"""`scrapersky user`: accounts from the terminal."""

import sys

import typer
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts import users as accounts
from scrapersky.accounts.audit import write_command
from scrapersky.accounts.own_passwords import make_password_link
from scrapersky.accounts.passwords import check_password
from scrapersky.accounts.tokens import make_signer
from scrapersky.cli.desk import in_session
from scrapersky.cli.running import read_settings, say
from scrapersky.cli.terminal import say_table
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Role


def add(*, name: str, role: Role, tenant: str | None, may_export: bool, password_stdin: bool) -> None:
    name = accounts.clean_name(name)
    password = ask_password(from_stdin=password_stdin)

    @in_session
    async def work(session: AsyncSession) -> str:
        owner = await accounts.tenant_for_new_user(session, tenant)
        user = await accounts.add_user(session, name, password, role, owner.id, may_export=may_export)
        await write_command(session, "user add", owner.id, user=str(user.id), role=role.value)
        return owner.name

    say(f"Added {name}, {role.value} of {work()}.")


@in_session
async def show(session: AsyncSession, *, as_json: bool) -> None:
    users = [
        {
            "name": user.name,
            "role": user.role,
            "tenant": tenant,
            "since": f"{user.created_at:%Y-%m-%d}",
            "state": "disabled" if user.disabled else "active",
        }
        for user, tenant in await accounts.list_users(session)
    ]
    say_table(users, as_json=as_json, if_none="No users yet. Add one: scrapersky user add NAME --role admin")


def set_role_of(*, name: str, role: Role) -> None:
    @in_session
    async def change(session: AsyncSession) -> None:
        user = await accounts.set_role(session, name, role)
        await write_command(session, "user role", user.tenant_id, user=str(user.id), role=role.value)

    change()
    say(f"{name} is {role.value} now.")


def password(*, name: str, password_stdin: bool) -> None:
    @in_session
    async def change(session: AsyncSession, new: str) -> None:
        user = await accounts.set_password(session, name, new)
        await write_command(session, "user password", user.tenant_id, user=str(user.id))

    if not password_stdin:
        in_session(accounts.user_named)(name)
    change(ask_password(from_stdin=password_stdin))
    say(f"Changed the password of {name}.")


def reset(*, name: str) -> None:
    @in_session
    async def make(session: AsyncSession) -> str:
        user = await accounts.user_named(session, name)
        await write_command(session, "user reset", user.tenant_id, user=str(user.id))
        return make_password_link(make_signer(read_settings()), user).path

    sys.stdout.write(f"{make()}\n")


def remove(*, name: str, yes: bool) -> None:
    if not yes:
        typer.confirm(f"Remove {name}?", abort=True)

    @in_session
    async def work(session: AsyncSession) -> None:
        user = await accounts.user_named(session, name)
        await write_command(session, "user remove", user.tenant_id, user=str(user.id))
        await accounts.remove_user(session, name)

    work()
    say(f"Removed {name}.")


def ask_password(*, from_stdin: bool) -> str:
    """Asked twice on a terminal; one line otherwise."""
    if not from_stdin and not sys.stdin.isatty():
        raise ScraperSkyError(
            "There is no terminal to ask for the password. Pipe it in, and say so with --password-stdin."
        )
    password: str = (
        sys.stdin.readline().rstrip("\r\n")
        if from_stdin
        else typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    )
    check_password(password)
    return password
