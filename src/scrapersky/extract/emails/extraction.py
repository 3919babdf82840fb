"""Finds e-mail addresses however a page writes them, each once, with the trusted sightings first."""

from functools import lru_cache
from itertools import islice

from scrapersky.extract.contacts.owners import judge_address
from scrapersky.extract.emails.candidates import MAX_CANDIDATES, Candidate, email_candidates
from scrapersky.extract.emails.junk import NO_ADDRESS, MailRole, default_junk
from scrapersky.extract.emails.mail_hosts import mail_identity
from scrapersky.extract.emails.normal_form import normalise_email
from scrapersky.extract.finding import Finding, Kind, Rejected, Way
from scrapersky.extract.html.document import Document

_CONFIDENCE = {
    Way.LINK: 0.97,
    Way.STRUCTURED: 0.95,
    Way.PROTECTED: 0.97,
    Way.TEXT: 0.93,
    Way.ATTRIBUTE: 0.75,
    Way.INLINE: 0.65,
    Way.SPELLED_OUT: 0.85,
}
_UNSEEN = (Way.ATTRIBUTE, Way.INLINE)
_UNREAD = "Nobody reads what is sent there"
_TRAP = "It stands where no visitor sees it, as traps for robots do"


def find_emails(document: Document, structured: tuple[str, ...] = ()) -> tuple[list[Finding], list[Rejected]]:
    """Every address on the page with its evidence, and every candidate that is none with the reason."""
    findings: dict[str, Finding] = {}
    rejected: dict[str, Rejected] = {}
    seen: set[tuple[str, Way]] = set()
    for candidate in islice(email_candidates(document, structured), MAX_CANDIDATES):
        if (candidate.address, candidate.way) in seen:
            continue
        outcome = _judge(candidate, document)
        if isinstance(outcome, Finding) or not document.is_in_trap(candidate.start):
            seen.add((candidate.address, candidate.way))
        if isinstance(outcome, Rejected):
            rejected.setdefault(outcome.raw, outcome)
        elif outcome.identity not in findings or outcome.confidence > findings[outcome.identity].confidence:
            findings[outcome.identity] = outcome
    trusted_first = sorted(findings.values(), key=lambda finding: -finding.confidence)
    return trusted_first, list(rejected.values())


def _judge(candidate: Candidate, document: Document) -> Finding | Rejected:
    snippet = document.snippet(candidate.start, candidate.end) if candidate.start >= 0 else ""
    junk, value, role = _mailbox(candidate.address)
    reason = junk or _reason_of_place(candidate, document)
    if reason or value is None:
        is_unusable = reason not in (None, _TRAP, *NO_ADDRESS) and candidate.way not in _UNSEEN
        why = reason or "Not a valid address"
        return Rejected(Kind.EMAIL, candidate.raw[:254], candidate.way, why, snippet, is_unusable)
    if role == "no_reply":
        return Rejected(Kind.EMAIL, candidate.raw[:254], candidate.way, _UNREAD, snippet, is_unusable=True)
    judged = judge_address(value, document, candidate.start, candidate.end)
    return Finding(
        kind=Kind.EMAIL,
        value=value,
        raw=candidate.raw[:254],
        way=candidate.way,
        confidence=_CONFIDENCE[candidate.way],
        snippet=snippet or candidate.raw[:200],
        owner=judged.owner,
        reason=judged.reason,
        key=mail_identity(value),
        facts=(("role", role),) if role else (),
    )


@lru_cache(maxsize=4_096)
def _mailbox(address: str) -> tuple[str | None, str | None, MailRole | None]:
    """Why an address is junk, or else its normal form and whose it is; each page of a site has the same ones."""
    reason = default_junk().reason(address)
    value = None if reason else normalise_email(address)
    return reason, value, default_junk().role(value) if value else None


def _reason_of_place(candidate: Candidate, document: Document) -> str | None:
    if candidate.start >= 0 and document.is_in_trap(candidate.start):
        return _TRAP
    return None
