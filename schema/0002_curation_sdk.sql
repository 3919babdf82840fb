-- The Curation SDK's own tables.

-- One heartbeat row per worker process.
CREATE TABLE workers (
    id uuid PRIMARY KEY,
    host text NOT NULL,
    pid integer NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz NOT NULL
);

-- What an operator changed at run time.
CREATE TABLE workflow_settings (
    workflow text PRIMARY KEY,
    paused boolean NOT NULL DEFAULT false,
    changed_by text,
    changed_at timestamptz NOT NULL DEFAULT now()
);

-- One attempt at one row.
CREATE TABLE runs (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    row_id uuid NOT NULL,
    attempt integer NOT NULL,
    worker uuid,
    ending text NOT NULL,
    outcome text,
    message text,
    produced integer NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL
);
CREATE INDEX ix_runs_row ON runs (row_id, id);

-- One decision of a person about one or many rows.
CREATE TABLE batches (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    status text NOT NULL,
    made_by text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'done',
    undo_seconds double precision NOT NULL DEFAULT 0,
    priority smallint NOT NULL DEFAULT 0,
    filter jsonb,
    row_ids uuid[],
    last_id uuid,
    total bigint NOT NULL DEFAULT 0,
    done bigint NOT NULL DEFAULT 0,
    restored bigint NOT NULL DEFAULT 0,
    failure text,
    undone_at timestamptz,
    lease_until timestamptz
);
CREATE INDEX ix_batches_tenant ON batches (tenant_id, id);
CREATE INDEX ix_batches_undone ON batches (undone_at) WHERE undone_at IS NOT NULL;
CREATE INDEX ix_batches_unfinished ON batches (id) WHERE state IN ('running', 'undoing');

-- What each row was before the batch.
CREATE TABLE batch_rows (
    batch_id uuid NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    row_id uuid NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    curation_status text NOT NULL,
    processing_status text,
    processing_error text,
    outcome text,
    queue_order timestamptz,
    priority smallint NOT NULL,
    attempts integer NOT NULL,
    run_again boolean NOT NULL,
    PRIMARY KEY (batch_id, row_id)
);

-- A value that a person corrected.
CREATE TABLE changes (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL,
    table_name text NOT NULL,
    row_id uuid NOT NULL,
    field text NOT NULL,
    before text,
    after text,
    made_by text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ix_changes_row ON changes (row_id, id);
