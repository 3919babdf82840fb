-- Lists, searches, places, businesses and the domains where businesses have their websites.

-- A client or a campaign; searches belong to it and every later row can be found by it.
CREATE TABLE lists (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    name text NOT NULL,
    CONSTRAINT uq_lists_name UNIQUE (tenant_id, name)
);

-- What a person asked a place source for, and how much of it was found.
CREATE TABLE place_searches (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    list_id uuid REFERENCES lists (id) ON DELETE SET NULL,
    source text NOT NULL,
    phrase text NOT NULL,
    what text NOT NULL,
    area text NOT NULL,
    area_shape jsonb,
    category text,
    result_limit integer,
    started_by text,
    run integer NOT NULL DEFAULT 0,
    cells integer,
    saturated_cells integer,
    coverage double precision,
    results integer,
    new_places integer,
    cost_micros bigint NOT NULL DEFAULT 0,
    progress jsonb
);
CREATE INDEX ix_place_searches_list ON place_searches (list_id);
CREATE INDEX ix_place_searches_results ON place_searches (tenant_id, results, id);
CREATE INDEX ix_place_searches_new_places ON place_searches (tenant_id, new_places, id);
CREATE INDEX ix_place_searches_cost_micros ON place_searches (tenant_id, cost_micros, id);

-- A registrable domain, once per tenant however many businesses share it, with the facts of its home page.
CREATE TABLE domains (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    name text NOT NULL,
    home_url text NOT NULL,
    final_url text,
    http_status integer,
    title text,
    description text,
    language text,
    cms text,
    technologies text[] NOT NULL DEFAULT '{}',
    robots_state text,
    parked boolean,
    sitemaps_found integer,
    checked_at timestamptz,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(name || ' ' || coalesce(title, ''), '[^[:alnum:]]+', ' ', 'g'))
    ) STORED,
    CONSTRAINT uq_domains_name UNIQUE (tenant_id, name)
);
CREATE INDEX ix_domains_words ON domains USING gin (search_words) WITH (gin_pending_list_limit = 16384);
CREATE INDEX ix_domains_name ON domains (tenant_id, left(name, 200), id);
CREATE INDEX ix_domains_sitemaps_found ON domains (tenant_id, sitemaps_found, id);

-- A business at an address: what the sources said, merged, with the source of each value in provenance.
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
    categories text[] NOT NULL DEFAULT '{}',
    latitude double precision,
    longitude double precision,
    opening_hours text,
    business_status text,
    rating double precision,
    reviews integer,
    provenance jsonb NOT NULL DEFAULT '{}',
    attribution text,
    expires_at timestamptz,
    domain text,
    domain_id uuid REFERENCES domains (id) ON DELETE SET NULL,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(
            name || ' ' || coalesce(website, '') || ' ' || coalesce(city, '') || ' ' || coalesce(category, ''),
            '[^[:alnum:]]+', ' ', 'g'))
    ) STORED
);
CREATE UNIQUE INDEX uq_local_businesses_source ON local_businesses (tenant_id, source, source_id);
CREATE INDEX ix_local_businesses_domain ON local_businesses (domain_id);
CREATE INDEX ix_local_businesses_name ON local_businesses (tenant_id, left(name, 200), id);
CREATE INDEX ix_local_businesses_city ON local_businesses (tenant_id, left(city, 200), id);
CREATE INDEX ix_local_businesses_words ON local_businesses USING gin (search_words) WITH (gin_pending_list_limit = 16384);

-- What a place source said about one place, before a person decided on it.
CREATE TABLE places_staging (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    source text NOT NULL,
    place_id text NOT NULL,
    name text,
    address text,
    category text,
    categories text[] NOT NULL DEFAULT '{}',
    latitude double precision,
    longitude double precision,
    website text,
    phone text,
    rating double precision,
    reviews integer,
    business_status text,
    facts jsonb NOT NULL DEFAULT '{}',
    known_fields text[] NOT NULL DEFAULT '{}',
    attribution text,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    cost_micros bigint NOT NULL DEFAULT 0,
    -- A square of a few hundred metres, so that neighbours are found by equality.
    spot bigint GENERATED ALWAYS AS (
        floor(latitude * 500)::bigint * 1000000 + floor(longitude * 500)::bigint
    ) STORED,
    local_business_id uuid REFERENCES local_businesses (id) ON DELETE SET NULL,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(
            coalesce(name, '') || ' ' || coalesce(address, '') || ' ' || coalesce(category, '') || ' ' || coalesce(website, ''),
            '[^[:alnum:]]+', ' ', 'g'))
    ) STORED,
    CONSTRAINT uq_places_staging_place UNIQUE (tenant_id, source, place_id)
);
CREATE INDEX ix_places_staging_business ON places_staging (local_business_id);
CREATE INDEX ix_places_staging_name ON places_staging (tenant_id, left(name, 200), id);
CREATE INDEX ix_places_staging_rating ON places_staging (tenant_id, rating, id);
CREATE INDEX ix_places_staging_reviews ON places_staging (tenant_id, reviews, id);
CREATE INDEX ix_places_staging_spot ON places_staging (tenant_id, spot);
CREATE INDEX ix_places_staging_words ON places_staging USING gin (search_words) WITH (gin_pending_list_limit = 16384);

-- Which search found which place, in which of its runs, and whether nobody knew the place before.
CREATE TABLE place_search_results (
    place_search_id uuid NOT NULL REFERENCES place_searches (id) ON DELETE CASCADE,
    place_id uuid NOT NULL REFERENCES places_staging (id) ON DELETE CASCADE,
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    found_at timestamptz NOT NULL DEFAULT now(),
    run integer NOT NULL DEFAULT 1,
    was_new boolean NOT NULL DEFAULT false,
    PRIMARY KEY (place_search_id, place_id)
);
CREATE INDEX ix_place_search_results_place ON place_search_results (place_id);

-- Two places that may be one business; a person merges them or keeps them apart, and can take that back.
CREATE TABLE place_pairs (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    first_id uuid NOT NULL REFERENCES places_staging (id) ON DELETE CASCADE,
    second_id uuid NOT NULL REFERENCES places_staging (id) ON DELETE CASCADE,
    likeness double precision NOT NULL,
    why text NOT NULL,
    decision text NOT NULL DEFAULT 'open',
    decided_by text,
    decided_at timestamptz,
    undo jsonb,
    CONSTRAINT uq_place_pairs UNIQUE (first_id, second_id)
);
CREATE INDEX ix_place_pairs_second ON place_pairs (second_id);
CREATE INDEX ix_place_pairs_likeness ON place_pairs (tenant_id, decision, likeness DESC, id);
