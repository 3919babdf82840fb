-- WF7 Pages: what the workflow page_curation adds to the table pages.
-- (generated)

CREATE TYPE pagecurationcurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE pagecurationprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE pages ADD COLUMN page_curation_curation_status pagecurationcurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE pages ADD COLUMN page_curation_processing_status pagecurationprocessingstatus;
ALTER TABLE pages ADD COLUMN page_curation_processing_error TEXT;
ALTER TABLE pages ADD COLUMN page_curation_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE pages ADD COLUMN page_curation_state TEXT GENERATED ALWAYS AS (CASE WHEN (page_curation_curation_status = 'Queued') THEN CASE WHEN (page_curation_processing_status = 'Queued') THEN 'Queued' WHEN (page_curation_processing_status = 'Processing') THEN 'Processing' WHEN (page_curation_processing_status = 'Complete') THEN 'Complete' WHEN (page_curation_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (page_curation_curation_status = 'New') THEN 'New' WHEN (page_curation_curation_status = 'Processing') THEN 'Processing' WHEN (page_curation_curation_status = 'Complete') THEN 'Complete' WHEN (page_curation_curation_status = 'Error') THEN 'Error' WHEN (page_curation_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE pages ADD COLUMN page_curation_outcome TEXT;
ALTER TABLE pages ADD COLUMN page_curation_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE pages ADD COLUMN page_curation_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE pages ADD COLUMN page_curation_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE pages ADD COLUMN page_curation_worker UUID;
ALTER TABLE pages ADD COLUMN page_curation_claim UUID;
ALTER TABLE pages ADD COLUMN page_curation_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE pages ADD COLUMN page_curation_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE pages ADD COLUMN page_curation_produced INTEGER;
ALTER TABLE pages ADD COLUMN page_curation_cause TEXT GENERATED ALWAYS AS (CASE WHEN (page_curation_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(page_curation_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE pages ADD CONSTRAINT ck_page_curation_claim CHECK ((page_curation_processing_status IS NOT DISTINCT FROM 'Processing') = (page_curation_claim IS NOT NULL));
ALTER TABLE pages ADD CONSTRAINT ck_page_curation_queued CHECK (page_curation_curation_status != 'Queued' OR page_curation_processing_status IS NOT NULL);
CREATE INDEX ix_page_curation_errors ON pages (tenant_id, page_curation_cause, page_curation_updated_at, id) WHERE page_curation_state = 'Error';
CREATE INDEX ix_page_curation_in_work ON pages (page_curation_worker) WHERE page_curation_processing_status = 'Processing';
CREATE INDEX ix_page_curation_list ON pages (tenant_id, page_curation_state, id) INCLUDE (page_curation_curation_status, page_curation_outcome, page_curation_updated_at, page_curation_produced);
CREATE INDEX ix_page_curation_ordered ON pages (tenant_id, page_curation_state, score, id) INCLUDE (page_curation_outcome, page_curation_updated_at, page_curation_produced);
CREATE INDEX ix_page_curation_processing_queue ON pages (page_curation_priority DESC, page_curation_queue_order, id) WHERE page_curation_processing_status = 'Queued';
ALTER TABLE pages SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('pagecurationcurationstatus', 'pagecurationprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'pages' ORDER BY ordinal_position;
