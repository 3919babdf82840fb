"""One place of a page that shows a person, and how sure it makes us."""

from scrapersky.extract.finding import Finding
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import MAX_ROLE_LENGTH

# So many witnesses, as `Name.strength` counts them, make a person.
ENOUGH = 3
AFTER_LABEL = "after a label"
IN_SENTENCE = "a name in a sentence"
COUPLE = "a couple"
IN_PARAGRAPH = "a paragraph about somebody"
# What is further down the page than so many blocks belongs to something else.
MAX_BLOCKS_BETWEEN = 8


def is_after_label(person: Finding) -> bool:
    """`Owner: Jane Doe` is the business's word, whatever stands above."""
    return person.reason == AFTER_LABEL and bool(person.fact("role"))


def is_likely(name: Name | None) -> bool:
    return name is not None and name.strength >= 1


def is_sure(name: Name | None) -> bool:
    return name is not None and name.strength >= ENOUGH


def sighting(name: Name, role: str, role_raw: str, snippet: str, reason: str, *, bonus: int) -> Person:
    return Person(
        name.full,
        name.given,
        name.family,
        name.title,
        role,
        role_raw.strip(" ,:;&-\u2013")[:MAX_ROLE_LENGTH],
        snippet=snippet[:300],
        confidence=round(min(0.95, 0.35 + 0.1 * (name.strength + bonus)), 2),
        reason=reason,
    )
