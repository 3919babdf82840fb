-- A workflow that rests for one tenant: its rows wait, and those of others go on.
CREATE TABLE tenant_pauses (
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    paused_by text NOT NULL,
    paused_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, workflow)
);
