"""Sitemaps and feeds: which a site has, where they are found, and their bytes."""
