-- Decisions that somebody made one after the other in review are one entry of the history.
ALTER TABLE batches ADD COLUMN sitting uuid;
CREATE INDEX ix_batches_sitting ON batches (sitting) WHERE sitting IS NOT NULL;
