"""People named on pages, with their roles."""

from scrapersky.extract.people.channels import mail_fits
from scrapersky.extract.people.customers import is_of_customers
from scrapersky.extract.people.extraction import finding_of
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import is_given
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import Person, listed_roles, person_key
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.search import people_in
from scrapersky.extract.people.sighting import IN_SENTENCE, is_after_label

__all__ = [
    "IN_SENTENCE",
    "Name",
    "Person",
    "finding_of",
    "is_after_label",
    "is_given",
    "is_of_customers",
    "listed_roles",
    "mail_fits",
    "name_of",
    "people_in",
    "person_key",
    "role_in",
]
