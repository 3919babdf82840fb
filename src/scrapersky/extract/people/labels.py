"""People named after a label, such as `Owner: Jane Doe`, or below it."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.channels import before_channels, is_label
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import SUFFIXES
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import MAX_ROLE_LENGTH, role_in, role_of_several
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import AFTER_LABEL, ENOUGH, MAX_BLOCKS_BETWEEN, sighting
from scrapersky.extract.phrases import words

_LABEL = re.compile(r"^(?P<label>[^:\uff1a]{2,70})[:\uff1a]\s?(?P<rest>.{0,200})$")
# A sign that may begin one leads: a search leaps to it, and does not try a choice at every letter.
SEVERAL = re.compile(r"[\s,/;](?:(?<=,)\s|(?<=\s)(?:(?:und|and|et|y|e|en|och|og|i|ja|&|\+)\s|/\s?)|(?<=[/;])\s?)")
_MARK = re.compile(r"\s[-\u2013\u2014|]\s|,\s|\s\(")
_SHORT_FAMILY = re.compile(r"(?<=[a-z]\s)[A-Z]{2,3}$")  # `Jean LY`, where other capitals may be letters of a firm
_LONGEST_HEAD = 40
_NO_NAME = -3  # a strength
_LABEL_WORDS = 3
_DIGIT = re.compile(r"\d")
# Sentences end after longer words than titles are.
_SEGMENTS = re.compile(
    r"\s?[|\u2022\u00b7]\s|(?<=[^\W\d_]{4})(?<!Dipl)(?<!dent)(?<!Dott)(?i:(?<!prof))\.\s(?=[A-Z\u00c0-\u00de\u0391-\u03a9\u0401-\u042f])"
)
_NAME_LABEL = re.compile(
    r"^(?:contact(?: name| person)?|name|attn|attention|by|posted by|written by|author|photo by|kontakt"
    r"|ansprechpartner(?:in)?|nom|nombre|nome|naam|namn|autor)$",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"^(?:posted |written |published )?(?:by|von|par|por|di|door|av|af)\s(?P<rest>.{3,80})$", re.IGNORECASE
)

# What a label without a colon begins with; nearly no line does, and this is quicker to tell than the rest.
_BEGINNINGS = tuple(
    sorted(
        words(
            "contact name att by posted written published author photo kontakt anspr nom naam autor von par por di door"
            " av af"
        )
    )
)
_INITIALS = frozenset(beginning[0] for beginning in _BEGINNINGS)


def lines_with_labels(lines: Sequence[Line]) -> frozenset[int]:
    """The lines that may be, or have, a label."""
    texts = [line.text for line in lines]
    told = {index for index, text in enumerate(texts) if ":" in text or "\uff1a" in text}
    told.update(
        index
        for index, text in enumerate(texts)
        if text[:1].lower() in _INITIALS and text[:9].lower().startswith(_BEGINNINGS)
    )
    rows = [line.row for line in lines]
    told.update(index for index, row in enumerate(rows) if row and leads_row(lines, index))
    return frozenset(told)


def leads_row(lines: Sequence[Line], index: int) -> bool:
    """Whether a line is the first cell of a row, or the term of a definition: it labels what stands beside it."""
    row = lines[index].row
    if not row or len(lines[index].text) > _LONGEST_HEAD or (index and lines[index - 1].row == row):
        return False
    return index + 1 < len(lines) and lines[index + 1].row == row


def is_row_of_labels(text: str) -> bool:
    """`Jane Doe | Office: John Roe. Fax: 12345`: a label is one part of a line."""
    has_marks = ". " in text or "|" in text or "\u00b7" in text or "\u2022" in text
    return has_marks and ":" in text[:-1] and _SEGMENTS.search(text) is not None


def labelled(lines: Sequence[Line], index: int) -> Iterator[Person]:
    """`Owner: Jane Doe`, also with the name on the next lines or in the next cell; or several, one after another."""
    text = lines[index].text
    if not is_row_of_labels(text):
        yield from _labelled(lines, index)
        return
    for part in _SEGMENTS.split(text):
        if ":" in part[:-1]:
            yield from _labelled((Line(part.strip(" .")),), 0)


def _labelled(lines: Sequence[Line], index: int) -> Iterator[Person]:
    text = lines[index].text
    match = (_LABEL.match(text) if ":" in text or "\uff1a" in text else None) or _BYLINE.match(text)
    label = (match.groupdict().get("label") or "by").strip() if match else text
    tells = match is not None or (leads_row(lines, index) and name_of(_MARK.split(text, maxsplit=1)[0]) is None)
    role = role_of_several(label) if tells and len(label) <= MAX_ROLE_LENGTH else ""
    names_somebody = bool(role) or _NAME_LABEL.match(label) is not None
    if not (tells or names_somebody):
        return
    rests = [match["rest"]] if match and match["rest"] else list(_texts_beside(lines, index))
    if not rests or ":" in rests[0]:
        return
    if not names_somebody:
        yield from _listed_after(label, rests[0], text)
        return
    for rest in rests:
        names = names_listed(rest)
        if not names and role and match and (unknown := _name_in_other_letters(rest)):
            names = [(unknown, "")]
        if not names:
            break
        snippet = text if rest in text else f"{text} {rest}"
        for name, own in names:
            is_next_section = not (role or match) and lines[index + 1].is_heading and not lines[index].is_heading
            if name.strength > _NO_NAME and (
                role or match or (name.strength >= ENOUGH if is_next_section else name.strength)
            ):
                raw = own or (label if role else "")
                yield sighting(name, role_in(own) or role, raw, snippet, AFTER_LABEL, bonus=3)


def _listed_after(label: str, rest: str, text: str) -> Iterator[Person]:
    """`Istruttori: Anna Rossi, Bruno Neri`: nothing but names after a word or two tells what they are."""
    if label.count(" ") > _LABEL_WORDS or not rest[:1].isupper() or " " not in rest or _DIGIT.search(rest):
        return
    names = []
    for part in SEVERAL.split(rest):
        name, own = _with_own_role(part.strip())
        if name is None or name.strength < ENOUGH:
            return
        names.append((name, own))
    if name_of(label) is None and not is_label(label):
        yield from (sighting(name, role_in(own), own or label, text, AFTER_LABEL, bonus=1) for name, own in names)


def _texts_beside(lines: Sequence[Line], index: int) -> Iterator[str]:
    """The rest of the row, or the lines below."""
    is_row = leads_row(lines, index)
    for line in lines[index + 1 : index + 4]:
        if line.block - lines[index].block <= MAX_BLOCKS_BETWEEN and not (is_row and line.row != lines[index].row):
            yield line.text


def _with_own_role(text: str) -> tuple[Name | None, str]:
    """`Jane Doe (Sales)`: what stands in brackets behind a name is what this one does, or has learnt."""
    name, _, own = text.removesuffix(")").partition(" (") if text.endswith(")") else (text, "", "")
    return name_of(name), own if role_in(own) and own.lower() not in SUFFIXES else ""


def _name_in_other_letters(text: str) -> Name | None:
    """Two words that no list has, in letters without capitals: after a role and a colon they are somebody's name."""
    words = text.split()
    if len(words) != 2 or not all(word.isalpha() and "\u05d0" <= word[0] <= "\u06cc" for word in words):
        return None
    is_thing = words[0].startswith("ال") or role_in(text)
    return None if is_thing else Name(words[0], words[1], strength=1, written=text)


def names_listed(text: str) -> list[tuple[Name, str]]:
    """One name or several, each with a role of its own in brackets."""
    text = before_channels(text[:200])
    whole = name_of(text) or name_of(_SHORT_FAMILY.sub(lambda family: family[0].title(), text))
    if whole:
        return [(whole, "")]
    names = [_with_own_role(part.strip(" .")) for part in SEVERAL.split(text)]
    listed = [(name, own) for name, own in names if name]
    first = SEVERAL.split(text)[0]
    if listed and names[0][0] is listed[0][0]:
        return listed
    if len(names) == 2 and names[1][0] and first.isalpha() and first[0].isupper():
        return [(Name(first, names[1][0].family, strength=names[1][0].strength), ""), *listed]
    return [(name, "") for name, _, _ in names_in(text) if name.strength >= ENOUGH]
