-- Large batches are carried out, and taken back, in chunks by whichever process is there.
ALTER TABLE batches ADD COLUMN restored bigint NOT NULL DEFAULT 0;
ALTER TABLE batches ADD COLUMN failure text;
CREATE INDEX ix_batches_unfinished ON batches (id) WHERE state IN ('running', 'undoing');
