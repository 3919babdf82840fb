-- Decisions of rules, schedules and stages are many; what people decided is read first.
ALTER TABLE batches ADD COLUMN by_machine boolean NOT NULL DEFAULT false;
UPDATE batches SET by_machine = true WHERE rule IS NOT NULL OR made_by LIKE 'import of %' OR made_by LIKE 'schedule of %';
CREATE INDEX ix_batches_by ON batches (tenant_id, by_machine, id);
