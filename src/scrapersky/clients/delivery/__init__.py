"""Where contacts are handed over to: webhook, HubSpot, Brevo or a folder, behind one protocol."""

from scrapersky.clients.delivery.contact import OutgoingBusiness as OutgoingBusiness
from scrapersky.clients.delivery.contact import OutgoingContact as OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed as DeliveryFailed
from scrapersky.clients.delivery.target import DeliveryTarget as DeliveryTarget
from scrapersky.clients.delivery.target import idempotency_key as idempotency_key
