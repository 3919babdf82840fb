-- Rules that queue or skip rows of a tenant without a click; `written` is the rule as a file has it.
CREATE TABLE rules (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    name text NOT NULL,
    place integer NOT NULL,
    version integer NOT NULL DEFAULT 1,
    written jsonb NOT NULL,
    suspended text, -- why it rests; nothing where it is at work
    removed_at timestamptz, -- its decisions still name it
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX uq_rules_name ON rules (tenant_id, workflow, name) WHERE removed_at IS NULL;

-- What each rule said in each of its versions.
CREATE TABLE rule_versions (
    rule_id uuid NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
    version integer NOT NULL,
    written jsonb NOT NULL,
    made_by text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (rule_id, version)
);

-- Which rule made a decision, in which version; nothing where a person did. Rules of a run have a name only.
ALTER TABLE batches ADD COLUMN rule text;
ALTER TABLE batches ADD COLUMN rule_id uuid;
ALTER TABLE batches ADD COLUMN rule_version integer;
CREATE INDEX ix_batches_rule ON batches (rule_id, id) WHERE rule_id IS NOT NULL;
