-- WF3 Businesses: what the workflow domain_extraction adds to the table local_businesses.
-- (generated)

CREATE TYPE domainextractioncurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE domainextractionprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE local_businesses ADD COLUMN domain_extraction_curation_status domainextractioncurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_processing_status domainextractionprocessingstatus;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_processing_error TEXT;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_state TEXT GENERATED ALWAYS AS (CASE WHEN (domain_extraction_curation_status = 'Queued') THEN CASE WHEN (domain_extraction_processing_status = 'Queued') THEN 'Queued' WHEN (domain_extraction_processing_status = 'Processing') THEN 'Processing' WHEN (domain_extraction_processing_status = 'Complete') THEN 'Complete' WHEN (domain_extraction_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (domain_extraction_curation_status = 'New') THEN 'New' WHEN (domain_extraction_curation_status = 'Processing') THEN 'Processing' WHEN (domain_extraction_curation_status = 'Complete') THEN 'Complete' WHEN (domain_extraction_curation_status = 'Error') THEN 'Error' WHEN (domain_extraction_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_outcome TEXT;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_worker UUID;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_claim UUID;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_produced INTEGER;
ALTER TABLE local_businesses ADD COLUMN domain_extraction_cause TEXT GENERATED ALWAYS AS (CASE WHEN (domain_extraction_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(domain_extraction_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE local_businesses ADD CONSTRAINT ck_domain_extraction_claim CHECK ((domain_extraction_processing_status IS NOT DISTINCT FROM 'Processing') = (domain_extraction_claim IS NOT NULL));
ALTER TABLE local_businesses ADD CONSTRAINT ck_domain_extraction_queued CHECK (domain_extraction_curation_status != 'Queued' OR domain_extraction_processing_status IS NOT NULL);
CREATE INDEX ix_domain_extraction_errors ON local_businesses (tenant_id, domain_extraction_cause, domain_extraction_updated_at, id) WHERE domain_extraction_state = 'Error';
CREATE INDEX ix_domain_extraction_in_work ON local_businesses (domain_extraction_worker) WHERE domain_extraction_processing_status = 'Processing';
CREATE INDEX ix_domain_extraction_list ON local_businesses (tenant_id, domain_extraction_state, id) INCLUDE (domain_extraction_curation_status, domain_extraction_outcome, domain_extraction_updated_at, domain_extraction_produced);
CREATE INDEX ix_domain_extraction_processing_queue ON local_businesses (domain_extraction_priority DESC, domain_extraction_queue_order, id) WHERE domain_extraction_processing_status = 'Queued';
ALTER TABLE local_businesses SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('domainextractioncurationstatus', 'domainextractionprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'local_businesses' ORDER BY ordinal_position;
