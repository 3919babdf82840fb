-- More is added to what is decided in one sitting: the history stands in the order of what was decided last.
ALTER TABLE batches ADD COLUMN last_at timestamptz;
UPDATE batches SET last_at = (SELECT max(changed_at) FROM batch_rows WHERE batch_id = batches.id) WHERE sitting IS NOT NULL;
CREATE INDEX ix_batches_last ON batches (tenant_id, (coalesce(last_at, made_at)), id);
CREATE INDEX ix_batches_by_last ON batches (tenant_id, by_machine, (coalesce(last_at, made_at)), id);
DROP INDEX ix_batches_by;
CREATE INDEX ix_batches_added ON batches (last_at) WHERE last_at IS NOT NULL;
