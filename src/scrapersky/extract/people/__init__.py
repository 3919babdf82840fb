"""People named on pages, with their roles."""

from scrapersky.extract.people.extraction import finding_of
from scrapersky.extract.people.name_words import is_given
from scrapersky.extract.people.names import Name, name_of
from scrapersky.extract.people.person import Person, listed_roles, person_key
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.search import people_in

__all__ = [
    "Name",
    "Person",
    "finding_of",
    "is_given",
    "listed_roles",
    "name_of",
    "people_in",
    "person_key",
    "role_in",
]
