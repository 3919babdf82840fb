-- WF9 Contacts: what the workflow contact_delivery adds to the table contacts.
-- (generated)

CREATE TYPE contactdeliverycurationstatus AS ENUM ('New', 'Queued', 'Processing', 'Complete', 'Error', 'Skipped');
CREATE TYPE contactdeliveryprocessingstatus AS ENUM ('Queued', 'Processing', 'Complete', 'Error');
ALTER TABLE contacts ADD COLUMN contact_delivery_curation_status contactdeliverycurationstatus DEFAULT 'New' NOT NULL;
ALTER TABLE contacts ADD COLUMN contact_delivery_processing_status contactdeliveryprocessingstatus;
ALTER TABLE contacts ADD COLUMN contact_delivery_processing_error TEXT;
ALTER TABLE contacts ADD COLUMN contact_delivery_updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL;
ALTER TABLE contacts ADD COLUMN contact_delivery_state TEXT GENERATED ALWAYS AS (CASE WHEN (contact_delivery_curation_status = 'Queued') THEN CASE WHEN (contact_delivery_processing_status = 'Queued') THEN 'Queued' WHEN (contact_delivery_processing_status = 'Processing') THEN 'Processing' WHEN (contact_delivery_processing_status = 'Complete') THEN 'Complete' WHEN (contact_delivery_processing_status = 'Error') THEN 'Error' ELSE 'Queued' END WHEN (contact_delivery_curation_status = 'New') THEN 'New' WHEN (contact_delivery_curation_status = 'Processing') THEN 'Processing' WHEN (contact_delivery_curation_status = 'Complete') THEN 'Complete' WHEN (contact_delivery_curation_status = 'Error') THEN 'Error' WHEN (contact_delivery_curation_status = 'Skipped') THEN 'Skipped' END) STORED;
ALTER TABLE contacts ADD COLUMN contact_delivery_outcome TEXT;
ALTER TABLE contacts ADD COLUMN contact_delivery_queue_order TIMESTAMP WITH TIME ZONE;
ALTER TABLE contacts ADD COLUMN contact_delivery_priority SMALLINT DEFAULT '0' NOT NULL;
ALTER TABLE contacts ADD COLUMN contact_delivery_attempts INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE contacts ADD COLUMN contact_delivery_worker UUID;
ALTER TABLE contacts ADD COLUMN contact_delivery_claim UUID;
ALTER TABLE contacts ADD COLUMN contact_delivery_claimed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE contacts ADD COLUMN contact_delivery_run_again BOOLEAN DEFAULT 'false' NOT NULL;
ALTER TABLE contacts ADD COLUMN contact_delivery_produced INTEGER;
ALTER TABLE contacts ADD COLUMN contact_delivery_cause TEXT GENERATED ALWAYS AS (CASE WHEN (contact_delivery_processing_status = 'Error') THEN left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(contact_delivery_processing_error, 400), '\s+', ' ', 'gi'), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])', '…', 'gi'), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', 'address', 'gi'), '[^\s@]+@[^\s@]+[[:alnum:]]', 'address', 'gi'), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'id', 'gi'), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M', 'host', 'gi'), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?', 'host', 'gi'), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}', 'id', 'gi'), '(?<!HTTP )\m\d+([.,:-]\d+)*', '#', 'gi'), '"\s*', '', 'gi')), 160) END) STORED;
ALTER TABLE contacts ADD CONSTRAINT ck_contact_delivery_claim CHECK ((contact_delivery_processing_status IS NOT DISTINCT FROM 'Processing') = (contact_delivery_claim IS NOT NULL));
ALTER TABLE contacts ADD CONSTRAINT ck_contact_delivery_queued CHECK (contact_delivery_curation_status != 'Queued' OR contact_delivery_processing_status IS NOT NULL);
CREATE INDEX ix_contact_delivery_errors ON contacts (tenant_id, contact_delivery_cause, contact_delivery_updated_at, id) WHERE contact_delivery_state = 'Error';
CREATE INDEX ix_contact_delivery_in_work ON contacts (contact_delivery_worker) WHERE contact_delivery_processing_status = 'Processing';
CREATE INDEX ix_contact_delivery_list ON contacts (tenant_id, contact_delivery_state, id) INCLUDE (contact_delivery_curation_status, contact_delivery_outcome, contact_delivery_updated_at, contact_delivery_produced);
CREATE INDEX ix_contact_delivery_processing_queue ON contacts (contact_delivery_priority DESC, contact_delivery_queue_order, id) WHERE contact_delivery_processing_status = 'Queued';
ALTER TABLE contacts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('contactdeliverycurationstatus', 'contactdeliveryprocessingstatus') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = 'contacts' ORDER BY ordinal_position;
