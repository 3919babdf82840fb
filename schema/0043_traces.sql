-- Who caused a decision, as W3C Trace Context writes it: what workers do because of it belongs to the same trace.
ALTER TABLE batches ADD COLUMN traceparent text;

-- From a row to the decisions about it.
CREATE INDEX ix_batch_rows_row ON batch_rows (row_id, batch_id);
