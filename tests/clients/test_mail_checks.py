"""Whether mail can arrive, found out step by step; name servers here are pretended, on loopback."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import dns.asyncresolver
import dns.flags
import dns.message
import dns.rcode
import dns.rrset
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contacts import PretendMailServers

from scrapersky.clients.mail.checks import MailVerdict, VerifiedLevel, check_mail, is_disposable
from scrapersky.clients.mail.servers import DnsMailServers, MailLookupFailed, MailRoute


@pytest.mark.parametrize(
    ("address", "verdict", "step"),
    [
        ("ana.lopez@cedar.example", MailVerdict.VALID, "role"),
        ("info@cedar.example", MailVerdict.ROLE, "role"),
        ("no-reply@cedar.example", MailVerdict.NO_REPLY, "role"),
        ("ana@mailinator.com", MailVerdict.DISPOSABLE, "disposable"),
        ("ana@inbox.yopmail.com", MailVerdict.DISPOSABLE, "disposable"),
        ("ana@gone.example", MailVerdict.INVALID, "domain"),
        ("ana@nomail.example", MailVerdict.INVALID, "mail_servers"),
        ("ana@bare.example", MailVerdict.INVALID, "mail_servers"),
        ("ana@private.example", MailVerdict.INVALID, "mail_servers"),
        ("ana@@cedar.example", MailVerdict.INVALID, "syntax"),
        ("ana", MailVerdict.INVALID, "syntax"),
        ("", MailVerdict.INVALID, "syntax"),
        ("ana@localhost", MailVerdict.INVALID, "syntax"),
        ("a" * 400 + "@cedar.example", MailVerdict.INVALID, "syntax"),
    ],
)
async def test_the_first_step_that_fails_decides(address: str, verdict: MailVerdict, step: str) -> None:
    servers = PretendMailServers(
        {
            "gone.example": MailRoute(domain_exists=False),
            "nomail.example": MailRoute(refuses_mail=True),
            "bare.example": MailRoute(),
            "private.example": MailRoute(unusable=("mx.private.example",)),
        }
    )
    check = await check_mail(address, servers)
    assert (check.verdict, check.step) == (verdict, step)
    assert check.why
    levels = {"syntax": None, "domain": VerifiedLevel.SYNTAX, "mail_servers": VerifiedLevel.SYNTAX}
    assert check.level == levels.get(step, VerifiedLevel.DOMAIN)


async def test_what_each_step_found_is_kept() -> None:
    check = await check_mail("Ana@Cedar.example", PretendMailServers())
    assert check.facts == {
        "address": "Ana@Cedar.example",
        "syntax": True,
        "domain": "cedar.example",
        "free_mail": False,
        "domain_exists": True,
        "mail_servers": ["mx.example"],
        "mail_goes_to_the_website": False,
        "disposable": False,
        "role": None,
    }


async def test_nobody_is_asked_about_what_is_no_address() -> None:
    servers = PretendMailServers()
    await check_mail("ana at cedar", servers)
    assert servers.asked == []


async def test_a_name_server_that_is_away_says_nothing_about_the_address() -> None:
    with pytest.raises(MailLookupFailed, match="asked again later") as failed:
        await check_mail("ana@cedar.example", PretendMailServers({"cedar.example": None}))
    assert (failed.value.worth_retrying, failed.value.outcome) == (True, "dns")


@given(st.text(max_size=400) | st.emails())
def test_any_text_gets_a_verdict(text: str) -> None:
    check = asyncio.run(check_mail(text, PretendMailServers()))
    assert check.verdict in MailVerdict


def test_a_domain_that_only_ends_alike_is_not_disposable() -> None:
    assert not is_disposable("mailinator-fans.example")


Answer = Callable[[dns.message.Message], dns.message.Message]


@asynccontextmanager
async def name_server(answer: Answer) -> AsyncIterator[DnsMailServers]:
    class Server(asyncio.DatagramProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = transport

        def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
            reply = answer(dns.message.from_wire(data))
            self.transport.sendto(reply.to_wire(), addr)  # type: ignore[attr-defined]  # UDP's transport has it

    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(Server, local_addr=("127.0.0.1", 0))
    resolver = dns.asyncresolver.Resolver(configure=False)
    resolver.nameservers = ["127.0.0.1"]
    resolver.port = transport.get_extra_info("sockname")[1]
    try:
        yield DnsMailServers(resolver, seconds=1)
    finally:
        transport.close()


def saying(*records: str, code: dns.rcode.Rcode = dns.rcode.NOERROR) -> Answer:
    """The records of the kind asked for, such as `MX 10 mx.cedar.example.`"""

    def answer(query: dns.message.Message) -> dns.message.Message:
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        reply.set_rcode(code)
        question = query.question[0]
        kind = dns.rdatatype.to_text(question.rdtype)
        own = [record.partition(" ")[2] for record in records if record.startswith(f"{kind} ")]
        if own:
            reply.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *own))
        return reply

    return answer


TWO = ("MX 20 b.cedar.example.", "MX 10 a.cedar.example.")


@pytest.mark.parametrize(
    ("answer", "route"),
    [
        (saying(*TWO, "A 8.8.8.8"), MailRoute(("a.cedar.example", "b.cedar.example"))),
        (saying(*TWO, "AAAA 2606:4700::1"), MailRoute(("a.cedar.example", "b.cedar.example"))),
        (saying(*TWO, "A 10.0.0.7"), MailRoute(unusable=("a.cedar.example", "b.cedar.example"))),
        (saying(*TWO, "A 127.0.0.1", "AAAA ::1"), MailRoute(unusable=("a.cedar.example", "b.cedar.example"))),
        (saying(*TWO), MailRoute(unusable=("a.cedar.example", "b.cedar.example"))),
        (saying("MX 0 ."), MailRoute(refuses_mail=True)),
        (saying("A 8.8.8.8"), MailRoute(("cedar.example",), is_implicit=True)),
        (saying("AAAA 2606:4700::1"), MailRoute(("cedar.example",), is_implicit=True)),
        (saying("A 192.168.1.1"), MailRoute()),
        (saying(), MailRoute()),
        (saying(code=dns.rcode.NXDOMAIN), MailRoute(domain_exists=False)),
    ],
)
async def test_the_route_of_mail_is_read_from_the_name_service(answer: Answer, route: MailRoute) -> None:
    async with name_server(answer) as servers:
        assert await servers.route("cedar.example") == route


async def test_a_name_server_that_fails_is_not_a_domain_that_is_missing() -> None:
    async with name_server(saying(code=dns.rcode.SERVFAIL)) as servers:
        with pytest.raises(MailLookupFailed, match=r"cedar\.example"):
            await servers.route("cedar.example")


async def test_a_mail_server_that_is_gone_is_not_held_against_the_other() -> None:
    def answer(query: dns.message.Message) -> dns.message.Message:
        is_gone = str(query.question[0].name).startswith("a.")
        return (saying(code=dns.rcode.NXDOMAIN) if is_gone else saying(*TWO, "A 8.8.8.8"))(query)

    async with name_server(answer) as servers:
        assert await servers.route("cedar.example") == MailRoute(("b.cedar.example",), unusable=("a.cedar.example",))


def test_the_list_of_disposable_domains_is_a_maintained_one() -> None:
    assert all(map(is_disposable, ("mailinator.com", "temp-mail.io", "zzz.yopmail.com", "guerrillamail.com")))
    assert not any(map(is_disposable, ("gmail.com", "acme.example", "gmx.de", "outlook.com")))
