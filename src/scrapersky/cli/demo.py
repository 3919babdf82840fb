"""`scrapersky demo`: everything at once, on a small internet of its own."""

import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from scrapersky.accounts.users import UnknownUser, add_user, set_password, tenant_for_new_user, tenant_named
from scrapersky.app.orders import running_orders
from scrapersky.app.product import Product
from scrapersky.app.workers import running_schedulers
from scrapersky.cli.commands.processes import WORLD
from scrapersky.cli.demonstration import mark_demonstration
from scrapersky.cli.running import read_settings, run, say
from scrapersky.cli.serving import serve
from scrapersky.cli.simulated import simulated_internet
from scrapersky.cli.web_server import Server
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import LocalBusiness, Role
from scrapersky.routers.sessions import Reception
from scrapersky.services.imports.businesses import BusinessImporter
from scrapersky.services.imports.files import FileImport, open_file
from scrapersky.services.searches.requests import NewSearch, start_search
from scrapersky.simulator.hosts import HOOKS_HOST
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import World, world_csv

USER = "demo"
SOURCE = "google"  # the simulated one, as is every other
OPEN_SOURCE = "overpass"
"""Its places may be drawn on a map, and some of them are those of the other source."""
PHRASES = ("dentists in Austin, TX", "plumbers in Austin, TX", "restaurants in Austin, TX")
MOST_PLACES = 100


def demo(*, host: str | None, port: int | None, data: Path | None, businesses: int) -> None:
    with folder_for(data) as folder:
        settings = read_settings(host=host, port=port, scrapersky_data=folder)
        changed = {"database_url": None, "jwt_secret": None, "fetch_interval_seconds": 0.0}
        mark_demonstration(settings.scrapersky_data)
        set_up_logging(settings.log_level, for_people=True)
        say("Starting PostgreSQL and a small internet …")
        run(show(settings.model_copy(update=changed), businesses))


async def show(settings: Settings, businesses: int) -> None:
    """Nothing outside this machine is asked: names, sites and place sources are the simulator's."""

    async def prepare(product: Product, _: Reception, address: str) -> None:
        password = await ready_account(product)
        if businesses:
            await ready_businesses(product, simulator.world, businesses)
            await ready_searches(product)
        announce(product, address, password, is_empty=not businesses)

    async with Simulator(businesses=WORLD) as simulator:
        await serve(settings, prepare, working_inside, simulated_internet(simulator))


@asynccontextmanager
async def working_inside(product: Product, _server: Server) -> AsyncIterator[None]:
    """In this process, as the small internet is."""
    async with running_schedulers(product), running_orders(product):
        yield


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


async def ready_businesses(product: Product, world: World, count: int) -> None:
    async with product.sessions() as session:
        tenant = await tenant_named(session, None)
    table = await open_file(world_csv(world, count), Subject.BUSINESSES)
    async for _ in FileImport(product.sessions, BusinessImporter(Actor(tenant.id, USER)), table).run():
        pass


async def ready_searches(product: Product) -> None:
    """One phrase is looked for at once, by two sources; the others wait for someone to queue them."""
    async with product.sessions.begin() as session:
        tenant = await tenant_for_new_user(session, None)
        actor = Actor(tenant.id, USER)
        for source in (SOURCE, OPEN_SOURCE):
            await start_search(session, actor, NewSearch(PHRASES[0], source, limit=MOST_PLACES), queue=True)
        for phrase in PHRASES[1:]:
            await start_search(session, actor, NewSearch(phrase, SOURCE, limit=MOST_PLACES), queue=False)


def command_name() -> str:
    """How this command was called, for one to be called like it."""
    return sys.argv[0] if sys.argv[0].endswith("scrapersky") else "scrapersky"


def announce(product: Product, address: str, password: str, *, is_empty: bool = False) -> None:
    say()
    tab = product.registry.curating(LocalBusiness)[0].names.kebab
    say(f"Open        {address}/{'' if is_empty else f'w/{tab}'}")
    say(f"Sign in as  {USER}")
    say(f"Password    {password}")
    say()
    if is_empty:
        say("Say what you look for, and where; every stage that follows is seen on one page.")
    else:
        say("Mark some businesses and press Queue: their domains are found while you watch. Each tab feeds the next.")
    say(f"Contacts can be sent to https://{HOOKS_HOST}/, a webhook that takes whatever comes.")
    say(f"In another terminal: SCRAPERSKY_DATA={product.settings.scrapersky_data} {command_name()} status")
    say("Press Ctrl-C to stop.")
