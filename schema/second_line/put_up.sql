-- The second line: what a forgotten filter meets. `scrapersky schema apply` runs it each time and names our tables in the
-- setting curation.tables; what is there already is left alone.
DO $$
DECLARE
    home text := current_schema();
    views text := home || '_tenant';
    owner text := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('tenants'));
    bound text := left('scrapersky_tenant_' || owner, 63);
    own_rows text := '%I = nullif(current_setting(''curation.tenant'', true), '''')::uuid';
    each record;
BEGIN
    -- Who works for a tenant owns nothing and cannot sign in; whoever serves people takes this role in each transaction.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = bound) THEN
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', bound);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; -- by somebody else on this server, just now
        END;
    END IF;
    IF NOT pg_has_role(current_user, bound, 'SET') THEN
        EXECUTE format('GRANT %I TO %I WITH INHERIT FALSE, SET TRUE', bound, current_user);
    END IF;
    IF to_regnamespace(format('%I', views)) IS NULL THEN
        EXECUTE format('CREATE SCHEMA %I', views);
    END IF;
    IF NOT has_schema_privilege(bound, views, 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', views, bound);
    END IF;
    IF NOT has_schema_privilege(bound, home, 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', home, bound);
    END IF;

    FOR each IN
        SELECT c.oid, c.relname AS name, c.relrowsecurity AS is_guarded, a.attname AS tenant, v.oid AS view,
               EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'own_tenant') AS has_policy,
               v.oid IS NOT NULL AND (
                   SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute
                    WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
               ) = (SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute WHERE attrelid = v.oid AND attnum > 0) AS is_whole
          FROM pg_class c
          LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
           AND (a.attname = 'tenant_id' OR (c.relname = 'tenants' AND a.attname = 'id'))
          LEFT JOIN pg_class v ON v.relname = c.relname AND v.relkind = 'v' AND v.relnamespace = to_regnamespace(format('%I', views))
         WHERE c.relnamespace = to_regnamespace(format('%I', home)) AND c.relkind IN ('r', 'p')
           AND c.relname = ANY (string_to_array(current_setting('curation.tables'), ','))
         ORDER BY c.relname
    LOOP
        IF NOT has_table_privilege(bound, each.oid, 'DELETE') THEN
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', home, each.name, bound);
        END IF;
        CONTINUE WHEN each.tenant IS NULL;

        -- Whoever else reads the table, as its owner and workers do, reads all of it.
        IF NOT each.has_policy THEN
            EXECUTE format(
                'CREATE POLICY own_tenant ON %I.%I USING ((SELECT NOT starts_with(current_user, ''scrapersky_tenant_'')) OR '
                || own_rows || ')', home, each.name, each.tenant);
        END IF;
        IF NOT each.is_guarded THEN
            EXECUTE format('ALTER TABLE %I.%I ENABLE ROW LEVEL SECURITY', home, each.name);
        END IF;

        -- The same rule as a view: under a policy no index is used for words, beginnings of names and statuses.
        IF NOT each.is_whole THEN
            IF each.view IS NOT NULL THEN
                EXECUTE format('DROP VIEW %I.%I', views, each.name);
            END IF;
            EXECUTE format(
                'CREATE VIEW %I.%I AS SELECT * FROM %I.%I WHERE ' || own_rows || ' WITH CHECK OPTION',
                views, each.name, home, each.name, each.tenant);
            IF owner <> current_user THEN
                EXECUTE format('ALTER VIEW %I.%I OWNER TO %I', views, each.name, owner);
            END IF;
        END IF;
        IF NOT has_table_privilege(bound, format('%I.%I', views, each.name), 'DELETE') THEN
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', views, each.name, bound);
        END IF;
    END LOOP;
END
$$;
