"""One visit to a site: its home page, and its sitemaps."""
