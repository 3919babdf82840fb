-- Claims on rows of tables that have a status and an error and nothing else of ours.
CREATE TABLE job_claims (
    table_name text NOT NULL,
    status_field text NOT NULL,
    item_id text NOT NULL,
    worker uuid, -- without one it only counts the attempts
    claim uuid,
    begun boolean NOT NULL DEFAULT false,
    attempts integer NOT NULL DEFAULT 0,
    claimed_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_name, status_field, item_id)
);
