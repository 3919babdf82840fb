-- Why a workflow paused itself.
ALTER TABLE workflow_settings ADD COLUMN paused_because text;

-- A part of a process that ended, and is not tried again until the process is started anew.
ALTER TABLE background_faults ADD COLUMN has_ended boolean NOT NULL DEFAULT false;

-- What the operator was told by webhook, and when: the same is not told again within an hour.
CREATE TABLE alerts (
    key text PRIMARY KEY,
    words text NOT NULL,
    told_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);
