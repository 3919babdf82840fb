-- A rule for what comes of one list or search, written table:uuid; nothing where it is for all rows of the tenant.
ALTER TABLE rules ADD COLUMN for_origin text;
CREATE INDEX ix_rules_origin ON rules (tenant_id, for_origin) WHERE for_origin IS NOT NULL;
