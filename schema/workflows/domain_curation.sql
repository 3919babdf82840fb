-- WF4 Websites: what the workflow domain_curation adds to the table domains.
-- (generated)

CREATE TYPE domaincurationcurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE domaincurationprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE domains ADD COLUMN domain_curation_curation_status domaincurationcurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE domains ADD COLUMN domain_curation_processing_status domaincurationprocessingstatus;
ALTER TABLE domains ADD COLUMN domain_curation_processing_error TEXT;
ALTER TABLE domains ADD COLUMN domain_curation_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE domains ADD COLUMN domain_curation_state TEXT GENERATED ALWAYS AS (CASE WHEN (domain_curation_curation_status = 'Queued') THEN CASE WHEN (domain_curation_processing_status = 'Queued') THEN 'Queued' WHEN (domain_curation_processing_status = 'Processing') THEN 'Processing' WHEN (domain_curation_processing_status = 'Complete') THEN 'Complete' WHEN (domain_curation_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (domain_curation_curation_status = 'New') THEN 'New' WHEN (domain_curation_curation_status = 'Processing') THEN 'Processing' WHEN (domain_curation_curation_status = 'Complete') THEN 'Complete' WHEN (domain_curation_curation_status = 'Error') THEN 'Error' WHEN (domain_curation_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE domains ADD COLUMN domain_curation_outcome TEXT;
ALTER TABLE domains ADD COLUMN domain_curation_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE domains ADD COLUMN domain_curation_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE domains ADD COLUMN domain_curation_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE domains ADD COLUMN domain_curation_worker UUID;
ALTER TABLE domains ADD COLUMN domain_curation_claim UUID;
ALTER TABLE domains ADD COLUMN domain_curation_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE domains ADD COLUMN domain_curation_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE domains ADD COLUMN domain_curation_produced INTEGER;
ALTER TABLE domains ADD COLUMN domain_curation_cause TEXT GENERATED ALWAYS AS (CASE WHEN (domain_curation_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(domain_curation_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE domains ADD CONSTRAINT ck_domain_curation_claim CHECK ((domain_curation_processing_status IS NOT DISTINCT FROM 'Processing') = (domain_curation_claim IS NOT NULL));
ALTER TABLE domains ADD CONSTRAINT ck_domain_curation_queued CHECK (domain_curation_curation_status != 'Queued' OR domain_curation_processing_status IS NOT NULL);
CREATE INDEX ix_domain_curation_errors ON domains (tenant_id, domain_curation_cause, domain_curation_updated_at, id) WHERE domain_curation_state = 'Error';
CREATE INDEX ix_domain_curation_in_work ON domains (domain_curation_worker) WHERE domain_curation_processing_status = 'Processing';
CREATE INDEX ix_domain_curation_list ON domains (tenant_id, domain_curation_state, id) INCLUDE (domain_curation_curation_status, domain_curation_outcome, domain_curation_updated_at, domain_curation_produced);
CREATE INDEX ix_domain_curation_processing_queue ON domains (domain_curation_priority DESC, domain_curation_queue_order, id) WHERE domain_curation_processing_status = 'Queued';
ALTER TABLE domains SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('domaincurationcurationstatus', 'domaincurationprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'domains' ORDER BY ordinal_position;
