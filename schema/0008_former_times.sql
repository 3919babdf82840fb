-- When a row had last changed before a batch: with that restored, an earlier batch can be taken back as well.
ALTER TABLE batch_rows ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
