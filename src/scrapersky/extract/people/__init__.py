"""People named on pages, with their roles."""

from .extraction import extract_people, finding_of
from .name_words import is_given
from .names import Name, name_of
from .person import Person, listed_roles, person_key
from .roles import role_in
from .search import people_in

__all__ = [
    "Name",
    "Person",
    "extract_people",
    "finding_of",
    "is_given",
    "listed_roles",
    "name_of",
    "people_in",
    "person_key",
    "role_in",
]
