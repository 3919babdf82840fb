"""`scrapersky demo`: everything at once, on made-up businesses."""

import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from scrapersky.accounts.users import UnknownUser, add_user, set_password, tenant_for_new_user
from scrapersky.cli.imports import make_importer
from scrapersky.cli.made_up import made_up_csv
from scrapersky.cli.running import read_settings, run, say
from scrapersky.cli.serving import serve
from scrapersky.cli.up import Host, Port
from scrapersky.config.logging import set_up_logging
from scrapersky.main import Product
from scrapersky.models.user import Role
from scrapersky.routers.auth import Reception

USER = "demo"


def demo(
    host: Host = None,
    port: Port = None,
    data: Annotated[
        Path | None, typer.Option("--data", help="Keep everything in this folder.", show_default="a temporary one")
    ] = None,
    businesses: Annotated[int, typer.Option(min=0, max=1_000_000, help="How many businesses to make up.")] = 600,
) -> None:
    """Start everything on made-up businesses and print where to look. Ctrl-C ends it and leaves nothing behind."""

    async def prepare(product: Product, _: Reception, address: str) -> None:
        password = await ready_account(product)
        await ready_businesses(product, businesses)
        announce(product, address, password)

    with folder_for(data) as folder:
        settings = read_settings(host=host, port=port, scrapersky_data=folder)
        own = settings.model_copy(update={"database_url": None, "jwt_secret": None})
        set_up_logging(settings.log_level)
        say("Starting PostgreSQL and making up businesses …")
        run(serve(own, prepare))


@contextmanager
def folder_for(data: Path | None) -> Iterator[Path]:
    if data is not None:
        yield data
        return
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-demo-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def ready_account(product: Product) -> str:
    """A password of its own at each start: whoever sees the terminal may sign in."""
    password = secrets.token_urlsafe(9)
    async with product.sessions.begin() as session:
        try:
            await set_password(session, USER, password)
        except UnknownUser:
            tenant = await tenant_for_new_user(session, None)
            await add_user(session, USER, password, Role.ADMIN, tenant.id)
    return password


async def ready_businesses(product: Product, count: int) -> None:
    importer = await make_importer(product, None, queue=False)
    async for _ in importer.run(made_up_csv(count)):
        pass


def command_name() -> str:
    """How this command was called, for one to be called like it."""
    return sys.argv[0] if sys.argv[0].endswith("scrapersky") else "scrapersky"


def announce(product: Product, address: str, password: str) -> None:
    say()
    say(f"Open        {address}")
    say(f"Sign in as  {USER}")
    say(f"Password    {password}")
    say()
    say("Mark some businesses and press Queue: their domains are found while you watch.")
    say(f"In another terminal: SCRAPERSKY_DATA={product.settings.scrapersky_data} {command_name()} status")
    say("Press Ctrl-C to stop.")
