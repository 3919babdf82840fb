"""TLS to the database, as a managed PostgreSQL wants it: PgBouncer ends it in front of the embedded server."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import trustme
from sqlalchemy.engine import make_url
from tests.cli.conftest import Command
from tests.pooler import needs_pgbouncer, pooler

from scrapersky.app.product import open_database
from scrapersky.cli.running import read_settings

pytestmark = needs_pgbouncer

NAME = "localhost"  # what the certificate is for; 127.0.0.1 is another name for the same machine


@dataclass(frozen=True)
class Ended:
    """Where TLS ends, and whom to trust for it."""

    port: int
    database: str
    authority: Path
    other_authority: Path

    def url(self, query: str, host: str = NAME) -> str:
        asked = query.format(right=self.authority, wrong=self.other_authority)
        return f"postgresql://postgres:p%40ss@{host}:{self.port}/{self.database}?pgbouncer=true&{asked}"


@asynccontextmanager
async def tls_before(database_url: str, tmp_path: Path) -> AsyncIterator[Ended]:
    authority, other = trustme.CA(key_type=trustme.KeyType.ECDSA), trustme.CA(key_type=trustme.KeyType.ECDSA)
    certificate = authority.issue_cert(NAME)
    authority.cert_pem.write_to_path(tmp_path / "right.pem")
    other.cert_pem.write_to_path(tmp_path / "wrong.pem")
    files = {
        "server.key": certificate.private_key_pem.bytes(),
        "server.pem": b"".join(each.bytes() for each in certificate.cert_chain_pems),
    }
    settings = ("client_tls_sslmode = require", "client_tls_key_file = {folder}/server.key")
    async with pooler(database_url, *settings, "client_tls_cert_file = {folder}/server.pem", files=files) as port:
        yield Ended(port, str(make_url(database_url).database), tmp_path / "right.pem", tmp_path / "wrong.pem")


@pytest.fixture
async def ended(database_url: str, tmp_path: Path) -> AsyncIterator[Ended]:
    async with tls_before(database_url, tmp_path) as place:
        yield place


@pytest.fixture
async def beside_others(database_url: str, tmp_path: Path) -> AsyncIterator[Ended]:
    """A database in which somebody else has tables called as ours are, and we have a schema to ourselves."""
    url = make_url(database_url)
    name = f"{url.database}_beside"
    place = {"host": url.query["host"], "user": "postgres"}
    server = await asyncpg.connect(**place, database=url.database)
    await server.execute(f"CREATE DATABASE {name}")
    theirs = await asyncpg.connect(**place, database=name)
    await theirs.execute("CREATE TABLE public.contacts (number int); CREATE TABLE public.pages (title int)")
    await theirs.execute(f"CREATE SCHEMA sky; ALTER DATABASE {name} SET search_path = sky")
    async with tls_before(url.set(database=name).render_as_string(hide_password=False), tmp_path) as ended:
        yield ended
    counted = "SELECT (SELECT count(*) FROM public.contacts) + (SELECT count(*) FROM public.pages)"
    tables = await theirs.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    assert (await theirs.fetchval(counted), tables) == (0, 2), "what is not ours was touched"
    await theirs.close()
    await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await server.close()


@asynccontextmanager
async def transport_to(url: str) -> AsyncIterator[Any]:
    async with open_database(read_settings(database_url=url)) as engine, engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        yield driver._transport


@pytest.mark.parametrize(
    ("query", "host"),
    [
        ("sslmode=require", NAME),
        ("sslmode=require", "127.0.0.1"),
        ("sslmode=prefer", NAME),
        ("sslmode=verify-ca&sslrootcert={right}", "127.0.0.1"),
        ("sslmode=verify-full&sslrootcert={right}", NAME),
        ("sslmode=require&sslrootcert={right}&connect_timeout=10", NAME),
        ("sslmode=verify-full&sslrootcert={right}&channel_binding=require&ssl_min_protocol_version=TLSv1.3", NAME),
    ],
)
async def test_what_is_asked_for_is_given(ended: Ended, query: str, host: str) -> None:
    async with transport_to(ended.url(query, host)) as transport:
        assert transport.get_extra_info("ssl_object") is not None


async def test_the_operating_system_asks_whether_a_silent_server_is_still_there(ended: Ended) -> None:
    asks, idle = (socket.SOL_SOCKET, socket.SO_KEEPALIVE), (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
    async with transport_to(ended.url("keepalives_idle=61&sslmode=require")) as transport:
        end = transport.get_extra_info("socket")
        assert (end.getsockopt(*asks), end.getsockopt(*idle)) == (1, 61)
    async with transport_to(ended.url("keepalives=0")) as transport:
        assert transport.get_extra_info("socket").getsockopt(*asks) == 0


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("sslmode=disable", NAME), "required"),
        (("sslmode=require&sslrootcert={wrong}", NAME), "certificate verify failed"),
        (("sslmode=verify-ca&sslrootcert={wrong}", NAME), "certificate verify failed"),
        (("sslmode=verify-full&sslrootcert={wrong}", NAME), "certificate verify failed"),
        (("sslmode=verify-full&sslrootcert={right}", "127.0.0.1"), "IP address mismatch"),
        (("sslmode=verify-full&sslrootcert=system", NAME), "certificate verify failed"),
        (("sslmode=require&ssl_max_protocol_version=TLSv9", NAME), "No such TLS version"),
    ],
)
def test_what_is_not_as_asked_for_is_one_clear_line(
    ended: Ended, command: Command, monkeypatch: pytest.MonkeyPatch, place: tuple[str, str], words: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", ended.url(*place))
    told = command("status")
    assert told.code == 1
    assert words in told.err
    assert "sqlalche" not in told.err
    assert told.err.count("\n") == 1
    assert "p@ss" not in told.err


@pytest.mark.skipif("WHOLE_RUN" not in os.environ, reason="takes 25 s of a processor; set WHOLE_RUN=tls")
@pytest.mark.timeout(120)
def test_a_whole_run_by_verified_tls_and_a_pooler_in_a_schema_beside_other_tables(
    beside_others: Ended, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", beside_others.url("sslmode=verify-full&sslrootcert={right}"))
    assert command("schema", "apply").code == 0
    ran = command("run", "dentists in Austin, TX", "--source", "simulator", "--limit", "4", "--out", "found.csv")
    assert ran.code == 0, ran.err
    assert len(Path("found.csv").read_text().splitlines()) > 2
    assert command("schema", "verify").code == 0
