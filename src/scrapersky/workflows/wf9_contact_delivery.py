"""WF9 Contact delivery: updates contacts.

A person marks the contacts to hand over; each is checked, held against the suppression list and given to the targets.
"""

from scrapersky.clients.mail.checks import MailVerdict, VerifiedLevel
from scrapersky.contact_fields import ABSENCE_COLUMNS, Absence, FieldKind, declared_fields
from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, looked_up
from scrapersky.extract.corrections import read_email, read_line, read_phone
from scrapersky.models import Contact, Domain
from scrapersky.models.contact import WAYS_TO_REACH
from scrapersky.services import deliver_contact, load_contacts, refuse_suppressed, release_with, save_handover
from scrapersky.services.businesses.together import business_of_contact
from scrapersky.services.delivery_outcomes import NO_EMAIL, NOT_SENT, OUTCOMES

_READ = {FieldKind.LINE: read_line, FieldKind.EMAIL: read_email, FieldKind.PHONE: read_phone}
_IN_GRID = {name: one for name, one in declared_fields().items() if one.is_in_grid}
_SAID = tuple(getattr(Contact, name) for name in _IN_GRID)

contact_delivery = Workflow(
    code="WF9",
    title="Contacts",
    purpose="Check a contact and hand it over: signed webhook, customer database or file.",
    curation=Contact.contact_delivery,
    produces=Contact,
    hands_over=True,
    shows=(
        *_SAID,
        Contact.confidence,
        Contact.verification,
        Contact.verified_level,
        Contact.source_url,
        Contact.reach,
        Contact.delivered_to,
        Contact.delivered_at,
        *(getattr(Contact, column) for column in ABSENCE_COLUMNS.values()),
    ),
    computed=(business_of_contact("business", after="phone"), looked_up("domain", Domain.name, by=Contact.domain_id)),
    labels={
        "source_url": "Source page",
        "verification": "Verified",
        "verified_level": "Checked up to",
        "reach": "Reached by",
        "delivered_at": "Delivered",
        "email_absence": "Why no e-mail",
        "phone_absence": "Why no phone",
    },
    looks={
        "confidence": ColumnDisplay(example=">0.8"),
        "verification": ColumnDisplay(choices=(*MailVerdict, NO_EMAIL)),
        "verified_level": ColumnDisplay(choices=tuple(VerifiedLevel), hidden=True),
        "reach": ColumnDisplay(choices=WAYS_TO_REACH, hidden=True),
        "delivered_to": ColumnDisplay(hidden=True),
        "delivered_at": ColumnDisplay(hidden=True),
        "domain": ColumnDisplay(hidden=True),
        **{column: ColumnDisplay(choices=tuple(Absence), hidden=True) for column in ABSENCE_COLUMNS.values()},
    },
    facets=("domain", "role", "verification", "verified_level", "confidence", "outcome", "cause"),
    edits=_SAID,
    corrections={name: _READ[one.kind] for name, one in _IN_GRID.items()},
    sorts=(Contact.name, Contact.confidence, Contact.delivered_at),
    searches=Contact.search_words,
    outcomes=OUTCOMES,
    shortfall=NOT_SENT,
    refuses=refuse_suppressed,
    taken_back=release_with,
    load=load_contacts,
    work=deliver_contact,
    save=save_handover,
    schedule=Schedule(interval_minutes=1, batch_size=20, concurrency=100, timeout_seconds=120),
)
