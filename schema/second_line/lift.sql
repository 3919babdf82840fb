-- Before tables are changed: a view holds on to the columns it was made of. The policies stay meanwhile.
DO $$
DECLARE
    each record;
BEGIN
    FOR each IN SELECT schemaname, viewname FROM pg_views WHERE schemaname = current_schema() || '_tenant' LOOP
        EXECUTE format('DROP VIEW %I.%I CASCADE', each.schemaname, each.viewname);
    END LOOP;
END
$$;
