"""Which importer writes the rows of which subject."""

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.extract.submitted.headings import Subject
from scrapersky.services.imports.addresses import TARGETS, AddressImporter
from scrapersky.services.imports.businesses import BusinessImporter
from scrapersky.services.imports.contacts import ContactImporter
from scrapersky.services.imports.files import RowImporter
from scrapersky.services.imports.places import PlaceImporter


def importer_of(
    subject: Subject, actor: Actor, *, queues: bool = False, title: str, list_name: str | None = None
) -> RowImporter:
    """`title` is the file's; places remember it, and the list that they are put on."""
    if subject is Subject.BUSINESSES:
        return BusinessImporter(actor, queues)
    if subject is Subject.CONTACTS:
        return ContactImporter(actor, queues)
    if subject is Subject.PLACES:
        return PlaceImporter(actor, title, queues, list_name)
    target = next(each for each in TARGETS if each.subject is subject)
    return AddressImporter(actor, target, queues)
