-- What somebody decides row by row in one sitting in review is added to one batch.
ALTER TABLE batches ADD COLUMN sitting uuid;
CREATE INDEX ix_batches_sitting ON batches (sitting) WHERE sitting IS NOT NULL;
