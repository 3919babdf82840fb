-- A file may have the best contact of each business and no other, and no more than so many rows.
ALTER TABLE export_jobs
    ADD COLUMN one_per_business boolean NOT NULL DEFAULT false,
    ADD COLUMN most_rows integer CONSTRAINT ck_export_jobs_most_rows CHECK (most_rows > 0);
