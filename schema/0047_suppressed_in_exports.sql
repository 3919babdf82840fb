-- How many rows a file was written without, since they are suppressed: a file with fewer rows than were chosen says why.
ALTER TABLE export_jobs ADD COLUMN suppressed bigint NOT NULL DEFAULT 0;
