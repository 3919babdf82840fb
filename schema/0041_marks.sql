-- What people put on rows of any stage: tags, which gather rows into lists, and a note.
CREATE TABLE row_marks (
    table_name text NOT NULL,
    row_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    note text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_name, row_id)
);
CREATE INDEX ix_row_marks_tags ON row_marks USING gin (tags);

-- A change of values is a batch as well: `what` says in words what it changed, and its changes how each row was before.
ALTER TABLE batches ADD COLUMN what text;
ALTER TABLE changes ADD COLUMN batch_id uuid, ADD COLUMN former jsonb;
CREATE INDEX ix_changes_batch ON changes (batch_id) WHERE batch_id IS NOT NULL;
