-- WF8 Page texts: what the workflow contact_curation adds to the table page_contents.
-- (generated)

CREATE TYPE contactcurationcurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE contactcurationprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE page_contents ADD COLUMN contact_curation_curation_status contactcurationcurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE page_contents ADD COLUMN contact_curation_processing_status contactcurationprocessingstatus;
ALTER TABLE page_contents ADD COLUMN contact_curation_processing_error TEXT;
ALTER TABLE page_contents ADD COLUMN contact_curation_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE page_contents ADD COLUMN contact_curation_state TEXT GENERATED ALWAYS AS (CASE WHEN (contact_curation_curation_status = 'Queued') THEN CASE WHEN (contact_curation_processing_status = 'Queued') THEN 'Queued' WHEN (contact_curation_processing_status = 'Processing') THEN 'Processing' WHEN (contact_curation_processing_status = 'Complete') THEN 'Complete' WHEN (contact_curation_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (contact_curation_curation_status = 'New') THEN 'New' WHEN (contact_curation_curation_status = 'Processing') THEN 'Processing' WHEN (contact_curation_curation_status = 'Complete') THEN 'Complete' WHEN (contact_curation_curation_status = 'Error') THEN 'Error' WHEN (contact_curation_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE page_contents ADD COLUMN contact_curation_outcome TEXT;
ALTER TABLE page_contents ADD COLUMN contact_curation_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE page_contents ADD COLUMN contact_curation_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE page_contents ADD COLUMN contact_curation_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE page_contents ADD COLUMN contact_curation_worker UUID;
ALTER TABLE page_contents ADD COLUMN contact_curation_claim UUID;
ALTER TABLE page_contents ADD COLUMN contact_curation_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE page_contents ADD COLUMN contact_curation_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE page_contents ADD COLUMN contact_curation_produced INTEGER;
ALTER TABLE page_contents ADD COLUMN contact_curation_cause TEXT GENERATED ALWAYS AS (CASE WHEN (contact_curation_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(contact_curation_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE page_contents ADD CONSTRAINT ck_contact_curation_claim CHECK ((contact_curation_processing_status IS NOT DISTINCT FROM 'Processing') = (contact_curation_claim IS NOT NULL));
ALTER TABLE page_contents ADD CONSTRAINT ck_contact_curation_queued CHECK (contact_curation_curation_status != 'Queued' OR contact_curation_processing_status IS NOT NULL);
CREATE INDEX ix_contact_curation_errors ON page_contents (tenant_id, contact_curation_cause, contact_curation_updated_at, id) WHERE contact_curation_state = 'Error';
CREATE INDEX ix_contact_curation_in_work ON page_contents (contact_curation_worker) WHERE contact_curation_processing_status = 'Processing';
CREATE INDEX ix_contact_curation_list ON page_contents (tenant_id, contact_curation_state, id) INCLUDE (contact_curation_curation_status, contact_curation_outcome, contact_curation_updated_at, contact_curation_produced);
CREATE INDEX ix_contact_curation_processing_queue ON page_contents (contact_curation_priority DESC, contact_curation_queue_order, id) WHERE contact_curation_processing_status = 'Queued';
ALTER TABLE page_contents SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('contactcurationcurationstatus', 'contactcurationprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'page_contents' ORDER BY ordinal_position;
