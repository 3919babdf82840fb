"""Where contacts are handed over to: webhook, HubSpot, Brevo or a folder, behind one protocol."""

from scrapersky.clients.delivery.contact import OutgoingBusiness, OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.delivery.target import DeliveryTarget, idempotency_key

__all__ = ["DeliveryFailed", "DeliveryTarget", "OutgoingBusiness", "OutgoingContact", "idempotency_key"]
