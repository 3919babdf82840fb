-- WF5 Sitemap check: what the workflow sitemap_curation adds to the table sitemap_files.
-- (generated)

CREATE TYPE sitemapcurationcurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE sitemapcurationprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_curation_status sitemapcurationcurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_processing_status sitemapcurationprocessingstatus;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_processing_error TEXT;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_state TEXT GENERATED ALWAYS AS (CASE WHEN (sitemap_curation_curation_status = 'Queued') THEN CASE WHEN (sitemap_curation_processing_status = 'Queued') THEN 'Queued' WHEN (sitemap_curation_processing_status = 'Processing') THEN 'Processing' WHEN (sitemap_curation_processing_status = 'Complete') THEN 'Complete' WHEN (sitemap_curation_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (sitemap_curation_curation_status = 'New') THEN 'New' WHEN (sitemap_curation_curation_status = 'Processing') THEN 'Processing' WHEN (sitemap_curation_curation_status = 'Complete') THEN 'Complete' WHEN (sitemap_curation_curation_status = 'Error') THEN 'Error' WHEN (sitemap_curation_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_outcome TEXT;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_worker UUID;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_claim UUID;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_produced INTEGER;
ALTER TABLE sitemap_files ADD COLUMN sitemap_curation_cause TEXT GENERATED ALWAYS AS (CASE WHEN (sitemap_curation_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(sitemap_curation_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE sitemap_files ADD CONSTRAINT ck_sitemap_curation_claim CHECK ((sitemap_curation_processing_status IS NOT DISTINCT FROM 'Processing') = (sitemap_curation_claim IS NOT NULL));
ALTER TABLE sitemap_files ADD CONSTRAINT ck_sitemap_curation_queued CHECK (sitemap_curation_curation_status != 'Queued' OR sitemap_curation_processing_status IS NOT NULL);
CREATE INDEX ix_sitemap_curation_errors ON sitemap_files (tenant_id, sitemap_curation_cause, sitemap_curation_updated_at, id) WHERE sitemap_curation_state = 'Error';
CREATE INDEX ix_sitemap_curation_in_work ON sitemap_files (sitemap_curation_worker) WHERE sitemap_curation_processing_status = 'Processing';
CREATE INDEX ix_sitemap_curation_list ON sitemap_files (tenant_id, sitemap_curation_state, id) INCLUDE (sitemap_curation_curation_status, sitemap_curation_outcome, sitemap_curation_updated_at, sitemap_curation_produced);
CREATE INDEX ix_sitemap_curation_processing_queue ON sitemap_files (sitemap_curation_priority DESC, sitemap_curation_queue_order, id) WHERE sitemap_curation_processing_status = 'Queued';
ALTER TABLE sitemap_files SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('sitemapcurationcurationstatus', 'sitemapcurationprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'sitemap_files' ORDER BY ordinal_position;
