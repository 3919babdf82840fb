"""What the delivery of a contact can come to, and which of that means that it was not sent."""

from scrapersky.clients.mail.checks import MailVerdict
from scrapersky.curation_sdk.declaring import Shortfall

NO_EMAIL = "no_email"
OUTCOMES = {
    MailVerdict.INVALID.value: "Not sent: address invalid",
    MailVerdict.DISPOSABLE.value: "Not sent: disposable",
    MailVerdict.NO_REPLY.value: "Not sent: no-reply address",
    "suppressed": "Not sent: suppressed",
    "unreachable": "Not sent: no way to reach",
    "verified_only": "Not sent: no target set up",
    "not_taken": "Not sent: not taken",
    "sent_in_part": "Sent in part",
    "already_delivered": "Sent before",
}
NOT_SENT = Shortfall("not sent", tuple(name for name, words in OUTCOMES.items() if words.startswith("Not sent")))
