-- A row belongs to a row of the same tenant: references carry the tenant, so that the database refuses another's.
ALTER TABLE users ADD CONSTRAINT uq_users_tenant UNIQUE (tenant_id, id);
ALTER TABLE lists ADD CONSTRAINT uq_lists_tenant UNIQUE (tenant_id, id);
ALTER TABLE place_searches ADD CONSTRAINT uq_place_searches_tenant UNIQUE (tenant_id, id);
ALTER TABLE domains ADD CONSTRAINT uq_domains_tenant UNIQUE (tenant_id, id);
ALTER TABLE local_businesses ADD CONSTRAINT uq_local_businesses_tenant UNIQUE (tenant_id, id);
ALTER TABLE places_staging ADD CONSTRAINT uq_places_staging_tenant UNIQUE (tenant_id, id);
ALTER TABLE sitemap_files ADD CONSTRAINT uq_sitemap_files_tenant UNIQUE (tenant_id, id);
ALTER TABLE pages ADD CONSTRAINT uq_pages_tenant UNIQUE (tenant_id, id);
ALTER TABLE page_contents ADD CONSTRAINT uq_page_contents_tenant UNIQUE (tenant_id, id);
ALTER TABLE contacts ADD CONSTRAINT uq_contacts_tenant UNIQUE (tenant_id, id);

-- Tables of packages stay as they are: what they refer to is still there.
DO $$
DECLARE
    child text;
    reference text;
    parent text;
    ending text;
    crossed bigint;
    first_of_them jsonb;
BEGIN
    FOR child, reference, parent, ending IN VALUES
        ('saved_views', 'user_id', 'users', 'CASCADE'),
        ('place_searches', 'list_id', 'lists', 'SET NULL (list_id)'),
        ('local_businesses', 'domain_id', 'domains', 'SET NULL (domain_id)'),
        ('places_staging', 'local_business_id', 'local_businesses', 'SET NULL (local_business_id)'),
        ('place_search_results', 'place_search_id', 'place_searches', 'CASCADE'),
        ('place_search_results', 'place_id', 'places_staging', 'CASCADE'),
        ('place_pairs', 'first_id', 'places_staging', 'CASCADE'),
        ('place_pairs', 'second_id', 'places_staging', 'CASCADE'),
        ('sitemap_files', 'domain_id', 'domains', 'CASCADE'),
        ('sitemap_files', 'parent_id', 'sitemap_files', 'CASCADE'),
        ('pages', 'domain_id', 'domains', 'CASCADE'),
        ('pages', 'sitemap_file_id', 'sitemap_files', 'SET NULL (sitemap_file_id)'),
        ('page_contents', 'page_id', 'pages', 'CASCADE'),
        ('page_contents', 'domain_id', 'domains', 'CASCADE'),
        ('contacts', 'domain_id', 'domains', 'CASCADE'),
        ('contacts', 'local_business_id', 'local_businesses', 'SET NULL (local_business_id)'),
        ('contacts', 'page_content_id', 'page_contents', 'SET NULL (page_content_id)'),
        ('contact_values', 'contact_id', 'contacts', 'CASCADE'),
        ('contact_values', 'page_content_id', 'page_contents', 'CASCADE'),
        ('deliveries', 'contact_id', 'contacts', 'CASCADE')
    LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', child, child || '_' || reference || '_fkey');
        BEGIN
            EXECUTE format(
                'ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (tenant_id, %I) REFERENCES %I (tenant_id, id) ON DELETE %s',
                child, child || '_tenant_id_' || reference || '_fkey', reference, parent, ending);
        EXCEPTION WHEN foreign_key_violation THEN
            EXECUTE format(
                'SELECT count(*) OVER (), to_jsonb(c.*) FROM %I c JOIN %I p ON p.id = c.%I WHERE p.tenant_id <> c.tenant_id',
                child, parent, reference) INTO crossed, first_of_them;
            RAISE EXCEPTION '% rows of % refer by % to a row of % that is another tenant''s, the first of them %.',
                crossed, child, reference, parent, coalesce(first_of_them ->> 'id', first_of_them ->> reference)
                USING HINT = format(
                    'Decide whose each is: delete it, or set its %s to a row of its own tenant. Nothing was changed.', reference);
        END;
    END LOOP;
END
$$;
