-- How many rows may not be queued, and why the first may not: a large decision ends long after somebody made it.
ALTER TABLE batches ADD COLUMN refused bigint NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN refusal text;
-- What became of the lines of an import.
ALTER TABLE batches ADD COLUMN told text;
