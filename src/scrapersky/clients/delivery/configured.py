"""The targets that an installation has set up."""

from scrapersky.clients.delivery.brevo import Brevo
from scrapersky.clients.delivery.folder import Folder
from scrapersky.clients.delivery.hubspot import HubSpot
from scrapersky.clients.delivery.target import DeliveryTarget
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.config.settings import Settings

HOW_TO_SET_UP = (
    "Checked, and handed over to nobody. To hand contacts over set WEBHOOK_URL and WEBHOOK_SECRET, HUBSPOT_TOKEN,"
    " BREVO_API_KEY, DELIVERY_FOLDER or DELIVERY_TARGETS, then queue the contact again."
)
TARGET_NAMES = (Webhook.name, HubSpot.name, Brevo.name, Folder.name)


def configured_targets(settings: Settings) -> tuple[DeliveryTarget, ...]:
    targets: list[DeliveryTarget] = []
    if settings.webhook_url:
        secret = settings.webhook_secret.get_secret_value() if settings.webhook_secret else ""
        targets.append(Webhook(settings.webhook_url, secret))
    if settings.hubspot_token:
        targets.append(HubSpot(settings.hubspot_token.get_secret_value()))
    if settings.brevo_api_key:
        targets.append(Brevo(settings.brevo_api_key.get_secret_value(), tuple(settings.brevo_list_ids)))
    if settings.delivery_folder:
        targets.append(Folder(settings.delivery_folder))
    return tuple(targets)
