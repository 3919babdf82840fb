"""Whether mail to an address can arrive, found out in steps that bother nobody: we contact no mail server."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.mail.servers import MailServers
from scrapersky.clients.mail.verifier import Mailbox, MailVerifier, ask_mailbox
from scrapersky.extract.emails.junk import default_junk
from scrapersky.extract.emails.mail_hosts import is_free_mail, registrable_domain

LONGEST_ADDRESS = 254
MOST_SERVERS_KEPT = 3


class MailVerdict(StrEnum):
    """What the steps came to, worst first."""

    INVALID = "invalid"
    DISPOSABLE = "disposable"
    NO_REPLY = "no_reply"
    ROLE = "role"
    VALID = "valid"

    @property
    def is_worth_writing_to(self) -> bool:
        return self in (MailVerdict.ROLE, MailVerdict.VALID)


class VerifiedLevel(StrEnum):
    """How far an address was checked and held; each level has those before it."""

    SYNTAX = "syntax"
    """It is written as addresses are."""
    DOMAIN = "domain"
    """Its domain receives mail: it has a mail server that is on the internet."""
    MAILBOX = "mailbox"
    """A service says that the mailbox exists."""


_WRITTEN = VerifiedLevel.SYNTAX


@dataclass(frozen=True, slots=True)
class MailCheck:
    """The verdict, the step that decided it, why in words, what each step found, and how far the address held.

    `paid_calls` and `paid_micros` are what the ledger does not have yet of what a service, `paid_to`, was paid for it.
    """

    verdict: MailVerdict
    step: str
    why: str
    facts: Mapping[str, object]
    level: VerifiedLevel | None = VerifiedLevel.DOMAIN
    paid_to: str | None = None
    paid_calls: int = 0
    paid_micros: int = 0


async def check_mail(address: str, servers: MailServers) -> MailCheck:
    """Syntax, domain, mail servers, disposable, office: the first step that fails decides."""
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415  it takes long to load

    facts: dict[str, object] = {"address": address[:LONGEST_ADDRESS]}
    try:
        # email-validator takes quadratic time on some very long texts; no address is that long.
        parsed = validate_email(address[: LONGEST_ADDRESS + 1], check_deliverability=False)
    except EmailNotValidError as error:
        return MailCheck(
            MailVerdict.INVALID, "syntax", f"It is not an address: {error}", facts | {"syntax": False}, None
        )
    domain = parsed.ascii_domain or parsed.domain
    facts |= {"syntax": True, "domain": domain, "free_mail": is_free_mail(domain)}
    if (unroutable := await _unroutable(domain, servers, facts)) is not None:
        return unroutable
    return _by_kind(parsed.normalized, domain, facts)


async def _unroutable(domain: str, servers: MailServers, facts: dict[str, object]) -> MailCheck | None:
    route = await servers.route(domain)
    facts["domain_exists"] = route.domain_exists
    if not route.domain_exists:
        return MailCheck(MailVerdict.INVALID, "domain", f"The domain {domain} does not exist.", facts, _WRITTEN)
    facts["mail_servers"] = list(route.servers[:MOST_SERVERS_KEPT])
    facts["mail_goes_to_the_website"] = route.is_implicit
    if route.refuses_mail:
        why = f"The domain {domain} says that it takes no mail."
    elif route.unusable and not route.servers:
        named = ", ".join(route.unusable[:MOST_SERVERS_KEPT])
        why = f"Mail for {domain} goes to {named}, which does not exist or is not on the internet."
    elif not route.servers:
        why = f"The domain {domain} has no mail server."
    else:
        return None
    return MailCheck(MailVerdict.INVALID, "mail_servers", why, facts, _WRITTEN)


async def check_mailbox(check: MailCheck, address: str, verifier: MailVerifier, web: Fetcher) -> MailCheck:
    """Ask a service, for money, about an address that held so far."""
    answer = await ask_mailbox(verifier, address, web)
    asked = replace(
        check,
        facts={
            **check.facts,
            "mailbox": answer.mailbox.value,
            "mailbox_by": verifier.name,
            "mailbox_said": answer.said,
        },
        paid_to=verifier.name,
        paid_calls=1,
        paid_micros=answer.cost_micros,
    )
    return with_mailbox(asked, answer.mailbox)


def with_mailbox(check: MailCheck, mailbox: Mailbox) -> MailCheck:
    if mailbox is Mailbox.MISSING:
        return replace(check, verdict=MailVerdict.INVALID, step="mailbox", why="There is no such mailbox.")
    if mailbox is Mailbox.EXISTS:
        return replace(check, level=VerifiedLevel.MAILBOX, why=check.why.partition(";")[0].rstrip(".") + ".")
    return check


def _by_kind(address: str, domain: str, facts: dict[str, object]) -> MailCheck:
    role = default_junk().role(address)
    facts |= {"disposable": is_disposable(domain), "role": role}
    if facts["disposable"]:
        return MailCheck(
            MailVerdict.DISPOSABLE, "disposable", f"{domain} gives addresses away for some minutes.", facts
        )
    if role == "no_reply":
        return MailCheck(MailVerdict.NO_REPLY, "role", "Nobody reads what is sent to this address.", facts)
    if role == "role":
        return MailCheck(MailVerdict.ROLE, "role", "An office's address, not a person's.", facts)
    return MailCheck(MailVerdict.VALID, "role", "Mail can arrive; whether this mailbox exists was not asked.", facts)


def is_disposable(domain: str) -> bool:
    """Whether anyone gets a mailbox there that is gone in some minutes; subdomains count.

    >>> is_disposable("inbox.mailinator.com"), is_disposable("acme.com")
    (True, False)
    """
    name = domain.lower()
    return name in _disposable() or (registrable_domain(name) or name) in _disposable()


@cache
def _disposable() -> frozenset[str]:
    text = files("scrapersky.clients.mail").joinpath("disposable_domains.txt").read_text("utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
