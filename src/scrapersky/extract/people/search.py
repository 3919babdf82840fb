"""People among the lines of a page: labels, cards, tables, and names in sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from scrapersky.extract.folding import folded
from scrapersky.extract.page_lines import Line

from .channels import is_shared, mail_fits, mails_on, phones_on
from .customers import customers_lines, is_customers
from .name_words import GENERATIONS
from .names import MAX_NAME_LENGTH, Name, name_of
from .other_scripts import people_in_other_scripts
from .person import Person
from .roles import MAX_ROLE_LENGTH, is_role_line, role_in
from .sentences import names_in

MAX_PEOPLE = 500
MAX_ROLES = 8
_CARD_LINES = 7
_MAX_BLOCKS_BETWEEN = 8
_ENOUGH = 3
_LABEL = re.compile(r"^(?P<label>[^:\uff1a]{2,70})[:\uff1a]\s?(?P<rest>.{0,200})$")
_PARTS = re.compile(r"\s[-\u2013\u2014|•·/~]\s|\s?[|•·\u2013\u2014]\s?|,\s|\s?\(|\)|:\s|\s-|;\s")
_MARKS = frozenset("-\u2013\u2014|•·/~,():;")
_SEVERAL = re.compile(r",\s|\s(?:und|and|et|y|e|en|och|og|i|ja|&|\+)\s|\s?/\s?|;\s?")
_NAME_LABEL = re.compile(
    r"^(?:contact(?: name| person)?|name|attn|attention|by|posted by|written by|author|photo by|kontakt"
    r"|ansprechpartner(?:in)?|nom|nombre|nome|naam|namn|autor)$",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"^(?:posted |written |published )?(?:by|von|par|por|di|door|av|af)\s(?P<rest>.{3,80})$", re.IGNORECASE
)
# What a label without a colon begins with; nearly no line does, and this is quicker to tell than the rest.
_MAY_LABEL = re.compile(
    r"contact|name|att|by|posted|written|published|author|photo|kontakt|anspr|nom|naam|autor|von|par|por|di|door|av|af",
    re.IGNORECASE,
)
_LEGAL_FORM = re.compile(
    r"\b(?:inc|llc|llp|ltd|gmbh|corp|plc|pllc|b\.?v|s\.?r\.?l|s\.?p\.?a|sarl|sas|pty)\b", re.IGNORECASE
)
_FAX = re.compile(r"(?:tele)?fax\b|f:", re.IGNORECASE)
_ROLE_BEFORE = re.compile(r"([^.,;:!?()]{2,50})[,:]?\s$")
_ROLE_AFTER = re.compile(
    r"^(?:,|\s[-\u2013\u2014(]|\s\(|,? (?:is|was) (?:our|the|an?)|, (?:our|the|an?))\s?([^.;!?()|\u2022\u00b7]{2,60})"
)


def people_in(lines: Sequence[Line]) -> list[Person]:
    """Return each person once, in page order; a sighting with a role, mail or phone completes one without."""
    found: dict[str, Person] = {}
    customers = customers_lines(lines)
    seen = (
        replace(person, is_customer=True) if index in customers or is_customers(lines[index].text) else person
        for index, person in _sightings(lines)
    )
    for person in chain(seen, people_in_other_scripts(lines)):
        key = _key(person)
        found[key] = _merged(found[key], person) if key in found else person
        if len(found) >= MAX_PEOPLE:
            break
    return list(found.values())


def _sightings(lines: Sequence[Line]) -> Iterator[tuple[int, Person]]:
    """Each person with the number of the line."""
    names = [name_of(line.text) if 3 < len(line.text) <= MAX_NAME_LENGTH else None for line in lines]
    below_role = _names_below_their_role(lines, names)
    for index, line in enumerate(lines):
        if len(line.text) < 4:
            continue
        labelled = [*_labelled(lines, index)] if ":" in line.text or _MAY_LABEL.match(line.text) else []
        for person in labelled or _carded(lines, index, names[index], role_above=index in below_role):
            yield index, person
        if not labelled and len(line.text) > 12:
            for person in _in_sentence(line):
                yield index, person


def _names_below_their_role(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """Where names and roles take turns, a list that begins with a role and ends with a name has the role first."""
    is_name = [name is not None and _is_likely(name) for name in names]
    is_role = [
        not is_name[index]
        and (is_name[index - 1] or (index + 1 < len(lines) and is_name[index + 1]))
        and is_role_line(line.text)
        for index, line in enumerate(lines)
    ]
    found: set[int] = set()
    index = 1
    while index < len(lines):
        chain = [index]
        while is_name[index] and chain[-1] + 2 < len(lines) and is_role[chain[-1] + 1] and is_name[chain[-1] + 2]:
            chain.append(chain[-1] + 2)
        ends_with_role = chain[-1] + 1 < len(lines) and is_role[chain[-1] + 1]
        if is_name[index] and is_role[index - 1] and not ends_with_role:
            found.update(chain)
        index = chain[-1] + 1
    return frozenset(found)


def _labelled(lines: Sequence[Line], index: int) -> Iterator[Person]:
    """`Owner: Jane Doe`, also with the name on the next lines or in the next cell."""
    text = lines[index].text
    match = (_LABEL.match(text) if ":" in text or "\uff1a" in text else None) or _BYLINE.match(text)
    label = (match.groupdict().get("label") or "by").strip() if match else text
    role = role_in(label) if match and len(label) <= MAX_ROLE_LENGTH else ""
    several = match is not None and ":" in match["rest"]
    if several or not (role or _NAME_LABEL.match(label)):
        return
    for rest in [match["rest"]] if match and match["rest"] else _texts_below(lines, index):
        names = _names_listed(rest)
        if not names:
            break
        snippet = text if rest in text else f"{text} {rest}"
        for name in names:
            if role or match or name.strength:
                yield _person(name, role, label if role else "", snippet, "after a label", bonus=3)


def _texts_below(lines: Sequence[Line], index: int) -> list[str]:
    return [
        line.text for line in lines[index + 1 : index + 4] if line.block - lines[index].block <= _MAX_BLOCKS_BETWEEN
    ]


def _names_listed(text: str) -> list[Name]:
    whole = name_of(text)
    if whole:
        return [whole]
    names = [name_of(part.strip()) for part in _SEVERAL.split(text[:200])]
    listed = [name for name in names if name]
    if listed and listed[0] is names[0]:
        return listed
    return [name for name, _, _ in names_in(text[:200]) if name.strength >= _ENOUGH]


def _carded(lines: Sequence[Line], index: int, whole: Name | None, *, role_above: bool) -> Iterator[Person]:
    """A line that is a name, or a name and a role; the role may be the line below, above, or the next cell."""
    text = lines[index].text
    if len(text) > MAX_NAME_LENGTH + MAX_ROLE_LENGTH:
        return
    if whole and not _LEGAL_FORM.search(text):
        role_raw = _role_near(lines, index, role_above=role_above)
        yield from _card(lines, index, whole, role_raw, is_whole=True)
        return
    if _MARKS.isdisjoint(text):
        return
    parts = [part.strip() for part in _PARTS.split(text) if part and part.strip()]
    if not 2 <= len(parts) <= 6 or text.count(":") > 1:
        return
    name_part = next((part for part in parts if _is_likely(name_of(part))), "")
    name = name_of(name_part) if name_part and not _LEGAL_FORM.search(text) else None
    if not name:
        return
    role_raw = next((part for part in parts if part != name_part and is_role_line(part)), "")
    if role_raw or name_part == parts[0]:
        yield from _card(lines, index, name, role_raw, is_whole=False)


def _is_likely(name: Name | None) -> bool:
    return name is not None and name.strength >= 1


def _card(lines: Sequence[Line], index: int, name: Name, role_raw: str, *, is_whole: bool) -> Iterator[Person]:
    if name.strength <= 0 and not role_raw and not _has_mail_near(lines, index):
        return
    email, phone = _card_contacts(lines, index, name)
    bonus = (2 if role_raw else 0) + (3 if email and mail_fits(email, name) else 0) + (1 if is_whole else 0)
    bonus -= 1 if lines[index].in_navigation else 0
    if name.strength <= 0 and not (
        mail_fits(email, name) or (role_raw and (lines[index].is_heading or email or phone))
    ):
        return
    if name.strength + bonus >= _ENOUGH:
        reason = "a card with a role" if role_raw else "a line that is a name"
        role = role_in(role_raw) or role_in(name.suffix) or role_in(name.title)
        person = _person(name, role, role_raw, _snippet(lines, index), reason, bonus=bonus)
        yield replace(person, email=email, phone=phone)


def _has_mail_near(lines: Sequence[Line], index: int) -> bool:
    return any(line.links or "@" in line.text for line in lines[index : index + _CARD_LINES])


def _role_near(lines: Sequence[Line], index: int, *, role_above: bool) -> str:
    """The role on the line above where the list has it so, else on one of the two lines below."""
    for other in (index - 1,) if role_above else (index + 1, index + 2):
        if other >= len(lines) or abs(lines[other].block - lines[index].block) > _MAX_BLOCKS_BETWEEN:
            break
        if _holds_name(lines[other].text):
            break
        if is_role_line(lines[other].text):
            return lines[other].text.strip(" ,:-\u2013")
    return ""


def _holds_name(text: str) -> bool:
    return _is_likely(name_of(text)) or any(name.strength >= _ENOUGH for name, _, _ in names_in(text))


def _card_contacts(lines: Sequence[Line], index: int, name: Name) -> tuple[str, str]:
    """The first mail and phone of the card; an address such as info@ is the firm's, not the person's."""
    card = list(_card_lines(lines, index))
    mails = [mail for line in card for mail in mails_on(line)]
    fitting = [mail for mail in mails if mail_fits(mail, name)]
    has_role = bool(mails) and bool(role_in(" ".join(line.text for line in card[:3])))
    own = [mail for mail in mails if has_role and not is_shared(mail)]
    phones = (number for line in card if not _FAX.match(line.text) for number in phones_on(line))
    return next(iter(fitting or own), ""), next(phones, "")


def _card_lines(lines: Sequence[Line], index: int) -> Iterator[Line]:
    """The name's line and those below it, until another name, a gap, or the end of the table row."""
    yield lines[index]
    for before, line in pairwise(lines[index : index + _CARD_LINES]):
        if line.row != before.row or line.block - before.block > _MAX_BLOCKS_BETWEEN or _holds_name(line.text):
            return
        yield line


def _in_sentence(line: Line) -> Iterator[Person]:
    names = names_in(line.text)
    emails = list(mails_on(line)) if names else []
    for name, start, end in names:
        role_raw = _role_beside(line.text, start, end)
        email = next((mail for mail in emails if mail_fits(mail, name)), "")
        bonus = (1 if role_raw else 0) + (2 if email else 0)
        if name.strength + bonus >= _ENOUGH + (1 if line.in_navigation else 0):
            snippet = line.text[max(0, start - 80) : end + 80]
            person = _person(name, role_in(role_raw), role_raw, snippet, "a name in a sentence", bonus=bonus)
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


def _person(name: Name, role: str, role_raw: str, snippet: str, reason: str, *, bonus: int) -> Person:
    return Person(
        name.full,
        name.given,
        name.family,
        name.title,
        role,
        role_raw.rstrip(" ,:;-\u2013")[:MAX_ROLE_LENGTH],
        snippet=snippet[:300],
        confidence=round(min(0.95, 0.35 + 0.1 * (name.strength + bonus)), 2),
        reason=reason,
    )


def _snippet(lines: Sequence[Line], index: int) -> str:
    return " / ".join(line.text for line in lines[max(0, index - 1) : index + 3])


def _key(person: Person) -> str:
    family = folded(person.family).split()
    bare = family[:-1] if len(family) > 1 and person.family.split()[-1] in GENERATIONS else family
    return f"{folded(person.given.split()[0])} {' '.join(bare)}"


def _merged(first: Person, second: Person) -> Person:
    best, other = (second, first) if second.confidence > first.confidence else (first, second)
    return replace(
        best,
        other_roles=_other_roles(best, other),
        role=best.role or other.role,
        role_raw=best.role_raw or other.role_raw,
        email=best.email or other.email,
        phone=best.phone or other.phone,
        title=best.title or other.title,
        is_customer=best.is_customer and other.is_customer,
    )


def _other_roles(best: Person, other: Person) -> tuple[str, ...]:
    """What the page calls this person besides the role that is shown: another role, not other words for it."""
    known = {best.role or other.role}
    found: list[str] = []
    for told in (best.role_raw, other.role_raw, *best.other_roles, *other.other_roles):
        role = role_in(told) if told else ""
        if role and role not in known:
            known.add(role)
            found.append(told)
    return tuple(found[:MAX_ROLES])
