-- Rows that somebody has before them in review: nobody else is given these meanwhile.
CREATE TABLE review_claims (
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    row_id uuid NOT NULL,
    held_by text NOT NULL,
    held_until timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, workflow, row_id)
);
