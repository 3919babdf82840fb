"""A person named on a page."""

from dataclasses import dataclass

from scrapersky.extract.folding import folded


@dataclass(frozen=True, slots=True)
class Person:
    """A name with what the page says about it; `role` is the normal word, `role_raw` the page's own.

    `other_roles` are what else the page calls the person, in its own words. `is_customer` is whoever is named only
    among customers' words or readers' comments.
    """

    name: str
    given: str
    family: str
    title: str = ""
    role: str = ""
    role_raw: str = ""
    email: str = ""
    phone: str = ""
    other_roles: tuple[str, ...] = ()
    snippet: str = ""
    confidence: float = 0.5
    reason: str = ""
    is_customer: bool = False


def person_key(name: str) -> str:
    """What two ways of writing one person's name have in common: initials in the middle come and go.

    >>> person_key("Jane M. Doe") == person_key("JANE DOE"), person_key("J. Doe"), person_key("Łukasz Nowak")
    (True, 'j. doe', 'lukasz nowak')
    """
    words = folded(name).split()
    full = [word for word in words if len(word.rstrip(".")) > 1]
    return " ".join(full if len(full) > 1 else words)


def listed_roles(*roles: str | None) -> str:
    """Roles as one fact of a finding, each once.

    >>> listed_roles("Owner", "owner", "", "Dentist")
    'Owner; Dentist'
    """
    first: dict[str, str] = {}
    for role in roles:
        if role:
            first.setdefault(role.lower(), role)
    return "; ".join(first.values())
