-- WF2 Places: what the workflow deep_scan adds to the table places_staging.
-- (generated)

CREATE TYPE deepscancurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE deepscanprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE places_staging ADD COLUMN deep_scan_curation_status deepscancurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE places_staging ADD COLUMN deep_scan_processing_status deepscanprocessingstatus;
ALTER TABLE places_staging ADD COLUMN deep_scan_processing_error TEXT;
ALTER TABLE places_staging ADD COLUMN deep_scan_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE places_staging ADD COLUMN deep_scan_state TEXT GENERATED ALWAYS AS (CASE WHEN (deep_scan_curation_status = 'Queued') THEN CASE WHEN (deep_scan_processing_status = 'Queued') THEN 'Queued' WHEN (deep_scan_processing_status = 'Processing') THEN 'Processing' WHEN (deep_scan_processing_status = 'Complete') THEN 'Complete' WHEN (deep_scan_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (deep_scan_curation_status = 'New') THEN 'New' WHEN (deep_scan_curation_status = 'Processing') THEN 'Processing' WHEN (deep_scan_curation_status = 'Complete') THEN 'Complete' WHEN (deep_scan_curation_status = 'Error') THEN 'Error' WHEN (deep_scan_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE places_staging ADD COLUMN deep_scan_outcome TEXT;
ALTER TABLE places_staging ADD COLUMN deep_scan_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE places_staging ADD COLUMN deep_scan_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE places_staging ADD COLUMN deep_scan_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE places_staging ADD COLUMN deep_scan_worker UUID;
ALTER TABLE places_staging ADD COLUMN deep_scan_claim UUID;
ALTER TABLE places_staging ADD COLUMN deep_scan_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE places_staging ADD COLUMN deep_scan_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE places_staging ADD COLUMN deep_scan_produced INTEGER;
ALTER TABLE places_staging ADD COLUMN deep_scan_cause TEXT GENERATED ALWAYS AS (CASE WHEN (deep_scan_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(deep_scan_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE places_staging ADD CONSTRAINT ck_deep_scan_claim CHECK ((deep_scan_processing_status IS NOT DISTINCT FROM 'Processing') = (deep_scan_claim IS NOT NULL));
ALTER TABLE places_staging ADD CONSTRAINT ck_deep_scan_queued CHECK (deep_scan_curation_status != 'Queued' OR deep_scan_processing_status IS NOT NULL);
CREATE INDEX ix_deep_scan_errors ON places_staging (tenant_id, deep_scan_cause, deep_scan_updated_at, id) WHERE deep_scan_state = 'Error';
CREATE INDEX ix_deep_scan_in_work ON places_staging (deep_scan_worker) WHERE deep_scan_processing_status = 'Processing';
CREATE INDEX ix_deep_scan_list ON places_staging (tenant_id, deep_scan_state, id) INCLUDE (deep_scan_curation_status, deep_scan_outcome, deep_scan_updated_at, deep_scan_produced);
CREATE INDEX ix_deep_scan_processing_queue ON places_staging (deep_scan_priority DESC, deep_scan_queue_order, id) WHERE deep_scan_processing_status = 'Queued';
ALTER TABLE places_staging SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('deepscancurationstatus', 'deepscanprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'places_staging' ORDER BY ordinal_position;
