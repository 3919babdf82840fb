-- Contacts, every sighting of each value as evidence, and what was delivered where.
CREATE TABLE contacts (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    local_business_id uuid REFERENCES local_businesses (id) ON DELETE SET NULL,
    page_content_id uuid REFERENCES page_contents (id) ON DELETE SET NULL,
    identity text NOT NULL,
    owner text NOT NULL,
    name text,
    role text,
    email text,
    phone text,
    phone_kind text,
    fax text,
    whatsapp text,
    socials jsonb NOT NULL DEFAULT '{}',
    address jsonb,
    confidence double precision NOT NULL DEFAULT 0,
    source_url text,
    sightings integer NOT NULL DEFAULT 0,
    verification text,
    verified_at timestamptz,
    verification_facts jsonb,
    delivered_to text[] NOT NULL DEFAULT '{}',
    delivered_at timestamptz,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(
            coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(role, ''),
            '[^[:alnum:]]+', ' ', 'g'))
    ) STORED,
    CONSTRAINT uq_contacts_identity UNIQUE (domain_id, identity)
);
CREATE INDEX ix_contacts_business ON contacts (local_business_id);
CREATE INDEX ix_contacts_page_content ON contacts (page_content_id);
CREATE INDEX ix_contacts_name ON contacts (tenant_id, left(name, 200), id);
CREATE INDEX ix_contacts_confidence ON contacts (tenant_id, confidence, id);
CREATE INDEX ix_contacts_delivered_at ON contacts (tenant_id, delivered_at, id);
CREATE INDEX ix_contacts_words ON contacts USING gin (search_words) WITH (gin_pending_list_limit = 16384);

-- A value without a contact is the business's as a whole.
CREATE TABLE contact_values (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    contact_id uuid REFERENCES contacts (id) ON DELETE CASCADE,
    page_content_id uuid NOT NULL REFERENCES page_contents (id) ON DELETE CASCADE,
    kind text NOT NULL,
    value text NOT NULL,
    raw text NOT NULL,
    way text NOT NULL,
    owner text NOT NULL,
    confidence double precision NOT NULL,
    snippet text,
    facts jsonb NOT NULL DEFAULT '{}',
    seen_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT uq_contact_values_sighting UNIQUE (page_content_id, kind, value),
    CONSTRAINT ck_contact_values_value CHECK (length(value) <= 1000)
);
CREATE INDEX ix_contact_values_contact ON contact_values (contact_id);

-- Addresses, domains and numbers that must not be delivered or exported, in the spelling they are compared by.
CREATE TABLE suppressions (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    kind text NOT NULL,
    value text NOT NULL,
    reason text,
    added_by text,
    CONSTRAINT uq_suppressions_value UNIQUE (tenant_id, kind, value),
    CONSTRAINT ck_suppressions_kind CHECK (kind IN ('email', 'domain', 'phone')),
    CONSTRAINT ck_suppressions_value CHECK (length(value) <= 320)
);

-- One hand-over of one contact to one target; its idempotency key travels with it.
CREATE TABLE deliveries (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    contact_id uuid NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
    target text NOT NULL,
    idempotency_key text NOT NULL,
    answer text,
    delivered_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT uq_deliveries_key UNIQUE (contact_id, target, idempotency_key)
);
