-- What the browser keeps, and what it searches in.

ALTER TABLE place_searches ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(phrase || ' ' || coalesce(area, ''), '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_place_searches_words ON place_searches USING gin (search_words) WITH (gin_pending_list_limit = 16384);

-- A way of looking at a tab that a person keeps, for themselves or for all of the tenant.
CREATE TABLE saved_views (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workflow text NOT NULL,
    name text NOT NULL,
    shared boolean NOT NULL DEFAULT false,
    content jsonb NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT uq_saved_views_name UNIQUE (user_id, workflow, name)
);
CREATE INDEX ix_saved_views_tenant ON saved_views (tenant_id, workflow);

-- How a person likes the application.
CREATE TABLE preferences (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content jsonb NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now()
);

-- An export that is written in the background. `claim` is the runner's that has it in hand.
CREATE TABLE export_jobs (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    workflow text NOT NULL,
    format text NOT NULL,
    filter jsonb NOT NULL,
    row_ids uuid[],
    excluded_ids uuid[],
    columns text[],
    filter_in_words text NOT NULL,
    file_name text NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    rows bigint NOT NULL DEFAULT 0,
    total bigint,
    bytes bigint,
    made_by text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    ready_at timestamptz,
    expires_at timestamptz,
    failure text,
    tries smallint NOT NULL DEFAULT 0,
    claim uuid,
    lease_until timestamptz
);
CREATE INDEX ix_export_jobs_tenant ON export_jobs (tenant_id, id);
CREATE INDEX ix_export_jobs_changed ON export_jobs (tenant_id, changed_at);
CREATE INDEX ix_export_jobs_unfinished ON export_jobs (id) WHERE state IN ('waiting', 'running');
CREATE INDEX ix_export_jobs_expiring ON export_jobs (expires_at) WHERE state = 'ready';

-- Rows that are tried again become due one after the other over this time.
ALTER TABLE batches ADD COLUMN spread_seconds double precision NOT NULL DEFAULT 0;
