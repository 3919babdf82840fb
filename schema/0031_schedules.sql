-- Searches that are run again by themselves; `closed` are the businesses known to be closed when it last told.
CREATE TABLE search_schedules (
    search_id uuid PRIMARY KEY,
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    every_days integer NOT NULL,
    next_at timestamptz NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    began_at timestamptz, -- of a run whose report is due
    closed uuid[] NOT NULL DEFAULT '{}',
    made_by text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, search_id) REFERENCES place_searches (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_search_schedules_days CHECK (every_days BETWEEN 1 AND 366)
);
CREATE INDEX ix_search_schedules_next ON search_schedules (next_at);

-- What a run of a scheduled search brought.
CREATE TABLE search_reports (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    search_id uuid NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    new_businesses integer NOT NULL,
    closed_businesses integer NOT NULL,
    new_people integer NOT NULL,
    told_at timestamptz, -- to the webhook
    updated_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, search_id) REFERENCES place_searches (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_search_reports_tenant ON search_reports (tenant_id, id);
CREATE INDEX ix_search_reports_search ON search_reports (search_id);
CREATE INDEX ix_search_reports_untold ON search_reports (id) WHERE told_at IS NULL;
