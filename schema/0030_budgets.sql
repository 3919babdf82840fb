-- What a tenant may spend, by source and by month or search; nothing in `source` means all of them together.
CREATE TABLE budgets (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    source text,
    per text NOT NULL,
    most_micros bigint,
    most_calls integer,
    changed_by text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ck_budgets_per CHECK (per IN ('month', 'search'))
);
CREATE UNIQUE INDEX uq_budgets ON budgets (tenant_id, per, source) NULLS NOT DISTINCT;

-- Every paid request by itself, written before it is sent: for which row, and of which search.
ALTER TABLE api_calls ADD COLUMN workflow text;
ALTER TABLE api_calls ADD COLUMN row_id uuid;
ALTER TABLE api_calls ADD COLUMN search_id uuid;
CREATE INDEX ix_api_calls_search ON api_calls (search_id) WHERE search_id IS NOT NULL;
