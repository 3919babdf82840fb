"""`scrapersky user`: accounts from the terminal."""

from typing import Annotated

import typer

from scrapersky.cli.loading import Group, done_by
from scrapersky.roles import Role

app = typer.Typer(cls=Group, help="Accounts: add, list, role, password, reset, remove.", no_args_is_help=True)


Name = Annotated[str, typer.Argument(help="The name to sign in with.")]
FromStdin = Annotated[bool, typer.Option("--password-stdin", help="Read the password from standard input.")]


@app.command("add")
@done_by("user:add")
def add(
    name: Name,
    role: Annotated[Role, typer.Option(help="What the user may do.")] = Role.CURATOR,
    tenant: Annotated[str | None, typer.Option(help="Whose rows; made if it is new.")] = None,
    may_export: Annotated[bool, typer.Option("--may-export", help="Let a viewer take files away.")] = False,
    password_stdin: FromStdin = False,
) -> None:
    """Add a user."""


@app.command("list")
@done_by("user:show")
def show(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List the users."""


@app.command("role")
@done_by("user:set_role_of")
def role(name: Name, role: Annotated[Role, typer.Argument(help="What the user may do from now on.")]) -> None:
    """Change what a user may do. An operator sets what holds for all tenants, such as schedules."""


@app.command("password")
@done_by("user:password")
def password(name: Name, password_stdin: FromStdin = False) -> None:
    """Change a user's password; whoever is signed in as them is signed out."""


@app.command("reset")
@done_by("user:reset")
def reset(name: Name) -> None:
    """Print a one-time link, to stand behind the installation's address, with which somebody sets their password."""


@app.command("remove")
@done_by("user:remove")
def remove(name: Name, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False) -> None:
    """Remove a user; their tokens are refused from then on. Rows stay."""
