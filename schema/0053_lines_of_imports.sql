-- From which line of its file an imported row is.
ALTER TABLE batch_rows ADD COLUMN line integer;
