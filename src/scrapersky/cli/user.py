"""`scrapersky user`: accounts from the terminal."""

import json
import sys

import typer
from rich.table import Table

from scrapersky.accounts.audit import write_command
from scrapersky.accounts.password_links import PasswordLink, make_password_link
from scrapersky.accounts.passwords import check_password
from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import (
    add_user,
    clean_name,
    list_users,
    remove_user,
    set_password,
    set_role,
    tenant_for_new_user,
    user_named,
)
from scrapersky.app.product import open_product
from scrapersky.cli.running import console, read_settings, run, say
from scrapersky.errors import ScraperSkyError
from scrapersky.models.user import Role


class NoTerminal(ScraperSkyError):
    """Nobody could be asked."""

    code = "no_terminal"


def add(*, name: str, role: Role, tenant: str | None, may_export: bool, password_stdin: bool) -> None:
    name = clean_name(name)
    password = ask_password(from_stdin=password_stdin)

    async def work() -> str:
        async with open_product(read_settings()) as product, product.sessions.begin() as session:
            owner = await tenant_for_new_user(session, tenant)
            user = await add_user(session, name, password, role, owner.id, may_export=may_export)
            await write_command(session, "user add", owner.id, user=str(user.id), role=role.value)
            return owner.name

    say(f"Added {name}, {role.value} of {run(work())}.")


def show(*, as_json: bool) -> None:

    async def work() -> list[dict[str, str]]:
        async with open_product(read_settings()) as product, product.sessions() as session:
            return [
                {
                    "name": user.name,
                    "role": user.role,
                    "tenant": tenant,
                    "since": f"{user.created_at:%Y-%m-%d}",
                    "state": "disabled" if user.disabled else "active",
                }
                for user, tenant in await list_users(session)
            ]

    users = run(work())
    if as_json:
        sys.stdout.write(json.dumps(users, indent=2) + "\n")
        return
    table = Table("name", "role", "tenant", "since", "state", box=None)
    for user in users:
        table.add_row(*user.values())
    if not users:
        say("No users yet. Add one: scrapersky user add NAME --role admin")
        return
    console.print(table)


def set_role_of(*, name: str, role: Role) -> None:
    async def work() -> None:
        async with open_product(read_settings()) as product, product.sessions.begin() as session:
            user = await set_role(session, name, role)
            await write_command(session, "user role", user.tenant_id, user=str(user.id), role=role.value)

    run(work())
    say(f"{name} is {role.value} now.")


def password(*, name: str, password_stdin: bool) -> None:

    async def find() -> None:
        async with open_product(read_settings()) as product, product.sessions() as session:
            await user_named(session, name)

    async def work(new: str) -> None:
        async with open_product(read_settings()) as product, product.sessions.begin() as session:
            user = await set_password(session, name, new)
            await write_command(session, "user password", user.tenant_id, user=str(user.id))

    if not password_stdin:
        run(find())
    run(work(ask_password(from_stdin=password_stdin)))
    say(f"Changed the password of {name}.")


def reset(*, name: str) -> None:

    async def work() -> PasswordLink:
        settings = read_settings()
        async with open_product(settings) as product, product.sessions.begin() as session:
            user = await user_named(session, name)
            await write_command(session, "user reset", user.tenant_id, user=str(user.id))
            return make_password_link(make_signer(settings), user)

    link = run(work())
    sys.stdout.write(f"{link.path}\n")


def remove(*, name: str, yes: bool) -> None:
    if not yes:
        typer.confirm(f"Remove {name}?", abort=True)

    async def work() -> None:
        async with open_product(read_settings()) as product, product.sessions.begin() as session:
            user = await user_named(session, name)
            await write_command(session, "user remove", user.tenant_id, user=str(user.id))
            await remove_user(session, name)

    run(work())
    say(f"Removed {name}.")


def ask_password(*, from_stdin: bool) -> str:
    """Asked twice on a terminal; one line otherwise."""
    if not from_stdin and not sys.stdin.isatty():
        raise NoTerminal("There is no terminal to ask for the password. Pipe it in, and say so with --password-stdin.")
    password: str = (
        sys.stdin.readline().rstrip("\r\n")
        if from_stdin
        else typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    )
    check_password(password)
    return password
