"""A database per test, from the fixtures that packages from outside are tested with too."""

import gc
import logging
from collections.abc import Generator, Iterable
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

import asyncpg
import hypothesis
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.testing import database_url, engine, server_url, template

__all__ = ["database_url", "engine", "server_url", "sessions", "template"]

Sessions = async_sessionmaker[AsyncSession]

USUAL_TIMEOUT = 60
LENIENCE = 5  # limits are for a quiet machine and find what hangs; where eight others compute, work takes longer


# How long an example takes says how busy the machine is.
hypothesis.settings.register_profile("busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("busy")
_connections: WeakSet[Any] = WeakSet()
gc.disable()  # what is imported for the tests stays; they are collected with the collector at rest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files whose tests may take long go first: at the end no processor waits for the last of them.

    How long a test may take is multiplied: what is cut off because the machine was busy costs more than a late answer.
    """
    longest: dict[str, float] = {}
    for item in items:
        marker = item.get_closest_marker("timeout")
        file, seconds = item.nodeid.partition("::")[0], marker.args[0] if marker else USUAL_TIMEOUT
        longest[file] = max(seconds, longest.get(file, 0))
        item.add_marker(pytest.mark.timeout(LENIENCE * seconds), append=False)
    items.sort(key=lambda item: -longest[item.nodeid.partition("::")[0]])


def pytest_collection_finish() -> None:
    """All that is loaded by now stays; without this every full collection would go through it again."""
    gc.freeze()
    gc.set_threshold(20_000)  # as every process of the product does
    gc.enable()


def _remember_connections() -> None:
    begin = asyncpg.Connection.__init__

    def begin_and_remember(connection: Any, *given: Any) -> None:
        begin(connection, *given)
        _connections.add(connection)

    asyncpg.Connection.__init__ = begin_and_remember


_remember_connections()


def _tell_connections_what_is_known() -> None:
    """Each asks what the enums are that it meets, which takes longer than what most tests ask then."""
    ask = asyncpg.Connection._introspect_types
    known: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    async def ask_once(connection: Any, oids: Iterable[int], patience: float | None) -> tuple[Any, Any]:
        key = connection._addr, connection._params.database, *sorted(oids)
        if key not in known:
            types, statement = await ask(connection, oids, patience)
            if any(each["kind"] == b"c" for each in types):  # a table's line, which a later statement may change
                return types, statement
            known[key] = types, SimpleNamespace(name=statement.name)
        return known[key]

    asyncpg.Connection._introspect_types = ask_once


_tell_connections_what_is_known()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """A command that runs in this process sets up the log of all of it: later tests would not hear of warnings."""
    root = logging.getLogger()
    outputs, level = list(root.handlers), root.level
    run = yield
    root.handlers[:] = outputs
    root.setLevel(level)
    return run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """No connection outlives its loop: the collector would find it later, and blame the test that runs then."""
    yield
    left = [each for each in _connections if not each.is_closed() and each._loop.is_closed()]
    _connections.difference_update(left)
    assert not left, "This test left connections to the database open."


@pytest.fixture
def sessions(engine: AsyncEngine) -> Sessions:
    return async_sessionmaker(engine, expire_on_commit=False)
