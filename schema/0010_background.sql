-- What failed in the background of a process, for whoever runs the installation.
CREATE TABLE background_faults (
    host text NOT NULL,
    pid integer NOT NULL,
    part text NOT NULL,
    message text NOT NULL,
    times integer NOT NULL DEFAULT 1,
    first_at timestamptz NOT NULL DEFAULT now(),
    last_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (host, pid, part)
);

-- How long, in seconds, a worker may keep a row of each workflow. It says so before it takes one.
ALTER TABLE workers ADD COLUMN promises jsonb NOT NULL DEFAULT '{}';

-- Whose people may read who changed a setting.
ALTER TABLE workflow_settings ADD COLUMN changed_in uuid;
ALTER TABLE setting_changes ADD COLUMN made_in uuid;

-- When a runner last took it up: tenants take turns.
ALTER TABLE export_jobs ADD COLUMN begun_at timestamptz;
CREATE INDEX ix_export_jobs_begun ON export_jobs (tenant_id, begun_at);
