"""The server's half of a worker's connections, on a server of our own: it stands back as the worker itself does."""

import os
from contextlib import suppress
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine


def stand_back(engine: AsyncEngine, niceness: int) -> None:
    """Connections of this engine that are yet to be made; only where the server runs on this machine.

    Most of what a row costs is the server's work; without this it would take turns with people's as an equal.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def lower(connection: Any, _: object) -> None:
        with suppress(OSError):  # the server is another user's: then nothing is gained, and nothing lost
            os.setpriority(os.PRIO_PROCESS, connection.driver_connection.get_server_pid(), niceness)
