"""People mentioned in sentences, with the role that stands before or after the name."""

import re
from collections.abc import Iterator
from dataclasses import replace

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.channels import mail_fits, mails_on
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import ENOUGH, IN_SENTENCE, sighting

_ROLE_BEFORE = re.compile(r"([^.,;:!?()]{2,50})[,:]?\s$")
_ROLE_AFTER = re.compile(
    r"^(?:,|\s[-\u2013\u2014(]|\s\(|,? (?:is|was) (?:our|the|an?)|, (?:our|the|an?))\s?([^.;!?()|\u2022\u00b7]{2,60})"
)


def mentioned(line: Line) -> Iterator[Person]:
    names = names_in(line.text)
    emails = list(mails_on(line)) if names else []
    for name, start, end in names:
        role_raw = _role_beside(line.text, start, end)
        email = next((mail for mail in emails if mail_fits(mail, name)), "")
        bonus = (1 if role_raw else 0) + (2 if email else 0)
        if name.strength + bonus >= ENOUGH + (1 if line.in_navigation else 0):
            snippet = line.text[max(0, start - 80) : end + 80]
            person = sighting(name, role_in(role_raw), role_raw, snippet, IN_SENTENCE, bonus=bonus)
            yield replace(person, email=email)


def _role_beside(text: str, start: int, end: int) -> str:
    after = _ROLE_AFTER.match(text[end : end + 80])
    if after and role_in(after[1]):
        return after[1].split(",")[0].strip()
    before = _ROLE_BEFORE.search(text[max(0, start - 50) : start])
    words = before[1].split()[-3:] if before else []
    while len(words) > 1 and role_in(" ".join(words[1:])) == role_in(" ".join(words)):
        words.pop(0)
    return " ".join(words) if role_in(" ".join(words)) else ""
