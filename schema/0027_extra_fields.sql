-- What files say of a business or contact beside our own columns, by their headings.
ALTER TABLE local_businesses ADD COLUMN extra_fields jsonb NOT NULL DEFAULT '{}';
ALTER TABLE contacts ADD COLUMN extra_fields jsonb NOT NULL DEFAULT '{}';
