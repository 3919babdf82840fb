-- Rows that a worker had when its process ended without a word. Each is tried alone, so that only one that ends processes
-- by itself is charged with that.
CREATE TABLE suspects (
    workflow text NOT NULL,
    row_id uuid NOT NULL,
    alone uuid, -- the worker that tries it, with nothing else in hand
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workflow, row_id)
);
