"""Turns at a host that hold across all workers: one row per host, one statement per turn."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import DateTime, Float, cast, column, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, array, insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.fetching.pacing import Pace, Turn
from scrapersky.curation_sdk.declaring import and_updated_at
from scrapersky.models.host import HostTurn

_MOMENTS = ARRAY(DateTime(timezone=True), dimensions=1)
_SHORTEST_POLL = 0.05


class DatabasePacing:
    """A ticket is the moment until which the turn counts as open."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def turn(self, host: str, pace: Pace, patience: float) -> Turn:
        """Reserve the host's next free turn, unless it is more than `patience` seconds away."""
        async with AsyncSession(self._engine) as session:
            reserved = (await session.execute(_reserve(host, pace, patience))).first()
            if reserved is not None:
                return Turn(max(0.0, reserved.wait), reserved.ticket.isoformat())
            refused = (await session.execute(_send_away(host, pace))).one()
        poll = max(refused.free_in, pace.interval, _SHORTEST_POLL)
        return Turn(poll if poll <= patience else max(refused.promised_in, poll), None)

    async def done(self, host: str, pace: Pace, ticket: str) -> None:
        """Give the turn back; the next begins `pace.interval` later at the earliest. Expired tickets are no error."""
        closed = func.array_remove(
            HostTurn.open_until, cast(literal(datetime.fromisoformat(ticket)), _MOMENTS.item_type)
        )
        rested = func.greatest(HostTurn.free_at, func.now() + timedelta(seconds=pace.interval))
        async with AsyncSession(self._engine) as session:
            await session.execute(
                update(HostTurn).where(HostTurn.host == host).values(open_until=closed, free_at=rested)
            )


def _seconds(moment: Any) -> Any:
    return cast(func.extract("epoch", moment - func.now()), Float)


def _still_open() -> Any:
    moment = column("moment", DateTime(timezone=True))
    opened = func.unnest(HostTurn.open_until).table_valued(moment, name="opened").render_derived()
    return func.array(select(opened.c.moment).where(opened.c.moment > func.now()).scalar_subquery(), type_=_MOMENTS)


def _reserve(host: str, pace: Pace, patience: float) -> Any:
    interval, lease = timedelta(seconds=pace.interval), timedelta(seconds=pace.lease)
    begins = func.greatest(HostTurn.free_at, func.now())
    statement = insert(HostTurn).values(
        host=host,
        free_at=func.now() + interval,
        promised_until=func.now(),
        open_until=array([func.now() + lease]),
    )
    return statement.on_conflict_do_update(
        index_elements=[HostTurn.host],
        set_=and_updated_at(
            {
                "free_at": begins + interval,
                "open_until": func.array_append(_still_open(), begins + lease, type_=_MOMENTS),
            }
        ),
        where=(HostTurn.free_at <= func.now() + timedelta(seconds=patience))
        & (func.cardinality(_still_open()) < pace.parallel),
    ).returning(
        (_seconds(HostTurn.free_at) - pace.interval).label("wait"),
        HostTurn.open_until[func.cardinality(HostTurn.open_until)].label("ticket"),
    )


def _send_away(host: str, pace: Pace) -> Any:
    """Those sent away get times one interval apart, or a thousand rows would all come back at once."""
    later = func.greatest(HostTurn.promised_until + timedelta(seconds=pace.interval), HostTurn.free_at)
    return (
        update(HostTurn)
        .where(HostTurn.host == host)
        .values(promised_until=later)
        .returning(_seconds(HostTurn.free_at).label("free_in"), _seconds(HostTurn.promised_until).label("promised_in"))
    )
