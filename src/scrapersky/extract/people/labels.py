"""People named after a label, such as `Owner: Jane Doe`, or below it."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import MAX_ROLE_LENGTH, role_in
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import AFTER_LABEL, ENOUGH, MAX_BLOCKS_BETWEEN, sighting

_LABEL = re.compile(r"^(?P<label>[^:\uff1a]{2,70})[:\uff1a]\s?(?P<rest>.{0,200})$")
_SEVERAL = re.compile(r",\s|\s(?:und|and|et|y|e|en|och|og|i|ja|&|\+)\s|\s?/\s?|;\s?")
_LIST = 2
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


def may_label(text: str) -> bool:
    return ":" in text or "\uff1a" in text or _MAY_LABEL.match(text) is not None


def labelled(lines: Sequence[Line], index: int) -> Iterator[Person]:
    """`Owner: Jane Doe`, also with the name on the next lines or in the next cell."""
    text = lines[index].text
    match = (_LABEL.match(text) if ":" in text or "\uff1a" in text else None) or _BYLINE.match(text)
    label = (match.groupdict().get("label") or "by").strip() if match else text
    role = role_in(label) if match and len(label) <= MAX_ROLE_LENGTH else ""
    several = match is not None and ":" in match["rest"]
    if several:
        return
    if not (role or _NAME_LABEL.match(label)):
        yield from _listed_after(label, match["rest"], text) if match else ()
        return
    for rest in [match["rest"]] if match and match["rest"] else _texts_below(lines, index):
        names = _names_listed(rest)
        if not names:
            break
        snippet = text if rest in text else f"{text} {rest}"
        for name in names:
            if role or match or name.strength:
                yield sighting(name, role, label if role else "", snippet, AFTER_LABEL, bonus=3)


def _listed_after(label: str, rest: str, text: str) -> Iterator[Person]:
    """`Istruttori: Anna Rossi, Bruno Neri`: nothing but names after a word or two tells what they are."""
    if label.count(" ") > 1 or not rest[:1].isupper() or any(map(str.isdigit, rest)):
        return
    parts = [part.strip() for part in _SEVERAL.split(rest)]
    if len(parts) < _LIST:
        return
    names = [name for part in parts if (name := name_of(part)) is not None and name.strength >= ENOUGH]
    if len(names) == len(parts):
        yield from (sighting(name, "", label, text, AFTER_LABEL, bonus=1) for name in names)


def _texts_below(lines: Sequence[Line], index: int) -> list[str]:
    return [line.text for line in lines[index + 1 : index + 4] if line.block - lines[index].block <= MAX_BLOCKS_BETWEEN]


def _names_listed(text: str) -> list[Name]:
    whole = name_of(text)
    if whole:
        return [whole]
    names = [name_of(part.strip()) for part in _SEVERAL.split(text[:200])]
    listed = [name for name in names if name]
    if listed and listed[0] is names[0]:
        return listed
    return [name for name, _, _ in names_in(text[:200]) if name.strength >= ENOUGH]
