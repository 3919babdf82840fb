"""A contact, and the evidence for it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Computed, ForeignKey, Index, UniqueConstraint, func
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.curation_sdk.lists import beginning
from scrapersky.models.base import Base, Row, belongs_to, tenant_key, words_index, words_of
from scrapersky.models.statuses import ContactDeliveryCurationStatus, ContactDeliveryProcessingStatus

__all__ = ["Contact", "ContactDeliveryCurationStatus", "ContactDeliveryProcessingStatus", "ContactValue"]

WAYS_TO_REACH = ("email", "phone", "whatsapp")
"""The best first. Who has none of them is handed over to nobody."""
_REACH = " ".join(("CASE", *(f"WHEN {way} <> '' THEN '{way}'" for way in WAYS_TO_REACH), "END"))


class Contact(Row, Base):
    """One per domain and e-mail address, else phone, else person, else WhatsApp or profile, however often seen."""

    __tablename__ = "contacts"
    __table_args__ = (
        UniqueConstraint("domain_id", "identity", name="uq_contacts_identity"),
        Index("ix_contacts_business", "local_business_id"),
        Index("ix_contacts_page_content", "page_content_id"),
        Index("ix_contacts_name", "tenant_id", beginning("name"), "id"),
        Index("ix_contacts_confidence", "tenant_id", "confidence", "id"),
        Index("ix_contacts_delivered_at", "tenant_id", "delivered_at", "id"),
        words_index("ix_contacts_words"),
        tenant_key("contacts"),
        belongs_to("domains", "domain_id"),
        belongs_to("local_businesses", "local_business_id", lets_go=True),
        belongs_to("page_contents", "page_content_id", lets_go=True),
    )

    domain_id: Mapped[UUID]
    local_business_id: Mapped[UUID | None]
    page_content_id: Mapped[UUID | None]
    identity: Mapped[str]
    owner: Mapped[str]
    name: Mapped[str | None]
    role: Mapped[str | None]
    email: Mapped[str | None]
    phone: Mapped[str | None]
    phone_kind: Mapped[str | None]
    fax: Mapped[str | None]
    whatsapp: Mapped[str | None]
    socials: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    address: Mapped[dict[str, Any] | None]
    confidence: Mapped[float] = mapped_column(server_default="0")
    source_url: Mapped[str | None]
    sightings: Mapped[int] = mapped_column(server_default="0")
    verification: Mapped[str | None]
    verified_level: Mapped[str | None]
    verified_at: Mapped[datetime | None]
    verification_facts: Mapped[dict[str, Any] | None]
    delivered_to: Mapped[list[str]] = mapped_column(server_default="{}")
    delivered_at: Mapped[datetime | None]
    email_absence: Mapped[str | None]
    phone_absence: Mapped[str | None]
    extra_fields: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    # The best way there is to write to it or to call it; none where there is none.
    reach: Mapped[str | None] = mapped_column(Computed(_REACH, persisted=True))
    search_words: Mapped[Any] = mapped_column(
        TSVECTOR, words_of("name", "email", "phone", "role", first_may_be_missing=True), deferred=True
    )

    contact_delivery = Curation()


class ContactValue(Base):
    """One sighting of one value on one page: where, how, and how sure.

    Without a contact it is the business's as a whole: its main phone, fax, profiles, address, opening hours.
    """

    __tablename__ = "contact_values"
    __table_args__ = (
        UniqueConstraint("page_content_id", "kind", "value", name="uq_contact_values_sighting"),
        CheckConstraint("length(value) <= 1000", name="ck_contact_values_value"),
        Index("ix_contact_values_contact", "contact_id"),
        belongs_to("contacts", "contact_id"),
        belongs_to("page_contents", "page_content_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    contact_id: Mapped[UUID | None]
    page_content_id: Mapped[UUID]
    kind: Mapped[str]
    value: Mapped[str]
    raw: Mapped[str]
    way: Mapped[str]
    owner: Mapped[str]
    confidence: Mapped[float]
    snippet: Mapped[str | None]
    facts: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
