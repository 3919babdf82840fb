-- A file may have the best contact of each business and no other.
ALTER TABLE export_jobs ADD COLUMN one_per_business boolean NOT NULL DEFAULT false;
