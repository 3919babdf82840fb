-- Searches compare words whatever their case; those for a domain's name lead to the rows of every later stage.
CREATE INDEX ix_domains_name_in_any_case ON domains (tenant_id, lower(name));
