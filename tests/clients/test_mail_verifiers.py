"""Whether a mailbox exists, as ZeroBounce tells it; its answers are those of its documentation."""

from collections.abc import AsyncIterator, Mapping

import orjson
import pytest
from aiohttp import web
from tests.clients.internet import Internet

from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.extensions.extension import Extension
from scrapersky.clients.extensions.verifiers import make_verifier
from scrapersky.clients.mail.verifier import Mailbox, MailboxAnswer, MailVerifierFailed, ask_mailbox
from scrapersky.clients.mail.zerobounce import ZeroBounce
from scrapersky.config.settings import Settings


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start(HOST)
    yield pretended
    await pretended.close()


ACCOUNT = ZeroBounce("the-key", dollars=0.008)
HOST = "api.zerobounce.net"


def answering(internet: Internet, told: Mapping[str, object] | bytes, status: int = 200) -> list[dict[str, str]]:
    asked: list[dict[str, str]] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(dict(request.query))
        body = told if isinstance(told, bytes) else orjson.dumps(told)
        return web.Response(body=body, status=status, content_type="application/json")

    internet.site(HOST, {"/v2/validate?": answer})
    return asked


@pytest.mark.parametrize(
    ("status", "detail", "mailbox", "cost"),
    [
        ("valid", "", Mailbox.EXISTS, 8_000),
        ("invalid", "mailbox_not_found", Mailbox.MISSING, 8_000),
        ("catch-all", "", Mailbox.UNKNOWN, 8_000),
        ("unknown", "greylisted", Mailbox.UNKNOWN, 0),
        ("spamtrap", "", Mailbox.MISSING, 8_000),
        ("abuse", "", Mailbox.MISSING, 8_000),
        ("do_not_mail", "disposable", Mailbox.MISSING, 8_000),
        ("do_not_mail", "role_based", Mailbox.UNKNOWN, 8_000),
    ],
)
async def test_each_status_says_what_it_means_and_costs(
    internet: Internet, status: str, detail: str, mailbox: Mailbox, cost: int
) -> None:
    asked = answering(internet, {"address": "ana@cedar.example", "status": status, "sub_status": detail})
    async with internet.fetcher() as fetcher:
        answer = await ask_mailbox(ACCOUNT, "ana+x@cedar.example", fetcher)
    assert answer == MailboxAnswer(mailbox, f"{status} {detail}".strip(), cost)
    assert asked == [{"api_key": "the-key", "email": "ana+x@cedar.example", "ip_address": ""}]


@pytest.mark.parametrize(
    ("told", "status", "is_passing"),
    [
        ({"error": "Invalid API key or your account ran out of credits"}, 200, False),
        (b"<html>", 200, True),
        ([], 200, False),
        ({}, 429, True),
        ({}, 503, True),
        ({}, 400, False),
    ],
)
async def test_what_is_no_answer_says_nothing_about_the_address(
    internet: Internet, told: Mapping[str, object] | bytes, status: int, is_passing: bool
) -> None:
    answering(internet, told, status)
    async with internet.fetcher() as fetcher:
        with pytest.raises(MailVerifierFailed) as failed:
            await ask_mailbox(ACCOUNT, "ana@cedar.example", fetcher)
    assert failed.value.worth_retrying is is_passing
    assert "the-key" not in str(failed.value)


def test_one_that_is_set_up_is_used_and_no_other() -> None:
    registered = built_in().mail_verifiers
    assert make_verifier(registered, Settings.model_validate({})) == (None, {})
    verifier, faults = make_verifier(registered, Settings.model_validate({"zerobounce_api_key": "k"}))
    assert (verifier, faults) == (ZeroBounce("k", 0.01), {})
    _, faults = make_verifier(registered, Settings.model_validate({"mail_verifier": "zerobouncy"}))
    assert "there are: zerobounce" in faults["MAIL_VERIFIER: zerobouncy"]


class Broken:
    name = "broken"

    async def ask(self, address: str, _: object) -> MailboxAnswer:
        raise KeyError(address)


async def test_one_of_a_package_that_breaks_is_told_by_name(internet: Internet) -> None:
    made, _ = make_verifier(
        {"broken": Extension("broken", f"{__name__}:Broken")}, Settings.model_validate({"mail_verifier": "broken"})
    )
    assert made is not None
    async with internet.fetcher() as fetcher:
        with pytest.raises(MailVerifierFailed, match="broken could not say"):
            await ask_mailbox(made, "ana@cedar.example", fetcher)
