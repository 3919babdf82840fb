"""People shown as cards, in lists and in tables: a name, the role beside it, and the contacts below."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.apart import may_be_apart, names_only, names_with_roles, role_and_name
from scrapersky.extract.people.channels import before_channels, is_label, is_shared, mail_fits, mails_on, phones_on
from scrapersky.extract.people.labels import leads_row
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import SUFFIXES, is_suffix, is_title
from scrapersky.extract.people.names import MAX_NAME_LENGTH, name_of
from scrapersky.extract.people.neighbours import is_offered_at_places
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import MAX_ROLE_LENGTH, first_roles, is_role_line, role_in
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import ENOUGH, MAX_BLOCKS_BETWEEN, is_likely, is_sure, sighting
from scrapersky.extract.people.titles import before_degree
from scrapersky.extract.people.turns import begins_next_card, gap

_CARD_LINES = 7
# With an address and numbers after the name and the role.
_LONGEST_CARD_LINE = 300
# A sign that may begin one leads: a search leaps to it, and does not try a choice at every letter.
_PARTS = re.compile(
    r"[\s|•·\u2013\u2014,()\[\]:;](?:(?<=\s)(?:[-\u2013\u2014|•·/~]\s|[|•·\u2013\u2014]\s?|[(\[-])"
    r"|(?<=[|•·\u2013\u2014])\s?|(?<=[,:;])\s|(?<=[()\[\]]))"
)
_NAME_AND_ROLE = 2
_LONGEST_NAME_AND_ROLE = MAX_NAME_LENGTH + MAX_ROLE_LENGTH
_LONGEST_LISTED = 80
_MOST_TRADE_WORDS = 5
_TRADE = re.compile(r"[^\W\d_](?:[^\W\d_]|[ ,&/\u0900-\u0e4e-]){2,60}")
_LIKE_WORDS = -3  # a strength
_FAR = 8  # lines
_FEW = 4  # letters, or lines
_DASH = re.compile(r"\s[-\u2013\u2014|/]\s|,\s")
_MARK = re.compile(r"[-\u2013\u2014|•·/~,()\[:;]")
_LEGAL_FORM = re.compile(
    r"\b(?:inc|llc|llp|ltd|gmbh|gbr|ohg|ug|corp|plc|pllc|b\.?v|s\.?r\.?l|s\.?p\.?a|sarl|sas|pty)\b", re.IGNORECASE
)
_PRICE = re.compile(
    r"(?:[\u20ac$\u00a3\u00a5]\s?)?\d{1,4}(?:[.,]\d{1,2})?\s?(?:[\u20ac$\u00a3\u00a5]|eur|usd|z\u0142|kr|k\u010d|ft|lei|tl|,-)?",
    re.IGNORECASE,
)
_PRICED = re.compile(
    r"[\u20ac$\u00a3\u00a5\u20b9]\s?\d|\d\s?(?:[\u20ac$\u00a3\u00a5\u20b9]|(?:eur|usd|z\u0142|kr|k\u010d|ft|lei|tl|chf)\b|\u20bd|\u20b4)|\d\s?[円원]",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"[%+]?\d[\d.,]{0,8}\s?[kKmM]?[+%]|\d{3,6}")
_LIFETIME = re.compile(r"\b1[89]\d\d\s?[-\u2013]\s?(?:1[89]|20)\d\d\b")
_NUMBER = re.compile(r"\d{2}")
_FAX = re.compile(r"(?:tele)?fax\b|f:", re.IGNORECASE)


@lru_cache(maxsize=8_192)
def names_somebody(line: str) -> bool:
    """Whether a line that is not a name holds one, in a sentence or a card: nearly none does, whatever is around it."""
    if names_in(line):
        return True
    text = before_degree(before_channels(line))
    if len(line) > _LONGEST_CARD_LINE or len(text) > _LONGEST_NAME_AND_ROLE:
        return bool(names_with_roles(line))
    parts = (text, *_PARTS.split(text)) if _MARK.search(text) else (text,)
    is_card = any(name_of(part.strip()) for part in parts) or role_and_name(text) or names_only(text)
    return bool(is_card or names_with_roles(line))


def carded(
    lines: Sequence[Line],
    index: int,
    whole: Name | None,
    *,
    role_above: bool,
    role_by_place: str,
    is_in_list: bool,
) -> Iterator[Person]:
    """A line that is a name, or a name and a role; the role may be the line below, above, or the next cell."""
    line = lines[index].text
    if len(line) > _LONGEST_CARD_LINE:
        return
    if whole is None and (people := names_with_roles(line)):
        yield from (person for both in people for person in _card(lines, index, *both, is_whole=False))
        return
    text = line if whole else before_degree(before_channels(line))
    if text is not line:
        whole = name_of(text)
    is_marked = _MARK.search(text) is not None
    if len(text) > _LONGEST_NAME_AND_ROLE or not (whole or is_marked or may_be_apart(text)):
        return
    if whole and not _LEGAL_FORM.search(text):
        learnt = text.partition(", ")[2] if "." in whole.suffix or role_in(whole.suffix) else ""
        role_raw = _role_around(lines, index, role_by_place, role_above=role_above) or learnt
        is_told = is_in_list and _LIKE_WORDS < whole.strength < 0
        name = replace(whole, strength=0) if is_told else whole
        yield from _card(lines, index, name, role_raw, is_whole=True, is_in_list=is_in_list)
    elif (both := role_and_name(text)) is not None and not is_offered_at_places(lines, index, both[1]):
        name, role_raw = both
        near = _role_near(lines, index, role_above=role_above) if _is_degree(role_raw) or role_raw.isupper() else ""
        yield from _card(lines, index, name, near or role_raw or _word_before(lines, index), is_whole=True)
    elif (listed := names_only(text)) and not lines[index].in_navigation:
        for name in listed:
            yield from _card(lines, index, name, "", is_whole=True)
    elif is_marked:
        yield from _in_parts(lines, index, text)


def _role_around(lines: Sequence[Line], index: int, role_by_place: str, *, role_above: bool) -> str:
    """The role near a line that is a name: what its place tells, unless a known one stands below it."""
    near = _role_near(lines, index, role_above=role_above)
    has_column = lines[index].row and role_by_place
    is_below = not has_column and _is_line_below(lines, index, near)
    return near if is_below else role_by_place or near


def _word_before(lines: Sequence[Line], index: int) -> str:
    """The word that leads a line with a name, where the lines beside it have a role there."""
    beside = [lines[at] for at in (index - 1, index + 1) if 0 <= at < len(lines)]
    alike = [line.text for line in beside if line.is_heading == lines[index].is_heading]
    return lines[index].text.partition(" ")[0] if any(map(role_and_name, alike)) else ""


def _is_line_below(lines: Sequence[Line], index: int, role: str) -> bool:
    """Whether one of the next lines is the role and no more."""
    below = [line.text for line in lines[index + 1 : index + 3]]
    return bool(role) and any(role in text and len(text) - len(role) < _FEW for text in below)


def _in_parts(lines: Sequence[Line], index: int, text: str) -> Iterator[Person]:
    """`Jane Doe - Owner`, `Jane Doe (Owner)`: marks part the name from the role."""
    parts = [part.strip() for part in _PARTS.split(text) if part and part.strip()]
    if not 2 <= len(parts) <= 6 or text.count(":") > 1:
        return
    name_part = next((part for part in parts if is_likely(name_of(part))), "")
    if not name_part and name_of(parts[0]) and _is_listed(lines, index):
        name_part = parts[0]
    name = name_of(name_part) if name_part and not _LEGAL_FORM.search(text) else None
    if not name or (name_part != parts[0] and is_role_line(parts[0]) and _is_of_name_before(lines, index)):
        return
    roles = [part for part in parts if part != name_part and is_role_line(part)]
    is_listed = (not roles or name.strength <= 0) and _is_listed(lines, index)
    if not (roles or is_listed) and any(map(_is_state, parts[1:])):
        return
    trades = () if roles else _unknown_trade(parts, text, name, is_listed=is_listed)
    roles = roles or [trade for trade in trades if not _is_degree(trade)]
    role_raw = min(roles, key=_is_degree, default="")
    if not role_raw and name_part == parts[0] and ("(" in text or all(map(_is_degree, parts[1:]))):
        role_raw = _role_near(lines, index, role_above=False)
    if role_raw or name_part == parts[0]:
        yield from _card(lines, index, name, role_raw, is_whole=False, is_in_list=is_listed)


def _is_state(part: str) -> bool:
    """`Bento Rosa - RS`, `Santa Clara, CA`: two capitals behind a town."""
    return len(part) == _NAME_AND_ROLE and part.isalpha() and part.isupper() and not is_suffix(part)


def _is_of_name_before(lines: Sequence[Line], index: int) -> bool:
    """Whether a line stands right below a sure name: what it says is about that one."""
    return index > 0 and is_sure(name_of(lines[index - 1].text)) and gap(lines, index - 1) <= MAX_BLOCKS_BETWEEN


def _is_listed(lines: Sequence[Line], index: int) -> bool:
    """Whether the line before or after, or the next heading for a heading, is a name, a mark and a role: a list."""
    near = range(max(0, index - _FAR), min(len(lines), index + _FAR + 1))
    beside = [(at, lines[at].text) for at in near if at != index and lines[at].is_heading == lines[index].is_heading]
    return any(
        len(text) <= _LONGEST_LISTED
        and _DASH.search(text)
        and _is_name_and_role(*_DASH.split(text, maxsplit=1), is_near=abs(at - index) == 1 or lines[index].is_heading)
        for at, text in beside
    )


def _is_name_and_role(name: str, role: str, *, is_near: bool) -> bool:
    if not is_near:
        return is_role_line(role) and is_sure(name_of(name))
    return is_likely(name_of(name)) and (len(_DASH.split(role)) == 1 or bool(role_in(role)))


def _unknown_trade(parts: Sequence[str], text: str, name: Name, *, is_listed: bool) -> Iterator[str]:
    """`Jane Doe \u2013 kinesist`: a word or two in small letters after a sure name and a dash; in a list, any words."""
    if is_listed and parts[0] != parts[-1] and name_of(parts[0]) == name and not _NUMBER.search(text):
        yield _DASH.split(text, maxsplit=1)[-1]
    elif name.strength >= ENOUGH and name_of(parts[0]) == name and (mark := _DASH.search(text)):
        trade = text[mark.end() :].partition(" (")[0]
        is_short = trade.count(" ") < (_NAME_AND_ROLE if mark[0] == ", " else _MOST_TRADE_WORDS)
        if is_short and not trade[:1].isupper() and _TRADE.fullmatch(trade) and not is_label(trade):
            yield trade


def _is_degree(role: str) -> bool:
    """`DDS` says what Jane Doe, DDS - Lead Dentist has learnt; what she does stands beside it."""
    return role.lower() in SUFFIXES or all(map(is_title, role.split()))


def _card(
    lines: Sequence[Line], index: int, name: Name, role_raw: str, *, is_whole: bool, is_in_list: bool = False
) -> Iterator[Person]:
    if not role_raw and (_has_price(lines, index) or (name.strength <= 0 and not _has_mail_near(lines, index))):
        return
    if name.strength < ENOUGH and _is_in_card_of_another(lines, index):
        return
    email, phone = _card_contacts(list(_card_lines(lines, index)), name)
    bonus = (2 if role_raw else 0) + (3 if email and mail_fits(email, name) else 0) + (1 if is_whole else 0)
    bonus += (1 if role_raw and is_in_list else 0) - (2 if lines[index].in_navigation else 0)
    if name.strength <= 0 and not (
        mail_fits(email, name) or (role_raw and (lines[index].is_heading or is_in_list or email or phone))
    ):
        return
    if name.strength + bonus >= ENOUGH:
        reason = "a card with a role" if role_raw else "a line that is a name"
        role = role_in(role_raw) or role_in(name.suffix) or role_in(name.title)
        person = sighting(name, role, role_raw, _snippet(lines, index), reason, bonus=bonus)
        yield replace(person, email=email, phone=phone)


def _is_in_card_of_another(lines: Sequence[Line], index: int) -> bool:
    """Whether roles, and above them a sure name as a heading, stand over a line: it is where that one works."""
    for other in range(index - 1, max(-1, index - _FEW), -1):
        if lines[index].is_heading or gap(lines, other) > MAX_BLOCKS_BETWEEN:
            return False
        if lines[other].is_heading:
            return other < index - 1 and is_sure(name_of(lines[other].text))
        if not is_role_line(lines[other].text):
            return False
    return False


def _has_price(lines: Sequence[Line], index: int) -> bool:
    """Whether a price stands on a line, in its row or right below: what is called so is for sale. Or a life's years."""
    line, below = lines[index], lines[index + 1] if index + 1 < len(lines) else None
    if index and _COUNTED.fullmatch(lines[index - 1].text):
        return True
    if line.text.startswith("R. ") and any(map(str.isdigit, line.text + (below.text if below else ""))):
        return True  # a street, in Portuguese
    if _PRICED.search(line.text) or _LIFETIME.search(line.text):
        return True
    if below is None:
        return False
    return _PRICE.fullmatch(below.text) is not None or (
        0 < line.row == below.row and _PRICED.search(below.text) is not None
    )


def _has_mail_near(lines: Sequence[Line], index: int) -> bool:
    return any(line.links or "@" in line.text for line in lines[index : index + _CARD_LINES])


def _role_near(lines: Sequence[Line], index: int, *, role_above: bool) -> str:
    """The role on the line above where the list has it so, else on one of the two lines below."""
    for other in (index - 1,) if role_above else (index + 1, index + 2):
        if other >= len(lines) or abs(lines[other].block - lines[index].block) > MAX_BLOCKS_BETWEEN:
            break
        if lines[other].row != lines[index].row and leads_row(lines, other):
            break
        if begins_next_card(lines, index, other):
            break
        text = before_channels(lines[other].text)
        if _holds_name(text) and not ("," in text and is_role_line(text.partition(",")[0])):
            break
        if is_role_line(text):
            both = role_and_name(text)
            return _bare(text) if both is None or not is_likely(both[0]) else ""
        if len(text) <= _LONGEST_LISTED * 3 and (first := first_roles(text)):
            return _bare(first)
        if lines[other].is_heading:
            break
    return ""


def _bare(role: str) -> str:
    """Without marks around it; `Treasurer (acting)` keeps both of its own."""
    role = role.strip(" ,:-\u2013")
    return role if "(" in role[1:] and role.endswith(")") else role.strip("()")


def _holds_name(text: str) -> bool:
    if is_likely(name_of(text)) or any(name.strength >= ENOUGH for name, _, _ in names_in(text)):
        return True
    return _MARK.search(text) is not None and is_sure(name_of(_PARTS.split(text, maxsplit=1)[0]))


def _card_contacts(card: Sequence[Line], name: Name) -> tuple[str, str]:
    """The first mail and phone of the card; an address such as info@ is the firm's, not the person's."""
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
        if line.row != before.row or line.block - before.block > MAX_BLOCKS_BETWEEN or _holds_name(line.text):
            return
        yield line


def _snippet(lines: Sequence[Line], index: int) -> str:
    return " / ".join(line.text for line in lines[max(0, index - 1) : index + 3])
