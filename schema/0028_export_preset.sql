-- For which program an ordered export is written.
ALTER TABLE export_jobs ADD COLUMN preset text;
