-- WF1 Searches: what the workflow single_search adds to the table place_searches.
-- (generated)

CREATE TYPE singlesearchcurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE singlesearchprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE place_searches ADD COLUMN single_search_curation_status singlesearchcurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE place_searches ADD COLUMN single_search_processing_status singlesearchprocessingstatus;
ALTER TABLE place_searches ADD COLUMN single_search_processing_error TEXT;
ALTER TABLE place_searches ADD COLUMN single_search_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE place_searches ADD COLUMN single_search_state TEXT GENERATED ALWAYS AS (CASE WHEN (single_search_curation_status = 'Queued') THEN CASE WHEN (single_search_processing_status = 'Queued') THEN 'Queued' WHEN (single_search_processing_status = 'Processing') THEN 'Processing' WHEN (single_search_processing_status = 'Complete') THEN 'Complete' WHEN (single_search_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (single_search_curation_status = 'New') THEN 'New' WHEN (single_search_curation_status = 'Processing') THEN 'Processing' WHEN (single_search_curation_status = 'Complete') THEN 'Complete' WHEN (single_search_curation_status = 'Error') THEN 'Error' WHEN (single_search_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE place_searches ADD COLUMN single_search_outcome TEXT;
ALTER TABLE place_searches ADD COLUMN single_search_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE place_searches ADD COLUMN single_search_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE place_searches ADD COLUMN single_search_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE place_searches ADD COLUMN single_search_worker UUID;
ALTER TABLE place_searches ADD COLUMN single_search_claim UUID;
ALTER TABLE place_searches ADD COLUMN single_search_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE place_searches ADD COLUMN single_search_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE place_searches ADD COLUMN single_search_produced INTEGER;
ALTER TABLE place_searches ADD COLUMN single_search_cause TEXT GENERATED ALWAYS AS (CASE WHEN (single_search_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(single_search_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE place_searches ADD CONSTRAINT ck_single_search_claim CHECK ((single_search_processing_status IS NOT DISTINCT FROM 'Processing') = (single_search_claim IS NOT NULL));
ALTER TABLE place_searches ADD CONSTRAINT ck_single_search_queued CHECK (single_search_curation_status != 'Queued' OR single_search_processing_status IS NOT NULL);
CREATE INDEX ix_single_search_errors ON place_searches (tenant_id, single_search_cause, single_search_updated_at, id) WHERE single_search_state = 'Error';
CREATE INDEX ix_single_search_in_work ON place_searches (single_search_worker) WHERE single_search_processing_status = 'Processing';
CREATE INDEX ix_single_search_list ON place_searches (tenant_id, single_search_state, id) INCLUDE (single_search_curation_status, single_search_outcome, single_search_updated_at, single_search_produced);
CREATE INDEX ix_single_search_processing_queue ON place_searches (single_search_priority DESC, single_search_queue_order, id) WHERE single_search_processing_status = 'Queued';
ALTER TABLE place_searches SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('singlesearchcurationstatus', 'singlesearchprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'place_searches' ORDER BY ordinal_position;
