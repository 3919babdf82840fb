import ssl
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.internet import ALLOW_ALL, PUBLIC, UNPACED, Internet, answering, redirecting

from scrapersky.clients.fetching import routes
from scrapersky.clients.fetching.connector import GuardedConnector
from scrapersky.clients.fetching.errors import AddressRefused, FetchError, UrlRefused
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.guard import judge
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.clients.fetching.routes import DirectRoute, KnownRoute, NoPublicAddress
from scrapersky.extract.networks import refusal_of_address

REFUSED_URLS = [
    ("", "bad_url"),
    ("acme.test", "bad_url"),
    ("http://", "bad_url"),
    ("http://a b.test/", "bad_url"),
    ("http://acme..test/", "bad_url"),
    (f"http://{'a' * 64}.test/", "bad_url"),
    (f"http://acme.test/{'a' * 10_000}", "bad_url"),
    ("ftp://acme.test/", "scheme"),
    ("file:///etc/passwd", "scheme"),
    ("gopher://127.0.0.1:25/", "scheme"),
    ("javascript:alert(1)", "scheme"),
    ("data:text/html,hi", "scheme"),
    ("http://user@acme.test/", "credentials"),
    ("http://user:secret@acme.test/", "credentials"),
    ("http://:secret@acme.test/", "credentials"),
    ("http://acme.test:secret@127.0.0.1/", "credentials"),
    ("http://acme.test:8080/", "port"),
    ("https://acme.test:22/", "port"),
    ("http://127.0.0.1/", "refused_address"),
    ("http://127.1/", "refused_address"),
    ("http://0x7f000001/", "refused_address"),
    ("http://2130706433/", "refused_address"),
    ("http://017700000001/", "refused_address"),
    ("http://①②⑦.⓪.⓪.①/", "refused_address"),
    ("http://0/", "refused_address"),
    ("http://10.0.0.1/", "refused_address"),
    ("http://192.168.1.1/", "refused_address"),
    ("http://172.16.0.1/", "refused_address"),
    ("http://100.64.0.1/", "refused_address"),
    ("http://169.254.169.254/latest/meta-data/", "refused_address"),
    ("http://224.0.0.1/", "refused_address"),
    ("http://255.255.255.255/", "refused_address"),
    ("http://[::1]/", "refused_address"),
    ("http://[::]/", "refused_address"),
    ("http://[::ffff:127.0.0.1]/", "refused_address"),
    ("http://[::ffff:44.0.0.1]/", "refused_address"),
    ("http://[64:ff9b::7f00:1]/", "refused_address"),
    ("http://[2002:7f00:1::]/", "refused_address"),
    ("http://[fe80::1]/", "refused_address"),
    ("http://[fd00::1]/", "refused_address"),
    ("http://[ff02::1]/", "refused_address"),
    ("http://localhost/", "refused_address"),
    ("http://sub.localhost./", "refused_address"),
    ("http://router/", "refused_address"),
    ("http://metadata.google.internal/", "refused_address"),
    ("http://printer.local/", "refused_address"),
    ("\\\\127.0.0.1\\", "bad_url"),
    ("http:\\\\127.0.0.1\\", "refused_address"),
    (" \thttp://127.0.0.1/", "refused_address"),
    ("http:127.0.0.1", "refused_address"),
]


@pytest.mark.parametrize(("url", "reason"), REFUSED_URLS)
async def test_a_url_that_is_not_a_public_web_address_is_refused_before_anything_is_sent(
    internet: Internet, web: Fetcher, url: str, reason: str
) -> None:
    with pytest.raises(FetchError) as caught:
        await web.fetch(url)
    assert (caught.value.reason, caught.value.worth_retrying) == (reason, False)
    assert len(str(caught.value)) < 400
    assert (internet.lookups, internet.dialled) == ([], [])


@pytest.mark.parametrize(("url", "reason"), [case for case in REFUSED_URLS if "://" in case[0]])
async def test_a_redirect_to_such_a_url_is_refused_too(internet: Internet, web: Fetcher, url: str, reason: str) -> None:
    internet.site("acme.test", {"/": redirecting(url)})
    with pytest.raises(FetchError) as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == reason
    assert (internet.lookups, internet.dialled) == (["acme.test"], [(PUBLIC, 80)])


_PIECES = [
    "http:",
    "https:",
    "ftp:",
    "//",
    "/",
    "\\",
    "@",
    ":",
    "?",
    "#",
    ".",
    "..",
    "[",
    "]",
    "%",
    "%2e",
    "%00",
    "127.0.0.1",
    "localhost",
    "acme",
    ".test",
    "0x7f",
    "::1",
    "::ffff:",
    "44.0.0.1",
    "80",
    "99999",
    "é",
    "。",
    "①",
]
_URLISH = st.lists(st.sampled_from([*_PIECES, "\t", "\n", " ", "\ud800"]), max_size=12).map("".join)


@given(st.text(max_size=60) | _URLISH | _URLISH.map("http://{}".format))
def test_any_text_is_a_public_target_or_refused(url: str) -> None:
    try:
        target = judge(url)
    except UrlRefused:
        return
    assert target.wire.raw_host == target.host
    assert (target.wire.raw_user, target.wire.port in {80, 443}) == (None, True)
    assert target.href.startswith(f"{target.origin}/")
    assert target.href.isascii()
    if ":" in target.host or target.host.replace(".", "").isdigit():
        assert refusal_of_address(target.host) is None


def test_a_public_literal_address_of_either_version_is_no_reason_to_refuse() -> None:
    assert [judge(url).host for url in ("http://44.0.0.1/", "http://[2606:4700::1]/")] == ["44.0.0.1", "2606:4700::1"]


def test_a_password_is_not_repeated_in_the_error() -> None:
    with pytest.raises(FetchError) as caught:
        judge("http://user:secret@acme.test/page?token=secret")
    assert "secret" not in str(caught.value)
    assert caught.value.url == "http://acme.test/page"


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104  an answer of a hostile name server, never bound to
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "2002:a00:1::",
        "224.0.0.1",
        "64:ff9b::a00:1",
        "::1",
        "::ffff:44.0.0.1",
        "fe80::1%eth0",
        "nonsense",
    ],
)
async def test_a_name_that_leads_inward_is_refused(internet: Internet, web: Fetcher, address: str) -> None:
    internet.addresses["acme.test"] = [[address]]
    with pytest.raises(AddressRefused, match="leads to") as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == "refused_address"
    assert internet.dialled == []


async def test_of_several_addresses_only_the_public_ones_are_dialled(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": "hello"})
    internet.addresses["acme.test"] = [["10.0.0.1", PUBLIC, "::1"]]
    await web.fetch("http://acme.test/")
    assert set(internet.dialled) == {(PUBLIC, 80)}


async def test_a_name_with_a_hundred_addresses_is_tried_at_few(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": "hello"})
    internet.addresses["acme.test"] = [[f"44.0.0.{n}" for n in range(100)]]
    await web.fetch("http://acme.test/")
    assert len(internet.dialled) == 4


async def test_a_name_that_changes_its_mind_is_looked_up_once(internet: Internet, web: Fetcher) -> None:
    """Rebinding: public when judged, private when connected to. There is no second lookup to fool."""
    internet.site("acme.test", {"/": redirecting("/next"), "/next": "hello"})
    internet.addresses["acme.test"] = [[PUBLIC], ["127.0.0.1"]]
    assert (await web.fetch("http://acme.test/")).body == b"hello"
    assert internet.lookups == ["acme.test"]
    assert set(internet.dialled) == {(PUBLIC, 80)}


async def test_a_second_connection_goes_where_the_first_was_judged_to_go(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": answering("hello", headers={"Connection": "close"})})
    internet.addresses["acme.test"] = [[PUBLIC], ["127.0.0.1"]]
    for _ in range(3):
        assert (await web.fetch("http://acme.test/")).body == b"hello"
    assert internet.lookups == ["acme.test"]
    assert len(internet.dialled) == 3


async def test_a_name_looked_up_again_is_judged_again(internet: Internet) -> None:
    internet.site("acme.test", {"/": "hello"})
    internet.addresses["acme.test"] = [[PUBLIC], ["127.0.0.1"]]
    async with internet.fetcher() as first, internet.fetcher() as second:
        await first.fetch("http://acme.test/")
        with pytest.raises(AddressRefused):
            await second.fetch("http://acme.test/")
    assert internet.dialled == [(PUBLIC, 80)]


async def test_what_a_name_led_to_is_believed_for_a_minute_and_judged_again_after(internet: Internet) -> None:
    internet.addresses["acme.test"] = [[PUBLIC], ["127.0.0.1"]]
    moments = iter([100.0, 100.0, 160.0, 160.1])
    route = DirectRoute(internet, internet.dial, clock=lambda: next(moments))
    assert len(await route("acme.test", 80) + await route("acme.test", 80)) == 2
    with pytest.raises(NoPublicAddress, match=r"127\.0\.0\.1"):
        await route("acme.test", 80)
    assert internet.dialled == [(PUBLIC, 80), (PUBLIC, 80)]


async def test_only_so_many_names_are_remembered(internet: Internet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "_REMEMBERED_NAMES", 2)
    internet.addresses = {name: [[PUBLIC]] for name in ("a.test", "b.test", "c.test")}
    route = DirectRoute(internet, internet.dial)
    for name in ("a.test", "b.test", "a.test", "c.test", "a.test"):
        await route(name, 80)
    assert internet.lookups == ["a.test", "b.test", "c.test", "a.test"]


async def test_a_name_is_looked_up_without_the_dot_that_ends_it(internet: Internet) -> None:
    internet.addresses["acme.test"] = [[PUBLIC]]
    await DirectRoute(internet, internet.dial)("acme.test.", 80)
    assert internet.lookups == ["acme.test"]


async def test_a_name_without_any_address_is_told_as_one_that_does_not_exist(internet: Internet, web: Fetcher) -> None:
    internet.addresses["acme.test"] = [[]]
    with pytest.raises(FetchError) as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == "dns"
    assert internet.dialled == []


async def test_with_a_proxy_nothing_else_is_contacted_nor_looked_up(internet: Internet) -> None:
    internet.addresses = {"proxy.test": [["10.0.0.1"]], "acme.test": [[PUBLIC]]}
    route = KnownRoute({("proxy.test", 3128)}, internet, "nothing but through it")
    assert await route("proxy.test", 3128) == [("10.0.0.1", 3128)]
    for host, port in (("acme.test", 80), ("proxy.test", 22)):
        with pytest.raises(NoPublicAddress, match="through it"):
            await route(host, port)
    assert internet.lookups == ["proxy.test"]


async def test_a_redirect_to_a_name_that_leads_inward_is_refused(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": redirecting("http://inward.test/admin")})
    internet.addresses["inward.test"] = [["192.168.0.1"]]
    with pytest.raises(AddressRefused, match=r"192\.168\.0\.1, a private address"):
        await web.fetch("http://acme.test/")
    assert internet.dialled == [(PUBLIC, 80)]


async def test_a_public_literal_address_goes_through_the_dialer_too(internet: Internet, web: Fetcher) -> None:
    """aiohttp would dial a literal without asking any resolver, past a simulated internet and out of it."""
    internet.site("44.0.0.9", {"/": "hello"})
    assert (await web.fetch("http://44.0.0.9/")).body == b"hello"
    assert internet.dialled == [("44.0.0.9", 80)]
    assert internet.lookups == []


async def test_a_literal_address_of_version_six_is_looked_up_nowhere(internet: Internet) -> None:
    await DirectRoute(internet, internet.dial)("2606:4700::1", 80)
    assert (internet.lookups, internet.dialled) == ([], [("2606:4700::1", 80)])


async def test_names_are_judged_even_if_aiohttp_should_resolve_them_in_another_way(
    internet: Internet, web: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(GuardedConnector, "_resolve_host")
    internet.addresses["acme.test"] = [["192.168.0.1"]]
    with pytest.raises(AddressRefused, match=r"192\.168\.0\.1"):
        await web.fetch("http://acme.test/")
    assert (internet.lookups, internet.dialled) == (["acme.test"], [])


async def test_a_proxy_of_the_environment_is_not_asked(
    internet: Internet, web: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.test:3128")
    internet.site("acme.test", {"/": "hello"})
    await web.fetch("http://acme.test/")
    assert internet.lookups == ["acme.test"]


async def test_a_redirect_may_lead_to_the_ports_of_the_settings_and_no_other(internet: Internet) -> None:
    internet.site("acme.test", {"/": redirecting("http://acme.test:8080/b"), "/b": redirecting("https://acme.test/")})
    async with internet.fetcher(replace(UNPACED, ports=frozenset({80, 8080}))) as web:
        with pytest.raises(FetchError) as caught:
            await web.fetch("http://acme.test/")
    assert caught.value.reason == "port"
    assert set(internet.dialled) == {(PUBLIC, 80), (PUBLIC, 8080)}


async def test_another_port_is_contacted_only_when_allowed(internet: Internet) -> None:
    internet.site("acme.test", {"/": "hello"})
    async with internet.fetcher(FetchPolicy(ports=frozenset({80, 443, 8080}))) as web:
        assert (await web.robots("http://acme.test:8080/")).body == ALLOW_ALL.encode()
        await web.fetch("http://acme.test:8080/")
    assert internet.dialled == [(PUBLIC, 8080)]


@pytest.mark.parametrize("is_optional", [True, False])
async def test_a_tls_context_that_checks_too_little_is_not_accepted(internet: Internet, is_optional: bool) -> None:
    careless = internet.trust()
    if is_optional:
        careless.verify_mode = ssl.CERT_OPTIONAL
    else:
        careless.check_hostname = False
    with pytest.raises(ValueError, match="verifies certificates"):
        internet.fetcher(trust=careless)
