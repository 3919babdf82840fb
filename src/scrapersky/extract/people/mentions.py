"""People mentioned in sentences, with the role that stands before or after the name."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.channels import mail_fits, mails_on
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import is_given, is_initial, is_strong_given, is_suffix, is_title
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import role_in, role_length, role_of_several
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import COUPLE, ENOUGH, IN_PARAGRAPH, IN_SENTENCE, sighting
from scrapersky.extract.phrases import words

_ROLE_BEFORE = re.compile(
    r"([^.,;:!?()|\u2022\u00b7]{2,50})(?:[,:]|(?<=\b[^\W\d_]{2})\.|(?<=\b[^\W\d_]{3})\.|(?<=\b[^\W\d_]{4})\.)?\s$"
)
_ROLE_AFTER = re.compile(
    r"^(?:,|\s[-\u2013\u2014(]|\s\("
    r"| (?:and|und|et|y|e|i|en|og|och) (?:i am|i'm|ich bin|je suis|soy|sono|sou|jestem|ik ben|jeg er)"
    r"(?: (?:the|an?))?\s"
    r"|,? (?:is|was|has been|ist|est|es|\u00e8|\u00e9|\u00e4r|er|on|jest|je|este)(?: (?:our|the|an?))?\s"
    r"|, (?:our|the|an?))\s?([^.;!?()|\u2022\u00b7]{2,60})"
)
# What is written small before a name, after the role.
_HONORIFICS = re.compile(
    r"(?<!\w)(?:(?:pro tempore|sig|dott|dr|ing|avv|arch|geom|rag"
    r"|mgr|in\u017c|lic|d-r|don|do\u00f1a|dona|se\u00f1ora?|signora?|senhora?|pani?|pan\u00ed)"
    r"(?:\.ra|\.ssa)?\.?\s){1,3}$"
)
# `El titular de este sitio web es Jane Doe`: a sentence that begins with a role and ends in who it is.
_IS = re.compile(
    r"(?:^|[.!?:]\s)(?P<role>[^.!?:]{4,80})\s(?:is|ist|est|es|\u00e8|\u00e9|\u00e4r|er|is|on|jest|je|este)\s"
    r"(?:(?:[A-Z][a-z]{0,5}\.|Herr|Frau|Mr|Mrs|Ms|D|Don)\s){0,2}$"
)
_ARTICLES = words("the der die das el la le il lo o a het de l'")
_LONGEST_SUBJECT = 100
# What a paragraph says of the one it is about; whose daughter somebody is tells no role.
_IS_A = re.compile(
    r"\s(?:is|has been|ist|est|es|\u00e8|\u00e9|\u00e4r|er|jest|je|este)(?:\s[^\W\d_]{4,12})?"
    r"\s(?:an?|the|our|eine?|unsere?|die|der|une?|la|le|el|il|notre|nuestr[ao]|nossa|nosso|en|ett|et|een|de|onze)"
    r"\s([^\W\d_][\w-]{1,24}(?:\s[^\W\d_][\w-]{1,24}){0,3})"
)
_OF = words("of to for from with at in von der des de du di del da van av af z od")
_LONGEST_INTRODUCTION = 400
_OF_OTHERS = "team member"  # of a chamber, mostly
_JOINTS = words("& + and und et y e i en og och ja \u00e9s a \u0219i ve")
# Of people who share the role that stands after the last of them, or before the first as of several.
_BETWEEN = re.compile(r",?\s(?:&|\+|and|und|et|y|e|i|en|og|och|ja|és|a|și|ve|in|un|ir|dhe|dan|và)\s|,\s")


def mentioned(line: Line, *, is_about_first: bool = False) -> Iterator[Person]:
    """People in a line's sentences; a paragraph may be about the one it begins with."""
    names = names_in(line.text)
    emails = list(mails_on(line)) if names else []
    shared = ""
    nexts = [*(place for _, *place in names[1:]), [0, 0]]
    for (name, start, end), (following, last) in zip(names, nexts[: len(names)], strict=True):
        partner = _partner(line.text, name, start)
        first = line.text.rfind(partner.given, 0, start) if partner else start
        own = _role_beside(line.text, first, end)
        is_joined = following > end and _BETWEEN.fullmatch(line.text, end, following) is not None
        role_raw = own or shared or (_role_after(line.text, last) if is_joined else "")
        shared = own if is_joined and own and not role_in(own) else shared if is_joined else ""
        email = next((mail for mail in emails if mail_fits(mail, name)), "")
        bonus = (1 if role_raw else 0) + (2 if email else 0)
        bonus += 2 if partner is not None and not bonus else 0
        if name.strength + bonus >= ENOUGH + (1 if line.in_navigation else 0):
            snippet = line.text[max(0, start - 80) : end + 80]
            is_subject = is_about_first and start == names[0][1]
            role_raw = role_raw or (_role_of_subject(line.text, end) if is_subject else "")
            reason = COUPLE if partner is not None else IN_PARAGRAPH if is_subject else IN_SENTENCE
            person = sighting(name, role_of_several(role_raw), role_raw, snippet, reason, bonus=bonus)
            yield replace(person, email=email)
            if partner is not None:
                yield sighting(partner, person.role, role_raw, snippet, reason, bonus=bonus)


def _partner(text: str, name: Name, start: int) -> Name | None:
    """`Anna & Josef Huber` share a family name; `Anna Huber & Josef Roth` do not."""
    *_, before, given, joint = ("", "", "", *text[max(0, start - 60) : start].split())
    if joint not in _JOINTS or not (given[:1].isupper() and given.isalpha() and is_strong_given(folded(given))):
        return None
    is_family = before[:1].isupper() and (is_given(folded(before)) or is_initial(before))
    return None if is_family else Name(given, name.family, strength=name.strength)


def _role_after(text: str, end: int) -> str:
    after = _ROLE_AFTER.match(text[end : end + 80])
    role = after[1].split(",")[0].strip() if after else ""
    if not role or not role_of_several(role):
        return ""
    words = role.split()
    return " ".join(words[: role_length(words)]) if is_suffix(words[0]) else role  # `Jane Doe, DDS has been here`


def _role_of_subject(text: str, end: int) -> str:
    """`Jane Doe Florist, teaches on Mondays`, `Jane Doe came in 2011. She is the office clerk`."""
    right_after = text[end : end + _LONGEST_SUBJECT].partition(",")[0].split()
    if length := role_length(right_after):
        return " ".join(right_after[:length])
    for said in _IS_A.finditer(text, end, end + _LONGEST_INTRODUCTION):
        role = list(takewhile(lambda word: word not in _OF, said[1].split()))
        for length in range(1, len(role) + 1):
            if role_in(" ".join(role[:length])) not in ("", _OF_OTHERS):
                return " ".join(role[:length])
    return ""


def _role_beside(text: str, start: int, end: int) -> str:
    if after := _role_after(text, end):
        return after
    if (is_somebody := _IS.search(text, max(0, start - _LONGEST_SUBJECT), start)) is not None:
        role = is_somebody["role"].split()
        role = role[role[0].lower() in _ARTICLES :]
        return " ".join(role[: role_length(role)])
    before = _ROLE_BEFORE.search(_HONORIFICS.sub("", text[max(0, start - 50) : start]))
    last = before[1].split() if before else []
    last = [word for word in last if not is_title(word)][-3:]
    while len(last) > 1 and role_of_several(" ".join(last[1:])) == role_of_several(" ".join(last)):
        last.pop(0)
    return " ".join(last) if role_of_several(" ".join(last)) else ""
