"""What the product itself adds at the points where packages do, in the order in which people meet it."""

from functools import cache
from importlib.metadata import EntryPoint

from scrapersky.clients.extensions import extension
from scrapersky.clients.places.registry import SOURCES

_TARGETS = {
    "webhook": "scrapersky.clients.delivery.webhook:Webhook.from_settings",
    "hubspot": "scrapersky.clients.delivery.hubspot:HubSpot.from_settings",
    "brevo": "scrapersky.clients.delivery.brevo:Brevo.from_settings",
    "rest": "scrapersky.clients.delivery.rest:RestTarget.from_settings",
    "folder": "scrapersky.clients.delivery.folder:Folder.from_settings",
}
_EXTRACTORS = {"contacts": "scrapersky.extract.contacts.extraction:extract_contacts"}
_VERIFIERS = {"zerobounce": "scrapersky.clients.mail.zerobounce:ZeroBounce.from_settings"}

BUILT_IN = (
    *(EntryPoint(source.name, source.made_by, extension.PLACE_SOURCES) for source in SOURCES),
    *(EntryPoint(name, place, extension.DELIVERY_TARGETS) for name, place in _TARGETS.items()),
    *(EntryPoint(name, place, extension.EXTRACTORS) for name, place in _EXTRACTORS.items()),
    *(EntryPoint(name, place, extension.MAIL_VERIFIERS) for name, place in _VERIFIERS.items()),
)


@cache
def built_in() -> extension.Additions:
    """For those who have no packages to look for, such as a test of one client."""
    ours = {
        group: {one.name: extension.Extension(one.name, one.value) for one in BUILT_IN if one.group == group}
        for group in (
            extension.PLACE_SOURCES,
            extension.DELIVERY_TARGETS,
            extension.EXTRACTORS,
            extension.MAIL_VERIFIERS,
        )
    }
    return extension.Additions(*ours.values())
