-- What an operator set of a workflow's schedule, by field; what is not here is as the environment says.
ALTER TABLE workflow_settings ADD COLUMN schedule jsonb NOT NULL DEFAULT '{}';

-- Who changed which setting, so that it can be taken back.
CREATE TABLE setting_changes (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    workflow text,
    field text NOT NULL,
    before text,
    after text,
    made_by text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz
);

-- Who may not sign in any more, and still has a name in the history.
ALTER TABLE users ADD COLUMN disabled boolean NOT NULL DEFAULT false;

-- Requests to a paid source that one row took. Keys are times: a day is a range of them.
CREATE TABLE api_calls (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    source text NOT NULL,
    calls integer NOT NULL,
    cost_micros bigint NOT NULL
);
