"""ZeroBounce, API v2: https://www.zerobounce.net/docs/email-validation-api-quickstart/v2-validate-emails"""

from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlencode

import orjson

from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.mail.verifier import Mailbox, MailboxAnswer, MailVerifierFailed
from scrapersky.config.settings import Settings

VALIDATE = "https://api.zerobounce.net/v2/validate"
PACE = Pace(interval=1 / 20, parallel=10)
_LIMITS = FetchLimits(body_bytes=100_000, seconds=45, read_seconds=45)
# An address that gets whoever writes to it blocked is as good as none.
_MAILBOXES = {
    "valid": Mailbox.EXISTS,
    "invalid": Mailbox.MISSING,
    "spamtrap": Mailbox.MISSING,
    "abuse": Mailbox.MISSING,
    "do_not_mail": Mailbox.MISSING,
    "catch-all": Mailbox.UNKNOWN,
    "unknown": Mailbox.UNKNOWN,
}
# These are no statement about the mailbox: an office's address is reachable and for us to judge.
_OFFICE = frozenset({"role_based", "role_based_catch_all"})


@dataclass(frozen=True, slots=True)
class ZeroBounce:
    """`dollars` is what one credit cost whoever bought it. Answers of "unknown" are not charged."""

    api_key: str = field(repr=False)
    dollars: float = 0.0

    name = "zerobounce"

    @property
    def cost_micros(self) -> int:
        return round(self.dollars * 1_000_000)

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        key = settings.zerobounce_api_key
        return cls(key.get_secret_value(), settings.zerobounce_credit_dollars) if key else None

    async def ask(self, address: str, web: Fetcher) -> MailboxAnswer:
        query = urlencode({"api_key": self.api_key, "email": address, "ip_address": ""})
        try:
            answer = await web.call(f"{VALIDATE}?{query}", method="GET", limits=_LIMITS, pace=PACE)
        except FetchError as error:
            raise MailVerifierFailed("ZeroBounce", "it could not be reached", worth_retrying=True) from error
        if answer.status != 200:
            is_passing = answer.status == 429 or answer.status >= 500
            raise MailVerifierFailed("ZeroBounce", f"it answered HTTP {answer.status}", worth_retrying=is_passing)
        return self._read(answer.body)

    def _read(self, body: bytes) -> MailboxAnswer:
        """A key that is not valid and an account without credits are told with status 200."""
        try:
            answer: Any = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise MailVerifierFailed("ZeroBounce", "its answer is not JSON") from error
        if not isinstance(answer, dict) or str(answer.get("status", "")).lower() not in _MAILBOXES:
            why = (
                str(answer.get("error", "its answer has no status"))[:200] if isinstance(answer, dict) else "no object"
            )
            raise MailVerifierFailed("ZeroBounce", f"{why}; see ZEROBOUNCE_API_KEY", worth_retrying=False)
        status, detail = str(answer["status"]).lower(), str(answer.get("sub_status") or "")
        mailbox = Mailbox.UNKNOWN if status == "do_not_mail" and detail in _OFFICE else _MAILBOXES[status]
        cost = 0 if status == "unknown" else self.cost_micros
        return MailboxAnswer(mailbox, f"{status} {detail}".strip()[:100], cost)
