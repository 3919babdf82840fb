-- Businesses, and the domains where they have their websites. Several businesses may share a domain.
CREATE TABLE domains (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    name text NOT NULL,
    home_url text NOT NULL,
    CONSTRAINT uq_domains_name UNIQUE (tenant_id, name)
);

CREATE TABLE local_businesses (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    source text NOT NULL,
    source_id text NOT NULL,
    name text NOT NULL,
    website text,
    phone text,
    street text,
    city text,
    region text,
    postal_code text,
    country text,
    category text,
    domain_id uuid REFERENCES domains (id) ON DELETE SET NULL,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(
            name || ' ' || coalesce(website, '') || ' ' || coalesce(city, '') || ' ' || coalesce(category, ''),
            '[^[:alnum:]]+', ' ', 'g'))
    ) STORED
);
CREATE UNIQUE INDEX uq_local_businesses_source ON local_businesses (tenant_id, source, source_id);
CREATE INDEX ix_local_businesses_domain ON local_businesses (domain_id);
CREATE INDEX ix_local_businesses_words ON local_businesses USING gin (search_words);
