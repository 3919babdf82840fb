"""What processes say to each other about hosts, one row of `host_turns` for each host that somebody had."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import (
    DateTime,
    Float,
    Text,
    Uuid,
    and_,
    bindparam,
    case,
    cast,
    column,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert

from scrapersky.curation_sdk.declaring import and_updated_at
from scrapersky.models import HostTurn


def take(host: str, token: UUID, process: UUID, seconds: float) -> Any:
    """Nothing is returned where another process holds the host, or waits for it.

    Each hold has a token of its own: what a process lets go of is not what it has taken again meanwhile.
    """
    held = {"held_by": token, "held_until": func.now() + timedelta(seconds=seconds)}
    is_mine = HostTurn.wanted_by == process
    statement = insert(HostTurn).values(host=host, free_at=func.now(), promised_until=func.now(), **held)
    return statement.on_conflict_do_update(
        index_elements=[HostTurn.host],
        set_=and_updated_at(
            {**held, "wanted_until": case((is_mine, cast(None, DateTime(timezone=True))), else_=HostTurn.wanted_until)}
        ),
        where=and_(
            or_(HostTurn.held_by.is_(None), HostTurn.held_by == token, HostTurn.held_until <= func.now()),
            or_(HostTurn.wanted_until.is_(None), is_mine, HostTurn.wanted_until <= func.now()),
        ),
    ).returning(_seconds(HostTurn.free_at).label("free_in"))


def want(host: str, process: UUID, seconds: float, interval: float) -> Any:
    """Say that this process waits for the host, unless another does. Those sent away get times one interval apart."""
    is_free = or_(HostTurn.wanted_until.is_(None), HostTurn.wanted_until <= func.now(), HostTurn.wanted_by == process)
    until: Any = func.now() + timedelta(seconds=seconds)
    later = func.greatest(HostTurn.promised_until + timedelta(seconds=interval), HostTurn.free_at)
    return (
        update(HostTurn)
        .where(HostTurn.host == host)
        .values(
            promised_until=later,
            wanted_by=case((is_free, literal(process)), else_=HostTurn.wanted_by),
            wanted_until=case((is_free, until), else_=HostTurn.wanted_until),
        )
        .returning(_seconds(HostTurn.promised_until).label("promised_in"))
    )


def wanted(tokens: Sequence[UUID]) -> Any:
    """Which of the hosts so held somebody else waits for."""
    return select(HostTurn.host).where(HostTurn.held_by.in_(tokens), HostTurn.wanted_until > func.now())


def prolong(hosts: Sequence[str], tokens: Sequence[UUID], seconds: float) -> Any:
    mine = HostTurn.host.in_(hosts), HostTurn.held_by.in_(tokens)
    until = func.now() + timedelta(seconds=seconds)
    return update(HostTurn).where(*mine).values(held_until=until).returning(HostTurn.host)


def let_go() -> Any:
    """With when each of `hosts` is free again, in seconds from now."""
    kinds: dict[str, Any] = {"host": Text, "token": Uuid, "free_in": Float}
    arrays: list[Any] = [
        bindparam(name, type_=ARRAY(kind))
        for name, kind in zip(("hosts", "tokens", "free_in"), kinds.values(), strict=True)
    ]
    columns: list[Any] = [column(name, kind) for name, kind in kinds.items()]
    given = func.unnest(*arrays).table_valued(*columns, name="given").render_derived()
    rested = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, given.c.free_in)
    return (
        update(HostTurn)
        .where(HostTurn.host == given.c.host, HostTurn.held_by == given.c.token)
        .values(held_by=None, held_until=None, free_at=func.greatest(HostTurn.free_at, rested))
        .execution_options(synchronize_session=False)
    )


def _seconds(moment: Any) -> Any:
    return cast(func.extract("epoch", moment - func.now()), Float)
