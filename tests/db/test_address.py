"""DATABASE_URL as services hand it out: what is understood, what is refused, and by which words."""

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from scrapersky.app.product import goes_through_pooler
from scrapersky.cli.running import read_settings
from scrapersky.db.address import read_address
from scrapersky.db.embedded import pgserver
from scrapersky.db.engine import make_engine
from scrapersky.db.parameters import KNOWN, BadDatabaseUrl


class Option(ctypes.Structure):
    """What libpq tells of one of its parameters."""

    _fields_ = (
        *((name, ctypes.c_char_p) for name in ("keyword", "variable", "compiled", "value", "label", "shown")),
        ("size", ctypes.c_int),
    )


def parameters_of_libpq() -> Iterator[str]:
    folder = Path(str(pgserver().__file__)).parent
    library = ctypes.CDLL(str(folder / "pginstall18" / "lib" / "libpq.so.5"))
    library.PQconndefaults.restype = ctypes.POINTER(Option)
    options = library.PQconndefaults()
    number = 0
    while options[number].keyword is not None:
        yield options[number].keyword.decode()
        number += 1


@pytest.mark.skipif(sys.platform != "linux", reason="the embedded server's library has another name elsewhere")
def test_everything_that_postgresqls_own_programs_know_is_known() -> None:
    theirs = set(parameters_of_libpq())
    assert "sslmode" in theirs
    assert theirs | {"pgbouncer"} == KNOWN


def arguments(address: str) -> dict[str, Any]:
    return dict(read_address(address).arguments)


def test_what_stands_before_the_question_mark_is_decoded() -> None:
    url = read_address("postgres://ana%40acme:p%40ss%2F%25@db.example:5433/my%20sky").url
    assert (url.username, url.password, url.host, url.port, url.database) == (
        *("ana@acme", "p@ss/%", "db.example", 5433, "my sky"),
    )


@pytest.mark.parametrize(
    ("address", "hosts", "ports"),
    [
        ("postgresql://one:5433,two:5434/sky", ["one", "two"], [5433, 5434]),
        ("postgresql://one,two:5434/sky", ["one", "two"], [5432, 5434]),
        ("postgresql://one,two/sky?port=6000", ["one", "two"], [6000, 6000]),
        ("postgresql:///sky?host=one,two&port=5433,5434", ["one", "two"], [5433, 5434]),
        ("postgresql://[::1]:5433,[fe80::1]/sky", ["::1", "fe80::1"], [5433, 5432]),
        ("postgresql://%2Frun%2Fpostgresql,two/sky", ["/run/postgresql", "two"], [5432, 5432]),
    ],
)
def test_several_hosts_are_tried_in_turn(address: str, hosts: list[str], ports: list[int]) -> None:
    given = arguments(address)
    assert (given["host"], given["port"]) == (hosts, ports)


def test_a_socket_and_an_ipv6_address_are_places_too() -> None:
    assert read_address("postgresql://%2Frun%2Fpostgresql/sky").url.query == {"host": "/run/postgresql"}
    assert read_address("postgresql://me@[::1]:5433/sky").url.host == "::1"


def test_what_the_server_and_the_driver_are_told() -> None:
    given = arguments(
        "postgresql://db/sky?application_name=sky%20one&options=-c%20geqo%3Doff&connect_timeout=7"
        "&target_session_attrs=read-write&sslmode=require&channel_binding=prefer&gssencmode=disable&sslcompression=0"
    )
    assert given["server_settings"] == {"application_name": "sky one", "options": "-c geqo=off"}
    assert given["timeout"] == 7
    assert given["dsn"] == "postgresql://?target_session_attrs=read-write&sslmode=require"


def test_a_plus_sign_is_one_and_what_is_empty_is_not_given() -> None:
    given = arguments("postgresql://db/sky?application_name=a+b&sslrootcert=&fallback_application_name=c")
    assert given["server_settings"] == {"application_name": "a+b"}
    assert "dsn" not in given


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("foo=1", "a parameter 'foo' that PostgreSQL's programs do not know. Leave it out."),
        ("sslmod=require", "Did you mean sslmode?"),
        ("sslmode=on", "has sslmode=on; there are disable, allow, prefer, require, verify-ca, verify-full."),
        ("channel_binding=require", "write sslmode=verify-full&sslrootcert=system instead"),
        ("hostaddr=10.0.0.1", "'hostaddr', which our driver does not know"),
        ("load_balance_hosts=random", "it can do load_balance_hosts=disable."),
        ("sslrootcert=/no/such.pem", "sslrootcert=/no/such.pem, which cannot be read: No such file or directory."),
        ("sslrootcert=system&sslmode=require", "takes sslmode=verify-full"),
        ("connect_timeout=soon", "connect_timeout=soon, which is no whole number"),
        ("keepalives_idle=1m", "keepalives_idle=1m, which is no whole number"),
        ("pgbouncer=perhaps", "write true or false"),
        ("host=a,b,c&port=1,2", "3 hosts and 2 ports"),
    ],
)
def test_what_cannot_be_done_is_named(query: str, words: str) -> None:
    with pytest.raises(BadDatabaseUrl) as refused:
        read_address(f"postgresql://me:hush@db/sky?{query}")
    assert words in str(refused.value)
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("password", ["hu/sh", "hu#sh", "hu?sh", "[hush", "12?hu/sh", "12?hu@sh"])
def test_of_a_password_that_is_not_encoded_nothing_is_repeated(password: str) -> None:
    with pytest.raises(BadDatabaseUrl) as refused:
        read_address(f"postgresql://me:{password}@db/sky")
    assert "hu" not in str(refused.value)


def test_binding_to_the_channel_is_made_up_for_by_a_certificate_that_is_checked() -> None:
    given = arguments("postgresql://db/sky?sslmode=verify-full&sslrootcert=system&channel_binding=require")
    assert given["ssl"].check_hostname


def test_a_pooler_that_the_address_names_is_known_to_workers() -> None:
    assert goes_through_pooler(read_settings(database_url="postgresql://db/sky?pgbouncer=true"))
    assert not goes_through_pooler(read_settings(database_url="postgresql://db/sky?pgbouncer=false"))


async def test_the_servers_settings_from_the_address_hold_beside_our_own(database_url: str) -> None:
    engine = make_engine(f"{database_url}&application_name=sky&options=-c%20geqo%3Doff", idle_transaction_seconds=7)
    names = ("application_name", "geqo", "idle_in_transaction_session_timeout")
    async with engine.connect() as connection:
        row = (await connection.execute(select(*(func.current_setting(name) for name in names)))).one()
    await engine.dispose()
    assert tuple(row) == ("sky", "off", "7s")
